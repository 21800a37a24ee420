package tier

import (
	"errors"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// refused are the system calls that the default profile of container engines denies, as far
// as the sandbox could use them.
var refused = []uint32{
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_PIVOT_ROOT,
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE, unix.SYS_MOUNT_SETATTR,
	unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
	467, // open_tree_attr
}

const newNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWIPC |
	unix.CLONE_NEWNET | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWTIME

// filter installs the seccomp filter of tier 3 on this thread. Root does not have to set
// no_new_privs for it.
func filter() error {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		return errors.New("only on amd64 and arm64")
	}
	code := instructions()
	program := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	put := func() error {
		_, _, e := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&program)))
		if e != 0 {
			return e
		}
		return nil
	}
	if put() == nil {
		return nil
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	return put()
}

// instructions returns the filter's program.
func instructions() []unix.SockFilter {
	const number, argument = 0, 16 // in struct seccomp_data
	answer := func(e uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | e}
	}
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	unless := func(test uint16, k uint32, skip uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | test, Jf: skip, K: k}
	}
	code := []unix.SockFilter{
		load(number),
		unless(unix.BPF_JEQ, unix.SYS_CLONE3, 1), answer(uint32(unix.ENOSYS)), // its flags are behind a pointer
	}
	for _, call := range refused {
		code = append(code, unless(unix.BPF_JEQ, call, 1), answer(uint32(unix.EPERM)))
	}
	return append(code,
		unless(unix.BPF_JEQ, unix.SYS_CLONE, 3),
		load(argument),
		unless(unix.BPF_JSET, newNamespaces, 1), answer(uint32(unix.EPERM)),
		unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	)
}
