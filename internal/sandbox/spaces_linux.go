package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// spaces is a set of namespaces that a helper can be started in.
type spaces uintptr

// allSpaces is what is tried first; where /proc cannot be mounted anew, as in many
// containers, the PID namespace is left out.
var allSpaces = []spaces{
	unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWIPC | unix.CLONE_NEWNET | unix.CLONE_NEWPID,
	unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWIPC | unix.CLONE_NEWNET,
	0,
}

// ownPIDs tells whether processes have other numbers inside, and end with the
// helper.
func (s spaces) ownPIDs() bool { return s&unix.CLONE_NEWPID != 0 }

// insideUser is the user that programs believe to be where the caller is the
// administrator: one without privileges, not even in the namespace.
const insideUser = 1000

// enter makes a helper start in new namespaces. It keeps, until it starts a
// program, the one privilege that it needs to arrange its mounts.
func (s spaces) enter(cmd *exec.Cmd) {
	if s == 0 {
		return
	}
	one := func(id int) []syscall.SysProcIDMap {
		inside := id
		if inside == 0 {
			inside = insideUser
		}
		return []syscall.SysProcIDMap{{ContainerID: inside, HostID: id, Size: 1}}
	}
	a := cmd.SysProcAttr
	a.Cloneflags = uintptr(s)
	a.UidMappings, a.GidMappings = one(os.Getuid()), one(os.Getgid())
	a.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN}
}

// arrange gives the helper, which is in the namespaces now, a view of the files
// that is read-only but for the folder of the runs and others that may be changed,
// and a /proc of its own.
func (s spaces) arrange(root string, write []string) error {
	if s == 0 {
		return nil
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mounts stay shared: %w", err)
	}
	if s&unix.CLONE_NEWPID != 0 {
		if err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
			return fmt.Errorf("/proc cannot be mounted: %w", err)
		}
	}
	if root == "" {
		return errors.New("no folder for the runs")
	}
	changed := append([]string{root}, write...)
	for _, path := range changed {
		if err := unix.Mount(path, path, "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	set := &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, set); err != nil {
		return fmt.Errorf("mounts stay writable: %w", err)
	}
	clear := &unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}
	for _, path := range changed {
		if err := unix.MountSetattr(unix.AT_FDCWD, path, 0, clear); err != nil {
			return fmt.Errorf("%s stays read-only: %w", path, err)
		}
	}
	return nil
}

// dropPrivileges takes the helper's privilege from this thread, and from what it
// starts.
func dropPrivileges() error {
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return err
	}
	return unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
}
