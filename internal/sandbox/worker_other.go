//go:build !linux || portable

package sandbox

import (
	"errors"
	"os"
	"os/exec"
)

// spaces and groups do not exist here.
type (
	spaces uintptr
	groups struct{}
)

var allSpaces = []spaces{0}

func (spaces) enter(*exec.Cmd, int) {}
func (spaces) allowed() error       { return nil }
func (spaces) ownRoot() bool        { return false }
func (spaces) inside(int) int       { return 0 }

func otherUser(bool) (int, error) { return 0, nil }

func giveTo(int, string) error { return nil }

func newGroups(int64, *Mechanisms) *groups { return nil }

func (*groups) give(*handles) {}
func (*groups) kills() int64  { return 0 }
func (*groups) begin()        {}
func (*groups) peak() int64   { return 0 }
func (*groups) close()        {}

func (*handles) receive() (*os.File, error) { return nil, errors.ErrUnsupported }

func (*supervisor) folder(int64) (string, error) { return "", errors.ErrUnsupported }

// kill kills the supervisor, and with it what it runs. Nobody waits for its answer any
// more, even if it does not die.
func (w *Worker) kill() {
	w.dead.Store(true)
	w.handles.kill()
	_ = w.cmd.Process.Kill()
	w.endRest()
	_ = w.out.Close()
}
