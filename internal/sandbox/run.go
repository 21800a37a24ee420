package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// tick is how often a running program's use of things is looked at. A program
// that ends sooner is never looked at.
const tick = 20 * time.Millisecond

// nothing is what programs read on standard input. It is opened once.
var nothing, _ = os.Open(os.DevNull)

// run runs one job, in the helper. It tells of the program's process as soon as
// there is one, or that there is none, and ends early when the control does.
func run(c *confinement, job Job, tell func(pid int), control *control) (o Outcome) {
	o.Exit = -1
	r := running{job: job}
	cmd := &exec.Cmd{Path: job.Path, Args: job.Args, Dir: job.Dir, Env: job.Env, Stdin: nothing}
	ownGroup(cmd)
	dieWithParent(cmd)
	r.child = follow(cmd)
	defer r.child.close()
	defer r.stdout.close()
	defer r.stderr.close()
	err := errors.Join(r.stdout.open(), r.stderr.open())
	cmd.Stdout, cmd.Stderr = r.stdout.file, r.stderr.file
	limitFiles(job.Limits.Output)
	begin := time.Now()
	over := make(chan struct{})
	defer close(over)
	if err == nil {
		err = c.start(cmd, job, over)
	}
	if err != nil {
		tell(0)
		o.StartError = err.Error()
		return o
	}
	tell(cmd.Process.Pid)
	r.child.started()
	r.stdout.start()
	r.stderr.start()
	var ended bool
	o.Stopped, ended = r.watch(control, begin)
	rest := killTree(r.child, ended)
	o.Wall = time.Since(begin)
	o.Output, o.Errors = r.stdout.finish(), r.stderr.finish()
	describe(&o, cmd.ProcessState)
	o.CPU += rest
	if o.Stopped == NotStopped {
		o.Stopped = r.overrun(o.CPU)
	}
	return o
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
func (r *running) watch(control *control, begin time.Time) (stop Stop, ended bool) {
	for {
		switch r.child.wait(tick, control) {
		case programEnded:
			return NotStopped, true
		case controlEnded:
			return StoppedWall, false
		}
		l := r.job.Limits
		use := treeUse()
		switch {
		case l.CPU > 0 && use.cpu > l.CPU:
			return StoppedCPU, false
		case l.Wall > 0 && time.Since(begin) > l.Wall:
			return StoppedWall, false
		case l.Memory > 0 && use.memory > l.Memory:
			return StoppedMemory, false
		}
		if stop := r.written(); stop != NotStopped {
			return stop, false
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

// use is what a tree of processes uses at a moment.
type use struct {
	cpu    time.Duration
	memory int64
}

// mostEntries bounds the files that are counted; a folder with more is over any
// limit.
const mostEntries = 100_000

// folderSize counts the bytes of the files below dir, up to a little more than
// limit. Links are counted as nothing.
func folderSize(dir string, limit int64) (size int64) {
	entries := 0
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // it vanished, or it is closed to us
		}
		if entries++; entries > mostEntries {
			size = limit + 1
		} else if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		if size > limit {
			return fs.SkipAll
		}
		return nil
	})
	return size
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
