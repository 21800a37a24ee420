package class

import (
	"context"
	"errors"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// toldMissing returns what is missing, and says how much is known.
func (g *Grader) toldMissing() []Lease {
	total, mine := 0, g.Plan.part(g.submissions)
	for i := range g.submissions {
		for j := range g.cases {
			if mine(i, j) {
				total++
			}
		}
	}
	leases := g.missing()
	g.watch(func(w Watcher) { w.Begin(total, total-runsOf(leases)) })
	for _, student := range g.Plan.Students {
		if student.Submission == "" {
			g.watch(func(w Watcher) { w.Unbuilt([]string{g.course.Called(g.assignment.Name, student.Name)}, nothing, 0) })
		}
	}
	return leases
}

// missing returns what is neither in the journal nor has failed, a lease for each submission, in the order of
// the students.
func (g *Grader) missing() (leases []Lease) {
	mine := g.Plan.part(g.submissions)
	for i, s := range g.submissions {
		if _, unbuilt, err := g.unbuiltNow(s); g.failure(s) != nil || unbuilt || err != nil { // Class says err
			continue
		}
		left := slices.DeleteFunc(g.lacking(s), func(j int) bool { return !mine(i, j) })
		if s.left = len(left); s.left > 0 {
			leases = append(leases, Lease{Submission: s.id, Cases: left})
		}
	}
	return leases
}

// path returns where a submission is.
func (g *Grader) path(submission string) string {
	if s := g.byID[submission]; s != nil {
		return s.path
	}
	return ""
}

// whose returns the submission that a result is of, and the case, or -1 if it is that there is no program. It is
// not ok if it is no result of the lease, or one of which no books could be made: what is once in the journal is not
// run again.
func (g *Grader) whose(r results, e entry) (s *submission, of int, ok bool) {
	if g.byKey == nil {
		g.byKey = map[key]claim{}
		for _, s := range g.submissions {
			g.byKey[g.Plan.buildKey(s.id)] = claim{s, -1}
			for j, k := range s.keys {
				g.byKey[k] = claim{s, j}
			}
		}
	}
	c, known := g.byKey[e.Key]
	if !known || e.Kind != kindBuild && e.Kind != kindRun || (e.Kind == kindRun) != (c.of >= 0) {
		return nil, 0, false
	}
	s, of = c.s, c.of
	if s.id != r.Piece.Submission || of >= 0 && !slices.Contains(r.Piece.Cases, of) {
		return nil, 0, false
	}
	return s, of, r.From == (work.Source{}) || g.readable(e, of) // what is our own is
}

// readable reports whether books can be made of an entry.
func (g *Grader) readable(e entry, of int) bool {
	if e.Kind == kindBuild {
		_, err := e.reason()
		return err == nil
	}
	v := testscript.Verdict(e.Verdict)
	_, err := restore(g.cases[of], e)
	return err == nil && slices.Contains(verdict.Verdicts, v) && v != testscript.Internal
}

// unbuiltNow returns what the journal has of a submission without a program, and reports whether it is one, and that
// was not found wrong.
func (g *Grader) unbuiltNow(s *submission) (e entry, unbuilt bool, err error) {
	e, ok, err := g.Journal.Entry(g.Plan.buildKey(s.id))
	return e, ok && e.Verdict != built, err
}

// accept adds a result to the journal, unless it is known, and reports whether it was not.
func (g *Grader) accept(e entry, s *submission, of int, r results) (fresh bool, err error) {
	_, unbuilt, err := g.unbuiltNow(s)
	if err != nil || unbuilt || e.Kind == kindRun && g.Journal.Has(e.Key) {
		return false, err
	}
	if err := g.append(e, s, of, r); err != nil {
		return false, err
	}
	if e.Kind == kindRun {
		g.watch(func(w Watcher) { w.Ran(testscript.Verdict(e.Verdict)) })
		return true, nil
	}
	reason, err := e.reason()
	g.watch(func(w Watcher) { w.Unbuilt(s.called, reason, s.left) })
	return true, err
}

// append writes a result into the journal. Of what it says there for readers nothing is taken over, and who it
// is from the leader says.
func (g *Grader) append(e entry, s *submission, of int, r results) error {
	measured := Measured{}
	if e.Measured != nil {
		measured = *e.Measured
	}
	measured.Worker, measured.Confined, measured.Host = nil, nil, shorten(measured.Host)
	if !slices.Contains(verdict.Verdicts, measured.Before) {
		measured.Before = ""
	}
	if r.From != (work.Source{}) {
		measured.Worker = &r.From
	}
	if !slices.Equal(r.Confined, g.Plan.Sandbox) {
		for _, name := range r.Confined[:min(len(r.Confined), mostConfined)] {
			measured.Confined = append(measured.Confined, shorten(name))
		}
	}
	e.Student, e.Case, e.Measured = s.names[0], "", &measured
	if e.Kind == kindRun {
		e.Case = g.cases[of].Name
	} else {
		e.Verdict = string(testscript.Build)
	}
	return g.Journal.Append(e)
}

// What is kept of what a worker says of itself: of how many mechanisms, and of each name.
const (
	mostConfined = 32
	mostOfName   = 64
)

func shorten(name string) string { return name[:min(len(name), mostOfName)] }

// Finish says why submissions fail, several at a time, once all is in the journal. Its error reports
// what could not be graded because we failed.
func (g *Grader) Finish(ctx context.Context) error {
	cut := work.Each(ctx, g.Jobs, len(g.submissions), func(i int) error {
		s := g.submissions[i]
		if g.failure(s) != nil {
			return nil
		}
		if err := g.explain(ctx, s); err != nil && ctx.Err() == nil {
			g.fail(s, err)
		}
		return nil
	})
	return errors.Join(cut, g.failures())
}
