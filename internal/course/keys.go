package course

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

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
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
	"go.yaml.in/yaml/v4"
)

// The keys of course files are described here, and nowhere else: the schema and the table of the manual are
// made from them.

const (
	maxDays   = 1000 // that anything is late
	maxPoints = cases.MaxPoints
	minMemory = 1 << 20 // below which hardly any interpreter starts
)

// Keys returns the keys of course files, to describe them.
func Keys() []settings.Key { return (&parser{file: &File{}}).keys() }

// keys returns the keys of a course file. Keys that others depend on come before them.
func (p *parser) keys() []settings.Key {
	f := p.file
	return []settings.Key{
		{Name: "assignment", To: p.assignment, Type: "assignment", Doc: "The name of the assignment " +
			"(touchstone list), or the path of a problem package, relative to this file. The touchstone.yaml of a " +
			"package has settings of the package here (docs/any-assignment.md)."},
		{Name: "title", Noun: "a title", To: &f.Title, Doc: "The title of reports."},
		{Name: "edition", To: p.edition, Type: "text",
			Doc: "The version of the course's solver that programs follow."},
		{Name: "compare", Noun: "a comparison", Words: outcome.Comparisons, Default: outcome.Comparisons[0],
			To:  func(word string) { f.Settings.Course = word == outcome.Comparisons[1] },
			Doc: "exact: to the byte; course: as leniently as the course's grader."},
		{Name: "cases", To: p.paths(&f.Cases), Type: "paths",
			Doc: "Cases instead of the built-in ones: files or directories, relative to this file."},
		{Name: "profile", Noun: "a profile", To: &f.Profile, Words: cases.ProfileNames,
			Default: cases.ProfileDefault, Doc: "The profile of the cases."},
		{Name: "points", To: p.points, Type: "points", Keys: p.pointKeys(),
			Doc: "The points of cases. The default is the grading rule of the assignment's course."},
		{Name: "limits", Noun: "limits", Doc: "The limits of a program for each case.", Keys: []settings.Key{
			{Name: "time", Noun: "CPU time", To: &f.Settings.CPU,
				Doc: "CPU time. A case with \"# time:\" has its own."},
			{Name: "wall", Noun: "time by the clock", To: &f.Settings.Wall,
				Default: "twice the CPU time and 5s"},
			{Name: "memory", Noun: "memory", To: &f.Settings.Memory, Min: minMemory,
				Doc: "Memory of all its processes."},
			{Name: "all-timeouts", Noun: "whether a program that loops runs on all cases", To: &f.AllTimeouts,
				Default: "true", Doc: "grade runs a program that loops on all cases. With false it leaves out " +
					"the same cases as check, and they count as timeouts."},
		}},
		{Name: "sandbox", Noun: "a sandbox mode", To: (*string)(&f.Settings.Sandbox), Words: sandbox.Modes,
			Default: "separate for grade, and auto for others",
			Doc:     "The degree to which programs are confined."},
		{Name: "allow-read", To: p.paths(&f.Settings.AllowRead), Type: "paths",
			Doc: "Paths that programs may read in addition to their own files and the system's, " +
				"relative to this file."},
		{Name: "tools", Noun: "tools", Keys: p.toolKeys(),
			Doc: "Compilers and interpreters instead of those on " +
				"the PATH: names, or paths relative to this file."},
		{Name: "python", Noun: "the Python that runs .py files", Min: 2, Max: 3,
			To:      func(version int) { f.Settings.Tools[program.PythonFlag] = strconv.Itoa(version) },
			Doc:     "The version of Python that runs all .py files.",
			Default: "found by their names"},
		{Name: "show", Noun: "the details that students see", To: &f.Show, Words: report.Shows,
			Doc: "The details that students see: verdicts alone; also the places of first differences; " +
				"also the lines."},
		{Name: "names", Noun: "how students are called", Words: []string{"shown", "ids"}, Default: "shown",
			To:  func(word string) { f.Anonymous = word == "ids" },
			Doc: "ids: reports show anonymous ids instead of names."},
		{Name: "late", Noun: "late", Keys: p.lateKeys(), Doc: "The cost of late days."},
		{Name: "students", To: p.students, Type: "students", Keys: p.studentKeys(&Student{}),
			Doc: "Exceptions for students, by their names in the roster or their addresses on " +
				"Gradescope."},
		{Name: "leaderboard", Noun: "the leaderboard", To: &f.Leaderboard, Default: "false",
			Doc: "On Gradescope, show the points of all students to all."},
	}
}

func (p *parser) pointKeys() []settings.Key {
	rule := &p.file.Points
	return []settings.Key{
		{Name: "total", To: p.total, Type: "total", Doc: "The points for all cases.",
			Default: "the sum of the categories' points, or 100 without them"},
		{Name: "bonus", Noun: "the points given only if all cases pass", Max: maxPoints,
			To:  func(points float64) { rule.Bonus = &points },
			Doc: "The part of these points that a student gets only if all cases pass."},
		{Name: "categories", To: p.categories, Type: "shares",
			Doc: "The points of each category, or of all alone, which are shared by its cases."},
		{Name: "cases", To: p.weights, Type: "weights", Default: "1, or the value of \"# points:\" in the case",
			Doc: "What cases count within their category, by patterns of their names, of which the first that " +
				"matches counts."},
	}
}

func (p *parser) toolKeys() (keys []settings.Key) {
	for _, tool := range program.ToolNames() {
		if tool == program.PythonFlag {
			continue // a key of its own
		}
		k := settings.Key{Name: tool, Noun: "a path or a name of a tool, " + tool, To: func(name string) {
			if strings.ContainsAny(name, `/\`) {
				name = p.path(name)
			}
			p.file.Settings.Tools[tool] = name
		}}
		if tool == "java" {
			k.Doc = "java of a JDK, in the same directory as its javac."
		}
		keys = append(keys, k)
	}
	return keys
}

func (p *parser) lateKeys() []settings.Key {
	late := &p.file.Late
	return []settings.Key{
		{Name: "zone", To: p.zone, Type: "text", Doc: "The time zone of times without a zone."},
		{Name: "free", Noun: "days without a penalty", To: &late.Free, Max: maxDays, Default: "0"},
		{Name: "penalty", Noun: "the percent of the points that each day costs", Max: 100,
			To:  func(percent float64) { late.Penalty, late.Rule = percent, true },
			Doc: "Percent of the points earned that each further day costs."},
		{Name: "due", To: p.parseTime(&late.Due), Type: "moment",
			Doc: "The due date of submissions, if no platform has one."},
	}
}

func (p *parser) studentKeys(s *Student) []settings.Key {
	return []settings.Key{
		{Name: "name", Noun: "a name", To: &s.Name, Doc: "The name that is shown instead."},
		{Name: "late", Noun: "days by which the submission is late", To: func(days int) { s.Late = &days },
			Max: maxDays, Doc: "Days by which the submission is late. They override the platform."},
		{Name: "due", To: p.parseTime(&s.Due), Type: "moment",
			Doc: "A later due date for this student: an extension."},
		{Name: "extra", Noun: "extra points", To: &s.Extra, Min: -maxPoints, Max: maxPoints,
			Doc: "Points given by hand; taken if below zero."},
	}
}

// Load reads a course file. Its error reports everything that is wrong with it, each with the file
// and the line.
func Load(name string) (*File, error) {
	src, err := regular.Read(name)
	if err != nil {
		return nil, err
	}
	return Parse(name, src, nil)
}

// Parse reads the text of a course file. Paths in it are relative to the directory of name, which is used in
// errors. a is the file's assignment if the caller knows it, or nil for the assignment that the file names.
func Parse(name string, src []byte, a *oracle.Assignment) (*File, error) {
	f := &File{Path: name, Assignment: a, AllTimeouts: true, Students: map[string]Student{},
		Settings: outcome.Settings{Tools: program.Tools{}}}
	err := settings.Parse(name, "a course file", src, func(r *settings.Reader, root *yaml.Node) {
		f.root = root
		if !r.CheckLegible(root) {
			return
		}
		if a == nil && root.Kind == yaml.MappingNode && f.node("assignment") == nil {
			r.Fail(root, "want \"assignment:\" and one of %s, found none", strings.Join(oracle.Names(), ", "))
		}
		p := &parser{r, f}
		p.Mapping(root, "the course file", p.keys()...)
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// A parser fills in a course file.
type parser struct {
	*settings.Reader
	file *File
}

// node returns the value at a path of keys in the course file, or nil.
func (f *File) node(path ...string) *yaml.Node { return settings.Value(f.root, path...) }

// assignment finds the assignment of the course file: one by its name, a problem package by its path, or the
// package in whose directory the file is.
func (p *parser) assignment(n *yaml.Node) {
	if p.file.Assignment != nil {
		return
	}
	dir, name := filepath.Dir(p.Path), ""
	want := "an assignment (" + strings.Join(oracle.Names(), ", ") + ") or the path of a problem package"
	if n.Kind == yaml.MappingNode {
		name = dir
	} else if name = p.Text(n, want); name == "" {
		return
	}
	a, err := (*oracle.Assignment)(nil), error(nil)
	if n.Kind == yaml.ScalarNode && !filepath.IsAbs(name) {
		a, err = oracle.Lookup(filepath.Join(dir, filepath.FromSlash(name)))
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

func (p *parser) edition(n *yaml.Node) {
	if a := p.file.Assignment; a != nil {
		p.file.Settings.Edition = p.Word(n, "an edition of "+a.Name, a.EditionNames())
	}
}

// path returns the path of a file that is named in the course file.
func (p *parser) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(p.Path), filepath.FromSlash(name))
}

// paths reads a path or a list of paths.
func (p *parser) paths(to *[]string) func(*yaml.Node) {
	single := func(n *yaml.Node) {
		name := p.Text(n, "a file or a directory")
		if name == "" {
			return
		}
		name = p.path(name)
		if slices.Contains(*to, name) {
			p.Fail(n, "want %s once, found it twice", scan.Show(n.Value))
		}
		*to = append(*to, name)
	}
	return func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode {
			single(n)
		} else {
			p.List(n, "files or directories", single)
		}
	}
}

func (p *parser) total(n *yaml.Node) {
	if p.file.Points.Total = p.Number(n, "the points of all", 0, maxPoints); p.file.Points.Total == 0 {
		p.Fail(n, "want the points of all above 0, found %s", settings.DescribeNode(n))
	}
}

func (p *parser) categories(n *yaml.Node) {
	rule := &p.file.Points
	p.Entries(n, "the points of categories", func(name, n *yaml.Node) {
		rule.Shares = append(rule.Shares, homework.Share{Category: name.Value, Points: p.parseWorth(n)})
	})
	if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
		p.Fail(n, "want at least one category, or %q, found none", verdict.AllCases)
	}
}

func (p *parser) weights(n *yaml.Node) {
	rule := &p.file.Points
	p.Entries(n, "the points of cases", func(name, n *yaml.Node) {
		rule.Cases = append(rule.Cases, verdict.Weight{Pattern: p.pattern(name), Points: p.parseWorth(n)})
	})
}

func (p *parser) parseWorth(n *yaml.Node) float64 { return p.Number(n, "points", 0, maxPoints) }

// points reads the points, and checks that they go together.
func (p *parser) points(n *yaml.Node) {
	p.Mapping(n, "points", p.pointKeys()...)
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
			settings.FormatNumber(total), settings.FormatNumber(*rule.Bonus))
	}
}

// pattern checks the pattern of the names of cases.
func (p *parser) pattern(n *yaml.Node) string {
	if _, err := path.Match(n.Value, ""); err != nil {
		p.Fail(n, "want a pattern of the names of cases, such as cut-*, found %s", scan.Show(n.Value))
	}
	return n.Value
}

// zone reads the time zone of times without a zone.
func (p *parser) zone(n *yaml.Node) {
	name := p.Text(n, "a time zone, such as America/Los_Angeles")
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		p.Fail(n, "want a time zone, such as America/Los_Angeles, found %s", settings.DescribeNode(n))
		zone = time.UTC // so that times without a zone are valid, too
	}
	p.file.Late.Zone = zone
}

// parseTime reads a point in time.
func (p *parser) parseTime(to *time.Time) func(*yaml.Node) {
	return func(n *yaml.Node) {
		t, err := ParseTime(n.Value, p.file.Late.Zone)
		if n.Kind != yaml.ScalarNode || err != nil {
			p.Fail(n, "%v", cmp.Or(err, fmt.Errorf("want a time, found %s", settings.DescribeNode(n))))
		}
		*to = t
	}
}

func (p *parser) students(n *yaml.Node) {
	p.Entries(n, "students", func(name, n *yaml.Node) {
		var s Student
		p.Mapping(n, "a student", p.studentKeys(&s)...)
		if s.Late != nil && p.file.node("late", "penalty") == nil {
			p.Fail(settings.Value(n, "late"), "want \"late: {penalty: ...}\" in the course file, which says what "+
				"days late cost, found none, and %s who is late", scan.Show(name.Value))
		}
		if !s.Due.IsZero() && s.Due.Before(p.file.Late.Due) {
			p.Fail(settings.Value(n, "due"), "want an extension, later than when it is due for all, found %s",
				s.Due.Format("2006-01-02 15:04"))
		}
		p.file.Students[name.Value] = s
	})
}
