package class

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/internal/work/journal"
	"github.com/touchstone-suite/touchstone/internal/work/workers"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A Lease is a part of the work that another machine does: a submission, and the indices of cases
// in the plan.
type Lease struct {
	Submission string `json:"submission"`
	Cases      []int  `json:"cases"`
}

// Leave returns what is left to run, a lease for each submission, in the order of the students.
func (g *Grader) Leave() (leases []Lease) {
	g.begin()
	for _, s := range g.subjects {
		if len(s.left) > 0 {
			leases = append(leases, Lease{s.digest, s.left})
		}
	}
	return leases
}

// ID returns a short name of the plan in this journal that no other has, not even if the same class is
// graded in two folders.
func (g *Grader) ID() (string, error) {
	path, err := filepath.Abs(g.Journal.Path())
	return string(journal.NewKey("class", g.Plan, g.host, path))[:12], err
}

// Missing returns what is neither in the journal nor has failed, like Leave.
func (g *Grader) Missing() (leases []Lease) {
	for i, s := range g.subjects {
		if unbuilt, err := g.unbuiltNow(s); g.failure(s) != nil || unbuilt || err != nil { // Class says err
			continue
		}
		if left := g.lacking(i); len(left) > 0 {
			leases = append(leases, Lease{s.digest, left})
		}
	}
	return leases
}

// ErrForeign is the error for a line that is no result of the class.
var ErrForeign = errors.New("want a result of this class")

// Path returns where a submission is.
func (g *Grader) Path(submission string) string {
	for _, s := range g.subjects {
		if s.digest == submission {
			return s.path
		}
	}
	return ""
}

// Accept adds what a worker tells of a lease to the journal, but for what is known. It returns how many
// results were new, and the time by the clock that these runs took. The error is ErrForeign for a line that
// is no result of the lease.
func (g *Grader) Accept(t Told) (fresh int, took time.Duration, err error) {
	for _, line := range t.Lines {
		e, s, of, err := g.parse(t.Lease, line)
		if err != nil {
			return fresh, took, err
		}
		unbuilt, err := g.unbuiltNow(s)
		if err != nil {
			return fresh, took, err
		}
		if unbuilt || e.Kind == kindRun && g.Journal.Has(e.Key) {
			continue
		}
		if err := g.acceptOne(e, s, of, t); err != nil {
			return fresh, took, err
		}
		if fresh++; e.Kind == kindRun && e.Measured != nil {
			took += max(0, min(e.Wall, longestRun))
		}
	}
	return fresh, took, nil
}

// parse returns the entry of a line that a worker tells of a lease, of which books can be made: what is once in
// the journal is not run again.
func (g *Grader) parse(l Lease, line []byte) (e entry, s *subject, of int, err error) {
	e, ok := journal.Parse[entry](line)
	if !ok || e.Kind != kindBuild && e.Kind != kindRun {
		return e, nil, 0, fmt.Errorf("%w, found %.80q", ErrForeign, line)
	}
	s, of = g.whose(e)
	if s == nil || s.digest != l.Submission || of >= 0 && !slices.Contains(l.Cases, of) {
		return e, nil, 0, fmt.Errorf("%w, found one of %.40q on %.40q", ErrForeign, e.Student, e.Case)
	}
	if _, err := g.readable(e, of); err != nil {
		return e, nil, 0, fmt.Errorf("%w, found one of %.40q on %.40q: %w", ErrForeign, s.names[0], e.Case, err)
	}
	return e, s, of, nil
}

// unbuiltNow reports whether the journal says that a submission has no program, and that was not found wrong.
func (g *Grader) unbuiltNow(s *subject) (bool, error) {
	k := g.Plan.build(s.digest)
	if !g.Journal.Has(k) {
		return false, nil
	}
	e, _, err := g.Journal.Entry(k)
	return e.Verdict != built, err
}

// longestRun is the most that another machine may say of a run's time.
const longestRun = time.Hour

// acceptOne adds an entry of a worker's.
func (g *Grader) acceptOne(e entry, s *subject, of int, t Told) error {
	reason, err := g.readable(e, of)
	if err == nil {
		err = g.append(e, s, of, t)
	}
	if err != nil {
		return err
	}
	g.watch(func(w Watcher) {
		if e.Kind == kindBuild {
			w.Unbuilt(s.names, reason, len(s.left))
			return
		}
		w.Ran(s.names, g.cases[of], testscript.Verdict(e.Verdict))
	})
	return nil
}

// append writes an entry of a worker's into the journal. Of what it says there for readers nothing is taken
// over, and who it is from the leader says.
func (g *Grader) append(e entry, s *subject, of int, t Told) error {
	measured := Measured{}
	if e.Measured != nil {
		measured = *e.Measured
	}
	measured.Worker, measured.Confined, measured.Host = &t.From, nil, shorten(measured.Host)
	if !slices.Equal(t.Confined, g.Plan.Sandbox) {
		for _, name := range t.Confined[:min(len(t.Confined), mostConfined)] {
			measured.Confined = append(measured.Confined, shorten(name))
		}
	}
	e.Student, e.Case, e.Plan, e.Measured = s.names[0], "", nil, &measured
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

// readable checks that books can be made of an entry that another machine has made, and returns why
// there is no program: what is once in the journal is not run again.
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

// whose returns the submission that an entry is a result of, and the case of a run.
func (g *Grader) whose(e entry) (s *subject, of int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.byKey == nil {
		g.byKey = map[key][2]int{}
		for i, s := range g.subjects {
			g.byKey[g.Plan.build(s.digest)] = [2]int{i, -1}
			for j, k := range g.keys[i] {
				g.byKey[k] = [2]int{i, j}
			}
		}
	}
	at, ok := g.byKey[e.Key]
	if !ok || (e.Kind == kindRun) != (at[1] >= 0) {
		return nil, 0
	}
	return g.subjects[at[0]], at[1]
}

// Fail notes that a submission could not be graded because we failed.
func (g *Grader) Fail(submission, reason string) { g.fail(submission, errors.New(reason)) }

// Finish says why submissions fail, several at a time, once all is in the journal. Its error reports
// what could not be graded because we failed.
func (g *Grader) Finish(ctx context.Context) error {
	workers.Each(g.Jobs, len(g.subjects), func(i int) {
		s := g.subjects[i]
		if g.failure(s) != nil || ctx.Err() != nil {
			return
		}
		if err := g.explain(ctx, s); err != nil && ctx.Err() == nil {
			g.fail(s.digest, err)
		}
	})
	return errors.Join(ctx.Err(), g.failures())
}
