// Package gradebook writes the records of a graded class: a table of grades, a report for each student, and
// one page for the teacher. They contain no measurements: no time, no memory, no host and no path. The same
// verdicts give the same bytes, wherever and in whatever order they were found. docs/books.md describes the
// files.
package gradebook

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A Class is the input of the gradebook.
type Class struct {
	Title    string       // of the course, or the assignment's name
	Start    report.Start // assignment, edition, comparison, limits, the details that students see; all else is ignored
	Cases    []*cases.Case
	UsualCPU time.Duration // that "touchstone check" gives to a case which names none
	Python   string        // which Python runs files that end in .py, "2" or "3", or ""
	Students []Student     // in any order; the gradebook has them by name
	// Traces is the maximum number of pages per student that walk through a search; each is some hundred
	// kilobytes. Pages are only written if students see differences.
	Traces int
	// Formats lists the additional formats of the grades, out of Formats.
	Formats []string
}

// UngradedReason returns the reason why a student could not be graded, which is a failure of this program on at
// least one case, or "". The student then has no points: such a failure must not cost points.
func (s *Student) UngradedReason() string {
	for _, r := range s.Results {
		if r.Verdict == verdict.Internal {
			return cmp.Or(r.Reason, "touchstone failed")
		}
	}
	return ""
}

// A Student is the result of one submission.
type Student struct {
	Name      string           // as shown; it may be any text, but no two are equal
	Dir       string           // source of the name of the student's directory; "" means ID
	ID        string           // ID in the roster; "" means the name
	NoProgram string           // why there is no program, or ""
	Results   []verdict.Result // one for each of Class.Cases, in order; none are needed if there is no program
	Summary   report.Summary   // counts, score, causes; without a score, the score by the assignment's rule
	// Submission is a digest of the submitted files, or "" if it is not known.
	Submission string
	// Columns maps the other column names of the roster, in lower case, to the student's values.
	Columns map[string]string
}

// A class is a Class in its written form: students sorted by name, and no measurements.
type class struct {
	*Class
	show     report.Show
	students []*student
	caseAt   map[string]int // by name
}

// A student is a student of a class in the form in which the gradebook writes it.
type student struct {
	Student
	dir string // below students/
	// the reason why it could not be graded, which is a failure of ours, or ""; the points are then meaningless
	failed   string
	score    verdict.Score
	verdicts string            // a character for each case: its place in verdict.Verdicts
	pages    map[int][2]string // of walks, for a cause by its index: the case, and the file
}

// newClass checks a class and removes the measurements from it.
func newClass(c *Class) (*class, error) {
	if len(c.Cases) == 0 {
		return nil, fmt.Errorf("want a case at least, found none")
	}
	whole := *c
	n := &class{Class: &whole, show: cmp.Or(c.Start.Show, report.ShowDiff), caseAt: map[string]int{}}
	whole.Title = cmp.Or(c.Title, c.Start.Assignment)
	for i, testCase := range c.Cases {
		if _, duplicate := n.caseAt[testCase.Name]; duplicate {
			return nil, fmt.Errorf("want cases of different names, found %q twice", testCase.Name)
		}
		n.caseAt[testCase.Name] = i
	}
	whole.Start = report.Start{
		Assignment: c.Start.Assignment, Edition: c.Start.Edition, Compare: c.Start.Compare, CPU: c.Start.CPU,
		Tool: c.Start.Tool,
		Show: n.show, Cases: len(c.Cases), Command: []string{}, Sandbox: []string{},
	}
	dirOf := func(s Student) string { return cmp.Or(s.Dir, s.ID, s.Name) }
	files := page.FileNames(c.Students, dirOf)
	if n := len(c.Students); len(files) < n {
		return nil, fmt.Errorf("want students of different names, found %d for %d", len(files), n)
	}
	for _, s := range c.Students {
		one, err := n.student(s)
		if err != nil {
			return nil, err
		}
		one.dir = files[dirOf(s)]
		n.students = append(n.students, one)
	}
	slices.SortFunc(n.students, func(x, y *student) int {
		return cmp.Or(cmp.Compare(strings.ToLower(x.Name), strings.ToLower(y.Name)), cmp.Compare(x.Name, y.Name))
	})
	return n, nil
}

// student prepares one.
func (c *class) student(from Student) (*student, error) {
	s := &student{Student: from, pages: map[int][2]string{}}
	s.ID = cmp.Or(s.ID, s.Name)
	if len(s.Results) == 0 && s.NoProgram != "" {
		for _, testCase := range c.Cases {
			s.Results = append(s.Results, verdict.Result{Case: testCase, Verdict: verdict.Build, Reason: s.NoProgram})
		}
	}
	if err := c.check(&s.Student); err != nil {
		return nil, fmt.Errorf("%q: %w", s.Name, err)
	}
	s.Results = slices.Clone(s.Results)
	var verdicts []byte
	for i := range s.Results {
		s.Results[i] = c.withoutMeasurements(s.Results[i])
		verdicts = append(verdicts, code(s.Results[i].Verdict))
	}
	s.verdicts = string(verdicts)
	sum := report.Summarise(s.Results, nil)
	sum.Causes, sum.Unexplained, sum.Score = from.Summary.Causes, from.Summary.Unexplained, from.Summary.Score
	sum.WhyNotRun = from.Summary.WhyNotRun
	if sum.Score == nil {
		score := verdict.NewScore(c.Cases[0].Assignment, s.Results)
		sum.Score = &score
	}
	s.Summary, s.score = sum, *sum.Score
	if s.failed = from.UngradedReason(); s.failed != "" {
		s.Summary.Score = nil
	}
	return s, nil
}

// check checks that a student fits the cases.
func (c *class) check(s *Student) error {
	if len(s.Results) != len(c.Cases) {
		return fmt.Errorf("want a result for each of %d cases, found %d", len(c.Cases), len(s.Results))
	}
	for i, r := range s.Results {
		if r.Case.Name != c.Cases[i].Name || !slices.Contains(verdict.Verdicts, r.Verdict) {
			return fmt.Errorf("want a verdict on %q, found %q on %q", c.Cases[i].Name, r.Verdict, r.Case.Name)
		}
	}
	for _, cause := range s.Summary.Causes {
		if len(cause.Cases) == 0 {
			return fmt.Errorf("want cases of the cause %s, found none", cause.Key)
		}
		for _, name := range cause.Cases {
			if _, known := c.caseAt[name]; !known {
				return fmt.Errorf("want cases of the class for the cause %s, found %q", cause.Key, name)
			}
		}
	}
	return nil
}

// Copies returns groups of the names of students who submitted equal files.
func (c *Class) Copies() (groups [][]string) {
	var students []*student
	for _, s := range c.Students {
		students = append(students, &student{Student: s})
	}
	for _, group := range findCopies(students) {
		var names []string
		for _, i := range group.Students {
			names = append(names, students[i].Name)
		}
		groups = append(groups, names)
	}
	return groups
}

// findCopies returns the groups of students whose submissions have the same digest, in the order of their
// first members. Students without a program are left out, since empty directories are equal, too.
func findCopies(students []*student) []copies {
	byDigest := map[string][]int{}
	for i, s := range students {
		if s.Submission != "" && s.NoProgram == "" {
			byDigest[s.Submission] = append(byDigest[s.Submission], i)
		}
	}
	groups := []copies{}
	for i, s := range students {
		if same := byDigest[s.Submission]; len(same) > 1 && same[0] == i {
			groups = append(groups, copies{same})
		}
	}
	return groups
}

// digits are the characters of verdicts, in their order.
const digits = "0123456789abcdefghijklmnopqrstuvwxyz"

// code returns the character of a verdict, and place the verdict's place of a character.
func code(v verdict.Verdict) byte { return digits[slices.Index(verdict.Verdicts, v)] }
func place(code byte) int         { return strings.IndexByte(digits, code) }

// withoutMeasurements returns a result without the parts that vary between runs.
func (c *class) withoutMeasurements(r verdict.Result) verdict.Result {
	r.Outcome.CPU, r.Outcome.Wall, r.Outcome.Peak = 0, 0, 0
	r.Enforced, r.Dir, r.Answer = []string{}, "", ""
	if r.Verdict != verdict.Timeout {
		return r
	}
	switch r.Outcome.Stopped { // the reason that is given has the time
	case outcome.StoppedCPU:
		r.Reason = "stopped at its limit of CPU time"
		// the case may have made it longer
		allowed := cmp.Or(r.Allowed, time.Duration(c.Start.CPU*float64(time.Second)))
		if allowed > 0 {
			r.Reason += ", " + outcome.FormatTime(allowed)
		}
	case outcome.StoppedWall:
		r.Reason = "stopped at its limit by the clock"
	default:
		r.Reason = "stopped at a limit of its time"
	}
	return r
}

// points returns the points of a student, or nil if the student could not be graded.
func (s *student) points() *float64 {
	if s.failed != "" {
		return nil
	}
	return &s.score.Points
}

// status returns whether the points of a student are final, or the reason why the student has none.
func (s *student) status() string {
	switch {
	case s.failed != "":
		return "not graded: " + SummarizeReason(s.failed)
	case s.NoProgram != "" && s.score.Points <= 0:
		return "no points: " + SummarizeReason(s.NoProgram)
	case s.NoProgram != "":
		return "points by hand alone: " + SummarizeReason(s.NoProgram)
	}
	if len(s.Summary.EarlierVerdicts) > 0 || slices.Contains(s.Summary.Keys(), diagnosis.Unsteady) {
		return "graded, but not the same in every run"
	}
	return "graded"
}

// lost returns the points that a student has lost by a case. Where we failed, none are lost.
func (s *student) lost(i int) float64 {
	if s.Results[i].Verdict == verdict.Pass || s.failed != "" {
		return 0
	}
	return s.score.Worth(s.Results[i])
}

// lostPoints returns the points that a student has lost by some cases, in whole cents.
func (s *student) lostPoints(cases []int) float64 {
	lost := 0.0
	for _, i := range cases {
		lost += s.lost(i)
	}
	return verdict.Cents(lost)
}

// places returns the indexes of cases.
func (c *class) places(names []string) (places []int) {
	for _, name := range names {
		places = append(places, c.caseAt[name])
	}
	return places
}

// worth returns the maximum points of a case.
func (c *class) worth(i int) float64 {
	if len(c.students) == 0 {
		return 0
	}
	return c.students[0].score.Worth(c.students[0].Results[i])
}

// Write writes the gradebook: grades.csv, the files of Class.Formats, books.json and report.html, and for
// each student a directory with feedback.html, feedback.txt, results.json, gradescope.json and the pages that
// walk through searches.
func Write(ctx context.Context, to output.Sink, from *Class) error {
	c, err := newClass(from)
	if err != nil {
		return err
	}
	pages := &walks{class: c, made: map[[sha256.Size]byte][]byte{}}
	for _, s := range c.students {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.writeStudent(to, s); err != nil {
			return err
		}
		if err := pages.writeAll(ctx, to, s); err != nil {
			return err
		}
		write := func(name string, write func(io.Writer) error) error {
			return page.WriteFile(to, s.path(name), write)
		}
		if err := c.writeFeedback(s, write); err != nil { // which links to the pages
			return err
		}
	}
	for _, book := range []struct {
		name   string
		write  func(io.Writer) error
		format string // "" of a book that is always written
	}{{"grades.csv", c.writeGrades, ""}, {"canvas.csv", c.writeCanvas, "canvas"},
		{"feedback.zip", c.writeCanvasFeedback, "canvas"}, {"mail.csv", c.writeMail, "canvas"},
		{"moodle.csv", c.writeMoodle, "moodle"}, {Ledger, c.ledger().write, ""},
		{"report.html", c.writeReport, ""}} {
		if book.format != "" && !slices.Contains(from.Formats, book.format) {
			continue
		}
		if err := page.WriteFile(to, book.name, book.write); err != nil {
			return err
		}
	}
	return nil
}

// path returns the name of a student's file.
func (s *student) path(file string) string { return "students/" + s.dir + "/" + file }

// writeStudent writes the reports on a student. They contain only what students may see.
func (c *class) writeStudent(to output.Sink, s *student) error {
	for _, format := range []struct{ name, file string }{{"json", "results.json"},
		{"gradescope", "gradescope.json"}} {
		err := page.WriteFile(to, s.path(format.file), func(w io.Writer) error {
			reporter, err := report.New(format.name, w)
			if err == nil {
				c.report(s, reporter)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// report reports a student.
func (c *class) report(s *student, to report.Reporter) {
	to = report.Limit(to, c.show)
	start := c.Start
	start.NoProgram = s.NoProgram
	to.Start(start)
	for _, r := range s.Results {
		to.Result(r)
	}
	to.End(s.Summary)
}
