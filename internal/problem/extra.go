package problem

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// An extra is what the part "assignment:" of touchstone.yaml says, which the format lacks.
type extra struct {
	outputs    []string // judged files; Stdout is standard output
	input      string   // the name of the input's file, or "" for standard input
	exact      bool     // files are compared byte by byte
	reference  string   // a path below the package, like those that follow
	named      bool     // somebody has chosen the reference
	second     string   // or ""
	generator  string   // or ""
	mistakes   []mistake
	situations []homework.Situation
}

// A mistake is a wrong submission, explained to a student.
type mistake struct {
	name string // below submissions
	mutant.Fault
}

// newMistake returns a mistake of which nothing is said.
func newMistake(name string) mistake {
	base := path.Base(name)
	return mistake{name, mutant.Fault{
		ID: strings.TrimSuffix(base, path.Ext(base)), Kind: "game", Rule: mutant.Rule{Page: "the", Heading: "statement"},
	}}
}

// Stdout is the name of standard output among the files of an answer.
const Stdout = "stdout"

// extraFile is the file of what the format lacks: a course file, which may have the part "assignment:".
const extraFile = "touchstone.yaml"

// CourseFile returns the course file in the package as users know it, and its text, or nothing if there is none. Its
// part "assignment:" is read here, its other parts are those of any course file.
func (p *Package) CourseFile() (name string, text []byte, err error) {
	err = p.optional(extraFile, func(src []byte) error {
		name, text = p.where(extraFile), src
		return nil
	})
	return name, text, err
}

// readExtra reads touchstone.yaml, if it is there.
func (p *Package) readExtra() error {
	p.extra = &extra{outputs: []string{Stdout}}
	right := 0
	for _, s := range p.submissions {
		if s.right() && !p.extra.named {
			p.extra.reference, p.extra.named = path.Join("submissions", s.name), s.model
			right++
		}
	}
	p.extra.named = p.extra.named || right == 1
	return p.optional(extraFile, p.parseExtra)
}

// parseExtra reads the text of touchstone.yaml.
func (p *Package) parseExtra(src []byte) error {
	r := &settings.Reader{Path: p.where(extraFile)}
	root, err := settings.Legible(r.Path, "settings", src)
	if err != nil {
		return err
	}
	if root.Kind != yaml.MappingNode {
		r.Fail(root, "want keys and values, found %s", settings.Found(root))
		return r.Err()
	}
	if n := settings.Value(root, "assignment"); n != nil && n.Tag != "!!str" { // which names it, as in any course file
		p.readAssignment(r, n)
	}
	return r.Err()
}

// readAssignment reads the part "assignment:".
func (p *Package) readAssignment(r *settings.Reader, n *yaml.Node) {
	x := p.extra
	r.Mapping(n, "an assignment",
		settings.NewKey("outputs", func(n *yaml.Node) {
			if x.outputs = r.Texts(n, "the files of an answer", "a file's name"); len(x.outputs) == 0 {
				r.Fail(n, "want at least one file of an answer, or %s, found none", Stdout)
				x.outputs = []string{Stdout}
			}
			for _, name := range x.outputs {
				p.plainName(r, n, name)
			}
		}),
		settings.NewKey("input", func(n *yaml.Node) {
			x.input = r.Text(n, "the name of the input's file")
			p.plainName(r, n, x.input)
		}),
		settings.NewKey("compare", func(n *yaml.Node) {
			x.exact = r.Word(n, "a comparison", []string{"bytes", "validator"}) == "bytes"
		}),
		settings.NewKey("reference", func(n *yaml.Node) { x.reference, x.named = p.submissionAt(r, n, ""), true }),
		settings.NewKey("second", func(n *yaml.Node) { x.second = p.submissionAt(r, n, "") }),
		settings.NewKey("generator", func(n *yaml.Node) { x.generator = p.programAt(r, n, "") }),
		settings.NewKey("mistakes", func(n *yaml.Node) {
			r.Entries(n, "mistakes", func(name, n *yaml.Node) { p.readMistake(r, name, n) })
		}),
		settings.NewKey("situations", func(n *yaml.Node) {
			add := func(name, about string) {
				x.situations = append(x.situations, homework.Situation{Name: name, About: about})
			}
			if n.Kind == yaml.MappingNode {
				r.Entries(n, "situations", func(name, n *yaml.Node) { add(name.Value, r.Text(n, "a line on the situation")) })
			} else {
				for _, name := range r.Texts(n, "situations, or a line on each", "a situation") {
					add(name, "what the package calls "+name)
				}
			}
			if len(x.situations) > homework.MostSituations {
				r.Fail(n, "want at most %d situations, found %d", homework.MostSituations, len(x.situations))
			}
		}),
	)
	if slices.Contains(x.outputs, x.input) {
		r.Fail(n, "want other files of an answer than the input, found %s", x.input)
	}
}

// readMistake reads a mistake.
func (p *Package) readMistake(r *settings.Reader, name, n *yaml.Node) {
	m := newMistake(strings.TrimPrefix(p.submissionAt(r, name, "submissions"), "submissions/"))
	if slices.ContainsFunc(p.submissions, func(s *submission) bool { return s.name == m.name && s.right() }) {
		r.Fail(name, "want a wrong submission, found one that is to be accepted")
	}
	r.Mapping(n, "a mistake",
		settings.NewKey("about", func(n *yaml.Node) { m.About = r.Text(n, "a line on the mistake") }),
		settings.NewKey("explains", func(n *yaml.Node) { m.Explains = r.Text(n, "a paragraph for a student") }),
		settings.NewKey("rule", func(n *yaml.Node) {
			m.Rule = mutant.Page("statement").Rule(r.Whole(n, "the number of a rule", 1, 1000))
		}),
	)
	if n.Kind == yaml.MappingNode && (m.About == "" || m.Explains == "") {
		r.Fail(name, "want about: and explains: of a mistake, found only one, or none")
	}
	p.extra.mistakes = append(p.extra.mistakes, m)
}

// programAt returns the path of a program in a folder of the package, of which a node is the rest. It must be there.
func (p *Package) programAt(r *settings.Reader, n *yaml.Node, folder string) string {
	name := path.Join(folder, n.Value)
	if n.Kind != yaml.ScalarNode || n.Value == "" || !fs.ValidPath(name) || !p.isFile(name) && !p.isFolder(name) {
		r.Fail(n, "want a program in the package, found %s, where nothing is", settings.Found(n))
	}
	return name
}

// submissionAt is programAt for one of the submissions.
func (p *Package) submissionAt(r *settings.Reader, n *yaml.Node, folder string) string {
	before := r.Wrong()
	name := p.programAt(r, n, folder)
	is := func(s *submission) bool { return path.Join("submissions", s.name) == name }
	if r.Wrong() == before && !slices.ContainsFunc(p.submissions, is) {
		r.Fail(n, "want a submission, such as submissions/accepted/ref.py, found %s", settings.Found(n))
	}
	return name
}

// plainName checks the name of a file in a program's working folder.
func (p *Package) plainName(r *settings.Reader, n *yaml.Node, name string) {
	if name != "" && !packageName.MatchString(name) {
		r.Fail(n, "want a name of letters, digits, dots, dashes and underscores, found %q", name)
	}
}
