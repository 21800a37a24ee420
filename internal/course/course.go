// Package course reads course files, in which a teacher defines how an assignment is checked and graded
// (docs/course.md).
package course

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // zones have the same rules on every machine

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
	"go.yaml.in/yaml/v4"
)

//go:embed example.yaml
var example string

// Example returns a course file for an assignment, with the given name for it and with comments that explain
// each setting. Settings in comments are examples.
func Example(a *oracle.Assignment, name string) string {
	text, profiles, pattern := example, strings.Join(cases.ProfileNames, ", "), "handout-*"
	if a.Path != "" { // a problem package has no handout, and one edition and profile
		before, rest, _ := strings.Cut(text, "# Which version")
		_, rest, _ = strings.Cut(rest, "\n\n")
		text, profiles, pattern = before+rest, cases.ProfileDefault, "sample-*"
	}
	return strings.NewReplacer("assignment: ASSIGNMENT", "assignment: "+name, "ASSIGNMENT", a.Name, "EDITION",
		a.Editions[0].Name, "PROFILES", profiles, "PATTERN", pattern, "TIME",
		cmp.Or(a.Run.CPU, testscript.DefaultCPU).String()).Replace(text)
}

// Name is the usual name of a course file.
const Name = "touchstone.yaml"

// A File is a course file. A zero field means that the file does not set it; commands then behave as without
// a course file.
type File struct {
	Path       string
	Assignment *oracle.Assignment // never nil
	Title      string
	Settings   outcome.Settings // of all runs
	Cases      []string         // files and directories, as found from the current directory
	Profile    string
	Points     verdict.Rule
	// AllTimeouts runs a program that loops on all cases when a class is graded. It is true by default.
	AllTimeouts bool
	Show        string // one of report.Shows
	Late        Late
	Students    map[string]Student // by the name in the roster, or their address on Gradescope
	// Anonymous has students stand under AnonymousID wherever others see them.
	Anonymous bool
	// Leaderboard makes Gradescope show the points of all students to everyone.
	Leaderboard bool

	root *yaml.Node // for the places of errors
}

// Late defines the penalty per day that a submission is late.
type Late struct {
	Free    int            // days without a penalty
	Penalty float64        // percent of the points earned that each further day costs
	Due     time.Time      // zero if the file sets none
	Zone    *time.Location // of times without one; nil if the file sets none

	Rule bool // penalty is given, even as 0: days count
}

// A Student holds the settings that differ for one student.
type Student struct {
	Name string    // to be shown instead
	Due  time.Time // an extension; zero for the due date of all
	// days by which the submission is late, whatever else is known of that; nil if nothing is said
	Late  *int
	Extra float64 // points given by hand; below zero they are taken
}

// Score applies the course's rule to a student's results. days is the number of days that the submission is
// late according to the caller; a setting for the student in the file overrides it.
func (f *File) Score(student string, days int, results []testscript.Result) verdict.Score {
	settings := f.Students[student]
	score := f.Points.Score(f.Assignment, results).Adjusted(f.daysLate(student, days), f.Late.Free,
		f.Late.Penalty, settings.Extra)
	if f.Late.Rule && !settings.Due.IsZero() {
		score.Extended = settings.Due.Format("2006-01-02 15:04 -0700")
	}
	return score
}

// Rule returns the grading rule. f may be nil.
func (f *File) Rule() (rule verdict.Rule) {
	if f != nil {
		rule = f.Points
	}
	return rule
}

// daysLate returns the number of days that a student's submission counts as late. days is the caller's number.
func (f *File) daysLate(student string, days int) int {
	late := f.Students[student].Late
	switch {
	case !f.Late.Rule:
		return 0
	case late != nil:
		return *late
	}
	return days
}

// Due returns the deadline of a student's submission, or the zero time if the file sets none. The student's
// own date comes first, then the date known from elsewhere, such as a platform, then the date for all
// students.
func (f *File) Due(student string, known time.Time) time.Time {
	for _, due := range []time.Time{f.Students[student].Due, known, f.Late.Due} {
		if !due.IsZero() {
			return due
		}
	}
	return time.Time{}
}

// AnonymousName returns the name under which other students see a student of an assignment. The file may be nil.
func (f *File) AnonymousName(assignment, student string) string {
	if f == nil || !f.Anonymous {
		return student
	}
	return AnonymousID(assignment, student)
}

// AnonymousID returns a student's name for output that hides names. It is the same for every grading of an
// assignment. Anyone with the roster can compute it.
func AnonymousID(assignment, student string) string {
	return fmt.Sprintf("s-%.5x", sha256.Sum256([]byte(assignment+"\n"+student)))
}

// ShownName returns the name of a student in the gradebook: the name in the file, or else known, the name in
// the roster, or "". The file may be nil.
func (f *File) ShownName(assignment, student, known string) string {
	switch {
	case f == nil:
		return cmp.Or(known, student)
	case f.Anonymous:
		return AnonymousID(assignment, student)
	}
	return cmp.Or(f.Students[student].Name, known, student)
}

// DaysLate returns the number of days that a submission is late, including the day that has begun. It returns
// 0 if one of the two times is missing.
func DaysLate(due, submitted time.Time) int {
	if due.IsZero() || submitted.IsZero() {
		return 0
	}
	return max(0, int(math.Ceil(submitted.Sub(due).Hours()/24)))
}

// layouts are the ways in which a time may be written, with a zone and without.
var layouts = []string{time.RFC3339, "2006-01-02 15:04:05 -0700", "2006-01-02 15:04 -0700",
	"2006-01-02 15:04:05Z07:00", "2006-01-02 15:04Z07:00", "2006-01-02 15:04:05", "2006-01-02 15:04",
	"2006-01-02T15:04:05", "2006-01-02T15:04"}

// ParseTime parses a point in time, such as 2026-03-01 23:59 or 2026-03-01T23:59:00-08:00. zone is the zone
// for a time without one; it may be nil.
func ParseTime(text string, zone *time.Location) (time.Time, error) {
	for _, layout := range layouts {
		t, err := time.ParseInLocation(layout, text, cmp.Or(zone, time.UTC))
		if err == nil && zone == nil && !strings.Contains(layout, "07") {
			err = fmt.Errorf("want a time with its zone, such as %s-08:00, or \"late: {zone: ...}\" in the course "+
				"file, found %s", t.Format("2006-01-02T15:04:05"), scan.Show(text))
			return t, err
		}
		if err == nil {
			return t, nil
		}
	}
	if _, err := time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))]); err != nil &&
		strings.HasSuffix(err.Error(), "day out of range") {
		return time.Time{}, fmt.Errorf("want a day that there is, found %s", scan.Show(text))
	}
	return time.Time{},
		fmt.Errorf("want a time, such as 2026-03-01 23:59 or 2026-03-01T23:59:00-08:00, found %s", scan.Show(text))
}

// Match checks the file against the cases: each category has points,
// and each pattern matches a case. Its error reports everything that is wrong, with file and line.
func (f *File) Match(all []*cases.Case) error {
	r := &settings.Reader{Path: f.Path}
	f.matchCategories(r, all)
	for _, w := range f.Points.Cases {
		matchPattern(r, f.node("points", "cases", w.Pattern), w.Pattern, all)
	}
	return r.Err()
}

// categories returns the categories of cases.
func categories(all []*cases.Case) (names []string) {
	for _, c := range all {
		names = append(names, c.Problem.Category())
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// matchCategories checks the points of categories. A category of the assignment that none of the cases has
// may have points, too.
func (f *File) matchCategories(r *settings.Reader, all []*cases.Case) {
	shares := f.Points.Shares
	if len(shares) == 0 || shares[0].Category == verdict.AllCases {
		return
	}
	have := categories(all)
	known, _ := cases.Embedded(f.Assignment)
	known = slices.Concat(all, known)
	for _, share := range shares {
		if !slices.Contains(categories(known), share.Category) {
			r.Fail(f.node("points", "categories", share.Category), "want a category of the cases (%s), found %s%s",
				strings.Join(have, ", "), scan.Show(share.Category), suggest.Hint(share.Category, have))
		}
	}
	for _, category := range have {
		if f.node("points", "categories", category) == nil {
			r.Fail(f.node("points", "categories"),
				"want points of the category %s too, which cases have, or 0; found none", category)
		}
	}
}

// matchPattern checks that a pattern, which is the value or the key of a node, matches a case.
func matchPattern(r *settings.Reader, n *yaml.Node, pattern string, all []*cases.Case) {
	var names []string
	for _, c := range all {
		if ok, _ := c.Matches(pattern); ok {
			return
		}
		names = append(names, c.Name)
	}
	r.Fail(n, "want a pattern that matches one of the %d cases, found %s, which matches none%s", len(names),
		scan.Show(pattern), suggest.Hint(pattern, names))
}
