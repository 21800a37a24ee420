package course

import (
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
	"go.yaml.in/yaml/v4"
)

// Load reads a course file. Its error reports everything that is wrong with it, each with the file
// and the line.
func Load(name string) (*File, error) {
	src, err := regular.Read(name)
	if err != nil {
		return nil, err
	}
	return Parse(name, src, nil)
}

// Parse reads the text of a course file. Paths in it are relative to the folder of name, which is
// used in errors. of is the assignment that the file is known to be about, or nil for the one that it names.
func Parse(name string, src []byte, of *oracle.Assignment) (*File, error) {
	root, err := settings.Legible(name, "a course file", src)
	if err != nil {
		return nil, err
	}
	p := &parser{settings.Reader{Path: name},
		&File{Path: name, Assignment: of, AllTimeouts: true, Tools: program.Tools{}, Students: map[string]Student{},
			places: map[string]*yaml.Node{}}}
	p.assignment(root) // first: the others depend on them
	p.zone(root)
	p.Mapping(root, "the course file", p.keys()...)
	for name, s := range p.file.Students {
		if s.Late != nil && !p.file.Late.Rule {
			p.Fail(p.file.places["late "+strconv.Quote(name)],
				"want \"late: {penalty: ...}\" in the course file, which says what days late cost, found none, and %s "+
					"who is late", scan.Show(name))
		}
		if !s.Due.IsZero() && s.Due.Before(p.file.Late.Due) {
			p.Fail(p.file.places["due "+strconv.Quote(name)],
				"want an extension, later than when it is due for all, found %s", s.Due.Format("2006-01-02 15:04"))
		}
	}
	if err := p.Err(); err != nil {
		return nil, err
	}
	return p.file, nil
}

// A parser fills in a course file.
type parser struct {
	settings.Reader
	file *File
}

// assignment finds out whose course file it is: that of an assignment by its name, of a problem package by
// its path, or of the package in whose folder the file is.
func (p *parser) assignment(root *yaml.Node) {
	if root.Kind != yaml.MappingNode || p.file.Assignment != nil {
		return // the first is told later
	}
	n := settings.Value(root, "assignment")
	if n == nil {
		p.Fail(root, "want \"assignment:\" and one of %s, found none", strings.Join(oracle.Names(), ", "))
		return
	}
	folder, name := filepath.Dir(p.Path), ""
	want := "an assignment (" + strings.Join(oracle.Names(), ", ") + ") or the path of a problem package"
	if n.Kind == yaml.MappingNode {
		name = folder
	} else if name = p.Text(n, want); name == "" {
		return
	}
	a, err := (*oracle.Assignment)(nil), error(nil)
	if n.Kind == yaml.ScalarNode && !filepath.IsAbs(name) {
		a, err = oracle.Lookup(filepath.Join(folder, filepath.FromSlash(name)))
	}
	if a == nil || a.Path == "" {
		a, err = oracle.Lookup(name)
	}
	switch {
	case err != nil && (n.Kind == yaml.MappingNode || strings.ContainsAny(name, `/\`)):
		p.Fail(n, "want a problem package, found none: %v", err)
	case err != nil || a.Path == "" && a.Name != name:
		p.Fail(n, "want %s, found %s%s", want, scan.Show(name), suggest.Hint(name, oracle.Names()))
	}
	p.file.Assignment = a
}

// About returns the text of a course file with another assignment in it.
func About(src []byte, assignment string) ([]byte, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(src, &doc); err != nil {
		return nil, err
	}
	if n := settings.Value(doc.Content[0], "assignment"); n != nil {
		*n = yaml.Node{Kind: yaml.ScalarNode, Value: assignment}
	}
	return yaml.Marshal(&doc)
}

// keys are the keys of a course file.
func (p *parser) keys() []settings.Key {
	f := p.file
	return []settings.Key{
		settings.NewKey("assignment", nil),
		settings.NewKey("title", func(n *yaml.Node) { f.Title = p.Text(n, "a title") }),
		settings.NewKey("edition", p.edition),
		settings.NewKey("compare", func(n *yaml.Node) { f.Compare = p.Word(n, "a comparison", Comparisons) }),
		settings.NewKey("cases", func(n *yaml.Node) { f.Cases = p.paths(n) }),
		settings.NewKey("profile", func(n *yaml.Node) { f.Profile = p.Word(n, "a profile", cases.ProfileNames) }),
		settings.NewKey("points", p.points),
		settings.NewKey("limits", p.limits),
		settings.NewKey("sandbox", func(n *yaml.Node) {
			f.Sandbox = testscript.SandboxMode(p.Word(n, "a sandbox mode", sandbox.Modes))
		}),
		settings.NewKey("allow-read", func(n *yaml.Node) { f.AllowRead = p.paths(n) }),
		settings.NewKey("tools", p.tools),
		settings.NewKey("python", func(n *yaml.Node) {
			f.Tools[program.PythonFlag] = strconv.Itoa(p.Whole(n, "the Python that runs .py files", 2, 3))
		}),
		settings.NewKey("show", func(n *yaml.Node) { f.Show = p.Word(n, "what students see", report.Shows) }),
		settings.NewKey("names", func(n *yaml.Node) {
			f.Anonymous = p.Word(n, "how students are called", []string{"shown", "ids"}) == "ids"
		}),
		settings.NewKey("late", p.late),
		settings.NewKey("students", p.students),
		settings.NewKey("generated", func(n *yaml.Node) { p.List(n, "generated sets", p.set) }),
		settings.NewKey("leaderboard", func(n *yaml.Node) { f.Leaderboard = p.Yes(n, "the leaderboard") }),
	}
}

func (p *parser) edition(n *yaml.Node) {
	if p.file.Assignment != nil {
		p.file.Edition = p.Word(n, "an edition of "+p.file.Assignment.Name, p.file.Assignment.EditionNames())
	}
}

// paths reads a path or a list of paths, relative to the course file.
func (p *parser) paths(n *yaml.Node) (all []string) {
	one := func(n *yaml.Node) {
		name := p.Text(n, "a file or a folder")
		if name == "" {
			return
		}
		if !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(p.Path), filepath.FromSlash(name))
		}
		if slices.Contains(all, name) {
			p.Fail(n, "want %s once, found it twice", scan.Show(n.Value))
		}
		all = append(all, name)
	}
	if n.Kind == yaml.ScalarNode {
		one(n)
	} else {
		p.List(n, "files or folders", one)
	}
	return all
}

// mostPoints is how many points anything is worth at most.
const mostPoints = cases.MostPoints

func (p *parser) points(n *yaml.Node) {
	rule := &p.file.Points
	number := func(of string, to func(float64)) func(*yaml.Node) {
		return func(n *yaml.Node) { to(p.Number(n, of, 0, mostPoints)) }
	}
	p.Mapping(n, "points",
		settings.NewKey("total", func(n *yaml.Node) {
			if rule.Total = p.Number(n, "the points of all", 0, mostPoints); rule.Total == 0 {
				p.Fail(n, "want the points of all above 0, found %s", settings.Found(n))
			}
		}),
		settings.NewKey("bonus", number("the points given only if all cases pass",
			func(x float64) { rule.Bonus = &x })),
		settings.NewKey("categories", func(n *yaml.Node) {
			p.file.places["categories"] = n
			p.Entries(n, "the points of categories", func(name, n *yaml.Node) {
				p.file.places["category "+name.Value] = name
				rule.Shares = append(rule.Shares, homework.Share{Category: name.Value,
					Points: p.Number(n, "points", 0, mostPoints)})
			})
			if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
				p.Fail(n, "want at least one category, or %q, found none", verdict.AllCases)
			}
		}),
		settings.NewKey("cases", func(n *yaml.Node) {
			p.Entries(n, "the points of cases", func(name, n *yaml.Node) {
				p.file.places["points "+p.pattern(name)] = name
				rule.Cases = append(rule.Cases, verdict.Weight{Pattern: name.Value,
					Points: p.Number(n, "points", 0, mostPoints)})
			})
		}),
	)
	p.balance(n)
}

// balance checks that points go together.
func (p *parser) balance(n *yaml.Node) {
	rule, sum := p.file.Points, 0.0
	for _, share := range rule.Shares {
		sum += share.Points
		if share.Category == verdict.AllCases && len(rule.Shares) > 1 {
			p.Fail(n, "want %q alone, or points of each category, found both", verdict.AllCases)
		}
	}
	total := rule.Total
	switch {
	case len(rule.Shares) > 0 && sum == 0:
		p.Fail(n, "want points above 0 for one category at least, found none")
		return
	case total == 0 && len(rule.Shares) > 0:
		total = sum
	case total == 0:
		total = homework.FullMarks
	}
	if rule.Bonus != nil && *rule.Bonus > total {
		p.Fail(n, "want a bonus of at most the points of all, %s, of which it is a part, found %s",
			settings.Plain(total), settings.Plain(*rule.Bonus))
	}
}

// pattern checks the pattern of the names of cases.
func (p *parser) pattern(n *yaml.Node) string {
	if _, err := path.Match(n.Value, ""); err != nil {
		p.Fail(n, "want a pattern of the names of cases, such as cut-*, found %s", scan.Show(n.Value))
	}
	return n.Value
}

func (p *parser) limits(n *yaml.Node) {
	f := p.file
	p.Mapping(n, "limits",
		settings.NewKey("time", func(n *yaml.Node) { f.Time = p.Span(n, "CPU time") }),
		settings.NewKey("wall", func(n *yaml.Node) { f.Wall = p.Span(n, "time by the clock") }),
		settings.NewKey("memory", func(n *yaml.Node) { f.Memory = p.Size(n, "memory", leastMemory) }),
		settings.NewKey("all-timeouts", func(n *yaml.Node) {
			f.AllTimeouts = p.Yes(n, "whether a program that loops runs on all cases")
		}),
	)
}

// leastMemory is the lowest limit of memory, below which hardly any interpreter starts.
const leastMemory = 1 << 20

func (p *parser) tools(n *yaml.Node) {
	var keys []settings.Key
	for _, tool := range program.ToolNames() {
		if tool == program.PythonFlag {
			continue // a key of its own
		}
		keys = append(keys, settings.NewKey(tool, func(n *yaml.Node) {
			name := p.Text(n, "a path or a name of a tool, "+tool)
			if strings.ContainsAny(name, `/\`) && !filepath.IsAbs(name) {
				name = filepath.Join(filepath.Dir(p.Path), filepath.FromSlash(name))
			}
			p.file.Tools[tool] = name
		}))
	}
	p.Mapping(n, "tools", keys...)
}

// Match checks what the file says of cases against those that there are: each category has points,
// and each pattern matches a case. Its error reports everything that is wrong, with file and line.
func (f *File) Match(all []*cases.Case) error {
	r := matcher{Reader: settings.Reader{Path: f.Path}, f: f, cases: all}
	var categories []string
	for _, c := range all {
		if category := c.Problem.Category(); !slices.Contains(categories, category) {
			categories = append(categories, category)
		}
	}
	slices.Sort(categories)
	r.categories(categories)
	for _, w := range f.Points.Cases {
		r.pattern("points "+w.Pattern, w.Pattern)
	}
	for name, s := range f.Students {
		for _, pattern := range s.Excused {
			r.pattern("excused "+strconv.Quote(name)+" "+pattern, pattern)
		}
	}
	return r.Err()
}

// Exempt returns the students who are excused from all of some cases, and therefore have full points.
func (f *File) Exempt(all []*cases.Case) (students []string) {
	for name, s := range f.Students {
		rule := verdict.Rule{Excused: s.Excused}
		if !slices.ContainsFunc(all, func(c *cases.Case) bool { return !rule.Excuses(c) }) {
			students = append(students, name)
		}
	}
	slices.Sort(students)
	return students
}

type matcher struct {
	settings.Reader
	f     *File
	cases []*cases.Case
}

// categories checks the points of categories against those of the cases.
func (r *matcher) categories(have []string) {
	shares := r.f.Points.Shares
	if len(shares) == 0 || shares[0].Category == verdict.AllCases {
		return
	}
	var given []string
	for _, share := range shares {
		given = append(given, share.Category)
		if !slices.Contains(have, share.Category) && !r.known(share.Category) {
			r.Fail(r.f.places["category "+share.Category], "want a category of the cases (%s), found %s%s",
				strings.Join(have, ", "), scan.Show(share.Category), suggest.Hint(share.Category, have))
		}
	}
	for _, category := range have {
		if !slices.Contains(given, category) {
			r.Fail(r.f.places["categories"], "want points of the category %s too, which cases have, or 0; found none",
				category)
		}
	}
}

// known reports whether the assignment has cases of a category, though not among those chosen.
func (r *matcher) known(category string) bool {
	all, err := cases.Embedded(r.f.Assignment)
	return err == nil && slices.ContainsFunc(all,
		func(c *cases.Case) bool { return c.Problem.Category() == category })
}

// pattern checks that a pattern matches a case.
func (r *matcher) pattern(setting, pattern string) {
	var names []string
	for _, c := range r.cases {
		if ok, _ := c.Matches(pattern); ok {
			return
		}
		names = append(names, c.Name)
	}
	r.Fail(r.f.places[setting],
		"want a pattern that matches one of the %d cases, found %s, which matches none%s", len(names),
		scan.Show(pattern), suggest.Hint(pattern, names))
}
