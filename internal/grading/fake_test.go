package grading

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A fakeClass is a class whose programs do not run: a fake executor reads from the text of a program what it
// does. A line "CASE: BEHAVIOUR ..." has the behaviours in the first run of a case, in the second and so on; the
// last one stays. In other cases the program is right.
type fakeClass struct {
	t        *testing.T
	dir      string // of the submissions
	students []submissions.Student
	cases    []*cases.Case
	options  testscript.Options
	course   *course.File
	shard    run.Shard
	all      bool // AllTimeouts
	jobs     int
	cancel   func() // of the behaviour "cancel"

	mu   sync.Mutex
	runs map[string]int // by "PROGRAM CASE"
	meet chan struct{}  // of the behaviour "meet"
}

// newFakeClass returns a class with the programs of students, on cases of squirrel. The students are sorted by
// name. A student with the program "" has handed in nothing.
func newFakeClass(t *testing.T, caseNames string, programs map[string]string) *fakeClass {
	t.Helper()
	c := &fakeClass{t: t, dir: t.TempDir(), jobs: 1, runs: map[string]int{}, meet: make(chan struct{}),
		options: testscript.Options{Sandbox: testscript.SandboxNone}}
	all := gametest.Corpus(t, &squirrel.Assignment)
	for name := range strings.FieldsSeq(caseNames) {
		c.cases = append(c.cases, all[slices.IndexFunc(all, func(c *cases.Case) bool { return c.Name == name })])
	}
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		student := submissions.Student{Name: name}
		if programs[name] != "" {
			student.Path = filepath.Join(c.dir, name)
			c.write(name, programs[name])
		}
		c.students = append(c.students, student)
	}
	before := executor.Wrap
	executor.Wrap = func(x executor.Executor) executor.Executor { return fakeExecutor{x, c} }
	t.Cleanup(func() { executor.Wrap = before })
	return c
}

// code returns the text of a program. Programs with the same text are one submission.
func code(name string, lines ...string) string {
	return "#!/bin/sh\n# " + name + "\n" + strings.Join(lines, "\n")
}

// write writes the program of a student.
func (c *fakeClass) write(student, program string) {
	c.t.Helper()
	must.WriteFile(c.t, filepath.Join(c.dir, student, "squirrel"), program)
}

// open returns a grader of the class, with the journal in a directory.
func (c *fakeClass) open(books string) *Grader {
	c.t.Helper()
	terms := Terms{Assignment: &squirrel.Assignment, Cases: c.cases, Settings: c.options, Course: c.course,
		Touchstone: "v1"}
	p := must.Get(NewPlan(terms, c.students))(c.t)
	p.Shard, p.AllTimeouts = c.shard, c.all
	j := must.Get(OpenJournal(books))(c.t)
	c.t.Cleanup(func() { j.Close() })
	must.Do(c.t, j.Begin(p))
	g := must.Get(NewGrader(p, j, c.students))(c.t)
	g.Jobs, g.Watch = c.jobs, &logWatcher{verdicts: map[string]int{}}
	return g
}

// A graded is the result of a call of grade.
type graded struct{ results, progress, err string }

// grade runs what a journal lacks.
func (c *fakeClass) grade(books string) graded {
	c.t.Helper()
	g := c.open(books)
	defer g.Journal.Close()
	return c.run(g)
}

// run runs what the journal of a grader lacks.
func (c *fakeClass) run(g *Grader) graded {
	c.t.Helper()
	ctx, cancel := context.WithCancel(c.t.Context())
	defer cancel()
	c.cancel = cancel
	err := g.Run(ctx)
	class, lacking := g.Class(c.t.Context())
	if err == nil {
		err = errors.New("")
	}
	return graded{showClass(class, lacking), g.Watch.(*logWatcher).String(), err.Error()}
}

// ran returns the runs since the last call, each with the number of times if that is not 1.
func (c *fakeClass) ran() string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(c.runs)) {
		if n := c.runs[name]; n != 1 {
			name = fmt.Sprintf("%s x%d", name, n)
		}
		lines = append(lines, name)
	}
	c.runs = map[string]int{}
	return strings.Join(lines, ", ")
}

// showClass returns a line for each student: the name, the reason why there is no program, and the verdicts.
// Behind a verdict are the reason of a failure of touchstone, the difference in a second run, and the verdict of
// a run that did not count; "*" marks a case beyond the envelope.
func showClass(class *gradebook.Class, err error) string {
	if err != nil {
		return err.Error()
	}
	var lines []string
	for _, s := range class.Students {
		line := s.Name + ":"
		noProgram, _, _ := strings.Cut(s.NoProgram, ":\n")
		for _, r := range s.Results {
			line += " " + string(r.Verdict)
			for _, detail := range []string{s.UngradedReason(), noProgram, r.SecondRun, string(r.EarlierVerdict)} {
				if detail != "" {
					line += " (" + detail + ")"
				}
			}
			if r.Beyond != "" {
				line += "*"
			}
		}
		for _, name := range s.Summary.Unexplained {
			line += ", unexplained " + name
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// A logWatcher records the progress, without the order of verdicts.
type logWatcher struct {
	lines    []string
	verdicts map[string]int
}

func (w *logWatcher) Begin(runs, known int) { w.add("%d runs, %d known", runs, known) }
func (w *logWatcher) Unbuilt(students []string, reason string, runs int) {
	reason, _, _ = strings.Cut(reason, ":\n")
	w.add("%s without a program, saves %d: %s", strings.Join(students, " and "), runs, reason)
}
func (w *logWatcher) Loops(students []string) { w.add("%s loops", strings.Join(students, " and ")) }
func (w *logWatcher) Skipped(runs int)        { w.count("skipped", runs) }
func (w *logWatcher) Ran(verdict testscript.Verdict) {
	w.count(string(verdict), 1)
}

func (w *logWatcher) add(format string, args ...any) {
	w.lines = append(w.lines, fmt.Sprintf(format, args...))
}

func (w *logWatcher) count(what string, n int) { w.verdicts[what] += n }

func (w *logWatcher) String() string {
	lines := w.lines
	for _, name := range slices.Sorted(maps.Keys(w.verdicts)) {
		lines = append(lines, fmt.Sprintf("%d %s", w.verdicts[name], name))
	}
	return strings.Join(lines, "\n")
}

type fakeExecutor struct {
	executor.Executor
	class *fakeClass
}

func (x fakeExecutor) Open(answers.Need, sandbox.Policy) (executor.Runner, error) {
	return fakeRunner{x}, nil
}

type fakeRunner struct{ fakeExecutor }

func (r fakeRunner) Mechanisms() sandbox.Mechanisms { return nil }
func (r fakeRunner) Close()                         {}

// Run does what the text of the program says.
func (r fakeRunner) Run(ctx context.Context, task executor.Task) (*executor.Run, error) {
	c := r.class
	program, err := os.ReadFile(task.Path)
	if err != nil {
		return nil, err
	}
	ended := &executor.Run{Dir: c.t.TempDir()}
	if err := task.Fill(ended.Dir); err != nil {
		return nil, err
	}
	input, err := os.ReadFile(filepath.Join(ended.Dir, "input.txt"))
	if err != nil {
		return nil, err
	}
	problem, err := squirrel.Assignment.Parse("input.txt", input)
	if err != nil {
		return nil, err
	}
	index := slices.IndexFunc(c.cases, func(one *cases.Case) bool { return one.Problem.String() == problem.String() })
	name, behaviour := c.begin(string(program), c.cases[index].Name)
	if behaviour == "meet" { // another program, before both crash
		behaviour = "crash"
		select {
		case c.meet <- struct{}{}:
		case <-c.meet:
		case <-time.After(5 * time.Second):
			behaviour = "timeout"
		}
	}
	ended.CPU, ended.Wall, ended.Peak = time.Millisecond, 2*time.Millisecond, 3
	switch behaviour {
	case "right", "wrong":
		if err := r.answer(ctx, problem, ended.Dir, behaviour == "wrong"); err != nil {
			return nil, err
		}
	case "crash":
		ended.Exit, ended.Errors = 1, []byte("a fault\n")
	case "timeout":
		ended.Stopped = sandbox.StoppedCPU
	case "fail":
		return nil, errors.New("no room for " + c.dir + "/" + name)
	case "cancel":
		c.cancel()
	}
	return ended, nil
}

// begin counts a run of a program on a case. It returns the name of the program, and its behaviour.
func (c *fakeClass) begin(program, testCase string) (name, behaviour string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	lines := strings.Split(program, "\n")
	name = strings.TrimPrefix(lines[1], "# ")
	run := name + " " + testCase
	c.runs[run]++
	for _, line := range lines {
		if words, ok := strings.CutPrefix(line, testCase+": "); ok {
			all := strings.Fields(words)
			return name, all[min(c.runs[run], len(all))-1]
		}
	}
	return name, "right"
}

// answer writes the files of a problem.
func (r fakeRunner) answer(ctx context.Context, p homework.Problem, dir string, wrong bool) error {
	to := output.NewDir(dir)
	defer to.Abort()
	if _, err := p.Solve(ctx, homework.Options{}, to); err != nil {
		return err
	}
	if err := to.Commit(); err != nil || !wrong {
		return err
	}
	return os.WriteFile(filepath.Join(dir, p.Files()[0]), []byte("wrong\n"), 0o600)
}
