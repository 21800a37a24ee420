//go:build !linux || portable

package sandbox

import (
	"cmp"
	"encoding/gob"
	"errors"
	"os"
	"os/exec"
	"time"
)

// A supervisor starts the programs of a worker, one at a time, and makes sure that they end.
type supervisor struct{ control control }

// A control receives a supervisor's requests. They are sent one at a time, so anything that arrives during a
// run means the end.
type control chan request

func newControl(in *gob.Decoder) control {
	c := make(control)
	go func() {
		defer close(c)
		for {
			var r request
			if in.Decode(&r) != nil {
				return
			}
			c <- r
		}
	}()
	return c
}

// next waits for a request. ok is false when there are no more.
func (c control) next() (r request, ok bool) {
	r, ok = <-c
	return r, ok
}

func newSupervisor(_ setup, c control) (v *supervisor, answer ready) {
	m := &answer.Mechanisms
	m.add(nameLimits, nil, Time, Output)
	m.add(nameDirWatch, nil, Disk)
	addTree(m)
	for _, name := range []string{nameLandlock, nameSeccomp, nameProcessLimit, nameMemoryGroup} {
		m.add(name, errors.New("this system does not have it"))
	}
	return &supervisor{c}, answer
}

// A startError is a failure to start a program that is the program's fault.
type startError struct{ error }

// run runs one job. It stops early when control ends. The error is never the program's fault.
func (v *supervisor) run(job Job) (o Outcome, err error) {
	o.Exit = -1
	var stdout, stderr capture
	defer stdout.close()
	defer stderr.close()
	stdin, err := openInput(job.Dir, job.Stdin)
	if err != nil {
		return o, err
	}
	defer stdin.Close()
	if err := errors.Join(stdout.open(job.Dir, job.Stdout), stderr.open("", "")); err != nil {
		return o, err
	}
	cmd := &exec.Cmd{
		Path: job.Path, Args: job.Args, Dir: job.Dir, Env: job.Env,
		Stdin: stdin, Stdout: stdout.file, Stderr: stderr.file,
	}
	begin := time.Now()
	t, err := startTree(cmd, job.Limits)
	if failed := new(startError); errors.As(err, failed) {
		o.StartError = err.Error()
		return o, nil
	}
	if err != nil {
		return o, err
	}
	defer t.close()
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // cmd.ProcessState has the result
		close(ended)
	}()
	overrun := func() Stop { return t.used().exceededLimit(job, stdout.size()+stderr.size()) }
	o.Stopped = v.watch(ended, begin, job.Limits.Wall, overrun)
	o.Wall = time.Since(begin)
	o.ProcessesLeft = !t.end()
	u := t.used()
	select {
	case <-ended:
		state := cmd.ProcessState
		o.Exit, o.System = state.ExitCode(), state.SystemTime()
		u.cpu = max(u.cpu, o.System+state.UserTime())
		stop := describe(&o, job.Limits, state, u.cpu)
		o.Stopped = cmp.Or(o.Stopped, stop)
	case <-time.After(killWait):
		o.ProcessesLeft = true
	}
	o.CPU, o.Peak = u.cpu, max(o.Peak, u.peak)
	o.Stopped = cmp.Or(o.Stopped, u.exceededLimit(job, stdout.size()+stderr.size()))
	o.Output, o.Errors = stdout.tail(), stderr.headAndTail()
	o.First, o.Printed = stdout.first()
	return o, nil
}

// watch waits for the end of the program and enforces its limits until then.
func (v *supervisor) watch(ended <-chan struct{}, begin time.Time, wall time.Duration,
	overrun func() Stop) Stop {
	for {
		select {
		case <-ended:
			return NotStopped
		case <-v.control:
			return StoppedWall
		case <-time.After(tick):
		}
		if stop := overrun(); stop != NotStopped {
			return stop
		}
		if wall > 0 && time.Since(begin) > wall {
			return StoppedWall
		}
	}
}

// A usage is the usage of resources by all processes of a program.
type usage struct {
	cpu          time.Duration
	memory, peak int64
}

// exceededLimit returns which limit of a job was exceeded. The program has printed a number of bytes.
func (u usage) exceededLimit(job Job, printed int64) Stop {
	switch l := job.Limits; {
	case l.CPU > 0 && u.cpu > l.CPU:
		return StoppedCPU
	case l.Memory > 0 && u.memory > l.Memory:
		return StoppedMemory
	case l.Output > 0 && printed > l.Output:
		return StoppedOutput
	case l.Output > 0 && dirSize(job.Dir, l.Output) > l.Output:
		return StoppedDisk
	}
	return NotStopped
}

// Namespaces, control groups, other users and handles exist on Linux only.
type (
	spaces      uintptr
	groups      struct{}
	handles     struct{ names []string }
	programUser struct{ User, Group int }
)

var allSpaces = []spaces{0}

func (spaces) allowed() error                    { return nil }
func (spaces) ownRoot() bool                     { return false }
func (spaces) mappedIDs(programUser) programUser { return programUser{} }

// errNoPipes is the error of RunPiped.
var errNoPipes = errors.New("want Linux for interactive problems, whose programs talk to each other, found another " +
	"system")

func (*groups) kills() int64      { return 0 }
func (*groups) begin(int64) error { return errors.ErrUnsupported }
func (*groups) peak() int64       { return 0 }
func (*groups) close()            {}

func (*handles) closePeer() error           { return nil }
func (*handles) receive() (*os.File, error) { return nil, errors.ErrUnsupported }
func (*handles) send(...*os.File) error     { return errNoPipes }
func (*handles) close()                     {}

func (*supervisor) makeDir(int64) (string, error) { return "", errors.ErrUnsupported }
func (*supervisor) tidy()                         {}

// Share lets programs read a directory, which they may here.
func Share(string) error { return nil }

func (*Worker) equip(*Mechanisms) error     { return nil }
func (*Worker) allowTraversal(string) error { return nil }
func (*Worker) handOver(*Dir) error         { return nil }

// kill kills the supervisor, and with it its programs. The worker no longer waits for its answer, even if it
// does not die.
func (w *Worker) kill() {
	w.dead.Store(true)
	_ = w.cmd.Process.Kill()
	w.killRest()
	_ = w.out.Close()
}
