//go:build !portable

package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"golang.org/x/sys/unix"
)

// spaces is a set of namespaces in which a supervisor can be started.
type spaces uintptr

// oldProc means that no new /proc can be mounted, as in many containers: programs see the
// processes outside their PID namespace, but cannot reach them.
const oldProc spaces = 1 << 40

const everySpace = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWNET | unix.CLONE_NEWPID

// allSpaces are tried in this order, best first.
var allSpaces = []spaces{everySpace, everySpace | oldProc, 0}

// ownPIDs reports whether processes have different PIDs inside, and end with the supervisor.
func (s spaces) ownPIDs() bool { return s&unix.CLONE_NEWPID != 0 }

// ownRoot reports whether programs have a private view of the files.
func (s spaces) ownRoot() bool { return s&unix.CLONE_NEWNS != 0 }

// insideUser is the UID, in the namespace, of the programs of a root worker.
const insideUser = 1000

// allowed returns an error unless this process may create the namespaces. It finds out with a child that
// creates them and exits. Package os/exec could do that too, but leaves two pipes open.
func (s spaces) allowed() error {
	if s == 0 {
		return nil
	}
	l := new(launch)
	l.add("making namespaces", unix.SYS_UNSHARE, uintptr(s&^oldProc))
	return l.try()
}

// powers are the capabilities that a supervisor needs in its namespaces if it is not root.
var powers = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SYS_PTRACE, unix.CAP_DAC_OVERRIDE,
	unix.CAP_DAC_READ_SEARCH, unix.CAP_FOWNER, unix.CAP_KILL}

// enter makes a supervisor start in new namespaces. The programs of root run as another user, who owns no
// files.
func (s spaces) enter(cmd *exec.Cmd, user programUser) {
	if s&^oldProc == 0 {
		return
	}
	a := cmd.SysProcAttr
	a.Cloneflags = uintptr(s &^ oldProc)
	a.AmbientCaps = powers
	same := func(id int) []syscall.SysProcIDMap {
		return []syscall.SysProcIDMap{{ContainerID: id, HostID: id, Size: 1}}
	}
	a.UidMappings, a.GidMappings = same(os.Getuid()), same(os.Getgid())
	if user.User != 0 {
		a.UidMappings = append(a.UidMappings,
			syscall.SysProcIDMap{ContainerID: insideUser, HostID: user.User, Size: 1})
		a.GidMappings = append(a.GidMappings,
			syscall.SysProcIDMap{ContainerID: insideUser, HostID: user.Group, Size: 1})
		a.GidMappingsEnableSetgroups = true
	}
}

// mappedIDs returns a user's and a group's ID in the namespaces.
func (s spaces) mappedIDs(user programUser) programUser {
	if s&unix.CLONE_NEWUSER != 0 && user.User != 0 {
		return programUser{insideUser, insideUser}
	}
	return user
}

// overrides reports whether root's programs can read all files that root may, by a capability in their own
// user namespace. Elsewhere they would see processes outside it, whose files in /proc they could open too.
func (s spaces) overrides() bool { return s.ownRoot() && s&oldProc == 0 }

// name records the mechanisms that the namespaces provide.
func (s spaces) name(m *Mechanisms, whyNot string) {
	for _, item := range []struct {
		active bool
		name   string
		guards []string
	}{
		{s&unix.CLONE_NEWUSER != 0, nameUserNS, []string{Kernel}},
		{s.ownRoot(), nameRoot, []string{Files}},
		{s.ownRoot(), OwnDir, []string{Disk, State}},
		{s.ownPIDs(), namePidNS, []string{Signals, Remains}},
		{s&unix.CLONE_NEWIPC != 0, nameIPCNS, []string{State}},
		{s&unix.CLONE_NEWNET != 0, nameNetNS, []string{Network}},
		{s.ownPIDs() && s&oldProc == 0, OwnProc, []string{Sight}},
	} {
		var err error
		if !item.active {
			err = errors.New(whyNot)
		}
		m.add(item.name, err, item.guards...)
	}
}

// A program that may read a temporary directory, or one around it, may not read the data of checks there, now
// or later: other submissions and cases. So the view shows the entries that such a directory has when the
// worker begins, not the directory itself.

// temps lists the directories in which checks keep their data, without links.
func (p Policy) temps() []string {
	temps := existing([]string{tempPath, sharedPath, os.TempDir(), filepath.Dir(p.Root)})
	slices.Sort(temps)
	return slices.Compact(temps)
}

// visibleEntries returns the entries of a temporary directory that programs may read: all but touchstone's own
// directories.
func visibleEntries(entries []fs.DirEntry) []fs.DirEntry {
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return scratch.IsName(e.Name()) })
}

// showParts mounts a path of the old root, and parts of the temporary directories there.
func (v *view) showParts(path string, temps []string) error {
	if path == tempPath || path == sharedPath {
		return v.showEntries(path)
	}
	if err := v.show(path, false); err != nil {
		return err
	}
	for _, temp := range temps {
		if !regular.Beneath(temp, path) {
			continue
		}
		target := v.at(temp)
		if err := unix.Mount("tmpfs", target, "tmpfs", attrFixedFlags, "mode=0755"); err != nil {
			return fmt.Errorf("%s cannot be shown in parts: %w", temp, err)
		}
		v.covers = append(v.covers, target)
		if err := v.showEntries(temp); err != nil {
			return err
		}
		if regular.Beneath(v.run, temp) {
			if err := os.MkdirAll(v.at(v.run), 0o755); err != nil {
				return err
			}
		}
	}
	return nil
}

// showEntries mounts the parts of a temporary directory of the old root. Links there lead programs no further
// than they may go.
func (v *view) showEntries(dir string) error {
	entries, _ := os.ReadDir(oldRoot + dir)
	for _, e := range visibleEntries(entries) {
		path := filepath.Join(dir, e.Name())
		if e.Type()&fs.ModeSymlink == 0 {
			if err := v.show(path, false); err != nil {
				return err
			}
			continue
		}
		if target, err := os.Readlink(oldRoot + path); err == nil {
			v.links[path] = target // if the directory is new for each run
			_ = os.Symlink(target, v.at(path))
		}
	}
	return nil
}
