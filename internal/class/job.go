package class

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A run is a submission and the index of a case.
type run struct {
	*submission
	of int
}

// A grading is the job of grading a class, whose pieces are runs.
type grading struct {
	*Grader
	limiter  *testscript.Limiter
	schedule schedule
	begun    bool
}

// Run makes the runs that the journal lacks and explains why submissions fail. While programs run, as many
// others are built or judged. If ctx is done first, Run returns the error of ctx. Otherwise its error
// reports the submissions that could not be graded because touchstone failed.
func (g *Grader) Run(ctx context.Context) error {
	n := 2 * g.Jobs
	job := &grading{Grader: g, limiter: testscript.NewLimiter(g.Jobs), schedule: schedule{maxOpen: n}}
	err := errors.Join(work.Run(ctx, job, n), job.schedule.clear())
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return errors.Join(err, g.failures())
	}
	return g.Finish(ctx)
}

// Refill implements work.Job, like the methods that follow.
func (c *grading) Refill() (more bool, err error) {
	if !c.begun {
		c.reportProgress()
		c.begun = true
	}
	c.schedule.waiting = c.missing()
	return len(c.schedule.waiting) > 0, nil
}

func (c *grading) Next() (run, bool) { return c.schedule.next() }

// Do builds the program of a submission if necessary and runs it on a case.
func (c *grading) Do(ctx context.Context, r run, report func(entry) error) error {
	if r.player == nil {
		unbuilt, err := c.build(ctx, c.limiter, r.submission)
		if err != nil {
			return errors.Join(err, r.clear())
		}
		if unbuilt != nil {
			return report(*unbuilt)
		}
	}
	e, err := c.run(ctx, c.limiter, r.submission, r.of)
	if err != nil {
		return err
	}
	return report(e)
}

// Accept adds a result to the journal.
func (c *grading) Accept(r run, e entry) error {
	if err := c.Journal.Append(e); err != nil {
		return err
	}
	if e.Kind == kindBuild {
		reason, err := e.reason()
		c.watch(func(w Watcher) { w.Unbuilt(r.called, reason, r.left) })
		c.schedule.drop(r.submission)
		return err
	}
	c.watch(func(w Watcher) { w.Ran(testscript.Verdict(e.Verdict)) })
	if e.Verdict == string(verdict.Timeout) {
		c.noteLoop(r.submission)
		c.noteTimeout(r.submission)
	}
	c.schedule.end(r.submission)
	return nil
}

func (c *grading) Fail(r run, cause error) error {
	c.fail(r.submission, cause)
	c.schedule.fail(r.submission)
	return nil
}

// noteLoop skips the remaining runs of a program that loops if the plan says so, and reports once that it
// loops.
func (c *grading) noteLoop(s *submission) {
	if s.loops && c.Plan.AllTimeouts {
		return // it was reported already
	}
	lacking := c.lackingOf(s, true)
	spared := len(c.lackingOf(s, false)) - len(lacking)
	if !c.Plan.AllTimeouts {
		spared = c.schedule.keep(s, lacking)
	}
	if spared == 0 {
		return
	}
	first := !s.loops
	s.loops = true
	c.watch(func(w Watcher) {
		if first {
			w.Loops(s.called, !c.Plan.AllTimeouts)
		}
		if !c.Plan.AllTimeouts {
			w.Spared(spared)
		}
	})
}

// minTimeouts is the number of timeouts after which a program is reported as slow. After fewer, two in
// a category, it may turn out that the program loops.
const minTimeouts = 7

// noteTimeout reports once that a program runs out of time in many cases, unless it was reported to loop.
func (c *grading) noteTimeout(s *submission) {
	if s.timeouts++; s.timeouts == minTimeouts && !s.loops {
		c.watch(func(w Watcher) { w.Slow(s.called, s.timeouts) })
	}
}

// A schedule chooses the next run fairly: among the submissions that have begun it takes the one with the
// fewest runs under way, and among equals the one with the fewest runs so far. At most maxOpen submissions
// have begun and not ended, so that not all programs of a class exist at the same time.
type schedule struct {
	maxOpen int
	waiting []*pending
	open    []*pending
}

// A pending submission has runs left or under way.
type pending struct {
	*submission
	cases   []int // indices of the cases left
	running int   // runs under way
	started int   // runs begun so far
	built   bool
}

// next returns the next run. It returns false if none can begin now. While a program is being built, its
// other runs wait.
func (s *schedule) next() (run, bool) {
	var next *pending
	if len(s.waiting) > 0 && len(s.open) < s.maxOpen {
		next, s.waiting = s.waiting[0], s.waiting[1:]
		s.open = append(s.open, next)
	} else {
		for _, p := range s.open {
			if len(p.cases) == 0 || !p.built && p.running > 0 {
				continue
			}
			if next == nil || cmp.Or(p.running-next.running, p.started-next.started) < 0 {
				next = p
			}
		}
	}
	if next == nil {
		return run{}, false
	}
	r := run{next.submission, next.cases[0]}
	next.cases = next.cases[1:]
	next.running++
	next.started++
	return r, true
}

// end records that a run has ended with a result.
func (s *schedule) end(of *submission) {
	s.change(of, func(p *pending) { p.running, p.built = p.running-1, true })
}

// drop records that a submission has no program.
func (s *schedule) drop(of *submission) {
	s.change(of, func(p *pending) { p.running, p.cases = 0, nil })
}

// fail records that touchstone failed in a run. If the program was not built, its other runs are dropped.
func (s *schedule) fail(of *submission) {
	s.change(of, func(p *pending) {
		if p.running--; !p.built {
			p.cases = nil
		}
	})
}

// keep drops the runs of a submission that are left, except those on the given cases. It returns the number
// of runs dropped.
func (s *schedule) keep(of *submission, cases []int) (dropped int) {
	s.change(of, func(p *pending) {
		before := len(p.cases)
		p.cases = slices.DeleteFunc(slices.Clone(p.cases), func(of int) bool { return !slices.Contains(cases, of) })
		dropped = before - len(p.cases)
	})
	return dropped
}

// change changes a submission. With its last run the submission ends, and its program is removed.
func (s *schedule) change(of *submission, change func(*pending)) {
	i := slices.IndexFunc(s.open, func(p *pending) bool { return p.submission == of })
	if i < 0 {
		return
	}
	p := s.open[i]
	if change(p); p.running+len(p.cases) == 0 {
		s.open = slices.Delete(s.open, i, i+1)
		_ = p.clear() // scratch removes the rest when the process ends
	}
}

// clear removes the programs of all submissions that have begun.
func (s *schedule) clear() error {
	var errs []error
	for _, p := range s.open {
		errs = append(errs, p.clear())
	}
	s.open = nil
	return errors.Join(errs...)
}
