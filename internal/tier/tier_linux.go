package tier

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// enter takes the next step: first the environment, which is best set up by root, then the
// user.
func enter(n int, user string) error {
	switch {
	case here.cover:
		return cover()
	case n > Whole && here.tier != n:
		return surround(n)
	case n == Whole && user == "":
		here.tier = n
	case user != "" && here.user != user:
		return become(n, user)
	}
	return nil
}

// settle keeps a process that still has to cover /proc on its first thread, because its
// parent-death signal is tied to that.
func settle() {
	if here.cover {
		runtime.LockOSThread()
	}
}

// surround sets up the environment of a tier.
func surround(n int) error {
	next := state{tier: n, user: here.user}
	runtime.LockOSThread() // what follows affects this thread, and is kept by execve
	if n == NoNamespaces {
		if err := filter(); err != nil {
			return fmt.Errorf("no filter for system calls: %w", err)
		}
		return next.exec()
	}
	err := unix.Unshare(unix.CLONE_NEWNS)
	if err == nil {
		here = next
		return cover()
	}
	if !errors.Is(err, unix.EPERM) {
		return fmt.Errorf("no mount namespace: %w", err)
	}
	// An ordinary user first needs a user namespace, which a multi-threaded process cannot
	// enter: its child does.
	next.cover = true
	one := func(id int) []syscall.SysProcIDMap {
		return []syscall.SysProcIDMap{{ContainerID: id, HostID: id, Size: 1}}
	}
	return next.wait(&os.ProcAttr{Sys: &syscall.SysProcAttr{
		Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWNS,
		UidMappings: one(os.Getuid()), GidMappings: one(os.Getgid()),
		AmbientCaps: []uintptr{unix.CAP_SYS_ADMIN},
	}}, os.Args[0], nil)
}

// coverable are parts of /proc that no program needs, some of which exist in every kernel.
// Container engines cover the first ones.
var coverable = []string{"/proc/scsi", "/proc/acpi", "/proc/bus", "/proc/irq", "/proc/fs", "/proc/tty"}

// cover mounts an empty folder over a part of /proc, in a new mount namespace of this
// thread, and restarts the program without the privilege to undo it.
func cover() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mounts stay shared: %w", err)
	}
	err := error(unix.ENOENT)
	for _, path := range coverable {
		if err = unix.Mount("tmpfs", path, "tmpfs", unix.MS_RDONLY|unix.MS_NOSUID, "size=0"); err == nil {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("/proc cannot be covered: %w", err)
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return err
	}
	return state{tier: NoProc, user: here.user}.exec()
}

// exec replaces this process by the program.
func (s state) exec() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	argv := append([]string{s.name(os.Args[0])}, os.Args[1:]...)
	return fmt.Errorf("%s: %w", self, syscall.Exec(self, argv, os.Environ()))
}
