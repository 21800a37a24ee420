//go:build !portable && (amd64 || arm64)

package sandbox

import "golang.org/x/sys/unix"

// shared has a child use our memory, and us wait, until it has executed a program: to
// copy the tables of a Go process's memory takes as long as all that the child does.
const shared = unix.CLONE_VM | unix.CLONE_VFORK

// clone makes a child process, in which it returns 0.
//
//go:noescape
func clone(flags uintptr, pidfd *int32) (pid, errno uintptr)
