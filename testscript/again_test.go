//go:build unix

package testscript_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

func init() {
	ways["companion first"] = func() { inTurn(1) }
	ways["slow first"] = func() { inTurn(0) }
}

// inTurn is a submission whose runs communicate through a directory. Run number slow never
// ends, and the run before waits for it. When its input comes again, it checks whether it
// is alone.
func inTurn(slow int) {
	dir := os.Args[3]
	input, err := os.ReadFile(oracle.InputFile)
	check(err)
	name := func(what string, n int) string { return filepath.Join(dir, fmt.Sprint(what, n)) }
	n := 0
	for ; ; n++ {
		f, err := os.OpenFile(name("run", n), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if err == nil {
			check(f.Close())
			break
		}
		if !errors.Is(err, os.ErrExist) {
			check(err)
		}
	}
	again, _ := os.ReadFile(filepath.Join(dir, "slow"))
	switch {
	case n == slow:
		check(os.WriteFile(filepath.Join(dir, "slow"), input, 0o644))
		time.Sleep(time.Hour)
	case n < slow:
		awaitName(name("run", slow))
	case bytes.Equal(input, again):
		for range 20 {
			if others, _ := filepath.Glob(filepath.Join(dir, "in*")); len(others) > 0 {
				check(fmt.Errorf("others run: %v", others))
			}
			time.Sleep(20 * time.Millisecond)
		}
	default:
		check(os.WriteFile(name("in", n), nil, 0o644))
		time.Sleep(50 * time.Millisecond)
		check(os.Remove(name("in", n)))
	}
	write(answer())
}

// awaitName waits until a file exists.
func awaitName(path string) {
	for {
		if _, err := os.Stat(path); err == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// inTurnRunner returns a runner of a submission that behaves in the given way, with the given wall time, and
// cases for it. The caller removes the kept directories.
func inTurnRunner(t *testing.T, way, dir string, wall time.Duration, keep bool) (*testscript.Program, []*cases.Case) {
	t.Helper()
	o := testscript.Options{CPU: time.Minute, Wall: wall, Sandbox: sandbox.None, Keep: keep}
	p := open(t, nil, o, testscript.Command(submission(t), "submission", way, dir))
	return p, corpus(t, "reversi")
}

// A program that exceeds its time while another runs is run again, and then alone, whether
// there was one other or several.
func TestAgainAlone(t *testing.T) {
	t.Parallel() // it waits most of the time
	for _, more := range []int{0, 2} {
		t.Run(fmt.Sprint(more, " more"), func(t *testing.T) {
			t.Parallel()
			runAgain(t, more)
		})
	}
}

func runAgain(t *testing.T, more int) {
	dir := tier.TempDir(t)
	runner, all := inTurnRunner(t, "companion first", dir, 2*time.Second, false)
	var group sync.WaitGroup
	group.Go(func() { runner.Run(t.Context(), all[0]) })
	awaitName(filepath.Join(dir, "run0"))
	over := make(chan struct{})
	for _, c := range all[2 : 2+more] {
		group.Go(func() {
			awaitName(filepath.Join(dir, "run1"))
			for {
				select {
				case <-over:
					return
				default:
					runner.Run(t.Context(), c)
				}
			}
		})
	}
	slow := runner.Run(t.Context(), all[1])
	close(over)
	group.Wait()
	if slow.Verdict != testscript.Pass {
		t.Errorf("verdict %s: %s\n%s", slow.Verdict, slow.Reason, slow.Outcome.Errors)
	}
}

// The same goes for a program during which another started and ended. The directory of the
// first run is not kept.
func TestAgainAfterAnother(t *testing.T) {
	t.Parallel()
	dir := tier.TempDir(t)
	var slow testscript.Result
	t.Cleanup(func() { // after the runner is closed
		if slow.Dir != "" {
			os.RemoveAll(filepath.Dir(slow.Dir))
		}
	})
	runner, all := inTurnRunner(t, "slow first", dir, 2*time.Second, true)
	result := make(chan testscript.Result, 1)
	go func() { result <- runner.Run(t.Context(), all[0]) }()
	awaitName(filepath.Join(dir, "run0"))
	runner.Run(t.Context(), all[1])
	slow = <-result
	if slow.Verdict != testscript.Pass {
		t.Errorf("verdict %s: %s\n%s", slow.Verdict, slow.Reason, slow.Outcome.Errors)
	}
	if kept, _ := filepath.Glob(filepath.Join(filepath.Dir(slow.Dir), "*-"+all[0].Name)); len(kept) != 1 {
		t.Errorf("kept are %v", kept)
	}
	if alone := runner.Run(t.Context(), all[1]); alone.Verdict != testscript.Pass {
		t.Errorf("afterwards: %s", alone.Verdict)
	}
}

// Negative limits are rejected.
func TestNegativeLimits(t *testing.T) {
	for _, o := range []testscript.Options{{CPU: -time.Second}, {Wall: -1}, {Memory: -1}} {
		if _, err := testscript.NewRunner(o, 0); err == nil || !strings.Contains(err.Error(), "want limits of at least 0") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
