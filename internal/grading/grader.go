package grading

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/run/journal"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Run makes the runs that the journal lacks and diagnoses the submissions that fail. While programs run, as
// many others are built or judged. If ctx is done first, Run returns the error of ctx. Otherwise its error
// reports the submissions that could not be graded because touchstone failed.
func (g *Grader) Run(ctx context.Context) error {
	var err error
	if g.runner, err = testscript.NewRunner(g.options(), g.Jobs); err != nil {
		return err
	}
	g.reportProgress()
	for {
		groups := g.groups()
		if len(groups) == 0 {
			return g.Finish(ctx)
		}
		if err := run.All(ctx, g.Journal, 2*g.Jobs, groups); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			return errors.Join(err, g.failures())
		}
	}
}

// groups returns the runs that are neither in the journal nor have failed, by submission.
func (g *Grader) groups() (groups []*run.Group[entry]) {
	missing := g.missing()
	for _, s := range g.submissions {
		if missing[s] == nil {
			continue
		}
		s.planned, s.skipped = len(missing[s]), map[int]bool{}
		group := &run.Group[entry]{
			Open: func(ctx context.Context) ([]entry, error) { return g.build(ctx, s) },
			Close: func() error {
				_ = s.removeProgram() // scratch removes the rest when the process ends
				return nil
			},
			Stored:  func(e entry) { g.stored(s, e) },
			Skipped: func(n int) { g.reportSkipped(s, n) },
			Failed:  s.fail,
		}
		for _, j := range missing[s] {
			group.Units = append(group.Units, run.Unit[entry]{
				Key:  s.keys[j],
				Do:   func(ctx context.Context) (entry, error) { return g.run(ctx, s, j) },
				Skip: func() bool { return s.skipped[j] },
			})
		}
		groups = append(groups, group)
	}
	return groups
}

// stored reports a result that is in the journal.
func (g *Grader) stored(s *submission, e entry) {
	if e.Kind == kindBuild {
		s.unbuilt = true
		reason, err := e.reason()
		if err != nil {
			s.fail(err)
		}
		g.Watch.Unbuilt(s.shownNames, reason, s.planned)
		return
	}
	if e.Verdict == string(verdict.Timeout) { // other runs may be skipped now
		lacking := g.missingRuns(s)
		for j := range s.keys {
			s.skipped[j] = !slices.Contains(lacking, j)
		}
	}
	g.Watch.Ran(testscript.Verdict(e.Verdict))
}

// reportSkipped reports skipped runs of a looping program, unless the submission has no program or has failed.
func (g *Grader) reportSkipped(s *submission, n int) {
	if s.unbuilt || s.failed != nil {
		return
	}
	if !s.loops {
		g.Watch.Loops(s.shownNames)
	}
	s.loops = true
	g.Watch.Skipped(n)
}

// A Grader grades a class by a plan.
type Grader struct {
	Plan    *Plan
	Journal *Journal
	Jobs    int      // programs that run at a time
	Hide    []string // files and directories that no program may read: the roster, the journal
	Watch   Watcher

	assignment  *oracle.Assignment
	edition     string
	course      *course.File // nil without one
	cases       []*cases.Case
	submissions []*submission
	host        string
	runner      *testscript.Runner // of Run

	mu sync.Mutex // for the second runs of submissions
}

// A Watcher receives the progress. Its methods are not called concurrently.
type Watcher interface {
	// Begin reports the number of runs, and how many of them the journal has already.
	Begin(runs, known int)
	// Unbuilt reports a submission without a program, and the number of runs that this saves.
	Unbuilt(students []string, reason string, runs int)
	// Loops is called once for a program that ran out of time in every case of some category that was run, if its
	// other runs are skipped.
	Loops(students []string)
	// Skipped reports a number of runs that are not made.
	Skipped(runs int)
	// Ran reports the verdict of a run.
	Ran(verdict testscript.Verdict)
}

// NewGrader returns a grader for a plan. The submissions of the students must have the digests of the plan.
// Without students the grader can only make the books.
func NewGrader(p *Plan, j *Journal, students []submissions.Student) (*Grader, error) {
	a, all, err := p.load()
	if err != nil {
		return nil, err
	}
	edition, err := a.Edition(p.Settings.Edition)
	if err != nil {
		return nil, err
	}
	var file *course.File
	if p.Course != "" {
		if file, err = course.Parse(course.Name, []byte(p.Course), a); err != nil {
			return nil, err
		}
	}
	g := &Grader{
		Plan:       p,
		Journal:    j,
		Jobs:       testscript.DefaultJobs(),
		assignment: a,
		edition:    edition,
		course:     file,
		cases:      all,
	}
	g.host, _ = os.Hostname()
	byDigest := map[string]*submission{}
	for i, student := range p.Students {
		if student.Submission == "" {
			continue
		}
		s := byDigest[student.Submission]
		if s == nil {
			s = &submission{
				digest:  student.Submission,
				keys:    p.runKeys(student.Submission),
				repeats: verdict.Repeats{},
			}
			if students != nil {
				s.path = students[i].Path
			}
			byDigest[s.digest] = s
			g.submissions = append(g.submissions, s)
		}
		s.names = append(s.names, student.Name)
		s.shownNames = append(s.shownNames, file.AnonymousName(a.Name, student.Name))
		slices.Sort(s.shownNames)
	}
	return g, nil
}

// runKeys returns the keys of a submission's runs, by case.
func (p *Plan) runKeys(submission string) (keys []key) {
	for _, listed := range p.Cases {
		keys = append(keys, p.runKey(submission, listed))
	}
	return keys
}

func (g *Grader) options() testscript.Options {
	o := g.Plan.Settings
	o.Text, o.Hide = maxText, g.Hide
	return o
}

// missingRuns returns the cases on which a submission has to run and whose runs are not in the journal.
func (g *Grader) missingRuns(s *submission) (cases []int) {
	loops := g.loops()
	for j, k := range s.keys {
		if loops.Skips(g.cases[j]) {
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

// loops returns the filter of a submission's runs.
func (g *Grader) loops() judge.Loops {
	l := judge.Loops{All: g.Plan.AllTimeouts}
	if slices.ContainsFunc(g.assignment.Grading.Shares, func(s homework.Share) bool { return s.All }) {
		l.Settles = g.course.Rule().Settles
	}
	return l
}

// failures returns the failures of touchstone, each once.
func (g *Grader) failures() error {
	var failures []error
	students := map[string][]string{} // by failure
	for _, s := range g.submissions {
		if s.failed == nil {
			continue
		}
		text := s.failed.Error()
		if students[text] == nil {
			failures = append(failures, s.failed)
		}
		students[text] = append(students[text], s.shownNames...)
	}
	for i, err := range failures {
		failures[i] = fmt.Errorf("%s: %w", strings.Join(prose.Few(students[err.Error()]), ", "), err)
	}
	return errors.Join(failures...)
}

// build builds a submission's program. If the build fails, it returns an entry with the reason.
func (g *Grader) build(ctx context.Context, s *submission) (unbuilt []entry, err error) {
	err = s.prepare(ctx, g.assignment, g.runner)
	failed := (*testscript.BuildError)(nil)
	if !errors.As(err, &failed) || ctx.Err() != nil {
		return nil, err
	}
	reason := collapseRepeats([]byte(s.withoutPath(failed.Error())))
	data, err := journal.PackResult(verdict.Result{Reason: string(reason)})
	return []entry{{
		Kind: kindBuild, Key: g.Plan.buildKey(s.digest), Student: s.names[0], Verdict: string(testscript.Build),
		Data:     data,
		Measured: &gradebook.Measured{Host: g.host, When: now()},
	}}, err
}

// run runs a submission's program on a case, and returns the entry of the result.
func (g *Grader) run(ctx context.Context, s *submission, index int) (entry, error) {
	c := g.cases[index]
	r := s.program.Run(ctx, c)
	if ctx.Err() != nil {
		return entry{}, ctx.Err() // the run may have been cut short
	}
	if r.Verdict == testscript.Internal {
		return entry{}, fmt.Errorf("%s: %s", c.Name, r.Reason)
	}
	if g.countRepeat(s, r) {
		if r.SecondRun = verdict.DescribeChange(r, s.program.Run(ctx, c)); ctx.Err() != nil {
			return entry{}, ctx.Err()
		}
	}
	data, err := save(r)
	return entry{
		Kind: kindRun, Key: g.Plan.runKey(s.digest, g.Plan.Cases[index]), Student: s.names[0], Case: c.Name,
		Verdict: string(r.Verdict), Data: data,
		Measured: &gradebook.Measured{
			CPU:            r.Outcome.CPU,
			Wall:           r.Outcome.Wall,
			Peak:           r.Outcome.Peak,
			Host:           g.host,
			When:           now(),
			EarlierVerdict: r.EarlierVerdict,
		},
	}, err
}

// countRepeat reports whether a program runs once more on a case, and counts the repeat.
func (g *Grader) countRepeat(s *submission, r verdict.Result) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return s.repeats.Add(r)
}

func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
