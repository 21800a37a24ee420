//go:build !portable

package sandbox

import (
	"errors"
	"math"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// A running is a job in progress.
type running struct {
	job            Job
	v              *supervisor
	stdin          *os.File
	stdout, stderr capture
	pid, pidfd     int
	ended          bool // and waited for
	status         unix.WaitStatus
	usage          unix.Rusage   // of the program and the processes that it waited for
	rest           time.Duration // CPU time of what it left behind
	system         time.Duration // the part of both that the system spent
	use            account
	samples        int
	before         int64 // bytes in the additional writable folders
}

// prepare opens the program's standard files. They are new for each run: all processes that
// have a file open share its flags and position.
func (r *running) prepare() (err error) {
	if r.stdin, err = openInput(r.job.Dir, r.job.Stdin); err != nil {
		return err
	}
	if r.use.group = r.v.handles[handleUsage]; r.use.group == nil {
		r.use.clock = newTreeClock()
	}
	r.before = writeSize(r.v.write, math.MaxInt64)
	return errors.Join(r.stdout.open(r.job.Dir, r.job.Stdout), r.stderr.open("", ""))
}

// captureFile returns a file in memory, which the limit on file sizes applies to.
func captureFile() (*os.File, error) {
	fd, err := unix.MemfdCreate("output", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), "output"), nil
}

// end releases what the run needed.
func (r *running) end() {
	r.stdin.Close()
	r.stdout.close()
	r.stderr.close()
	r.use.clock.close()
	if r.pidfd > 0 {
		unix.Close(r.pidfd)
	}
	if r.v.rules >= 0 {
		unix.Close(r.v.rules)
		r.v.rules = -1
	}
}

// tidy removes what a run has left in the supervisor's own environment.
func (v *supervisor) tidy() {
	if v.view != nil {
		v.view.clear()
	}
}

// watch waits for the end of the program and enforces its limits meanwhile.
func (r *running) watch(begin time.Time) Stop {
	l := r.job.Limits
	last := begin.Add(l.Longest())
	for {
		switch r.wait(tick) {
		case programEnded:
			return NotStopped
		case controlEnded:
			return StoppedWall
		}
		if r.v.trace != nil && r.v.trace.full.Load() {
			return StoppedWall // like a run that has lasted long enough
		}
		now := time.Now()
		r.use.sample(now, r.v.uncounted())
		switch {
		case l.CPU > 0 && r.use.total() > l.CPU:
			return StoppedCPU
		case l.Wall > 0 && (now.Sub(begin)-r.use.waited > l.Wall || now.After(last)):
			return StoppedWall
		case l.Memory > 0 && r.use.memory > l.Memory && r.use.shared() > l.Memory:
			return StoppedMemory
		}
		if stop := r.written(); stop != NotStopped {
			return stop
		}
	}
}

// uncounted reports whether a program may use memory or disk space that neither a control
// group nor a private file system counts.
func (v *supervisor) uncounted() bool {
	return v.handles[handleMemory] == nil || v.onDisk()
}

// onDisk reports whether programs may write where no private file system counts it.
func (v *supervisor) onDisk() bool { return v.view == nil || len(v.write) > 0 || v.home != "" }

// written reports whether too much was printed or written to files.
func (r *running) written() Stop {
	limit := r.job.Limits.Output
	switch {
	case limit <= 0:
		return NotStopped
	case r.stdout.size()+r.stderr.size() > limit:
		return StoppedOutput
	case r.v.view != nil && r.v.view.used() > limit, r.onDisk(limit) > limit:
		return StoppedDisk
	}
	return NotStopped
}

// onDisk counts what no file system of the run counts: files without a name, its folder on
// disk, and the growth of additional writable folders. Those may be large and are examined
// less often.
func (r *running) onDisk(limit int64) (size int64) {
	if r.v.view == nil || r.v.home != "" {
		size = r.use.unlinked + folderSize(r.job.Dir, limit)
	}
	r.samples++
	if len(r.v.write) == 0 || !r.ended && r.samples%writeSamples != 1 {
		return size
	}
	return size + r.use.unlinked + writeSize(r.v.write, r.before+limit) - r.before
}

// writeSamples is the number of measurements of a program per examination of the folders that
// it shares.
const writeSamples = 25

func writeSize(folders []string, limit int64) (size int64) {
	for _, dir := range folders {
		size += folderSize(dir, limit)
	}
	return size
}

// wait waits for whatever happens first: the end of the program, the end of the requests,
// or the expiry of d. The supervisor's only thread waits for all of them.
func (r *running) wait(d time.Duration) event {
	end := time.Now().Add(d)
	fds := []unix.PollFd{{Fd: int32(r.pidfd), Events: unix.POLLIN}, {Fd: int32(os.Stdin.Fd()), Events: unix.POLLIN}}
	for {
		if r.pidfd < 0 {
			d = min(d, time.Millisecond)
		}
		n, err := unix.Poll(fds, int((d+time.Millisecond-1)/time.Millisecond))
		switch {
		case r.reap():
			return programEnded
		case n > 0 && fds[1].Revents != 0:
			return controlEnded
		}
		if d = time.Until(end); d <= 0 && !errors.Is(err, unix.EINTR) {
			return nothingYet
		}
		d = max(d, 0)
	}
}

// reap waits for the program if it has ended.
func (r *running) reap() bool {
	if !r.ended {
		pid, err := unix.Wait4(r.pid, &r.status, unix.WNOHANG, &r.usage)
		r.ended = pid == r.pid || errors.Is(err, unix.ECHILD)
	}
	return r.ended
}

// describe sets the part of the outcome that follows from how the program itself ended.
func (r *running) describe(o *Outcome) {
	o.Exit = -1
	if r.status.Exited() {
		o.Exit = r.status.ExitStatus()
	}
	if r.status.Signaled() {
		o.Signal = unix.SignalName(r.status.Signal())
	}
	o.Peak = r.usage.Maxrss << 10
	o.CPU = max(timeOf(&r.usage)+r.rest, r.use.final())
	o.System = r.system + time.Duration(r.usage.Stime.Nano())
	switch l := r.job.Limits; {
	case o.Stopped != NotStopped:
	case l.CPU > 0 && o.CPU > l.CPU, r.status.Signaled() && l.passedBackstop(r.status.Signal(), o.CPU):
		o.Stopped = StoppedCPU
	default:
		o.Stopped = r.written()
	}
}

func timeOf(u *unix.Rusage) time.Duration { return time.Duration(u.Utime.Nano() + u.Stime.Nano()) }
