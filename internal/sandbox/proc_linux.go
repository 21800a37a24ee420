//go:build !portable

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// mountProc mounts a /proc with only the processes of the PID namespace that a program may
// trace: its own. Where that is impossible, the old one is shown.
func (v *view) mountProc(newProc bool) error {
	if err := os.Mkdir("/proc", 0o555); err != nil {
		return err
	}
	if !newProc {
		v.lastPID, _ = os.OpenFile(oldRoot+lastPIDPath, os.O_WRONLY, 0)
		return bind(oldRoot+"/proc", "/proc", attrRead)
	}
	const flags = unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC
	err := unix.Mount("proc", "/proc", "proc", flags, "hidepid=ptraceable")
	if errors.Is(err, unix.EINVAL) { // before 5.8
		err = unix.Mount("proc", "/proc", "proc", flags, "hidepid=2")
	}
	if err != nil {
		return fmt.Errorf("/proc cannot be mounted: %w", err)
	}
	v.openLastPID()
	return errors.Join(setAttributes("/proc", false, unix.MOUNT_ATTR_RDONLY), v.coverKernel())
}

// coverKernel hides what /proc tells only the administrator about the kernel, such as which pages of
// memory everybody uses: root's programs could open it. With subset=pid it would not be there, but then
// Node.js finds no processors.
func (v *view) coverKernel() error {
	entries, err := os.ReadDir("/proc")
	for _, e := range entries {
		if info, gone := e.Info(); gone == nil && info.Mode().IsRegular() && info.Mode()&0o004 == 0 {
			err = errors.Join(err, v.hide("/proc/"+e.Name(), nil))
		}
	}
	return err
}

// openLastPID opens the file through a separate mount, because a mount with open files
// cannot become read-only.
func (v *view) openLastPID() {
	const aside = "/.touchstone/proc"
	if os.MkdirAll(aside, 0o700) != nil || unix.Mount("/proc", aside, "", unix.MS_BIND, "") != nil {
		return
	}
	v.lastPID, _ = os.OpenFile(aside+strings.TrimPrefix(lastPIDPath, "/proc"), os.O_WRONLY, 0)
	_ = unix.Unmount(aside, unix.MNT_DETACH)
}

const lastPIDPath = "/proc/sys/kernel/ns_last_pid"

// renumber makes the process numbers of each run start at the same number: otherwise they
// would reveal how many processes earlier runs had. Some kernels cannot do that.
func (v *view) renumber() {
	if v != nil && v.lastPID != nil {
		_, _ = v.lastPID.WriteAt([]byte("99"), 0)
	}
}

// mountDevices shows the harmless devices.
func (v *view) mountDevices() error {
	for _, path := range devices {
		if err := bind(oldRoot+path, path, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID); err != nil {
			return err
		}
	}
	for name, target := range map[string]string{"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"} {
		if err := os.Symlink(target, "/dev/"+name); err != nil {
			return err
		}
	}
	return nil
}
