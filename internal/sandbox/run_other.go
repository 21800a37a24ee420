//go:build !linux

package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"time"
)

// tick is how often a running program's use of things is looked at. A program
// that ends sooner is never looked at.
const tick = 20 * time.Millisecond

// nothing is what programs read on standard input. It is opened once.
var nothing, _ = os.Open(os.DevNull)

// A supervisor starts the programs of a worker, one at a time, and sees to their end.
type supervisor struct{ control *control }

// hideSupervisor has nothing to hide behind here.
func hideSupervisor() { signal.Ignore(os.Interrupt) }

func newSupervisor(_ setup, c *control) (*supervisor, ready) {
	var m Mechanisms
	m.add(nameLimits, nil, Time, Output)
	m.add(nameGroup, nil) // a process that leaves it is not found
	m.add(nameWatch, nil, Disk)
	for _, name := range []string{nameLandlock, nameSeccomp, nameProcessLimit, nameMemoryGroup} {
		m.add(name, errors.New("this system does not have it"))
	}
	return &supervisor{c}, ready{Mechanisms: m}
}

// run runs one job. It ends early when the control does.
func (v *supervisor) run(job Job) (o Outcome, err error) {
	o.Exit = -1
	r := running{job: job}
	cmd := &exec.Cmd{Path: job.Path, Args: job.Args, Dir: job.Dir, Env: job.Env, Stdin: nothing}
	ownSession(cmd)
	r.child = follow(cmd)
	defer r.stdout.close()
	defer r.stderr.close()
	if err := errors.Join(r.stdout.open(), r.stderr.open()); err != nil {
		return o, err
	}
	cmd.Stdout, cmd.Stderr = r.stdout.file, r.stderr.file
	limitFiles(job.Limits.Output)
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		o.StartError = err.Error()
		return o, nil
	}
	r.child.started()
	r.stdout.start()
	r.stderr.start()
	o.Stopped = r.watch(v.control, begin)
	killGroup(cmd.Process.Pid)
	<-r.child.done
	o.Wall = time.Since(begin)
	o.Output, o.Errors = r.stdout.finish(), r.stderr.finish()
	describe(&o, cmd.ProcessState)
	if o.Stopped == NotStopped {
		o.Stopped = r.overrun(o.CPU)
	}
	return o, nil
}

// An event is what a program is waited for with.
type event int

const (
	nothingYet event = iota
	programEnded
	controlEnded
)

// A running is a job under way.
type running struct {
	job            Job
	child          *child
	stdout, stderr capture
}

// watch waits for the end of the program and looks after its limits meanwhile.
func (r *running) watch(control *control, begin time.Time) Stop {
	for {
		switch r.child.wait(tick, control) {
		case programEnded:
			return NotStopped
		case controlEnded:
			return StoppedWall
		}
		l := r.job.Limits
		switch {
		case l.Wall > 0 && time.Since(begin) > l.Wall:
			return StoppedWall
		}
		if stop := r.written(); stop != NotStopped {
			return stop
		}
	}
}

// overrun finds the limits that a program passed unseen, between two looks.
func (r *running) overrun(cpu time.Duration) Stop {
	if l := r.job.Limits; l.CPU > 0 && cpu > l.CPU {
		return StoppedCPU
	}
	return r.written()
}

// written tells whether too much was printed or written to files.
func (r *running) written() Stop {
	switch limit := r.job.Limits.Output; {
	case limit <= 0:
		return NotStopped
	case r.stdout.size()+r.stderr.size() > limit:
		return StoppedOutput
	case folderSize(r.job.Dir, limit) > limit:
		return StoppedDisk
	}
	return NotStopped
}

// describe fills in what the program's own end tells.
func describe(o *Outcome, state *os.ProcessState) {
	if state == nil {
		return
	}
	o.Exit = state.ExitCode()
	o.CPU = state.UserTime() + state.SystemTime()
	describeSystem(o, state)
}
