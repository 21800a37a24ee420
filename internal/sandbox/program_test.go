package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// This test binary is a program under test when it is run as "BINARY program WAY FILE", so
// these tests run on every system, even without a shell.
func init() {
	if len(os.Args) == 4 && os.Args[1] == "program" {
		programs[os.Args[2]](os.Args[3])
		os.Exit(0)
	}
}

var programs = map[string]func(file string){
	"nothing":      func(string) {},
	"print":        func(string) { fmt.Println("out"); fmt.Fprintln(os.Stderr, "err"); os.Exit(7) },
	"sleep":        func(string) { time.Sleep(time.Hour) },
	"spin":         spin,
	"hog":          hog,
	"edge":         func(string) { touch(80 << 20) },
	"flood":        func(string) { flood(os.Stdout) },
	"flood errors": func(string) { flood(os.Stderr) },
	"flood both":   func(string) { flood(os.Stdout, os.Stderr) },
	"beat":         beat,
	// It starts a process that outlives it, or waits for one that does the work.
	"leave":      func(file string) { begin("beat", file); awaitFile(file) },
	"keep":       func(file string) { begin("beat", file); beat(file) },
	"child spin": func(file string) { _ = begin("spin", file).Wait() },
	"child hog":  func(file string) { _ = begin("hog", file).Wait() },
}

// beat changes a file without end.
func beat(file string) {
	for i := 0; ; i++ {
		_ = os.WriteFile(file, fmt.Append(nil, os.Getpid(), i), 0o644)
		time.Sleep(10 * time.Millisecond)
	}
}

// flood writes 600 KiB to each of some files, and then waits, or all that is taken to a single one.
func flood(to ...*os.File) {
	for block := make([]byte, 600<<10); ; time.Sleep(time.Hour) {
		for _, f := range to {
			for {
				if _, err := f.Write(block); err != nil || len(to) > 1 {
					break
				}
			}
		}
	}
}

func begin(way, file string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "program", way, file)
	cmd.Stdout = os.Stdout
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(9)
	}
	return cmd
}

func spin(string) {
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
	}
}

// hog uses up to 1 GB of memory, slowly enough to be measured.
func hog(string) {
	var all [][]byte
	for range 64 {
		block := make([]byte, 16<<20)
		for i := 0; i < len(block); i += 512 {
			block[i] = 1
		}
		all = append(all, block)
		time.Sleep(50 * time.Millisecond)
	}
	time.Sleep(10 * time.Second)
	fmt.Println(len(all))
}

// touch uses a number of bytes of memory, each for a short time.
func touch(size int) {
	block := make([]byte, size)
	for i := 0; i < len(block); i += 4096 {
		block[i] = 1
	}
	runtime.KeepAlive(block)
}

func awaitFile(file string) bool {
	for range 12_000 { // two minutes
		if info, err := os.Stat(file); err == nil && info.Size() > 0 {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// self returns a job that runs this binary as a program.
func self(t *testing.T, way, file string, l sandbox.Limits) sandbox.Job {
	t.Helper()
	path := must.Get(os.Executable())(t)
	return sandbox.Job{Path: path, Args: []string{path, "program", way, file}, Env: os.Environ(), Limits: l}
}

func worker(t *testing.T) *sandbox.Worker { return workerIn(t, sandbox.Policy{Mode: sandbox.None}) }

func workerIn(t *testing.T, p sandbox.Policy) *sandbox.Worker {
	t.Helper()
	newWorker := sandbox.NewWorker
	if p.Mode == withoutSpaces {
		newWorker, p.Mode = sandbox.NewWorkerWithoutSpaces, sandbox.Auto
	}
	w := must.Get(newWorker(p))(t)
	t.Cleanup(w.Close)
	return w
}

// withoutSpaces is Auto without namespaces.
const withoutSpaces sandbox.Mode = "auto without namespaces"

var modes = []sandbox.Mode{sandbox.None, sandbox.Auto, withoutSpaces}

// newDir creates the directory of a worker's next run.
func newDir(t *testing.T, w *sandbox.Worker) *sandbox.Dir {
	t.Helper()
	f := must.Get(w.MakeDir(64 << 20))(t)
	t.Cleanup(func() { must.Do(t, f.Remove()) })
	return f
}

// run runs a job to its end.
func run(t *testing.T, w *sandbox.Worker, job sandbox.Job) sandbox.Outcome {
	t.Helper()
	return must.Get(w.Run(t.Context(), newDir(t, w), job))(t)
}

// watched reports whether a worker limits a thing, with or without gaps.
func watched(w *sandbox.Worker, thing string) bool {
	return slices.ContainsFunc(w.Mechanisms(), func(m sandbox.Mechanism) bool {
		return m.Active && m.Name != "limits" && slices.Contains(m.Guards, thing)
	})
}

// still fails the test if a file continues to change.
func still(t *testing.T, file string) {
	t.Helper()
	before := must.Get(os.ReadFile(file))(t)
	time.Sleep(200 * time.Millisecond)
	expect.Equal(t, string(before), string(must.Get(os.ReadFile(file))(t)), "the beat of a process that is dead")
}

// Every limit ends a program, if any of its processes exceeds it.
func TestLimits(t *testing.T) {
	w := worker(t)
	for _, c := range []struct {
		way    string
		limits sandbox.Limits
		stop   sandbox.Stop
		needs  string // thing that must be limited
	}{
		{"nothing", sandbox.Limits{CPU: time.Minute, Wall: time.Minute, Memory: 1 << 30, Output: 1 << 20}, sandbox.NotStopped, ""},
		{"sleep", sandbox.Limits{Wall: 500 * time.Millisecond}, sandbox.StoppedWall, ""},
		{"spin", sandbox.Limits{CPU: 100 * time.Millisecond, Wall: time.Minute}, sandbox.StoppedCPU, sandbox.Memory}, // Wine accounts for neither
		{"flood", sandbox.Limits{Wall: time.Minute, Output: 1 << 20}, sandbox.StoppedOutput, ""},
		{"flood errors", sandbox.Limits{Wall: time.Minute, Output: 1 << 20}, sandbox.StoppedOutput, ""},
		{"flood both", sandbox.Limits{Wall: time.Minute, Output: 1 << 20}, sandbox.StoppedOutput, ""}, // each alone is within the limit
		{"child spin", sandbox.Limits{CPU: 100 * time.Millisecond, Wall: time.Minute}, sandbox.StoppedCPU, sandbox.Memory},
		{"hog", sandbox.Limits{Wall: time.Minute, Memory: 150 << 20}, sandbox.StoppedMemory, sandbox.Memory},
		// It ends before it can be sampled. The largest resident set is known to some megabytes.
		{"edge", sandbox.Limits{Wall: time.Minute, Memory: 64 << 20}, sandbox.StoppedMemory, sandbox.Memory},
		{"edge", sandbox.Limits{Wall: time.Minute, Memory: 512 << 20}, sandbox.NotStopped, ""},
		{"child hog", sandbox.Limits{Wall: time.Minute, Memory: 150 << 20}, sandbox.StoppedMemory, sandbox.Memory},
	} {
		t.Run(c.way, func(t *testing.T) {
			if c.needs != "" && !watched(w, c.needs) {
				t.Skipf("nobody watches %s here", c.needs)
			}
			o := run(t, w, self(t, c.way, "", c.limits))
			expect.True(t, o.Stopped == c.stop && !o.ProcessesLeft && o.StartError == "", o, c.stop)
		})
	}
}

// The remaining processes of a program end with it, and its worker can run the next program.
func TestNothingIsLeft(t *testing.T) {
	w := worker(t)
	for range 2 {
		beat := filepath.Join(tier.TempDir(t), "beat")
		o := run(t, w, self(t, "leave", beat, sandbox.Limits{Wall: time.Minute}))
		expect.True(t, o.Exit == 0 && !o.ProcessesLeft, o)
		still(t, beat)
	}
	o := run(t, w, self(t, "print", "", sandbox.Limits{Wall: time.Minute}))
	got := fmt.Sprint(o.Exit, strings.TrimSpace(string(o.Output)), strings.TrimSpace(string(o.Errors)))
	expect.Equal(t, "7outerr", got)
}

// Cancelling the context kills the program, and so does the end of the caller, which is
// another process of this binary.
func TestEndOfTheCaller(t *testing.T) {
	if beat := os.Getenv("SANDBOX_TEST_CALLER"); beat != "" {
		run(t, worker(t), self(t, "keep", beat, sandbox.Limits{}))
		return
	}
	beat := filepath.Join(tier.TempDir(t), "beat")
	caller := exec.Command(os.Args[0], "-test.run=^TestEndOfTheCaller$")
	caller.Env = append(os.Environ(), "SANDBOX_TEST_CALLER="+beat)
	must.Do(t, caller.Start())
	expect.True(t, awaitFile(beat), "the program was started")
	_ = caller.Process.Kill()
	_ = caller.Wait()
	time.Sleep(time.Second)
	still(t, beat)

	beat = filepath.Join(tier.TempDir(t), "beat")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		awaitFile(beat)
		cancel()
	}()
	w := worker(t)
	f, job := newDir(t, w), self(t, "keep", beat, sandbox.Limits{})
	_, err := w.Run(ctx, f, job)
	expect.True(t, errors.Is(err, context.Canceled), err)
	still(t, beat)
	_, err = w.Run(t.Context(), f, job)
	expect.Error(t, err, "the sandbox's supervisor has ended")
}

// The flags -tier 2 and -as-nobody run the tests with fewer mechanisms of the sandbox.
func TestMain(m *testing.M) {
	os.Setenv("TMPDIR", os.TempDir()) // the tests compare directories on disk with directories in memory
	tier.Main(programtest.Tests(m))
}
