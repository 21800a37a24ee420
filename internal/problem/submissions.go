package problem

import (
	"path"
	"slices"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/expectation"
	"github.com/touchstone-suite/touchstone/internal/groups"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// A submission is a solution in the package.
type submission struct {
	name string // its path below submissions: "wrong_answer/greedy.py"
	expectation.Expectation
	groups []expectation.Expectation // for some cases only
	model  bool
	// entrypoint is the file or the class in which a directory begins, or "".
	entrypoint string
	language   string // its code, or "" to find it by the names of the files
}

const submissionsFile = "submissions.yaml"

// readSubmissions finds the submissions and their expectations.
func (p *Package) readSubmissions() error {
	for _, dir := range p.within["submissions"] {
		for _, name := range p.within[path.Join("submissions", dir)] {
			name = path.Join(dir, name)
			e := expectation.Of(dir, p.manifest.Legacy, p.manifest.Scoring)
			p.submissions = append(p.submissions, &submission{name: name, Expectation: e})
		}
	}
	err := p.optional("submissions/"+submissionsFile, p.readExpected)
	p.submissions = slices.DeleteFunc(p.submissions, func(s *submission) bool {
		file := path.Join("submissions", s.name)
		odd := p.isFile(file) && p.checkStartable(file) != nil
		if odd {
			p.warn("%s: ignored a file that is no program in a known language", p.displayPath(file))
		}
		return odd
	})
	if !slices.ContainsFunc(p.submissions, (*submission).IsRight) {
		p.warn("%s: want at least one solution in accepted, found none", p.displayPath("submissions"))
	}
	return err
}

// readExpected reads submissions.yaml: patterns of names with the expectations for the submissions that
// match.
func (p *Package) readExpected(src []byte) error {
	const file = "submissions/" + submissionsFile
	return p.parseSettings(file, "expectations", src, func(r *settings.Reader, root *yaml.Node) {
		if len(root.Content)/2 > expectation.MaxPatterns {
			r.Fail(root, "want at most %d patterns, found %d", expectation.MaxPatterns, len(root.Content)/2)
			return
		}
		r.Entries(root, "expectations", func(name, n *yaml.Node) {
			pattern, err := expectation.Glob(name.Value)
			if err != nil {
				r.Fail(name, "%v", err)
				return
			}
			matched := false
			for _, s := range p.submissions {
				if pattern.MatchString(s.name) && n.Tag != "!!null" {
					p.readExpectation(r, n, s, &s.Expectation, true)
				}
				matched = matched || pattern.MatchString(s.name)
			}
			if !matched {
				p.warn("%s:%d: want a pattern of names below submissions, found %q, which matches none", r.Path, name.Line,
					name.Value)
			}
		})
	})
}

// readExpectation reads the expectation for a submission, or for it on some cases.
func (p *Package) readExpectation(r *settings.Reader, n *yaml.Node, s *submission, to *expectation.Expectation,
	top bool) {
	set := func(name string, to *[]string) settings.Key {
		return settings.NewKey(name, func(n *yaml.Node) {
			*to = nil
			items, _ := settings.Items(n)
			for _, item := range items {
				*to = append(*to, r.Word(item, "a judgement", groups.Judgements))
			}
		})
	}
	keys := []settings.Key{
		set("permitted", &to.Permitted), set("required", &to.Required),
		{Name: "message", Noun: "a message", To: &to.Message},
		settings.NewKey("score", func(n *yaml.Node) {
			to.Score = nil
			items, _ := settings.Items(n)
			for _, item := range items {
				to.Score = append(to.Score, r.Number(item, "a score", -maxScore, maxScore))
			}
			if len(to.Score) == 0 || len(to.Score) > 2 {
				r.Fail(n, "want a score, or the least and the greatest, found %s", settings.DescribeNode(n))
			} else if len(to.Score) == 1 {
				to.Score = append(to.Score, to.Score[0])
			}
		}),
		settings.NewKey("use_for_time_limit", func(n *yaml.Node) {
			if to.Timing = ""; n.Tag != "!!bool" || n.Value != "false" {
				to.Timing = r.Word(n, "false, or the role for the time limit", []string{"lower", "upper"})
			}
		}),
	}
	if top {
		keys = append(append(keys, settings.Ignored("authors", "author")...),
			settings.NewKey("language", func(n *yaml.Node) { p.readLanguage(r, n, s) }),
			settings.Key{Name: "entrypoint", Noun: "a file or a class", To: &s.entrypoint},
			settings.Key{Name: "model_solution", Noun: "the model solution", To: &s.model})
	}
	if len(n.Content)/2 > expectation.MaxPatterns {
		r.Fail(n, "want at most %d keys, found %d", expectation.MaxPatterns, len(n.Content)/2)
		return
	}
	for i := 0; top && i < len(n.Content) && n.Kind == yaml.MappingNode; i += 2 {
		name := n.Content[i].Value
		below := expectation.Expectation{Below: name}
		if name != "" && slices.ContainsFunc(p.cases, func(c *testCase) bool { return below.AppliesTo(c.name) }) {
			keys = append(keys, settings.NewKey(name, func(n *yaml.Node) {
				p.readExpectation(r, n, s, &below, false)
				s.groups = append(s.groups, below)
			}))
		}
	}
	r.Mapping(n, "an expectation", keys...)
}

// readLanguage reads the code of a language. One that is unknown here is a warning.
func (p *Package) readLanguage(r *settings.Reader, n *yaml.Node, s *submission) {
	code := r.Text(n, "the code of a language, such as cpp")
	if code != "" && !program.IsCode(code) {
		p.warn("%s:%d: ignored the language %s, which is unknown here", r.Path, n.Line, scan.Show(code))
		return
	}
	s.language = code
}
