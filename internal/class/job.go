package class

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/class/course"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/internal/work/journal"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
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
	begun    time.Time     // zero before the first run
	ran      int           // runs that have ended
	spent    time.Duration // their time by the clock
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
	if c.begun.IsZero() {
		c.reportProgress()
		c.begun = time.Now()
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
	c.noteTime(r.submission, e)
	if e.Verdict == string(verdict.Timeout) {
		c.noteLoop(r.submission)
		c.noteTimeout(r.submission)
	}
	c.schedule.end(r.submission)
	c.watch(func(w Watcher) { w.Ran(testscript.Verdict(e.Verdict), c.left) })
	return nil
}

// noteTime adds the time that a run took.
func (c *grading) noteTime(s *submission, e entry) {
	c.ran++
	s.ran++
	if e.Measured != nil {
		c.spent += e.Wall
		s.spent += e.Wall
		s.slowest = max(s.slowest, e.Wall)
	}
}

// left returns an upper bound of the time that the remaining runs take, unless more programs run out of time.
// A program that has timed out may do so in each of its runs, and a run may be repeated. For the other
// programs the bound takes the mean time of the slowest one. It adds the mean time to prepare and to judge a
// run.
func (c *grading) left() time.Duration {
	usual := time.Duration(0)
	for _, s := range c.submissions {
		if s.ran > 0 && s.timeouts == 0 {
			usual = max(usual, s.spent/time.Duration(s.ran))
		}
	}
	if usual == 0 {
		usual = 2 * c.Plan.CPU
	}
	jobs, besides := time.Duration(c.Jobs), time.Duration(0)
	if c.ran > 0 {
		besides = max(0, time.Since(c.begun)*jobs-c.spent) / time.Duration(c.ran)
	}
	bound := time.Duration(0)
	for _, p := range slices.Concat(c.schedule.waiting, c.schedule.open) {
		each := usual
		if p.timeouts > 0 {
			each = 2 * p.slowest
		}
		bound += (each + besides) * time.Duration(p.running+len(p.cases))
	}
	return bound / jobs
}

func (c *grading) Fail(r run, cause error) error {
	c.fail(r.submission, cause)
	c.schedule.fail(r.submission)
	return nil
}

// noteLoop skips the remaining runs of a program that loops if the plan says so, and reports once that it
// loops.
func (c *grading) noteLoop(s *submission) {
	lacking := c.lacking(s)
	spared := c.schedule.keep(s, lacking)
	first := !s.loops && (spared > 0 || len(c.lackingOf(s, false)) < len(lacking))
	s.loops = s.loops || first
	c.watch(func(w Watcher) {
		if first {
			w.Loops(s.called, spared > 0)
		}
		if spared > 0 {
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

// A Grader works off a plan.
type Grader struct {
	Plan    *Plan
	Journal *Journal
	Jobs    int      // programs that run at a time
	Hide    []string // files and folders that no program may read: the roster, the journal
	Watch   Watcher  // told what happens; may be nil

	assignment  *oracle.Assignment
	course      *course.File // nil without one
	cases       []*cases.Case
	submissions []*submission
	byID        map[string]*submission
	host        string

	mu sync.Mutex // for Watch, and the failures and second runs of submissions
}

// A Watcher is told of the progress. Its methods are not called concurrently.
type Watcher interface {
	// Begin says how many runs there are, and how many of them are known from before.
	Begin(runs, known int)
	// Unbuilt says that a submission has no program, and how many runs need not be made therefore.
	Unbuilt(students []string, reason string, runs int)
	// Loops says once that a program has run out of time wherever it ran in some category, so that other runs
	// need not be made. They are made nevertheless unless they are spared.
	Loops(students []string, spared bool)
	// Slow says once that a program which does not loop everywhere has run out of time in so many cases.
	Slow(students []string, timeouts int)
	// Spared says how many runs more are not made.
	Spared(runs int)
	// Ran reports the verdict of a run. left returns an upper bound of the remaining time; it must not be called
	// after Ran has returned.
	Ran(verdict testscript.Verdict, left func() time.Duration)
}

// NewGrader returns a grader of the plan for these students, whose submissions must be those that
// the plan has the digests of. Without students it can do no more than make the books.
func NewGrader(p *Plan, j *Journal, students []submissions.Student) (*Grader, error) {
	a, all, err := p.load()
	if err != nil {
		return nil, err
	}
	file, err := p.courseFile(a)
	if err != nil {
		return nil, err
	}
	g := &Grader{
		Plan:       p,
		Journal:    j,
		Jobs:       testscript.DefaultJobs(),
		assignment: a,
		course:     file,
		cases:      all,
		byID:       map[string]*submission{},
	}
	g.host, _ = os.Hostname()
	for i, student := range p.Students {
		if student.Submission == "" {
			continue
		}
		s := g.byID[student.id()]
		if s == nil {
			s = &submission{
				id:     student.id(),
				digest: student.Submission,
				factor: student.TimeFactor,
				keys:   p.runKeys(student.id()),
			}
			if students != nil {
				s.path = students[i].Path
			}
			g.byID[s.id] = s
			g.submissions = append(g.submissions, s)
		}
		s.names = append(s.names, student.Name)
		s.called = append(s.called, file.Called(a.Name, student.Name))
		slices.Sort(s.called)
	}
	return g, nil
}

// runKeys returns the keys of a submission's runs, by case.
func (c *Plan) runKeys(submission string) (keys []key) {
	for _, of := range c.Cases {
		keys = append(keys, c.runKey(submission, of))
	}
	return keys
}

func (g *Grader) options() testscript.Options {
	o := g.Plan.options(mostText)
	o.Hide = g.Hide
	return o
}

// lacking returns the cases on which a submission has to run and whose runs are not in the journal.
func (g *Grader) lacking(s *submission) []int { return g.lackingOf(s, g.Plan.AllTimeouts) }

// lackingOf is like lacking, with all timeouts or with few.
func (g *Grader) lackingOf(s *submission, all bool) (cases []int) {
	loops := g.loops(s, all)
	for j, k := range s.keys {
		if loops.Spares(g.cases[j]) {
			continue
		}
		known := g.Journal.Has(k)
		if !loops.All || loops.Settles != nil {
			e, ok, err := g.Journal.Entry(k)
			known = ok && err == nil
			loops.Add(g.cases[j], testscript.Verdict(e.Verdict))
		}
		if !known {
			cases = append(cases, j)
		}
	}
	return cases
}

// loops returns the filter of a submission's runs, with all timeouts or with few. A run settles points only
// if it does so for all students of the submission.
func (g *Grader) loops(s *submission, all bool) judge.Loops {
	l := judge.Loops{All: all}
	if slices.ContainsFunc(g.assignment.Grading.Shares, func(s homework.Share) bool { return s.All }) {
		l.Settles = func(c *cases.Case) bool {
			return !slices.ContainsFunc(s.names, func(name string) bool { return !g.course.Rule(name).Settles(c) })
		}
	}
	return l
}

// failures reports what we failed in, each failure once.
func (g *Grader) failures() error {
	var wrong []error
	who := map[string][]string{} // by what failed, which may be the same for many
	for _, s := range g.submissions {
		if s.failed != nil {
			who[s.failed.Error()] = append(who[s.failed.Error()], s.called...)
		}
	}
	for _, s := range g.submissions {
		if s.failed == nil || who[s.failed.Error()] == nil {
			continue
		}
		wrong = append(wrong, fmt.Errorf("%s: %w", strings.Join(prose.Few(who[s.failed.Error()]), ", "), s.failed))
		who[s.failed.Error()] = nil
	}
	return errors.Join(wrong...)
}

// fail notes a failure of ours with a submission.
func (g *Grader) fail(s *submission, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	s.failed = cmp.Or(s.failed, err)
}

func (g *Grader) failure(s *submission) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return s.failed
}

func (g *Grader) watch(tell func(Watcher)) {
	if g.Watch != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		tell(g.Watch)
	}
}

// build builds a submission's program. If there is none, it returns an entry that says why.
func (g *Grader) build(ctx context.Context, l *testscript.Limiter,
	s *submission) (unbuilt *entry, err error) {
	err = s.prepare(ctx, g, l)
	failed := (*testscript.BuildError)(nil)
	if !errors.As(err, &failed) || ctx.Err() != nil {
		return nil, err
	}
	reason := steady([]byte(s.withoutPath(failed.Error())))
	data, err := journal.PackResult(verdict.Result{Reason: string(reason)})
	return &entry{
		Kind: kindBuild, Key: g.Plan.buildKey(s.id), Student: s.names[0], Verdict: string(testscript.Build),
		Data:     data,
		Measured: &Measured{Host: g.host, When: now()},
	}, err
}

// run runs a submission's program on a case, and returns the entry of the result.
func (g *Grader) run(ctx context.Context, l *testscript.Limiter, s *submission, of int) (entry, error) {
	c := g.cases[of]
	r := s.runner.RunIn(ctx, l, c)
	if ctx.Err() != nil {
		return entry{}, ctx.Err() // the run may have been cut short
	}
	if r.Verdict == testscript.Internal {
		return entry{}, fmt.Errorf("%s: %s", c.Name, r.Reason)
	}
	if g.repeats(s, r) {
		if r.Otherwise = diagnosis.Otherwise(r, s.runner.RunIn(ctx, l, c)); ctx.Err() != nil {
			return entry{}, ctx.Err()
		}
	}
	data, err := save(r)
	return entry{
		Kind: kindRun, Key: g.Plan.runKey(s.id, g.Plan.Cases[of]), Student: s.names[0], Case: c.Name,
		Verdict: string(r.Verdict), Data: data,
		Measured: &Measured{
			CPU:    r.Outcome.CPU,
			Wall:   r.Outcome.Wall,
			Peak:   r.Outcome.Peak,
			Host:   g.host,
			When:   now(),
			Before: r.Before,
		},
	}, err
}

// repeats reports whether a program is run once more on a case, and counts it.
func (g *Grader) repeats(s *submission, r verdict.Result) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if s.repeats == nil {
		s.repeats = diagnosis.Repeats{}
	}
	return s.repeats.Add(r)
}

func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
