package class

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/testscript"
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
	return leases
}

// missing returns what is neither in the journal nor has failed, a lease for each submission, in the order of
// the students.
func (g *Grader) missing() (leases []Lease) {
	mine := g.Plan.part(g.submissions)
	for i, s := range g.submissions {
		if unbuilt, err := g.unbuiltNow(s); g.failure(s) != nil || unbuilt || err != nil { // Class says err
			continue
		}
		left := slices.DeleteFunc(g.lacking(i), func(j int) bool { return !mine(i, j) })
		if s.left = len(left); s.left > 0 {
			leases = append(leases, Lease{Submission: s.id, Cases: left})
		}
	}
	return leases
}

// path returns where a submission is.
func (g *Grader) path(submission string) string {
	for _, s := range g.submissions {
		if s.id == submission {
			return s.path
		}
	}
	return ""
}

// errForeign is the error for what is no result of the class.
var errForeign = errors.New("want a result of this class")

// whose returns the submission that a result is of, and the case, or -1 if it is that there is no program. The
// error is errForeign for what is no result of the lease, or of which no books could be made: what is once in the
// journal is not run again.
func (g *Grader) whose(r results, e entry) (s *submission, of int, err error) {
	if g.byKey == nil {
		g.byKey = map[key][2]int{}
		for i, s := range g.submissions {
			g.byKey[g.Plan.build(s.id)] = [2]int{i, -1}
			for j, k := range g.keys[i] {
				g.byKey[k] = [2]int{i, j}
			}
		}
	}
	at, known := g.byKey[e.Key]
	if !known || e.Kind != kindBuild && e.Kind != kindRun || (e.Kind == kindRun) != (at[1] >= 0) {
		return nil, 0, fmt.Errorf("%w, found a %.20q", errForeign, e.Kind)
	}
	s, of = g.submissions[at[0]], at[1]
	if s.id != r.Piece.Submission || of >= 0 && !slices.Contains(r.Piece.Cases, of) {
		return nil, 0, fmt.Errorf("%w, found one of %.40q on %.40q", errForeign, e.Student, e.Case)
	}
	if r.From == (work.Source{}) {
		return s, of, nil // it is our own
	}
	if _, err := g.readable(e, of); err != nil {
		return nil, 0, fmt.Errorf("%w, found one of %.40q on %.40q: %w", errForeign, s.names[0], e.Case, err)
	}
	return s, of, nil
}

// readable checks that books can be made of an entry, and returns why there is no program.
func (g *Grader) readable(e entry, of int) (reason string, err error) {
	if e.Kind == kindBuild {
		return e.reason()
	}
	if v := testscript.Verdict(e.Verdict); !slices.Contains(testscript.Verdicts, v) || v == testscript.Internal {
		return "", fmt.Errorf("want a verdict, found %.20q", e.Verdict)
	}
	_, err = restore(g.cases[of], e)
	return "", err
}

// unbuiltNow reports whether the journal says that a submission has no program, and that was not found wrong.
func (g *Grader) unbuiltNow(s *submission) (bool, error) {
	k := g.Plan.build(s.id)
	if !g.Journal.Has(k) {
		return false, nil
	}
	e, _, err := g.Journal.Entry(k)
	return e.Verdict != built, err
}

// accept adds a result to the journal, unless it is known, and reports whether it was not.
func (g *Grader) accept(e entry, s *submission, of int, r results) (fresh bool, err error) {
	unbuilt, err := g.unbuiltNow(s)
	if err != nil || unbuilt || e.Kind == kindRun && g.Journal.Has(e.Key) {
		return false, err
	}
	if err := g.append(e, s, of, r); err != nil {
		return false, err
	}
	if e.Kind == kindRun {
		g.watch(func(w Watcher) { w.Ran(s.names, g.cases[of], testscript.Verdict(e.Verdict)) })
		return true, nil
	}
	reason, err := e.reason()
	g.watch(func(w Watcher) { w.Unbuilt(s.names, reason, s.left) })
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
	work.Each(g.Jobs, len(g.submissions), func(i int) {
		s := g.submissions[i]
		if g.failure(s) != nil || ctx.Err() != nil {
			return
		}
		if err := g.explain(ctx, s); err != nil && ctx.Err() == nil {
			g.fail(s.id, err)
		}
	})
	return errors.Join(ctx.Err(), g.failures())
}
