package sandbox

import "golang.org/x/sys/unix"

// oldChanges are changes that only older architectures have.
var oldChanges = []uintptr{
	unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT,
}
