//go:build !linux || portable

package sandbox

import (
	"bufio"
	"os"
	"os/exec"
	"time"
)

// A control is the source of a supervisor's requests.
type control struct {
	requests chan request
	gone     chan struct{}
}

func newControl(in *bufio.Reader) *control {
	c := &control{make(chan request), make(chan struct{})}
	go func() {
		defer close(c.gone)
		for {
			var r request
			if receive(in, &r) != nil {
				return
			}
			c.requests <- r
		}
	}()
	return c
}

// next waits for a request; ok is false when there are no more.
func (c *control) next() (r request, ok bool) {
	select {
	case r = <-c.requests:
		return r, true
	case <-c.gone:
		return r, false
	}
}

// A child is a running program.
type child struct {
	cmd  *exec.Cmd
	done chan struct{}
}

// follow waits for a program that was started.
func follow(cmd *exec.Cmd) *child {
	c := &child{cmd, make(chan struct{})}
	go func() {
		_ = cmd.Wait() // the state has the result
		close(c.done)
	}()
	return c
}

// gone reports whether the program has ended within a time.
func (c *child) gone(within time.Duration) bool {
	select {
	case <-c.done:
		return true
	case <-time.After(within):
		return false
	}
}

// state returns how the program ended, or nil if it has not.
func (c *child) state() *os.ProcessState {
	select {
	case <-c.done:
		return c.cmd.ProcessState
	default:
		return nil
	}
}

// wait waits for whatever happens first: the end of the program, the end of control, or the
// expiry of d.
func (c *child) wait(d time.Duration, control *control) event {
	select { // the end of the program comes first
	case <-c.done:
		return programEnded
	default:
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-c.done:
		return programEnded
	case <-control.gone:
		return controlEnded
	case <-timer.C:
		return nothingYet
	}
}
