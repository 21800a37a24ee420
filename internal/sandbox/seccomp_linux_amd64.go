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
	{unix.SYS_CHMOD, []condition{{1, setID, 0}}, unix.EPERM, actSetID},
	{unix.SYS_CREAT, []condition{{1, setID, 0}}, unix.EPERM, actSetID},
	{unix.SYS_MKDIR, []condition{{1, setID, 0}}, unix.EPERM, actSetID},
	{unix.SYS_MKNOD, []condition{{1, setID, 0}}, unix.EPERM, actSetID},
	{unix.SYS_OPEN, []condition{{1, creates, 0}, {2, setID, 0}}, unix.EPERM, actSetID},
}

// oldPathCalls are calls with a path that only older architectures have.
var oldPathCalls = map[uintptr]pathCall{
	unix.SYS_OPEN:       {workingDir, 0, 1, false},
	unix.SYS_CREAT:      {workingDir, 0, noFlags, true},
	unix.SYS_STAT:       {workingDir, 0, noFlags, false},
	unix.SYS_LSTAT:      {workingDir, 0, noFlags, false},
	unix.SYS_ACCESS:     {workingDir, 0, noFlags, false},
	unix.SYS_NEWFSTATAT: {0, 1, noFlags, false},
	unix.SYS_MKDIR:      {workingDir, 0, noFlags, true},
	unix.SYS_RMDIR:      {workingDir, 0, noFlags, true},
	unix.SYS_MKNOD:      {workingDir, 0, noFlags, true},
	unix.SYS_UNLINK:     {workingDir, 0, noFlags, true},
	unix.SYS_RENAME:     {workingDir, 1, noFlags, true},
	unix.SYS_RENAMEAT:   {2, 3, noFlags, true},
	unix.SYS_LINK:       {workingDir, 1, noFlags, true},
	unix.SYS_SYMLINK:    {workingDir, 1, noFlags, true},
	unix.SYS_CHMOD:      {workingDir, 0, noFlags, true},
	unix.SYS_CHOWN:      {workingDir, 0, noFlags, true},
	unix.SYS_LCHOWN:     {workingDir, 0, noFlags, true},
	unix.SYS_UTIME:      {workingDir, 0, noFlags, true},
	unix.SYS_UTIMES:     {workingDir, 0, noFlags, true},
	unix.SYS_FUTIMESAT:  {0, 1, noFlags, true},
}
