// Package course reads course files, in which a teacher says once how an assignment is checked and
// graded (docs/course.md).
package course

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // zones have the same rules on every machine

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
	"go.yaml.in/yaml/v4"
)

//go:embed example.yaml
var example string

// Example returns a course file for an assignment, which it names so, with comments that explain each
// setting. What is commented out is an example.
func Example(a *oracle.Assignment, name string) string {
	text, cover := example, ""
	profiles, pattern, graded := strings.Join(cases.ProfileNames, ", "), "handout-*", "kind: "+KindGraded
	if len(a.Situations) > 0 {
		cover = "cover: [" + a.Situations[0].Name + "], "
	}
	if a.Path != "" { // a problem package has no handout, and one edition and profile
		before, rest, _ := strings.Cut(text, "# Which version")
		_, rest, _ = strings.Cut(rest, "\n\n")
		text, profiles, pattern, graded = before+rest, cases.ProfileDefault, "sample-*", "count: 10"
	}
	return strings.NewReplacer("assignment: ASSIGNMENT", "assignment: "+name, "ASSIGNMENT", a.Name, "EDITION",
		a.Editions[0].Name, "COVER", cover,
		"PROFILES", profiles, "PATTERN", pattern, "GRADED", graded, "TIME",
		cmp.Or(a.Run.CPU, testscript.DefaultCPU).String()).Replace(text)
}

// Name is what course files are usually called.
const Name = "touchstone.yaml"

// A File is a course file. Where a field is zero, the file says nothing of it, and what commands do
// without a course file holds.
type File struct {
	Path       string
	Assignment *oracle.Assignment // never nil
	Title      string
	Edition    string
	Compare    string   // one of Comparisons
	Cases      []string // files and folders, as found from the current folder
	Profile    string
	Points     verdict.Rule // without anybody's excused cases
	Time, Wall time.Duration
	Memory     int64 // bytes
	// AllTimeouts runs a program that loops on all cases when a class is graded. It is true by default.
	AllTimeouts bool
	Sandbox     testscript.SandboxMode
	AllowRead   []string // files and folders, as found from the current folder
	Tools       program.Tools
	Show        string // one of report.Shows
	Late        Late
	Students    map[string]Student // by the name in the roster, or their address on Gradescope
	Generated   []Set
	// Anonymous has students stand under AnonymousID wherever others see them.
	Anonymous bool
	// Leaderboard asks Gradescope to show the points of all students to all.
	Leaderboard bool

	places map[string]*yaml.Node // of what cannot be judged without cases
}

// Late is what days cost by which a submission is late.
type Late struct {
	Free    int            // days that cost nothing
	Penalty float64        // percent of the points earned that each further day costs
	Due     time.Time      // zero if the file does not say
	Zone    *time.Location // of times without one; nil if the file does not say

	Rule bool // penalty is given, even as 0: days count
}

// A Student is what is different for one student.
type Student struct {
	Name string    // to be shown instead
	Due  time.Time // an extension; zero for the due date of all
	// days by which the submission is late, whatever else is known of that; nil if nothing is said
	Late    *int
	Extra   float64  // points given by hand; below zero they are taken
	Excused []string // patterns of the names of cases that do not count
	Limits  float64  // factor of all time limits; 0 means 1
}

// A Set is generated cases.
type Set struct {
	Seed   uint64
	Count  int            // in all
	Each   map[string]int // of each category; nil if any will do
	Kind   string         // one of Kinds, or ""
	Cover  []string       // situations that each case shows
	MaxLog int64          // bytes of the largest file of an answer; 0 means the default of gen
}

// Comparisons are the ways in which files are compared.
var Comparisons = []string{"exact", "course"}

// Kinds are the kinds of generated sets.
var Kinds = []string{KindCourse, KindGraded, KindBeyond}

// Kinds of generated sets, as gen --profile takes them.
const (
	KindCourse = "course"
	KindGraded = "graded"
	KindBeyond = "beyond"
)

// Score applies the course's rule to a student's results. days is how many days the submission is
// late as far as the caller knows; what the file says of the student comes first.
func (f *File) Score(student string, days int, results []testscript.Result) verdict.Score {
	who := f.Students[student]
	score := f.Rule(student).Score(f.Assignment, results).Adjusted(f.lateBy(student, days), f.Late.Free, f.Late.Penalty,
		who.Extra)
	if f.Late.Rule && !who.Due.IsZero() {
		score.Extended = who.Due.Format("2006-01-02 15:04 -0700")
	}
	return score
}

// Rule returns the grading rule for a student. f may be nil.
func (f *File) Rule(student string) (rule verdict.Rule) {
	if f != nil {
		rule = f.Points
		rule.Excused = f.Students[student].Excused
	}
	return rule
}

// lateBy returns by how many days a student's submission counts as late, of which the caller knows days.
func (f *File) lateBy(student string, days int) int {
	late := f.Students[student].Late
	switch {
	case !f.Late.Rule:
		return 0
	case late != nil:
		return *late
	}
	return days
}

// Due returns when a student's submission was due, or no time if the file does not say. Without the student's
// own date, that of whoever else knows, such as a platform, comes before that of all.
func (f *File) Due(student string, known time.Time) time.Time {
	for _, due := range []time.Time{f.Students[student].Due, known, f.Late.Due} {
		if !due.IsZero() {
			return due
		}
	}
	return time.Time{}
}

// Called returns what a student of an assignment is called where others see it. The file may be nil.
func (f *File) Called(assignment, student string) string {
	if f == nil || !f.Anonymous {
		return student
	}
	return AnonymousID(assignment, student)
}

// AnonymousID returns what a student is called where names are not to be seen. It is the same for every
// grading of an assignment. Who has the roster can compute it.
func AnonymousID(assignment, student string) string {
	return fmt.Sprintf("s-%.5x", sha256.Sum256([]byte(assignment+"\n"+student)))
}

// ShownName returns the name of a student in the books: what the file says, or else known, what the roster
// does, "" for nothing. The file may be nil.
func (f *File) ShownName(assignment, student, known string) string {
	switch {
	case f == nil:
		return cmp.Or(known, student)
	case f.Anonymous:
		return AnonymousID(assignment, student)
	}
	return cmp.Or(f.Students[student].Name, known, student)
}

// DaysLate returns how many days a submission is late: days that have begun. Without one of the two times, it
// is not.
func DaysLate(due, submitted time.Time) int {
	if due.IsZero() || submitted.IsZero() {
		return 0
	}
	return max(0, int(math.Ceil(submitted.Sub(due).Hours()/24)))
}

func (p *parser) late(n *yaml.Node) {
	p.Mapping(n, "late",
		settings.NewKey("free", func(n *yaml.Node) {
			p.file.Late.Free = p.Whole(n, "days that cost nothing", 0, mostDays)
		}),
		settings.NewKey("penalty", func(n *yaml.Node) {
			p.file.Late.Penalty, p.file.Late.Rule = p.Number(n, "the percent of the points that each day costs", 0,
				100), true
		}),
		settings.NewKey("due", func(n *yaml.Node) { p.file.Late.Due = p.moment(n) }),
		settings.NewKey("zone", nil), // which is read first
	)
}

// zone reads the time zone of times that have none, which others depend on.
func (p *parser) zone(root *yaml.Node) {
	n := settings.Value(settings.Value(root, "late"), "zone")
	if n == nil {
		return
	}
	name := p.Text(n, "a time zone, such as America/Los_Angeles")
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		p.Fail(n, "want a time zone, such as America/Los_Angeles, found %s", settings.Found(n))
		zone = time.UTC // or the times that have none would be told of, too
	}
	p.file.Late.Zone = zone
}

// moment reads a point in time.
func (p *parser) moment(n *yaml.Node) time.Time {
	at, err := ParseTime(n.Value, p.file.Late.Zone)
	if n.Kind != yaml.ScalarNode || err != nil {
		p.Fail(n, "%v", cmp.Or(err, fmt.Errorf("want a time, found %s", settings.Found(n))))
	}
	return at
}

// layouts are the ways in which a time may be written, with a zone and without.
var layouts = [2][]string{
	{time.RFC3339, "2006-01-02 15:04:05 -0700", "2006-01-02 15:04 -0700", "2006-01-02 15:04:05Z07:00",
		"2006-01-02 15:04Z07:00"},
	{"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04"},
}

// ParseTime reads a point in time, such as 2026-03-01 23:59 or 2026-03-01T23:59:00-08:00. zone is that of a
// time without one; it may be nil.
func ParseTime(text string, zone *time.Location) (time.Time, error) {
	for _, layout := range layouts[0] {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	for _, layout := range layouts[1] {
		if at, err := time.Parse(layout, text); err == nil && zone == nil {
			return at, fmt.Errorf("want a time with its zone, such as %s-08:00, or \"late: {zone: ...}\" in the "+
				"course file, found %s", at.Format("2006-01-02T15:04:05"), scan.Show(text))
		}
		if at, err := time.ParseInLocation(layout, text, cmp.Or(zone, time.UTC)); err == nil {
			return at, nil
		}
	}
	if _, err := time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))]); err != nil &&
		strings.HasSuffix(err.Error(), "day out of range") {
		return time.Time{}, fmt.Errorf("want a day that there is, found %s", scan.Show(text))
	}
	return time.Time{},
		fmt.Errorf("want a time, such as 2026-03-01 23:59 or 2026-03-01T23:59:00-08:00, found %s", scan.Show(text))
}

// mostDays is how late anything is at most.
const mostDays = 1000

func (p *parser) students(n *yaml.Node) {
	p.Entries(n, "students", func(name, n *yaml.Node) {
		var s Student
		p.Mapping(n, "a student",
			settings.NewKey("name", func(n *yaml.Node) { s.Name = p.Text(n, "a name") }),
			settings.NewKey("late", func(n *yaml.Node) {
				before := p.Wrong()
				days := p.Whole(n, "days by which the submission is late", 0, mostDays)
				if p.Wrong() > before {
					return
				}
				s.Late = &days
				p.file.places["late "+strconv.Quote(name.Value)] = n
			}),
			settings.NewKey("due", func(n *yaml.Node) {
				s.Due = p.moment(n)
				p.file.places["due "+strconv.Quote(name.Value)] = n
			}),
			settings.NewKey("extra", func(n *yaml.Node) {
				s.Extra = p.Number(n, "extra points", -mostPoints, mostPoints)
			}),
			settings.NewKey("excused", func(n *yaml.Node) {
				s.Excused = p.Texts(n, "patterns of the names of cases", "a pattern of the names of cases")
				p.excused(name.Value, n)
			}),
			settings.NewKey("limits", func(n *yaml.Node) {
				s.Limits = p.Number(n, "a factor of the time limits", 0.1, 100)
			}),
		)
		p.file.Students[name.Value] = s
	})
}

// excused checks a student's patterns, and keeps their places.
func (p *parser) excused(student string, n *yaml.Node) {
	for _, pattern := range n.Content {
		if pattern.Kind == yaml.ScalarNode && n.Kind == yaml.SequenceNode {
			p.file.places["excused "+strconv.Quote(student)+" "+p.pattern(pattern)] = pattern
		}
	}
}

// mostCases is how many cases a generated set has at most.
const mostCases = 100_000

// set reads a generated set.
func (p *parser) set(n *yaml.Node) {
	s := Set{}
	p.Mapping(n, "a generated set",
		settings.NewKey("seed", func(n *yaml.Node) { s.Seed = p.seed(n) }),
		settings.NewKey("count", func(n *yaml.Node) { p.count(n, &s) }),
		settings.NewKey("kind", func(n *yaml.Node) { s.Kind = p.Word(n, "a kind of set", Kinds) }),
		settings.NewKey("cover", func(n *yaml.Node) { s.Cover = p.cover(n) }),
		settings.NewKey("max-log", func(n *yaml.Node) { s.MaxLog = p.Size(n, "the largest file of an answer", 1) }),
	)
	if n.Kind != yaml.MappingNode {
		return
	}
	p.Needs(n, "a generated set", "seed")
	if s.Kind != KindGraded {
		p.Needs(n, "a generated set", "count")
	}
	a := p.file.Assignment
	if s.Kind == KindGraded && a != nil && (s.Each != nil || s.Count > a.Generator.GradedSize) {
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

// seed reads a seed.
func (p *parser) seed(n *yaml.Node) uint64 {
	x, err := strconv.ParseUint(n.Value, 10, 64)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil {
		p.Fail(n, "want a seed, a whole number from 0 to %d, found %s", uint64(math.MaxUint64), settings.Found(n))
	}
	return x
}

// count reads how many cases a set has, in all or of each category.
func (p *parser) count(n *yaml.Node, s *Set) {
	if n.Kind == yaml.ScalarNode {
		s.Count = p.Whole(n, "the number of cases", 1, mostCases)
		return
	}
	s.Each = map[string]int{}
	p.Entries(n, "the number of cases of each category", func(name, n *yaml.Node) {
		s.Each[name.Value] = p.Whole(n, "the number of cases", 1, mostCases)
		s.Count += s.Each[name.Value]
	})
	if n.Kind == yaml.MappingNode && len(s.Each) == 0 {
		p.Fail(n, "want a number of cases for one category at least, found none")
	}
	if s.Count > mostCases {
		p.Fail(n, "want at most %d cases in all, found %d", mostCases, s.Count)
	}
}

// cover reads situations of the assignment.
func (p *parser) cover(n *yaml.Node) []string {
	names := p.Texts(n, "situations", "a situation")
	if p.file.Assignment == nil {
		return names
	}
	var known []string
	for _, s := range p.file.Assignment.Situations {
		known = append(known, s.Name)
	}
	for i, name := range names {
		if name != "" && !slices.Contains(known, name) {
			p.Fail(n.Content[i], "want a situation of %s (touchstone list %s situations), found %s%s",
				p.file.Assignment.Name, p.file.Assignment.Name, scan.Show(name), suggest.Hint(name, known))
		}
	}
	return names
}
