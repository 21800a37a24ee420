//go:build linux && !portable && !amd64 && !arm64

package sandbox

import (
	"syscall"
	"unsafe"
)

// shared would make a child use our memory; only a clone in assembly may do so.
const shared = 0

// clone makes a child process, in which it returns 0.
//
//go:norace
//go:nosplit
func clone(flags uintptr, pidfd *int32) (pid, errno uintptr) {
	pid, _, e := syscall.RawSyscall6(syscall.SYS_CLONE, flags, 0, uintptr(unsafe.Pointer(pidfd)), 0, 0, 0)
	return pid, uintptr(e)
}
