package sandbox

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"time"

	"golang.org/x/sys/unix"
)

// A control is where a helper's jobs come from: standard input. It sends one job at
// a time, so that what comes during one is its end.
type control struct{ in *json.Decoder }

func newControl(in *json.Decoder) *control { return &control{in} }

// next waits for a job; ok is false when there are no more.
func (c *control) next() (job Job, ok bool) { return job, c.in.Decode(&job) == nil }

// A child is the program while it runs. The helper's one thread waits for it and for
// the control at the same time.
type child struct {
	cmd *exec.Cmd
	fd  int // of the process, or -1 on a system before 5.3
}

// follow prepares to wait for a program that is going to be started.
func follow(cmd *exec.Cmd) *child {
	c := &child{cmd: cmd, fd: -1}
	cmd.SysProcAttr.PidFD = &c.fd
	return c
}

func (*child) started() {}

// wait waits for what happens first: the end of the program, that of the control,
// which may be nil, or d.
func (c *child) wait(d time.Duration, control *control) event {
	end := time.Now().Add(d)
	fds := []unix.PollFd{{Fd: int32(c.fd), Events: unix.POLLIN}}
	if control != nil {
		fds = append(fds, unix.PollFd{Fd: int32(os.Stdin.Fd()), Events: unix.POLLIN})
	}
	for {
		if c.fd < 0 {
			d = min(d, time.Millisecond)
		}
		n, err := unix.Poll(fds, int((d+time.Millisecond-1)/time.Millisecond))
		switch {
		case c.fd < 0 && c.zombie(), n > 0 && fds[0].Revents != 0:
			c.cmd.Wait() // the state tells
			return programEnded
		case n > 0:
			return controlEnded
		}
		if d = time.Until(end); d <= 0 && !errors.Is(err, unix.EINTR) {
			return nothingYet
		}
		d = max(d, 0)
	}
}

// zombie tells whether the program has ended.
func (c *child) zombie() bool {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, c.cmd.Process.Pid, &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
	return err == nil && info.Signo != 0
}

func (c *child) close() {
	if c.fd >= 0 {
		unix.Close(c.fd)
	}
}
