//go:build !linux || portable

package sandbox

import (
	"errors"
	"os"
	"time"
)

// A running is a job in progress.
type running struct {
	job            Job
	stdin          *os.File
	stdout, stderr capture
	tree           *tree
	child          *child
}

// open opens the program's standard files, which are new for each run: all processes that
// have a file open share its flags and position.
func (r *running) open() (err error) {
	r.stdin, err = openInput(r.job.Dir, r.job.Stdin)
	return errors.Join(err, r.stdout.open(r.job.Dir, r.job.Stdout), r.stderr.open("", ""))
}

func (r *running) close() {
	if r.stdin != nil {
		r.stdin.Close()
	}
	r.stdout.close()
	r.stderr.close()
}

// captureFile returns a file that nobody else can open by name.
func captureFile() (*os.File, error) { return namelessFile("output") }

// watch waits for the end of the program and enforces its limits meanwhile.
func (r *running) watch(control *control, begin time.Time) Stop {
	l := r.job.Limits
	for {
		switch r.child.wait(tick, control) {
		case programEnded:
			return NotStopped
		case controlEnded:
			return StoppedWall
		}
		r.tree.sample()
		if stop := r.overrun(r.tree.used()); stop != NotStopped {
			return stop
		}
		if l.Wall > 0 && time.Since(begin) > l.Wall {
			return StoppedWall
		}
	}
}

// A usage is what all processes of a program have used.
type usage struct {
	cpu    time.Duration
	memory int64 // the current use, or the peak if the system records that
	stop   Stop  // the system itself reports an exceeded limit
}

// overrun returns which limit was exceeded.
func (r *running) overrun(u usage) Stop {
	switch l := r.job.Limits; {
	case u.stop != NotStopped:
		return u.stop
	case l.CPU > 0 && u.cpu > l.CPU:
		return StoppedCPU
	case l.Memory > 0 && u.memory > l.Memory:
		return StoppedMemory
	}
	return r.written()
}

// written reports whether too much was printed or written to files.
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

// describe sets the part of the outcome that follows from how the program itself ended, and
// from what it used between the last measurements. Its memory no longer matters if it has
// ended by itself.
func (r *running) describe(o *Outcome) {
	u := r.tree.used()
	u.memory = 0
	if state := r.child.state(); state != nil {
		o.Exit = state.ExitCode()
		u.cpu = max(u.cpu, state.UserTime()+state.SystemTime())
		o.System = state.SystemTime()
		describeSystem(o, &u, r.job.Limits, state)
	}
	o.CPU, o.Peak = u.cpu, max(o.Peak, r.tree.peak)
	if o.Stopped == NotStopped {
		o.Stopped = r.overrun(u)
	}
	if o.Stopped == NotStopped && o.Signal == "SIGXFSZ" { // where a write that exceeds the limit has no effect
		o.Stopped = StoppedDisk
	}
}
