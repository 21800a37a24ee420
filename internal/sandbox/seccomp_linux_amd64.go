//go:build !portable

package sandbox

import "golang.org/x/sys/unix"

// Changes that only older architectures have.
var (
	oldOwnersChanges  = []uintptr{unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN}
	oldWritersChanges = []uintptr{unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT}
)

// oldModes are rules on calls with modes that only older architectures have.
var oldModes = []rule{
	{unix.SYS_CHMOD, []condition{{1, setID, 0}}, unix.EPERM},
	{unix.SYS_CREAT, []condition{{1, setID, 0}}, unix.EPERM},
	{unix.SYS_MKDIR, []condition{{1, setID, 0}}, unix.EPERM},
	{unix.SYS_MKNOD, []condition{{1, setID, 0}}, unix.EPERM},
	{unix.SYS_OPEN, []condition{{1, creates, 0}, {2, setID, 0}}, unix.EPERM},
}
