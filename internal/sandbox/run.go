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

// run runs one job, in the helper. It tells of the program's process as soon as
// there is one, or that there is none, and ends early when gone is closed.
func run(c *confinement, job Job, tell func(pid int), gone <-chan struct{}) (o Outcome) {
	o.Exit = -1
	stdout, stderr := new(capture), new(capture)
	cmd := &exec.Cmd{Path: job.Path, Args: job.Args, Dir: job.Dir, Env: job.Env}
	ownGroup(cmd)
	dieWithParent(cmd)
	flood := make(chan struct{})
	budget := newBudget(job.Limits.Output, flood)
	defer stdout.close()
	defer stderr.close()
	err := errors.Join(stdout.open(budget), stderr.open(budget))
	cmd.Stdout, cmd.Stderr = stdout.w, stderr.w
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
	stdout.start()
	stderr.start()
	done := make(chan struct{})
	go func() {
		cmd.Wait() // the state tells
		close(done)
	}()
	o.Stopped = watch(job, done, flood, gone, begin)
	rest := killTree(cmd.Process.Pid, done)
	o.Wall = time.Since(begin)
	o.Output, o.Errors = stdout.finish(), stderr.finish()
	describe(&o, cmd.ProcessState)
	o.CPU += rest
	if o.Stopped == NotStopped {
		o.Stopped = overrun(job, o.CPU)
	}
	return o
}

// watch waits for the end of the program and looks after its limits meanwhile.
func watch(job Job, done, flood, gone <-chan struct{}, begin time.Time) Stop {
	look := time.NewTicker(tick)
	defer look.Stop()
	for {
		select {
		case <-done:
			return NotStopped
		case <-flood:
			return StoppedOutput
		case <-gone:
			return StoppedWall
		case <-look.C:
		}
		l := job.Limits
		use := treeUse()
		switch {
		case l.CPU > 0 && use.cpu > l.CPU:
			return StoppedCPU
		case l.Wall > 0 && time.Since(begin) > l.Wall:
			return StoppedWall
		case l.Memory > 0 && use.memory > l.Memory:
			return StoppedMemory
		case l.Output > 0 && folderSize(job.Dir, l.Output) > l.Output:
			return StoppedDisk
		}
	}
}

// overrun finds the limits that a program passed unseen, between two looks.
func overrun(job Job, cpu time.Duration) Stop {
	switch l := job.Limits; {
	case l.CPU > 0 && cpu > l.CPU:
		return StoppedCPU
	case l.Output > 0 && folderSize(job.Dir, l.Output) > l.Output:
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
