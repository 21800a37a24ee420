package problem

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// forks is an executor that runs programs in Python without a sandbox, each in a fork of one interpreter,
// at a tenth of the time. It has no limit on memory, and leaves other programs to the sandbox. Directories
// of runs lie in dir.
type forks struct {
	executor.Executor
	dir string
}

//go:embed testdata/forks.py
var forksProgram string

// forkedTests are the tests of the package. Their executors are forks unless TOUCHSTONE_TESTS is more than each or
// this process is for another tier.
type forkedTests struct{ tests interface{ Run() int } }

func init() { forked = func(m interface{ Run() int }) interface{ Run() int } { return forkedTests{m} } }

// Run runs the tests and returns their exit status.
func (f forkedTests) Run() int {
	dir, err := os.MkdirTemp("", "forks")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	defer endForks()
	if !effort.All() && tier.Current() == 0 {
		executor.Wrap = func(x executor.Executor) executor.Executor { return forks{x, dir} }
	}
	return f.tests.Run()
}

func (x forks) Open(need answers.Need, p sandbox.Policy) (executor.Runner, error) {
	return &forksRunner{forks: x, need: need, policy: p}, nil
}

// A forksRunner opens the runner of the sandbox when a run needs it.
type forksRunner struct {
	forks
	need   answers.Need
	policy sandbox.Policy

	mu     sync.Mutex
	opened executor.Runner
}

func (r *forksRunner) confined() (executor.Runner, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.opened != nil {
		return r.opened, nil
	}
	opened, err := r.Executor.Open(r.need, r.policy)
	if err == nil {
		r.opened = opened
	}
	return opened, err
}

func (r *forksRunner) Mechanisms() sandbox.Mechanisms { return sandbox.Mechanisms{} }

func (r *forksRunner) Close() {
	if r.opened != nil {
		r.opened.Close()
	}
}

func (r *forksRunner) Run(ctx context.Context, t executor.Task) (*executor.Run, error) {
	if !strings.HasPrefix(filepath.Base(t.Path), "python3") {
		confined, err := r.confined()
		if err != nil {
			return nil, err
		}
		return confined.Run(ctx, t)
	}
	run := &executor.Run{Dir: r.policy.Work}
	var err error
	if run.Dir == "" {
		if run.Dir, err = os.MkdirTemp(r.dir, ""); err != nil {
			return nil, err
		}
	}
	if t.Fill != nil {
		if err := t.Fill(run.Dir); err != nil {
			return nil, err
		}
	}
	f, err := idleFork()
	if err != nil {
		return nil, err
	}
	if run.Outcome, err = f.run(run.Dir, t); err != nil {
		return nil, err
	}
	idle <- f
	return run, nil
}

// A fork is an interpreter that runs one program at a time.
type fork struct {
	cmd     *exec.Cmd
	jobs    io.WriteCloser
	answers *bufio.Reader
}

var idle = make(chan *fork, 100)

func idleFork() (*fork, error) {
	select {
	case f := <-idle:
		return f, nil
	default:
	}
	jobs, to, err := os.Pipe()
	from, answers, more := os.Pipe()
	if err := errors.Join(err, more); err != nil {
		return nil, err
	}
	cmd := exec.Command("python3", "-c", forksProgram)
	cmd.ExtraFiles, cmd.Stderr = []*os.File{jobs, answers}, os.Stderr
	err = cmd.Start() // it ends with the pipe
	return &fork{cmd, to, bufio.NewReader(from)}, errors.Join(err, jobs.Close(), answers.Close())
}

// endForks ends the idle interpreters.
func endForks() {
	for len(idle) > 0 {
		f := <-idle
		f.jobs.Close()
		_ = f.cmd.Wait()
	}
}

// run runs a program in Python.
func (f *fork) run(dir string, t executor.Task) (o sandbox.Outcome, err error) {
	output, err := os.MkdirTemp("", "output")
	if err != nil {
		return o, err
	}
	defer os.RemoveAll(output)
	stdin, stdout, stderr := os.DevNull, filepath.Join(output, "out"), filepath.Join(output, "errors")
	if t.Stdin != "" {
		stdin = filepath.Join(dir, t.Stdin)
	}
	if t.Stdout != "" {
		stdout = filepath.Join(dir, t.Stdout)
	}
	for _, name := range []string{stdout, stderr} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			return o, err
		}
	}
	job := map[string]any{
		"args": t.Args[1:], "env": t.Env(dir), "dir": dir, "stdin": stdin, "removes": t.Stdin != "",
		"stdout": stdout, "stderr": stderr, "output": t.Limits.Output, "cpu": t.Limits.CPU.Seconds(),
	}
	pipes := t.Pipes()
	if pipes != nil {
		job["stdin"], job["stdout"] = descriptor(pipes.Stdin), descriptor(pipes.Stdout)
	}
	text, err := json.Marshal(job)
	if err != nil {
		return o, err
	}
	begin := time.Now()
	if _, err := f.jobs.Write(append(text, '\n')); err != nil {
		return o, err
	}
	var pid int
	var ended [2]int64
	if err := f.read(&pid); err != nil {
		return o, err
	}
	var killed atomic.Bool
	kill := func() {
		killed.Store(true)
		_ = syscall.Kill(-pid, syscall.SIGKILL)
	}
	if pipes != nil {
		pipes.Stdin.Close()
		pipes.Stdout.Close()
		over := make(chan struct{})
		defer func() { pipes.Stop.Close(); <-over }()
		go func() {
			defer close(over)
			if _, err := pipes.Stop.Read(make([]byte, 1)); err == io.EOF {
				kill()
			}
		}()
	}
	if t.Limits.Wall > 0 {
		slow := time.AfterFunc(t.Limits.Wall, func() {
			for time.Since(begin) < t.Limits.Longest() && isRunning(pid) {
				time.Sleep(50 * time.Millisecond)
			}
			kill()
		})
		defer slow.Stop()
	}
	if err := f.read(&ended); err != nil {
		return o, err
	}
	o.Wall, o.CPU, o.Exit = time.Since(begin), time.Duration(ended[1]), int(ended[0])
	if o.Exit < 0 {
		switch signal := syscall.Signal(-o.Exit); {
		case signal == syscall.SIGPROF:
			o.Stopped = sandbox.StoppedCPU
		case signal == syscall.SIGXFSZ:
			o.Stopped = sandbox.StoppedOutput
		case signal == syscall.SIGKILL && killed.Load():
			o.Stopped = sandbox.StoppedWall
		default:
			o.Signal = signal.String()
		}
		o.Exit = -1
	}
	printed, err := os.ReadFile(stdout)
	o.Printed, o.Output = int64(len(printed)), printed[max(0, len(printed)-sandbox.TailSize):]
	errs, unread := os.ReadFile(stderr)
	if o.Errors = errs[:min(len(errs), sandbox.HeadSize)]; t.Shown != nil {
		o.Errors = t.Shown(o.Errors)
	}
	return o, cmp.Or(err, unread)
}

// isRunning reports whether a process has or waits for a processor.
func isRunning(pid int) bool {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return bytes.Contains(stat, []byte(") R "))
}

// descriptor returns a name by which another process can open a file of this process.
func descriptor(f *os.File) string { return fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), f.Fd()) }

func (f *fork) read(into any) error {
	line, err := f.answers.ReadBytes('\n')
	return cmp.Or(err, json.Unmarshal(line, into))
}
