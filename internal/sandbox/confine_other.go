//go:build !linux

package sandbox

import (
	"errors"
	"os"
	"os/exec"
)

// spaces, groups and confinement have no equals here: what a program is held to is
// its process group and its limits.
type (
	spaces      uintptr
	groups      struct{ unified bool }
	confinement struct{}
)

var allSpaces = []spaces{0}

func (spaces) enter(*exec.Cmd) {}
func (spaces) ownPIDs() bool   { return false }

func newGroups(int64, *Mechanisms) *groups { return new(groups) }

func (*groups) files() []*os.File { return nil }
func (*groups) kills() int64      { return 0 }
func (*groups) begin()            {}
func (*groups) peak() int64       { return 0 }
func (*groups) close()            {}

func confine(setup) (*confinement, Mechanisms, error) {
	var m Mechanisms
	m.add(nameLimits, nil, Time, Output)
	m.add(nameGroup, nil) // a process that leaves it is not found
	m.add(nameWatch, nil, Disk)
	for _, name := range []string{nameLandlock, nameSeccomp, nameProcessLimit, nameMemoryGroup} {
		m.add(name, errors.New("this system does not have it"))
	}
	return nil, m, nil
}

func (*confinement) tryGroups() error { return nil }

func (*confinement) start(cmd *exec.Cmd, _ Job, _ <-chan struct{}) error { return cmd.Start() }
