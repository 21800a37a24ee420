// Package grading runs every submission of a roster on every case and stores the results in a journal, so
// that grading can be interrupted at any time and resumes where it was.
//
// A Plan lists the students, the cases and the settings (plan.go). A Grader finds the runs that the journal
// lacks and passes them to run.All, with a group for each submission (grader.go). The journal (journal.go)
// has a line for each build that failed, each run and each diagnosis, under the digest of everything that
// decides it. It only grows: of several lines under one digest the last counts, and a line that no plan needs
// is ignored. The books (package gradebook) are made from the journal alone, or from the journals of all
// shards of a class.
package grading

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Class returns the data of the books, from the journal alone. A submission that could not be graded because
// touchstone failed has the verdict internal. The error is an *Incomplete if the journal lacks other results.
func (g *Grader) Class(ctx context.Context) (*gradebook.Class, error) {
	c := &gradebook.Class{
		Title: g.Plan.Title, Cases: g.cases, Python: g.Plan.Settings.Tools[program.PythonFlag],
		UsualCPU: testscript.DefaultCPU,
		Start: report.Start{
			Assignment: g.assignment.Name, Edition: g.edition, Compare: g.Plan.Settings.Comparison(), Command: []string{},
			Cases: len(g.cases), Show: g.Plan.Show, Sandbox: []string{},
			CPU: g.assignment.Run.CPUOf(g.Plan.Settings.CPU, g.Plan.Settings.SameCPU).Seconds(),
		},
	}
	beyond := make([]string, len(g.cases))
	for j, testCase := range g.cases {
		var err error
		if beyond[j], err = testCase.Beyond(ctx, g.Plan.Settings.Edition); err != nil {
			return nil, err
		}
	}
	byDigest := map[string]*gradebook.Student{}
	lacking := 0
	for _, s := range g.submissions {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		graded, n, err := g.student(s)
		if err != nil {
			return nil, err
		}
		lacking += n
		byDigest[s.digest] = graded
		setBeyond(graded.Results, beyond)
	}
	if lacking > 0 {
		return nil, &Incomplete{lacking}
	}
	absent := &gradebook.Student{NoProgram: noSubmission}
	g.setUnbuilt(absent, noSubmission)
	setBeyond(absent.Results, beyond)
	shown := g.shownNames()
	for i, student := range g.Plan.Students {
		one := absent
		if student.Submission != "" {
			one = byDigest[student.Submission]
		}
		named := *one
		points := verdict.NewScore(g.assignment, one.Results)
		if file := g.course; file != nil {
			points = file.Score(student.Name, course.DaysLate(file.Due(student.Name, time.Time{}), student.Arrived),
				one.Results)
		}
		if g.course != nil && g.course.Anonymous {
			named.Dir = shown[i]
		}
		named.ID, named.Columns = student.Name, student.Columns
		named.Name, named.Summary.Score = shown[i], &points
		named.Submission = student.Submission
		c.Students = append(c.Students, named)
	}
	return c, nil
}

// setBeyond sets the reason why a case lies beyond the envelope in each result, also of cases that did not
// run.
func setBeyond(results []testscript.Result, beyond []string) {
	for j := range results {
		results[j].Beyond = beyond[j]
	}
}

// shownNames returns the names of students in the books. They come from the course file or the roster's
// columns, unless several students would have the same name.
func (g *Grader) shownNames() (names []string) {
	times := map[string]int{}
	for _, student := range g.Plan.Students {
		name := g.course.ShownName(g.assignment.Name, student.Name, gradebook.FullName(student.Columns))
		names = append(names, name)
		times[name]++
		if name != student.Name {
			times[student.Name]++ // other students may not have it
		}
	}
	for i, student := range g.Plan.Students {
		if times[names[i]] > 1 {
			names[i] = student.Name
		}
	}
	return names
}

// noSubmission is the reason why a student without a path in the roster has no program.
const noSubmission = "nothing was handed in"

// Incomplete is the error for a journal that lacks results.
type Incomplete struct{ Runs int }

func (e *Incomplete) Error() string {
	return fmt.Sprintf("want all results in the journal, found %d missing", e.Runs)
}

// student returns the results of a submission and the number of missing results.
func (g *Grader) student(s *submission) (student *gradebook.Student, missing int, err error) {
	student = &gradebook.Student{}
	if reason, unbuilt, err := g.unbuilt(s); err != nil {
		return nil, 0, err
	} else if unbuilt {
		g.setUnbuilt(student, reason)
		return student, 0, nil
	}
	if err := s.failed; err != nil {
		for _, c := range g.cases {
			student.Results = append(student.Results,
				testscript.Result{Case: c, Verdict: testscript.Internal, Reason: err.Error()})
		}
		student.Summary = report.Summarise(student.Results, nil)
		return student, 0, nil
	}
	var notRun []string
	if student.Results, notRun, missing, err = g.results(s); err != nil || missing > 0 {
		return student, missing, err
	}
	student.Summary = report.Summarise(student.Results, nil)
	student.Summary.WhyNotRun = notRun
	if e, ok, err := g.Journal.Entry(g.Plan.causesKey(s.keys)); err != nil {
		return nil, 0, err
	} else if ok {
		found := diagnosisEntry{}
		if err := json.Unmarshal(e.Data, &found); err != nil {
			return nil, 0, fmt.Errorf("the causes of %s: %w", e.Student, err)
		}
		student.Summary.Causes, student.Summary.Unexplained = found.Causes, found.Unexplained
	}
	g.dropOutput(student)
	return student, 0, nil
}

// setUnbuilt gives a student without a program the verdict on each case.
func (g *Grader) setUnbuilt(student *gradebook.Student, reason string) {
	student.NoProgram = reason
	for _, c := range g.cases {
		student.Results = append(student.Results,
			testscript.Result{Case: c, Verdict: testscript.Build, Reason: reason})
	}
	student.Summary = report.Summarise(student.Results, nil)
}

// dropOutput removes the output of a student's program, except output that shows a cause: a whole class is in
// memory at once.
func (g *Grader) dropOutput(student *gradebook.Student) {
	byName := map[string]testscript.Result{}
	for _, r := range student.Results {
		byName[r.Case.Name] = r
	}
	shows := map[string]bool{}
	for _, cause := range student.Summary.Causes {
		shows[cause.Cases[0]] = true
		walks := slices.IndexFunc(cause.Cases, func(name string) bool { return gradebook.Walkable(byName[name]) })
		if walks >= 0 {
			shows[cause.Cases[walks]] = true
		}
	}
	for i := range student.Results {
		r := &student.Results[i]
		if !shows[r.Case.Name] {
			for f := range r.Files {
				r.Files[f].Text = nil
			}
		}
	}
}

// times returns the measurements of the runs.
func (g *Grader) times() (runs []gradebook.Run, err error) {
	for _, s := range g.submissions {
		for j, k := range s.keys {
			e, ok, err := g.Journal.Entry(k)
			if err != nil {
				return nil, err
			}
			if !ok || e.Measured == nil {
				continue
			}
			runs = append(runs, gradebook.Run{
				Student: strings.Join(s.shownNames, ", "), Case: g.cases[j].Name, Verdict: e.Verdict, Measured: e.Measured,
			})
		}
	}
	return runs, nil
}

// A diagnosisEntry is the diagnosis of a submission in a journal.
type diagnosisEntry struct {
	Causes      []diagnosis.Cause `json:"causes"`
	Unexplained []string          `json:"unexplained,omitempty"`
}

// explain diagnoses a submission, if all its runs are in the journal and the diagnosis is not.
func (g *Grader) explain(ctx context.Context, s *submission) error {
	k := g.Plan.causesKey(s.keys)
	if g.Journal.Has(k) {
		return nil
	}
	results, _, missing, err := g.results(s)
	if err != nil || missing > 0 { // another shard has them, or there is no program
		return err
	}
	found := diagnosisEntry{}
	if found.Causes, found.Unexplained, err = diagnosis.Program(ctx, g.question(results)); err != nil {
		return err
	}
	data, err := json.Marshal(found)
	if err != nil {
		return err
	}
	return g.Journal.Append(entry{Kind: kindCauses, Key: k, Student: s.names[0], Data: data})
}

// question returns the question about the causes of results.
func (g *Grader) question(results []testscript.Result) diagnosis.Question {
	return diagnosis.Question{
		Assignment: g.assignment, Edition: g.edition, Course: g.Plan.Settings.Course, Results: results,
	}
}

// results returns the results of a submission from the journal, the reasons for cases that did not run, and
// the number of missing results.
func (g *Grader) results(s *submission) (results []testscript.Result, notRun []string, missing int,
	err error) {
	var kept verdict.Kept
	loops := g.loops()
	for j, c := range g.cases {
		if loops.Skips(c) {
			results = append(results, testscript.Result{Case: c, Verdict: testscript.Timeout, Reason: loops.SkipReason(c)})
			continue
		}
		e, ok, err := g.Journal.Entry(s.keys[j])
		if err != nil {
			return nil, nil, 0, err
		}
		if !ok {
			missing++
			loops.Add(c, "")
			continue
		}
		r, err := restore(c, e)
		if err != nil {
			return nil, nil, 0, err
		}
		if e.Measured != nil {
			r.EarlierVerdict = e.EarlierVerdict
		}
		loops.Add(c, r.Verdict)
		results = append(results, kept.Keep(r))
	}
	return results, loops.SkippedLines("they count as out of time"), missing, nil
}
