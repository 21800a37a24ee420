package class

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/verdict"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A Grader works off a plan.
type Grader struct {
	Plan    *Plan
	Journal *Journal
	Jobs    int      // programs that run at a time
	Hide    []string // files and folders that no program may read: the roster, the journal
	Watch   Watcher  // told what happens; may be nil

	assignment  *oracle.Assignment
	cases       []*cases.Case
	submissions []*submission
	keys        [][]key // of the runs, by subject and case
	host        string
	byKey       map[key][2]int // submission and case, or -1 for the build; made when it is needed

	mu     sync.Mutex
	failed map[string]error // failures of our own, by submission
}

// A Watcher is told of the progress. Its methods are not called concurrently.
type Watcher interface {
	// Begin says how many runs there are, and how many of them are known from before.
	Begin(runs, known int)
	// Unbuilt says that a submission has no program, and how many runs need not be made therefore.
	Unbuilt(students []string, reason string, runs int)
	// Ran says how a run ended.
	Ran(students []string, of *cases.Case, verdict testscript.Verdict)
}

// NewGrader returns a grader of the plan for these students, whose submissions must be those that
// the plan has the digests of. Without students it can do no more than make the books.
func NewGrader(p *Plan, j *Journal, students []submissions.Student) (*Grader, error) {
	a, all, err := p.load()
	if err != nil {
		return nil, err
	}
	g := &Grader{Plan: p, Journal: j, Jobs: testscript.DefaultJobs(), assignment: a, cases: all, failed: map[string]error{}}
	g.host, _ = os.Hostname()
	by := map[string]*submission{}
	for i, student := range p.Students {
		if student.Submission == "" {
			continue
		}
		s := by[student.id()]
		if s == nil {
			s = &submission{i: len(g.submissions), id: student.id(), digest: student.Submission, factor: student.TimeFactor}
			if students != nil {
				s.path = students[i].Path
			}
			by[s.id] = s
			g.submissions = append(g.submissions, s)
		}
		s.names = append(s.names, student.Name)
	}
	for _, s := range g.submissions {
		g.keys = append(g.keys, p.runs(s.id))
	}
	return g, nil
}

// runs returns the keys of a submission's runs, by case.
func (c *Plan) runs(submission string) (keys []key) {
	for _, of := range c.Cases {
		keys = append(keys, c.run(submission, of))
	}
	return keys
}

func (g *Grader) options() testscript.Options {
	o := g.Plan.Options(mostText)
	o.Hide = g.Hide
	return o
}

// lacking returns the cases on which a submission's runs are not in the journal.
func (g *Grader) lacking(i int) (cases []int) {
	for j, k := range g.keys[i] {
		if !g.Journal.Has(k) {
			cases = append(cases, j)
		}
	}
	return cases
}

// Run runs what the journal does not have yet, and says why submissions fail. It returns ctx's error if that is
// done before, and otherwise an error that reports what could not be graded because we failed; everything else
// is in the journal then. While programs run, as many others are built or judged.
func (g *Grader) Run(ctx context.Context) error {
	n := 2 * g.Jobs
	station := newStation(g, g.Plan.Sandbox, n, true)
	job := &grading{Grader: g, recheck: g.newRecheck(0, nil), schedule: schedule{most: n}}
	err := errors.Join(work.Run(ctx, job, station, n), station.Close())
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return errors.Join(err, g.failures())
	}
	return g.Finish(ctx)
}

// failures reports what we failed in.
func (g *Grader) failures() error {
	var wrong []error
	for _, s := range g.submissions {
		if err := g.failed[s.id]; err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", strings.Join(s.names, ", "), err))
		}
	}
	return errors.Join(wrong...)
}

// fail notes a failure of ours with a submission.
func (g *Grader) fail(submission string, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.failed[submission] == nil {
		g.failed[submission] = err
	}
}

func (g *Grader) failure(s *submission) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.failed[s.id]
}

func (g *Grader) watch(tell func(Watcher)) {
	if g.Watch != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		tell(g.Watch)
	}
}

// build builds a submission's program. If there is none, it returns an entry that says why.
func (g *Grader) build(ctx context.Context, l *testscript.Limiter, s *submission, here bool) (unbuilt *entry, err error) {
	err = s.prepare(ctx, g, l, here)
	failed := (*testscript.BuildError)(nil)
	if !errors.As(err, &failed) || ctx.Err() != nil {
		return nil, err
	}
	reason := steady([]byte(s.withoutPath(failed.Error())))
	data, err := verdict.Result{Reason: string(reason)}.Pack()
	return &entry{
		Kind: kindBuild, Key: g.Plan.build(s.id), Student: s.names[0], Verdict: string(testscript.Build), Data: data,
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
	data, err := save(r)
	return entry{
		Kind: kindRun, Key: g.Plan.run(s.id, g.Plan.Cases[of]), Student: s.names[0], Case: c.Name, Verdict: string(r.Verdict), Data: data,
		Measured: &Measured{CPU: r.Outcome.CPU, Wall: r.Outcome.Wall, Peak: r.Outcome.Peak, Host: g.host, When: now()},
	}, err
}

func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
