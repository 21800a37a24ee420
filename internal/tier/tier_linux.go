package tier

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// enter takes the next step: first the environment, which is best set up by root, then the user.
func enter(n int, user string) error {
	switch {
	case here.cover:
		return hideProc()
	case n > Whole && here.tier != n:
		return setUpTier(n)
	case n == Whole && user == "":
		here.tier = n
	case user != "" && here.user != user:
		return startAs(n, user)
	}
	return nil
}

// setUpTier sets up the environment of a tier.
func setUpTier(n int) error {
	next := state{tier: n, user: here.user}
	runtime.LockOSThread() // the calls below affect this thread, and execve keeps their effects
	if n == NoNamespaces {
		if err := filter(); err != nil {
			return fmt.Errorf("no filter for system calls: %w", err)
		}
		return next.exec()
	}
	err := unix.Unshare(unix.CLONE_NEWNS)
	if err == nil {
		here = next
		return hideProc()
	}
	if !errors.Is(err, unix.EPERM) {
		return fmt.Errorf("no mount namespace: %w", err)
	}
	// An ordinary user first needs a user namespace, which a multi-threaded process cannot
	// enter: its child does.
	next.cover = true
	single := func(id int) []syscall.SysProcIDMap {
		return []syscall.SysProcIDMap{{ContainerID: id, HostID: id, Size: 1}}
	}
	return next.wait(&os.ProcAttr{Sys: &syscall.SysProcAttr{
		Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWNS,
		UidMappings: single(os.Getuid()), GidMappings: single(os.Getgid()),
		AmbientCaps: []uintptr{unix.CAP_SYS_ADMIN},
	}}, os.Args[0], nil)
}

// coverable lists parts of /proc that no program needs. Some of them exist in every kernel. Container engines
// cover the first ones.
var coverable = []string{"/proc/scsi", "/proc/acpi", "/proc/bus", "/proc/irq", "/proc/fs", "/proc/tty"}

// hideProc mounts an empty directory over a part of /proc, in a new mount namespace of this
// thread, and restarts the program without the privilege to undo it.
func hideProc() error {
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

// wait starts the program as a child, forwards all signals to it, and exits as it does.
// Before that it calls clear.
func (s state) wait(attr *os.ProcAttr, argv0 string, clear func()) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if s.user != "" {
		self = argv0
	}
	runtime.LockOSThread() // the child dies with this thread
	attr.Files = []*os.File{os.Stdin, os.Stdout, os.Stderr}
	attr.Sys.Pdeathsig = unix.SIGKILL
	attr.Sys.Setpgid = true // so that a terminal's Ctrl-C comes only once, from here
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT)
	child, err := os.StartProcess(self, append([]string{s.name(argv0)}, os.Args[1:]...), attr)
	if err != nil {
		return err
	}
	go func() {
		for sig := range signals {
			_ = child.Signal(sig)
		}
	}()
	state, err := child.Wait()
	if clear != nil {
		clear()
	}
	if err != nil {
		return err
	}
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		os.Exit(128 + int(status.Signal()))
	}
	os.Exit(state.ExitCode())
	return nil
}

// startAs starts the program as another user, from a copy in a directory that all users can read. That user
// may not be able to reach the program itself. The home directory is a new one next to the copy.
func startAs(n int, name string) (err error) {
	if os.Getuid() != 0 {
		return errors.New("only the administrator can become another user")
	}
	u, err := user.Lookup(name)
	if err != nil {
		return err
	}
	uid, errUser := strconv.ParseUint(u.Uid, 10, 32)
	gid, errGroup := strconv.ParseUint(u.Gid, 10, 32)
	if err := cmp.Or(errUser, errGroup); err != nil {
		return err
	}
	made, err := scratch.Make(sharedTempDir(), "tier")
	if err != nil {
		return err
	}
	dir, clear := made.Path, func() { _ = made.Remove() }
	defer func() { clear() }()
	home, program := filepath.Join(dir, "home"), filepath.Join(dir, filepath.Base(cmp.Or(os.Args[0], mark)))
	if err := errors.Join(os.Chmod(dir, 0o755), os.Mkdir(home, 0o700), os.Chown(home, int(uid), int(gid)),
		copySelf(program)); err != nil {
		return err
	}
	next := here
	next.tier, next.user = n, name
	return next.wait(&os.ProcAttr{
		Env: environment(name, home),
		Sys: &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}},
	}, program, clear)
}

// sharedTempDir returns the temporary directory if all users can use it, or else /tmp.
func sharedTempDir() string {
	dir := os.TempDir()
	if info, err := os.Stat(dir); err != nil || info.Mode()&0o003 != 0o003 {
		return "/tmp"
	}
	return dir
}

// environment returns this process's environment for another user.
func environment(name, home string) (env []string) {
	for _, one := range os.Environ() {
		switch variable, _, _ := strings.Cut(one, "="); variable {
		case "HOME", "USER", "LOGNAME", "TMPDIR", "XDG_CACHE_HOME", "GOCACHE":
		default:
			env = append(env, one)
		}
	}
	return append(env, "HOME="+home, "USER="+name, "LOGNAME="+name, "TMPDIR="+sharedTempDir())
}

// copySelf copies this program.
func copySelf(to string) error {
	program, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(to, program, 0o755), os.Chmod(to, 0o755))
}

// refused lists the system calls that the default profile of container engines denies, and that the sandbox
// could use.
var refused = []uint32{
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_PIVOT_ROOT,
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE, unix.SYS_MOUNT_SETATTR,
	unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
	467, // open_tree_attr
}

const newNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWIPC |
	unix.CLONE_NEWNET | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWTIME

// filter installs the seccomp filter of tier 3 on this thread. Root does not have to set no_new_privs for it.
func filter() error {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		return errors.New("only on amd64 and arm64")
	}
	code := instructions()
	program := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	put := func() error {
		_, _, e := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0,
			uintptr(unsafe.Pointer(&program)))
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
	load := func(offset uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
	}
	unless := func(test uint16, k uint32, skip uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | test, Jf: skip, K: k}
	}
	code := []unix.SockFilter{
		load(number),
		// its flags are only reachable by a pointer
		unless(unix.BPF_JEQ, unix.SYS_CLONE3, 1), answer(uint32(unix.ENOSYS)),
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
