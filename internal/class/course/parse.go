package course

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
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
	f := &File{Path: name, Assignment: of, AllTimeouts: true, Tools: program.Tools{}, Students: map[string]Student{}}
	err := settings.Parse(name, "a course file", src, func(r *settings.Reader, root *yaml.Node) {
		f.root = root
		if !r.Legible(root) {
			return
		}
		if of == nil && root.Kind == yaml.MappingNode && f.node("assignment") == nil {
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
// package in whose folder the file is.
func (p *parser) assignment(n *yaml.Node) {
	if p.file.Assignment != nil {
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

func (p *parser) edition(n *yaml.Node) {
	if a := p.file.Assignment; a != nil {
		p.file.Edition = p.Word(n, "an edition of "+a.Name, a.EditionNames())
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
	one := func(n *yaml.Node) {
		name := p.Text(n, "a file or a folder")
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
			one(n)
		} else {
			p.List(n, "files or folders", one)
		}
	}
}

func (p *parser) points(n *yaml.Node) {
	p.Mapping(n, "points", p.pointKeys()...)
	p.balance(n)
}

func (p *parser) total(n *yaml.Node) {
	if p.file.Points.Total = p.Number(n, "the points of all", 0, maxPoints); p.file.Points.Total == 0 {
		p.Fail(n, "want the points of all above 0, found %s", settings.Found(n))
	}
}

func (p *parser) categories(n *yaml.Node) {
	rule := &p.file.Points
	p.Entries(n, "the points of categories", func(name, n *yaml.Node) {
		rule.Shares = append(rule.Shares, homework.Share{Category: name.Value, Points: p.worth(n)})
	})
	if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
		p.Fail(n, "want at least one category, or %q, found none", verdict.AllCases)
	}
}

func (p *parser) weights(n *yaml.Node) {
	rule := &p.file.Points
	p.Entries(n, "the points of cases", func(name, n *yaml.Node) {
		rule.Cases = append(rule.Cases, verdict.Weight{Pattern: p.pattern(name), Points: p.worth(n)})
	})
}

func (p *parser) worth(n *yaml.Node) float64 { return p.Number(n, "points", 0, maxPoints) }

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

// patterns reads a list of patterns of the names of cases.
func (p *parser) patterns(to *[]string) func(*yaml.Node) {
	return func(n *yaml.Node) {
		*to = p.Texts(n, "patterns of the names of cases", "a pattern of the names of cases")
		for _, item := range n.Content {
			if item.Kind == yaml.ScalarNode {
				p.pattern(item)
			}
		}
	}
}

// zone reads the time zone of times that have none.
func (p *parser) zone(n *yaml.Node) {
	name := p.Text(n, "a time zone, such as America/Los_Angeles")
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		p.Fail(n, "want a time zone, such as America/Los_Angeles, found %s", settings.Found(n))
		zone = time.UTC // so that times without a zone are no errors, too
	}
	p.file.Late.Zone = zone
}

// moment reads a point in time.
func (p *parser) moment(to *time.Time) func(*yaml.Node) {
	return func(n *yaml.Node) {
		at, err := ParseTime(n.Value, p.file.Late.Zone)
		if n.Kind != yaml.ScalarNode || err != nil {
			p.Fail(n, "%v", cmp.Or(err, fmt.Errorf("want a time, found %s", settings.Found(n))))
		}
		*to = at
	}
}

func (p *parser) students(n *yaml.Node) {
	p.Entries(n, "students", func(name, n *yaml.Node) {
		var s Student
		p.Mapping(n, "a student", p.studentKeys(&s)...)
		if s.Late != nil && p.file.node("late", "penalty") == nil {
			p.Fail(settings.Value(n, "late"), "want \"late: {penalty: ...}\" in the course file, which says what days "+
				"late cost, found none, and %s who is late", scan.Show(name.Value))
		}
		if !s.Due.IsZero() && s.Due.Before(p.file.Late.Due) {
			p.Fail(settings.Value(n, "due"), "want an extension, later than when it is due for all, found %s",
				s.Due.Format("2006-01-02 15:04"))
		}
		p.file.Students[name.Value] = s
	})
}

// sets reads the generated sets.
func (p *parser) sets(n *yaml.Node) { p.List(n, "generated sets", p.set) }

func (p *parser) set(n *yaml.Node) {
	s, a := Set{}, p.file.Assignment
	p.Mapping(n, "a generated set", p.setKeys(&s)...)
	if n.Kind != yaml.MappingNode {
		return
	}
	p.Needs(n, "a generated set", "seed")
	if s.Kind != KindGraded {
		p.Needs(n, "a generated set", "count")
	} else if a != nil && (s.Each != nil || s.Count > a.Generator.GradedSize) {
		p.Fail(n, "want a count of at most %d, not by categories, for a graded set, which has the course's own "+
			"shares", a.Generator.GradedSize)
	}
	if slices.ContainsFunc(p.file.Generated, func(other Set) bool {
		return other.Seed == s.Seed && (other.Kind == KindGraded) == (s.Kind == KindGraded)
	}) {
		p.Fail(n, "want another seed for each generated set, found %d twice: their cases would have the same names",
			s.Seed)
	}
	p.file.Generated = append(p.file.Generated, s)
}

func (p *parser) seed(s *Set) func(*yaml.Node) {
	return func(n *yaml.Node) {
		x, err := strconv.ParseUint(n.Value, 10, 64)
		if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil {
			p.Fail(n, "want a seed, a whole number from 0 to %d, found %s", uint64(math.MaxUint64), settings.Found(n))
		}
		s.Seed = x
	}
}

// count reads the number of cases of a set, in all or of each category.
func (p *parser) count(s *Set) func(*yaml.Node) {
	whole := func(n *yaml.Node) int { return p.Whole(n, "the number of cases", 1, maxCases) }
	return func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode {
			s.Count = whole(n)
			return
		}
		s.Each = map[string]int{}
		p.Entries(n, "the number of cases of each category", func(name, n *yaml.Node) {
			s.Each[name.Value] = whole(n)
			s.Count += s.Each[name.Value]
		})
		if n.Kind == yaml.MappingNode && len(s.Each) == 0 {
			p.Fail(n, "want a number of cases for one category at least, found none")
		}
		if s.Count > maxCases {
			p.Fail(n, "want at most %d cases in all, found %d", maxCases, s.Count)
		}
	}
}

// cover reads situations of the assignment.
func (p *parser) cover(s *Set) func(*yaml.Node) {
	return func(n *yaml.Node) {
		s.Cover = p.Texts(n, "situations", "a situation")
		a := p.file.Assignment
		if a == nil {
			return
		}
		var known []string
		for _, s := range a.Situations {
			known = append(known, s.Name)
		}
		for i, name := range s.Cover {
			if name != "" && !slices.Contains(known, name) {
				p.Fail(n.Content[i], "want a situation of %s (touchstone list %[1]s situations), found %s%s", a.Name,
					scan.Show(name), suggest.Hint(name, known))
			}
		}
	}
}
