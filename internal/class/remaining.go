package class

import (
	"context"
	"errors"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/testscript"
)

// reportProgress reports how many runs there are and how many are in the journal, and who handed in nothing.
func (g *Grader) reportProgress() {
	total, mine := 0, g.Plan.part(g.submissions)
	for i := range g.submissions {
		for j := range g.cases {
			if mine(i, j) {
				total++
			}
		}
	}
	known := total
	for _, p := range g.missing() {
		known -= len(p.cases)
	}
	g.watch(func(w Watcher) { w.Begin(total, known) })
	for _, student := range g.Plan.Students {
		if student.Submission == "" {
			name := g.course.Called(g.assignment.Name, student.Name)
			g.watch(func(w Watcher) { w.Unbuilt([]string{name}, nothing, 0) })
		}
	}
}

// missing returns the runs that are neither in the journal nor have failed, in the order of the students.
func (g *Grader) missing() (all []*pending) {
	mine := g.Plan.part(g.submissions)
	for i, s := range g.submissions {
		// Class reports err.
		if _, unbuilt, err := g.unbuilt(s); g.failure(s) != nil || unbuilt || err != nil {
			continue
		}
		cases := slices.DeleteFunc(g.lacking(s), func(j int) bool { return !mine(i, j) })
		if s.left = len(cases); s.left > 0 {
			all = append(all, &pending{submission: s, cases: cases})
		}
	}
	return all
}

// unbuilt returns the journal's entry for a submission without a program. It reports whether there is one.
func (g *Grader) unbuilt(s *submission) (e entry, unbuilt bool, err error) {
	e, ok, err := g.Journal.Entry(g.Plan.buildKey(s.id))
	return e, ok && e.Verdict == string(testscript.Build), err
}

// Finish explains why submissions fail, several at a time, once all runs are in the journal. Its error
// reports the submissions that could not be graded because touchstone failed.
func (g *Grader) Finish(ctx context.Context) error {
	canceled := work.Each(ctx, g.Jobs, len(g.submissions), func(i int) error {
		s := g.submissions[i]
		if g.failure(s) != nil {
			return nil
		}
		if err := g.explain(ctx, s); err != nil && ctx.Err() == nil {
			g.fail(s, err)
		}
		return nil
	})
	return errors.Join(canceled, g.failures())
}
