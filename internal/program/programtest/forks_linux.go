package programtest

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
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// Forks returns an executor that starts programs without a sandbox, at a tenth of the time. Programs in Python
// are forks of one interpreter. It reports the mechanisms of x, but limits only time and output. Working
// directories lie in dir, where they stay.
func Forks(x executor.Executor, dir string) executor.Executor { return forks{x, dir} }

type forks struct {
	executor.Executor
	dir string
}

//go:embed forks.py
var forksProgram string

func (x forks) Open(need answers.Need, p sandbox.Policy) (executor.Runner, error) {
	settings := x.Settings()
	p.Mode, p.Read, p.Hide = settings.Sandbox, settings.AllowRead, append(p.Hide, settings.Hide...)
	p, err := answers.Guard(p, need)
	if err != nil {
		return nil, err
	}
	mechanisms, err := mechanismsOf(settings)
	return forksRunner{x.dir, p, mechanisms}, err
}

// knownMechanisms holds the mechanisms of each mode of the sandbox.
var knownMechanisms sync.Map

func mechanismsOf(settings outcome.Settings) (sandbox.Mechanisms, error) {
	if m, ok := knownMechanisms.Load(settings.Sandbox); ok {
		return m.(sandbox.Mechanisms), nil
	}
	m, err := executor.Mechanisms(settings)
	if err == nil {
		knownMechanisms.Store(settings.Sandbox, m)
	}
	return m, err
}

type forksRunner struct {
	dir        string
	policy     sandbox.Policy
	mechanisms sandbox.Mechanisms
}

func (r forksRunner) Mechanisms() sandbox.Mechanisms { return r.mechanisms }

func (r forksRunner) Close() {}

func (r forksRunner) Run(ctx context.Context, t executor.Task) (*executor.Run, error) {
	run := &executor.Run{Dir: cmp.Or(r.policy.Home, r.policy.Work)}
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
	if run.Outcome, err = f.run(ctx, run.Dir, t); err != nil {
		return nil, err
	}
	idle <- f
	return run, ctx.Err()
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
	cmd := exec.Command("python3", "-S", "-c", forksProgram)
	cmd.ExtraFiles, cmd.Stderr = []*os.File{jobs, answers}, os.Stderr
	err = cmd.Start() // it ends with the pipe
	return &fork{cmd, to, bufio.NewReader(from)}, errors.Join(err, jobs.Close(), answers.Close())
}

// EndForks ends the idle interpreters.
func EndForks() {
	for len(idle) > 0 {
		f := <-idle
		f.jobs.Close()
		_ = f.cmd.Wait()
	}
}

// An ending is the line about a program that has ended.
type ending struct {
	Exit    int    // or the negative number of a signal
	CPU     int64  // in nanoseconds
	Failure string // why the program could not be started
}

// run runs a program.
func (f *fork) run(ctx context.Context, dir string, t executor.Task) (o sandbox.Outcome, err error) {
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
		"path": t.Path, "args": t.Args, "python": strings.HasPrefix(filepath.Base(t.Path), "python3"),
		"env": t.Env(dir), "dir": dir, "stdin": stdin, "removes": t.Stdin != "", "stdout": stdout,
		"stderr": stderr, "output": t.Limits.Output, "cpu": t.Limits.CPU.Seconds(),
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
	if err := f.read(&pid); err != nil {
		return o, err
	}
	var killed atomic.Bool
	kill := func() {
		killed.Store(true)
		_ = syscall.Kill(-pid, syscall.SIGKILL)
	}
	defer context.AfterFunc(ctx, kill)()
	if pipes != nil {
		defer stopWith(pipes, kill)()
	}
	var spent atomic.Bool
	defer watch(pid, t.Limits, begin, func() { spent.Store(true) }, kill)()
	var ended ending
	if err := f.read(&ended); err != nil {
		return o, err
	}
	o.Wall, o.CPU = time.Since(begin), time.Duration(ended.CPU)
	setEnd(&o, ended, killed.Load())
	if spent.Load() {
		o.Stopped, o.CPU = sandbox.StoppedCPU, max(o.CPU, t.Limits.CPU)
	}
	printed, err := os.ReadFile(stdout)
	errs, unread := os.ReadFile(stderr)
	setOutput(&o, printed, errs)
	t.ReplacePaths(&o)
	return o, cmp.Or(err, unread)
}

// watch kills a program that exceeds its limit on CPU time together with its children, after a call of spent, or
// its limit on elapsed time. The function that it returns ends this.
func watch(pid int, limits sandbox.Limits, begin time.Time, spent, kill func()) (end func()) {
	if limits.CPU == 0 {
		limits.CPU = limits.MaxElapsed()
	}
	over := make(chan struct{})
	go func() {
		for {
			select {
			case <-over:
				return
			case <-time.After(min(limits.CPU, 100*time.Millisecond)):
			}
			elapsed := time.Since(begin)
			switch used, running := usage(pid); {
			case elapsed > limits.CPU && used > limits.CPU:
				spent()
				kill()
			case limits.Wall > 0 && elapsed > limits.Wall && (!running || elapsed > limits.MaxElapsed()):
				kill()
			}
		}
	}()
	return func() { close(over) }
}

// usage returns the CPU time of a process and its children, and whether one of them has or waits for a processor.
func usage(pid int) (used time.Duration, running bool) {
	const tick = 10 * time.Millisecond
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, after, _ := bytes.Cut(stat, []byte(") "))
	fields := bytes.Fields(after)
	if len(fields) < 15 {
		return 0, false
	}
	for _, field := range fields[11:15] { // of the process and of the children that have ended
		ticks, _ := strconv.Atoi(string(field))
		used += time.Duration(ticks) * tick
	}
	running = fields[0][0] == 'R'
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for _, field := range bytes.Fields(children) {
		child, _ := strconv.Atoi(string(field))
		more, runs := usage(child)
		used, running = used+more, running || runs
	}
	return used, running
}

// stopWith calls kill when the pipes are stopped. The function that it returns ends this.
func stopWith(pipes *sandbox.Pipes, kill func()) (end func()) {
	pipes.Stdin.Close()
	pipes.Stdout.Close()
	over := make(chan struct{})
	go func() {
		defer close(over)
		if _, err := pipes.Stop.Read(make([]byte, 1)); err == io.EOF {
			kill()
		}
	}()
	return func() {
		pipes.Stop.Close()
		<-over
	}
}

// setEnd sets how a program ended.
func setEnd(o *sandbox.Outcome, ended ending, killed bool) {
	o.Exit, o.StartError = ended.Exit, ended.Failure
	switch signal := syscall.Signal(-o.Exit); {
	case o.Exit >= 0:
		return
	case signal == syscall.SIGPROF:
		o.Stopped = sandbox.StoppedCPU
	case signal == syscall.SIGXFSZ:
		o.Stopped = sandbox.StoppedOutput
	case signal == syscall.SIGKILL && killed:
		o.Stopped = sandbox.StoppedWall
	default:
		o.Signal = unix.SignalName(signal)
	}
	o.Exit = -1
}

// setOutput sets the standard output and error of a program.
func setOutput(o *sandbox.Outcome, printed, errs []byte) {
	o.Printed, o.First = int64(len(printed)), printed[:min(len(printed), 1<<10)]
	o.Output, o.Errors = printed[max(0, len(printed)-sandbox.TailSize):], errs[:min(len(errs), sandbox.HeadSize)]
}

// descriptor returns a name by which another process can open a file of this process.
func descriptor(f *os.File) string { return fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), f.Fd()) }

func (f *fork) read(into any) error {
	line, err := f.answers.ReadBytes('\n')
	return cmp.Or(err, json.Unmarshal(line, into))
}
