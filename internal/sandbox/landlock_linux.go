//go:build !portable

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"unsafe"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"golang.org/x/sys/unix"
)

// Landlock access rights.
const (
	mayRead    = mayReadOne | unix.LANDLOCK_ACCESS_FS_READ_DIR
	mayReadOne = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE // for anything but directories
	mayUse     = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE
	mayRemove  = unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE
	mayMake    = unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG |
		unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_SYM
	mayChange = mayRead | mayUse | mayRemove | mayMake |
		unix.LANDLOCK_ACCESS_FS_REFER | unix.LANDLOCK_ACCESS_FS_TRUNCATE
)

// handled are Landlock's access rights, by the ABI version that introduced them. A right
// that is handled but not granted is denied.
var handled = []struct {
	version         int
	fs, net, scoped uint64
}{
	{version: 1, fs: unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1},
	{version: 2, fs: unix.LANDLOCK_ACCESS_FS_REFER},
	{version: 3, fs: unix.LANDLOCK_ACCESS_FS_TRUNCATE},
	{version: 4, net: unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP},
	{version: 5, fs: unix.LANDLOCK_ACCESS_FS_IOCTL_DEV},
	{version: 6, scoped: unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL},
}

// systemDirs hold the programs and libraries that every user may read, as patterns.
var systemDirs = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store", "/proc",
	// files about processors and memory that Java, Go and the C library read
	"/sys/devices/system", "/sys/kernel/mm/transparent_hugepage",
	// files in /etc that language runtimes read, except for files that the administrator protects
	"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload",
	"/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/hosts", "/etc/host.conf", "/etc/resolv.conf",
	"/etc/protocols", "/etc/services",
	"/etc/localtime", "/etc/timezone", "/etc/locale.alias", "/etc/locale.conf", "/etc/os-release",
	"/etc/inputrc", "/etc/mime.types",
	"/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/crypto-policies", "/etc/pki/tls/openssl.cnf",
	"/etc/java*", "/etc/jvm*", "/etc/perl", "/etc/python*", "/etc/mono", "/etc/dotnet",
	"/etc/fpc*", "/etc/php", "/etc/R", "/etc/swi-prolog",
	// the packages of GHC, to which a link in /usr leads
	"/var/lib/ghc",
}

// systemPaths returns the system directories that exist.
func systemPaths() (paths []string) {
	for _, pattern := range systemDirs {
		found, _ := filepath.Glob(pattern)
		paths = append(paths, found...)
	}
	return paths
}

// devices may be read and written by every user.
var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// landlockVersion returns the version of Landlock's ABI in this kernel, or an error unless it is enabled.
func landlockVersion() (int, error) {
	version, err := createRuleset(nil, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	switch {
	case errors.Is(err, unix.EOPNOTSUPP):
		err = errors.New("it is switched off in this kernel")
	case err != nil:
		err = errors.New("this kernel does not have it")
	}
	return version, err
}

// createRuleset makes the system call landlock_create_ruleset.
func createRuleset(attr unsafe.Pointer, size, flags uintptr) (int, error) {
	result, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(attr), size, flags)
	if errno != 0 {
		return -1, errno
	}
	return int(result), nil
}

// A grant is a set of rights beneath an open file or directory.
type grant struct {
	path   string
	fd     int
	access uint64
}

// A lock is the part of the Landlock rules that is the same for all runs of a worker.
type lock struct {
	attr   unix.LandlockRulesetAttr
	grants []grant
}

// newLock opens the files that a policy lets every program read: in a private view, everything in it. It handles the
// rights of a version of the ABI.
func newLock(version int, p Policy, ownView bool) *lock {
	l := new(lock)
	for _, h := range handled {
		if version >= h.version {
			l.attr.Handled_access_fs |= h.fs
			l.attr.Handled_access_net |= h.net
			l.attr.Scoped |= h.scoped
		}
	}
	if ownView {
		// One rule for all files. The parent directories of the shown paths reveal nothing.
		l.add("/", mayReadOne)
		for _, path := range append(systemPaths(), p.Read...) {
			for _, file := range []string{path, keepPath + path} { // paths below /tmp and /dev/shm come with the run
				if info, err := os.Stat(file); err == nil && info.IsDir() {
					l.add(file, mayRead)
				}
			}
		}
	} else {
		hide, temps := append(slices.Clone(p.Hide), p.Root), p.temps()
		for _, path := range append(systemPaths(), p.Read...) {
			l.open(path, hide, temps)
		}
	}
	for _, path := range devices {
		l.add(path, mayUse)
	}
	return l
}

// open grants reading beneath a path, except for hidden paths. If a directory contains a hidden path or a
// temporary directory, open grants its other entries one by one.
func (l *lock) open(path string, hide, temps []string) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	around := slices.ContainsFunc(temps, func(temp string) bool { return regular.Beneath(temp, path) })
	for _, h := range hide {
		if regular.Beneath(path, h) {
			return
		}
		around = around || regular.Beneath(h, path)
	}
	if !around {
		l.add(path, mayRead)
		return
	}
	entries, _ := os.ReadDir(path)
	if slices.Contains(temps, path) {
		entries = visibleEntries(entries)
	}
	for _, e := range entries {
		if e.Type()&os.ModeSymlink == 0 { // the target of a link was not requested
			l.open(filepath.Join(path, e.Name()), hide, temps)
		}
	}
}

// add grants rights beneath a path, if it exists.
func (l *lock) add(path string, access uint64) {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	var stat unix.Stat_t
	if unix.Fstat(fd, &stat) == nil && stat.Mode&unix.S_IFMT != unix.S_IFDIR {
		access &= mayReadOne | unix.LANDLOCK_ACCESS_FS_WRITE_FILE
	}
	l.grants = append(l.grants, grant{path, fd, access})
}

// rules creates a ruleset with the access that every run has, plus write access to some directories, the
// working directory first.
func (l *lock) rules(writable []string) (fd int, err error) {
	rules, err := createRuleset(unsafe.Pointer(&l.attr), unsafe.Sizeof(l.attr), 0)
	if err != nil {
		return -1, fmt.Errorf("landlock: %w", err)
	}
	grants := slices.Clip(l.grants)
	for _, dir := range writable {
		own, err := unix.Open(dir, unix.O_PATH|unix.O_CLOEXEC, 0)
		if err != nil {
			unix.Close(rules)
			return -1, fmt.Errorf("%s: %w", dir, err)
		}
		defer unix.Close(own)
		grants = append(grants, grant{dir, own, mayChange})
	}
	for _, g := range grants {
		attr := unix.LandlockPathBeneathAttr{Allowed_access: g.access & l.attr.Handled_access_fs, Parent_fd: int32(g.fd)}
		_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(rules), unix.LANDLOCK_RULE_PATH_BENEATH,
			uintptr(unsafe.Pointer(&attr)), 0, 0, 0)
		if errno != 0 {
			unix.Close(rules)
			return -1, fmt.Errorf("landlock: %w", errno)
		}
	}
	return rules, nil
}
