package testscript

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A fakeExecutor has a program that writes the files of an edition. It starts nothing.
type fakeExecutor struct {
	settings outcome.Settings
	dir      string
	c        *cases.Case
	edition  string // of the files
	crlf     bool
	policy   sandbox.Policy
	task     executor.Task
}

func (f *fakeExecutor) Settings() outcome.Settings { return f.settings }

func (f *fakeExecutor) Open(_ answers.Need, p sandbox.Policy) (executor.Runner, error) {
	f.policy = p
	return f, nil
}

func (f *fakeExecutor) Mechanisms() sandbox.Mechanisms { return nil }

func (f *fakeExecutor) Close() {}

func (f *fakeExecutor) Run(ctx context.Context, t executor.Task) (*executor.Run, error) {
	f.task = t
	files, err := homework.Answer(ctx, f.c.Problem, homework.Options{Edition: f.edition})
	for name, text := range files {
		if f.crlf {
			text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(f.dir, name), text, 0o600)
		}
	}
	return &executor.Run{Dir: f.dir}, err
}

// corpus returns the cases of an assignment.
func corpus(t *testing.T, assignment string) []*cases.Case {
	t.Helper()
	a, err := oracle.Lookup(assignment)
	must.Do(t, err)
	all, err := cases.Embedded(a)
	must.Do(t, err)
	return all
}

// Each setting arrives where it acts: in the confinement, the limits of a run, or the comparison.
func TestSettingsAct(t *testing.T) {
	all := corpus(t, "reversi")
	a := all[0].Assignment
	var c *cases.Case // one in which the editions differ
	for _, one := range all {
		first, err := homework.Answer(t.Context(), one.Problem, homework.Options{Edition: a.Editions[0].Name})
		must.Do(t, err)
		second, err := homework.Answer(t.Context(), one.Problem, homework.Options{Edition: a.Editions[1].Name})
		must.Do(t, err)
		if c == nil && one.Time == 0 && !bytes.Equal(first["output.txt"], second["output.txt"]) {
			c = one
		}
	}
	open := func(o Options, edition string, crlf bool) (*fakeExecutor, Result) {
		t.Helper()
		f := &fakeExecutor{settings: o, dir: tier.TempDir(t), c: c, edition: edition, crlf: crlf}
		r, err := NewRunner(o, 1)
		must.Do(t, err)
		r.executor = f
		p, err := r.Open(t.Context(), a, Command("sh", "-c", "true"))
		must.Do(t, err)
		defer p.Close()
		return f, p.Run(t.Context(), c)
	}
	first, second := a.Editions[0].Name, a.Editions[1].Name
	for _, one := range []struct {
		o       Options
		edition string
		crlf    bool
		want    Verdict
	}{
		{Options{}, first, false, Pass}, {Options{}, second, false, Wrong}, {Options{Edition: second}, second, false, Pass},
		{Options{Edition: second}, first, false, Wrong}, {Options{}, first, true, Format}, {Options{Course: true}, first, true, Pass},
	} {
		if _, got := open(one.o, one.edition, one.crlf); got.Verdict != one.want {
			t.Errorf("%+v, files of %s: %s, want %s", one.o, one.edition, got.Verdict, one.want)
		}
	}
	s := time.Second
	for _, one := range []struct {
		o         Options
		cpu, wall time.Duration
		memory    int64
	}{
		{Options{}, 10 * s, 25 * s, 4 << 30},
		{Options{CPU: 3 * s}, 3 * s, 11 * s, DefaultMemory},
		{Options{CPU: 3 * s, Wall: 4 * s}, 3 * s, 4 * s, DefaultMemory},
		{Options{Memory: 5 << 20}, DefaultCPU, 25 * s, 5 << 20},
	} {
		f, _ := open(one.o, first, false)
		// The first run has generous times.
		if got := f.task.Limits; got.CPU%one.cpu != 0 || got.Wall%one.wall != 0 || got.CPU > generousTimes*one.cpu || got.Memory != one.memory {
			t.Errorf("%+v: limits %+v", one.o, got)
		}
		if f.policy.Memory != one.memory {
			t.Errorf("%+v: the policy has %d bytes of memory", one.o, f.policy.Memory)
		}
	}
	if _, got := open(Options{Text: 5}, second, false); len(got.Files[0].Text) != 5 {
		t.Errorf("%d bytes of a wrong file are kept, want 5", len(got.Files[0].Text))
	}
	c = &cases.Case{}
	*c = *all[0]
	c.Time = 50 * s
	for same, want := range map[bool]time.Duration{false: 50 * s, true: 3 * s} {
		if f, _ := open(Options{CPU: 3 * s, SameCPU: same}, first, false); f.task.Limits.CPU%want != 0 {
			t.Errorf("with the same CPU time %v a case has %s", same, f.task.Limits.CPU)
		}
	}
}
