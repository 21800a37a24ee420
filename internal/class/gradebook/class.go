package gradebook

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A class is a Class as it is written: the students by name, and nothing that is measured.
type class struct {
	*Class
	show     report.Show
	students []*student
	caseAt   map[string]int // by name
}

// A student is one as it is written.
type student struct {
	Student
	folder   string // below students/
	failed   string // why it could not be graded, because we failed, or ""; the points say nothing then
	score    verdict.Score
	verdicts string            // a character for each case: its place in verdict.Verdicts
	pages    map[int][2]string // of walks, for a cause by its index: the case, and the file
}

// newClass checks a class and takes away from it what is measured.
func newClass(c *Class) (*class, error) {
	if len(c.Cases) == 0 {
		return nil, fmt.Errorf("want a case at least, found none")
	}
	whole := *c
	n := &class{Class: &whole, show: cmp.Or(c.Start.Show, report.ShowDiff), caseAt: map[string]int{}}
	whole.Title = cmp.Or(c.Title, c.Start.Assignment)
	for i, one := range c.Cases {
		if _, twice := n.caseAt[one.Name]; twice {
			return nil, fmt.Errorf("want cases of different names, found %q twice", one.Name)
		}
		n.caseAt[one.Name] = i
	}
	whole.Start = report.Start{
		Assignment: c.Start.Assignment, Edition: c.Start.Edition, Compare: c.Start.Compare, CPU: c.Start.CPU, Tool: c.Start.Tool,
		Show: n.show, Cases: len(c.Cases), Command: []string{}, Sandbox: []string{},
	}
	var names []string
	for _, s := range c.Students {
		names = append(names, cmp.Or(s.Folder, s.ID, s.Name))
	}
	files := page.FileNames(names)
	if len(files) < len(names) {
		return nil, fmt.Errorf("want students of different names, found %d for %d", len(files), len(names))
	}
	for _, s := range c.Students {
		one, err := n.student(s)
		if err != nil {
			return nil, err
		}
		one.folder = files[cmp.Or(s.Folder, s.ID, s.Name)]
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
	if len(s.Results) == 0 && s.Built != "" {
		for _, one := range c.Cases {
			s.Results = append(s.Results, verdict.Result{Case: one, Verdict: verdict.Build, Reason: s.Built})
		}
	}
	if err := c.check(&s.Student); err != nil {
		return nil, fmt.Errorf("%q: %w", s.Name, err)
	}
	s.Results = slices.Clone(s.Results)
	var verdicts []byte
	for i := range s.Results {
		s.Results[i] = c.unmeasured(s.Results[i])
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
	if s.failed = from.Ungraded(); s.failed != "" {
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

// Copies returns groups of the names of students who handed in equal files.
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
		if s.Submission != "" && s.Built == "" {
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

// unmeasured returns a result without what another run would have found otherwise.
func (c *class) unmeasured(r verdict.Result) verdict.Result {
	r.Outcome.CPU, r.Outcome.Wall, r.Outcome.Peak = 0, 0, 0
	r.Enforced, r.Folder, r.Answer = []string{}, "", ""
	if r.Verdict != verdict.Timeout {
		return r
	}
	switch r.Outcome.Stopped { // the reason that is given has the time
	case outcome.StoppedCPU:
		r.Reason = "stopped at its limit of CPU time"
		allowed := r.Allowed // which a student's own settings, or the case's, may have made longer
		if allowed == 0 {
			allowed = time.Duration(c.Start.CPU * float64(time.Second))
		}
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

// points returns those of a student, or nil if the student could not be graded.
func (s *student) points() *float64 {
	if s.failed != "" {
		return nil
	}
	return &s.score.Points
}

// status says whether the points of a student are final, and why there are none.
func (s *student) status() string {
	switch {
	case s.failed != "":
		return "not graded: " + Brief(s.failed)
	case s.Built != "" && s.score.Points <= 0:
		return "no points: " + Brief(s.Built)
	case s.Built != "" && s.score.Raw() <= 0: // who is excused from every case needs no program
		return "points by hand alone: " + Brief(s.Built)
	}
	if len(s.Summary.Once) > 0 || slices.Contains(s.Summary.Keys(), diagnosis.Unsteady) {
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

// worth returns what a case can earn, by the score of the first student whom nothing is excused.
func (c *class) worth(i int) float64 {
	if len(c.students) == 0 {
		return 0
	}
	by := c.students[max(0, slices.IndexFunc(c.students, func(s *student) bool { return s.score.Excused == 0 }))]
	return by.score.Worth(by.Results[i])
}
