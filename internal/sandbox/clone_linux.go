//go:build !portable && (amd64 || arm64)

package sandbox

import "golang.org/x/sys/unix"

// shared makes a child use our memory while we wait until it has executed a program:
// copying the page tables of a Go process takes as long as everything that the child does.
const shared = unix.CLONE_VM | unix.CLONE_VFORK

// clone makes a child process, in which it returns 0.
//
//go:noescape
func clone(flags uintptr, pidfd *int32) (pid, errno uintptr)
