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
	"github.com/touchstone-suite/touchstone/internal/work/parcel"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

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
	// Loops says once that a program has run out of time wherever it ran in some category, so that other runs need not be made.
	// They are made nevertheless unless they are spared.
	Loops(students []string, spared bool)
	// Slow says once that a program which does not loop everywhere has run out of time in so many cases.
	Slow(students []string, timeouts int)
	// Spared says how many runs more are not made.
	Spared(runs int)
	// Ran says how a run ended.
	Ran(verdict testscript.Verdict)
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
	g := &Grader{Plan: p, Journal: j, Jobs: testscript.DefaultJobs(), assignment: a, course: file, cases: all, byID: map[string]*submission{}}
	g.host, _ = os.Hostname()
	for i, student := range p.Students {
		if student.Submission == "" {
			continue
		}
		s := g.byID[student.id()]
		if s == nil {
			s = &submission{id: student.id(), digest: student.Submission, factor: student.TimeFactor, keys: p.runKeys(student.id())}
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
func (g *Grader) lacking(s *submission) []int { return g.lackingOf(s, !g.Plan.AllTimeouts) }

// lackingOf is like lacking, with few timeouts or with all.
func (g *Grader) lackingOf(s *submission, few bool) (cases []int) {
	var loops judge.Loops
	for j, k := range s.keys {
		known, e := g.Journal.Has(k), entry{}
		if few {
			if loops.Spares(g.cases[j]) {
				continue
			}
			var err error
			e, known, err = g.Journal.Entry(k)
			known = known && err == nil
			loops.Add(g.cases[j], testscript.Verdict(e.Verdict))
		}
		if !known {
			cases = append(cases, j)
		}
	}
	return cases
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
func (g *Grader) build(ctx context.Context, l *testscript.Limiter, s *submission) (unbuilt *entry, err error) {
	err = s.prepare(ctx, g, l)
	failed := (*testscript.BuildError)(nil)
	if !errors.As(err, &failed) || ctx.Err() != nil {
		return nil, err
	}
	reason := steady([]byte(s.withoutPath(failed.Error())))
	data, err := parcel.PackResult(verdict.Result{Reason: string(reason)})
	return &entry{
		Kind: kindBuild, Key: g.Plan.buildKey(s.id), Student: s.names[0], Verdict: string(testscript.Build), Data: data,
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
		Kind: kindRun, Key: g.Plan.runKey(s.id, g.Plan.Cases[of]), Student: s.names[0], Case: c.Name, Verdict: string(r.Verdict), Data: data,
		Measured: &Measured{CPU: r.Outcome.CPU, Wall: r.Outcome.Wall, Peak: r.Outcome.Peak, Host: g.host, When: now(), Before: r.Before},
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
