package problem

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/conversation"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// TestJudgeInteraction decides whether a program or its validator is at fault.
func TestJudgeInteraction(t *testing.T) {
	const (
		wall  = sandbox.StoppedWall
		fault = -2 // of the validator
	)
	exit := func(status int) sandbox.Outcome { return sandbox.Outcome{Exit: status} }
	stopped := sandbox.Outcome{Exit: -1, Stopped: wall}
	for name, c := range map[string]struct {
		program, validator sandbox.Outcome
		stopped, endSeen   bool
		want               int  // the exit status in the record: 0 if the program failed
		cleared            bool // the end of the program does not count
	}{
		"right":                                   {exit(0), exit(42), false, true, 42, false},
		"wrong":                                   {exit(0), exit(43), false, true, 43, true},
		"wrong before it stops":                   {stopped, exit(43), true, true, 43, true},
		"wrong before it fails":                   {exit(1), exit(43), false, false, 43, true},
		"wrong because it failed":                 {exit(1), exit(43), false, true, 0, false},
		"wrong because it was too slow":           {stopped, exit(43), false, true, 0, false},
		"it fails after an acceptance":            {exit(1), exit(42), false, false, 0, false},
		"it fails, and then the validator":        {exit(1), exit(1), false, true, 0, false},
		"it was too slow, and then the validator": {stopped, exit(1), false, true, 0, false},
		"both hang":                               {stopped, stopped, false, true, fault, false},
		"the validator hangs":                     {exit(0), stopped, false, true, fault, false},
		"the validator fails first":               {stopped, exit(1), true, false, fault, false},
		"the validator fails":                     {exit(0), exit(0), false, true, fault, false},
	} {
		p := &Package{manifest: &manifest.Manifest{}, extra: &extra{outputs: []string{stdoutName}}}
		c2 := passRunner{in: &input{p: p, testCase: &testCase{name: "secret/1"}}, validator: &builtProgram{}, check: "judge"}
		i := &executor.Interaction{Program: &executor.Run{Outcome: c.program}, Stopped: c.stopped, EndSeen: c.endSeen,
			Validator: &executor.Run{Outcome: c.validator, Dir: t.TempDir()}}
		got := fault
		err := c2.judgeInteraction(i)
		if err == nil {
			got = c2.record.Exit
		}
		cleared := i.Program.Exit == 0 && i.Program.Stopped == sandbox.NotStopped
		if got != c.want || cleared != (c.cleared || c.program.Exit == 0) || err != nil && !errors.As(err, new(*judgeError)) {
			t.Errorf("%s: found %d, %+v, %v", name, got, i.Program.Outcome, err)
		}
	}
}

// A fakeRunner runs programs of interactive problems that are functions.
type fakeRunner func(executor.Task) *executor.Run

func (f fakeRunner) Run(_ context.Context, t executor.Task) (*executor.Run, error) {
	return f(t), nil
}

func (f fakeRunner) Mechanisms() sandbox.Mechanisms { return sandbox.Mechanisms{} }
func (f fakeRunner) Close()                         {}

// TestSlowValidator has a program that runs out of time while it waits for a validator. It runs again with more
// time if the validator has used much.
func TestSlowValidator(t *testing.T) {
	for _, c := range []struct {
		cpu   time.Duration // of the validator
		walls []time.Duration
	}{
		{time.Second, []time.Duration{time.Minute}},
		{3 * time.Second, []time.Duration{time.Minute, time.Minute + 6*time.Second}},
	} {
		var walls []time.Duration
		dir := t.TempDir()
		program := fakeRunner(func(t executor.Task) *executor.Run {
			walls = append(walls, t.Limits.Wall)
			return &executor.Run{Outcome: sandbox.Outcome{Exit: -1, Stopped: sandbox.StoppedWall}}
		})
		validator := fakeRunner(func(task executor.Task) *executor.Run {
			_, _ = io.Copy(io.Discard, task.Pipes().Stdin) // until the program has ended
			return &executor.Run{Outcome: sandbox.Outcome{Exit: exitWrong, CPU: c.cpu}, Dir: dir}
		})
		p := open(t, lay(t, sum(nil)))
		in := p.of(t.Context(), p.cases[0])
		b := must.Get(p.program(t.Context(), "input_validators/v.sh"))(t)
		run := passRunner{in: in, runner: program, validator: &builtProgram{b.Program, validator}, check: "judge",
			task: executor.Task{Limits: sandbox.Limits{Wall: time.Minute}}}
		must.Get(run.interactivePass(t.Context()))(t)
		if len(walls) != len(c.walls) || walls[len(walls)-1] != c.walls[len(walls)-1] {
			t.Errorf("%v: ran with the limits %v, want %v", c.cpu, walls, c.walls)
		}
	}
}

// TestSlowFirstPass has a program whose first pass is the slow one. Its run has the CPU time of that pass.
func TestSlowFirstPass(t *testing.T) {
	p := open(t, lay(t, kinds(t)["code"]))
	times := []time.Duration{3 * time.Second, time.Second}
	program := fakeRunner(func(executor.Task) *executor.Run {
		run := &executor.Run{Outcome: sandbox.Outcome{CPU: times[0]}, Dir: t.TempDir()}
		times = times[1:]
		must.Do(t, os.WriteFile(filepath.Join(run.Dir, stdoutFile), []byte("ab\n"), 0o644))
		return run
	})
	validator := fakeRunner(func(executor.Task) *executor.Run {
		run := &executor.Run{Outcome: sandbox.Outcome{Exit: exitRight}, Dir: t.TempDir()}
		must.Do(t, os.Mkdir(filepath.Join(run.Dir, feedback), 0o755))
		if len(times) > 0 {
			must.Do(t, os.WriteFile(filepath.Join(run.Dir, nextPass), []byte("decode ab\n"), 0o644))
		}
		return run
	})
	b := must.Get(p.program(t.Context(), "input_validators/command.sh"))(t)
	run := passRunner{in: p.of(t.Context(), p.cases[0]), runner: program, check: "judge",
		validator: &builtProgram{b.Program, validator}, task: executor.Task{Fill: func(string) error { return nil }}}
	if err := run.runPasses(t.Context()); err != nil || run.cpu != 3*time.Second || run.record.Passes != 2 {
		t.Errorf("found %v of CPU time in %d passes, %v, want 3s in 2", run.cpu, run.record.Passes, err)
	}
}

// A validator may ask for as many passes as the package allows, and for no more.
func TestMaxPasses(t *testing.T) {
	c := passRunner{in: &input{p: &Package{manifest: &manifest.Manifest{MultiPass: true, ValidationPasses: 2}}}}
	for passes, want := range map[int]bool{1: true, 2: false} {
		c.feedback, c.record = map[string][]byte{nextPass: []byte("1\n")}, conversation.Record{Exit: exitRight,
			Passes: passes}
		if next, err := c.next(); next != want || (err == nil) != want {
			t.Errorf("after pass %d: found %v, %v, want %v", passes, next, err, want)
		}
	}
}
