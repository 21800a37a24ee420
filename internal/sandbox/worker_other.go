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

func (spaces) enter(*exec.Cmd, programUser) {}
func (spaces) ownRoot() bool                { return false }
func (spaces) overrides() bool              { return false }

func (spaces) inside(programUser) programUser { return programUser{} }

// A programUser is another user, as whom programs run on Linux only.
type programUser struct{ User, Group int }

func newProgramUser(bool) (programUser, error) { return programUser{}, nil }

// Share lets programs read a folder, which they may here.
func Share(string) error { return nil }

func (*Worker) grantAccess() error { return nil }

func (*Worker) letThrough(string) error { return nil }

func (*Worker) handOver(*Folder) error { return nil }

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
	w.killRest()
	_ = w.out.Close()
}
