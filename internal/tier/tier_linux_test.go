package tier_test

import (
	"os"
	"os/exec"
	"syscall"
)

const newUser = syscall.CLONE_NEWUSER

// attributes returns the attributes to start a process in new namespaces.
func attributes(flags uintptr) *syscall.SysProcAttr {
	one := func(id int) []syscall.SysProcIDMap {
		return []syscall.SysProcIDMap{{ContainerID: 0, HostID: id, Size: 1}}
	}
	return &syscall.SysProcAttr{Cloneflags: flags, UidMappings: one(os.Getuid()), GidMappings: one(os.Getgid())}
}

// freshProc reports whether /proc can be mounted in new namespaces.
func freshProc() string {
	c := exec.Command("/bin/mount", "-t", "proc", "proc", "/proc")
	c.SysProcAttr = attributes(newUser | syscall.CLONE_NEWNS | syscall.CLONE_NEWPID)
	if c.Run() != nil {
		return "refused"
	}
	return "mounted"
}
