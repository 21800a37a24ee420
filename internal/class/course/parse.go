package course

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Load reads a course file. Its error reports everything that is wrong with it, each with the file
// and the line.
func Load(name string) (*File, error) {
	src, err := regular.Read(name)
	if err != nil {
		return nil, err
	}
	return Parse(name, src)
}

// Parse reads the text of a course file. Paths in it are relative to the folder of name, which is
// used in errors.
func Parse(name string, src []byte) (*File, error) {
	root, err := document(name, src)
	if err != nil {
		return nil, err
	}
	if err := legible(name, root); err != nil {
		return nil, err
	}
	p := &parser{reader{path: name}, &File{Path: name, Tools: program.Tools{}, Students: map[string]Student{}, places: map[string]*yaml.Node{}}}
	p.assignment(root) // first: the others depend on them
	p.zone(root)
	p.mapping(root, "the course file", p.keys()...)
	for name, s := range p.file.Students {
		if s.Late != nil && !p.file.Late.Rule {
			p.fail(p.file.places["late "+strconv.Quote(name)], "want \"late: {penalty: ...}\" in the course file, which says what days late cost, found none, and %s who is late", scan.Show(name))
		}
	}
	if err := p.err(); err != nil {
		return nil, err
	}
	return p.file, nil
}

// steering is the error for text that could steer a terminal, or the page or table in which it will stand.
const steering = "want one line of text without control characters or marks of the writing direction, found %s"

// legible reports every key and value of a document that holds what no name or title does. So no
// setting needs to be read with care, and none can be forgotten.
func legible(name string, root *yaml.Node) error {
	r := reader{path: name}
	var look func(*yaml.Node)
	look = func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode && escape.Steers(n.Value) {
			r.fail(n, steering, scan.Show(n.Value))
		}
		for _, below := range n.Content {
			look(below)
		}
	}
	look(root)
	return r.err()
}

// document parses a text that is one YAML document.
func document(name string, src []byte) (*yaml.Node, error) {
	number := 0
	for line := range strings.Lines(string(src)) { // which the parser of YAML would tell without a line
		number++
		if line = strings.TrimRight(strings.ReplaceAll(line, "\t", " "), "\r\n"); strings.ContainsFunc(line, unicode.IsControl) || !utf8.ValidString(line) {
			return nil, fmt.Errorf("%s:%d: "+steering, name, number, scan.Show(line))
		}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(src))
	var doc yaml.Node
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%s:1: want a course file, found nothing in it", name)
	case err != nil:
		return nil, syntax(name, number, err)
	}
	var more yaml.Node
	if err := decoder.Decode(&more); err == nil {
		return nil, fmt.Errorf("%s:%d: want one document, found another", name, more.Line)
	} else if !errors.Is(err, io.EOF) {
		return nil, syntax(name, number, err)
	}
	return doc.Content[0], nil
}

// syntax names the file and the line of an error of the parser of YAML. The end of a text is its last line.
func syntax(name string, lines int, err error) error {
	if at := (*yaml.LoadError)(nil); errors.As(err, &at) {
		return fmt.Errorf("%s:%d: want YAML: %s", name, min(at.Mark.Line, lines), at.Message)
	}
	return fmt.Errorf("%s: want YAML: %w", name, err)
}

// A parser fills in a course file.
type parser struct {
	reader
	file *File
}

// assignment finds out whose course file it is.
func (p *parser) assignment(root *yaml.Node) {
	if root.Kind != yaml.MappingNode {
		return // which is told later
	}
	for i := 0; i < len(root.Content); i += 2 {
		if root.Content[i].Value == "assignment" {
			n := root.Content[i+1]
			if name := p.text(n, "an assignment ("+strings.Join(oracle.Names(), ", ")+")"); name != "" {
				a, err := oracle.Lookup(name)
				if err != nil || a.Name != name {
					p.fail(n, "want an assignment (%s), found %s%s", strings.Join(oracle.Names(), ", "), scan.Show(name), suggest.Hint(name, oracle.Names()))
				}
				p.file.Assignment = a
			}
			return
		}
	}
	p.fail(root, "want \"assignment:\" and one of %s, found none", strings.Join(oracle.Names(), ", "))
}

// keys are the keys of a course file.
func (p *parser) keys() []key {
	f := p.file
	return []key{
		{"assignment", func(*yaml.Node) {}},
		{"title", func(n *yaml.Node) { f.Title = p.text(n, "a title") }},
		{"edition", p.edition},
		{"compare", func(n *yaml.Node) { f.Compare = p.word(n, "a comparison", Comparisons) }},
		{"cases", func(n *yaml.Node) { f.Cases = p.paths(n) }},
		{"profile", func(n *yaml.Node) { f.Profile = p.word(n, "a profile", cases.ProfileNames) }},
		{"points", p.points},
		{"limits", p.limits},
		{"sandbox", func(n *yaml.Node) { f.Sandbox = testscript.SandboxMode(p.word(n, "a sandbox mode", sandbox.Modes)) }},
		{"allow-read", func(n *yaml.Node) { f.AllowRead = p.paths(n) }},
		{"tools", p.tools},
		{"python", func(n *yaml.Node) {
			f.Tools[program.PythonFlag] = strconv.Itoa(p.whole(n, "the Python that runs .py files", 2, 3))
		}},
		{"show", func(n *yaml.Node) { f.Show = p.word(n, "what students see", report.Shows) }},
		{"names", func(n *yaml.Node) {
			f.Anonymous = p.word(n, "how students are called", []string{"shown", "ids"}) == "ids"
		}},
		{"late", p.late},
		{"students", p.students},
		{"generated", func(n *yaml.Node) { p.list(n, "generated sets", p.set) }},
		{"leaderboard", func(n *yaml.Node) { f.Leaderboard = p.yes(n, "the leaderboard") }},
	}
}

func (p *parser) edition(n *yaml.Node) {
	if p.file.Assignment != nil {
		p.file.Edition = p.word(n, "an edition of "+p.file.Assignment.Name, p.file.Assignment.EditionNames())
	}
}

// paths reads a path or a list of paths, relative to the course file.
func (p *parser) paths(n *yaml.Node) (all []string) {
	one := func(n *yaml.Node) {
		name := p.text(n, "a file or a folder")
		if name == "" {
			return
		}
		if !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(p.path), filepath.FromSlash(name))
		}
		if slices.Contains(all, name) {
			p.fail(n, "want %s once, found it twice", scan.Show(n.Value))
		}
		all = append(all, name)
	}
	if n.Kind == yaml.ScalarNode {
		one(n)
	} else {
		p.list(n, "files or folders", one)
	}
	return all
}

// mostPoints is how many points anything is worth at most.
const mostPoints = cases.MostPoints

func (p *parser) points(n *yaml.Node) {
	rule := &p.file.Points
	number := func(of string, to func(float64)) func(*yaml.Node) {
		return func(n *yaml.Node) { to(p.number(n, of, 0, mostPoints)) }
	}
	p.mapping(n, "points",
		key{"total", func(n *yaml.Node) {
			if rule.Total = p.number(n, "the points of all", 0, mostPoints); rule.Total == 0 {
				p.fail(n, "want the points of all above 0, found %s", found(n))
			}
		}},
		key{"bonus", number("the points given only if all cases pass", func(x float64) { rule.Bonus = &x })},
		key{"categories", func(n *yaml.Node) {
			p.file.places["categories"] = n
			p.entries(n, "the points of categories", func(name, n *yaml.Node) {
				p.file.places["category "+name.Value] = name
				rule.Shares = append(rule.Shares, homework.Share{Category: name.Value, Points: p.number(n, "points", 0, mostPoints)})
			})
			if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
				p.fail(n, "want at least one category, or %q, found none", testscript.AllCases)
			}
		}},
		key{"cases", func(n *yaml.Node) {
			p.entries(n, "the points of cases", func(name, n *yaml.Node) {
				p.file.places["points "+p.pattern(name)] = name
				rule.Cases = append(rule.Cases, testscript.Weight{Pattern: name.Value, Points: p.number(n, "points", 0, mostPoints)})
			})
		}},
	)
	p.balance(n)
}

// balance checks that points go together.
func (p *parser) balance(n *yaml.Node) {
	rule, sum := p.file.Points, 0.0
	for _, share := range rule.Shares {
		sum += share.Points
		if share.Category == testscript.AllCases && len(rule.Shares) > 1 {
			p.fail(n, "want %q alone, or points of each category, found both", testscript.AllCases)
		}
	}
	total := rule.Total
	switch {
	case len(rule.Shares) > 0 && sum == 0:
		p.fail(n, "want points above 0 for one category at least, found none")
		return
	case total == 0 && len(rule.Shares) > 0:
		total = sum
	case total == 0:
		total = homework.FullMarks
	}
	if rule.Bonus != nil && *rule.Bonus > total {
		p.fail(n, "want a bonus of at most the points of all, %s, of which it is a part, found %s", plain(total), plain(*rule.Bonus))
	}
}

// pattern checks the pattern of the names of cases.
func (p *parser) pattern(n *yaml.Node) string {
	if _, err := path.Match(n.Value, ""); err != nil {
		p.fail(n, "want a pattern of the names of cases, such as cut-*, found %s", scan.Show(n.Value))
	}
	return n.Value
}

func (p *parser) limits(n *yaml.Node) {
	f := p.file
	p.mapping(n, "limits",
		key{"time", func(n *yaml.Node) { f.Time = p.span(n, "CPU time") }},
		key{"wall", func(n *yaml.Node) { f.Wall = p.span(n, "time by the clock") }},
		key{"memory", func(n *yaml.Node) { f.Memory = p.size(n, "memory", leastMemory) }},
	)
}

// leastMemory is the lowest limit of memory, below which hardly any interpreter starts.
const leastMemory = 1 << 20

func (p *parser) tools(n *yaml.Node) {
	var keys []key
	for _, tool := range program.FlagTools() {
		keys = append(keys, key{tool.Flag, func(n *yaml.Node) {
			name := p.text(n, "a path or a name of the "+tool.About)
			if strings.ContainsAny(name, `/\`) && !filepath.IsAbs(name) {
				name = filepath.Join(filepath.Dir(p.path), filepath.FromSlash(name))
			}
			p.file.Tools[tool.Flag] = name
		}})
	}
	p.mapping(n, "tools", keys...)
}
