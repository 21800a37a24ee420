//go:build !portable

package sandbox

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/must"
)

// A filter and the rules that it was compiled from agree on every call: the kernel uses the
// former, the trace the latter.
func TestFilter(t *testing.T) {
	if auditArch == 0 {
		t.Skip("no filters on this architecture")
	}
	values := []uint64{0, 1, 2, 3, 10, 0o777, 0o1777, 0o2000, 0o4755, unix.O_CREAT, unix.O_TMPFILE, unix.O_DIRECTORY, 1 << 31, 1<<32 - 1, 1 << 32, unix.CLONE_NEWUSER}
	for _, all := range []rules{newRules(true, true, false), newRules(true, false, true), newRules(false, true, true), newRules(false, false, false)} {
		plain, traced := all.filter(false), all.filter(true)
		refusals := 0
		for number := range uintptr(lastKnown + 2) {
			for _, a := range values {
				for _, b := range values {
					args := [6]uint64{a, b, b, b, a, a}
					r := all.find(number, &args)
					want, wantTraced := uint32(unix.SECCOMP_RET_ALLOW), uint32(unix.SECCOMP_RET_ALLOW)
					_, named := pathCalls[number]
					switch {
					case number > lastKnown:
						want = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
						wantTraced = want
					case r != nil:
						refusals++
						want = unix.SECCOMP_RET_ERRNO | uint32(r.answer)
						wantTraced = want
						if r.act != "" {
							wantTraced = unix.SECCOMP_RET_USER_NOTIF
						}
					case named:
						wantTraced = unix.SECCOMP_RET_USER_NOTIF
					}
					if got := interpret(t, plain, number, &args); got != want {
						t.Fatalf("call %d%v: %#x, want %#x", number, args, got, want)
					}
					if got := interpret(t, traced, number, &args); got != wantTraced {
						t.Fatalf("call %d%v, traced: %#x, want %#x", number, args, got, wantTraced)
					}
				}
			}
		}
		if refusals < 10_000 {
			t.Errorf("only %d calls were refused", refusals)
		}
	}
}

// A request for the normal scheduling policy succeeds without effect for every thread. Mono makes it when it
// starts.
func TestNormalPolicy(t *testing.T) {
	filter := newRules(true, true, false).filter(true)
	for args, want := range map[[6]uint64]uint32{
		{0, unix.SCHED_NORMAL}: unix.SECCOMP_RET_ALLOW,
		{1, unix.SCHED_NORMAL}: unix.SECCOMP_RET_ERRNO,
		{1, unix.SCHED_FIFO}:   unix.SECCOMP_RET_USER_NOTIF,
	} {
		if got := interpret(t, filter, unix.SYS_SCHED_SETSCHEDULER, &args); got != want {
			t.Errorf("sched_setscheduler%v: %#x, want %#x", args, got, want)
		}
	}
}

// interpret evaluates a filter as the kernel does.
func interpret(t *testing.T, filter []unix.SockFilter, number uintptr, args *[6]uint64) uint32 {
	t.Helper()
	var loaded uint32
	for at := 0; at < len(filter); at++ {
		f := filter[at]
		skip := f.Jf
		switch f.Code {
		case unix.BPF_RET | unix.BPF_K:
			return f.K
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			switch f.K {
			case dataNumber:
				loaded = uint32(number)
			case dataArch:
				loaded = auditArch
			default:
				loaded = uint32(args[(f.K-dataArgument)/8])
			}
			continue
		case unix.BPF_JMP | unix.BPF_K | unix.BPF_JEQ:
			if loaded == f.K {
				skip = f.Jt
			}
		case unix.BPF_JMP | unix.BPF_K | unix.BPF_JGT:
			if loaded > f.K {
				skip = f.Jt
			}
		case unix.BPF_JMP | unix.BPF_K | unix.BPF_JSET:
			if loaded&f.K != 0 {
				skip = f.Jt
			}
		default:
			t.Fatalf("an instruction %#x", f.Code)
		}
		at += int(skip)
	}
	t.Fatal("the filter has no end")
	return 0
}

// The lock grants the readable paths. It does not grant hidden paths, the directory in which programs run,
// the directories that checks keep in temporary directories, or the targets of links.
func TestLockGrants(t *testing.T) {
	if err := checkLandlock(); err != nil {
		t.Skip(err)
	}
	base, err := filepath.EvalSymlinks(t.TempDir())
	must.Do(t, err)
	at := func(name string) string { return filepath.Join(base, name) }
	for _, name := range []string{"a/open/x", "a/hidden/x", "a/b/hidden/x", "a/b/open", "a/runs/own/x", "a/runs/touchstone-scratch-other/x", "a/runs/theirs", "whole/x", "beside/x"} {
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(at(name)), 0o755), os.WriteFile(at(name), nil, 0o644)))
	}
	must.Do(t, os.Symlink(at("beside"), at("a/link")))
	l, err := newLock(Policy{
		Read: []string{at("a"), at("whole"), at("none")}, Hide: []string{at("a/hidden"), at("a/b/hidden")}, Root: at("a/runs/own"),
	}, false)
	must.Do(t, err)
	var own []string
	for _, g := range l.grants {
		defer unix.Close(g.fd)
		if name, below := strings.CutPrefix(g.path, base+"/"); below {
			own = append(own, name)
		}
		if strings.HasPrefix(g.path, "/dev/") != (g.access&unix.LANDLOCK_ACCESS_FS_WRITE_FILE != 0) {
			t.Errorf("%s: rights %x", g.path, g.access)
		}
	}
	slices.Sort(own)
	if want := []string{"a/b/open", "a/open", "a/runs/theirs", "whole"}; !slices.Equal(own, want) {
		t.Errorf("grants %q, want %q", own, want)
	}
}

// System files that language runtimes read are visible if they exist, except for files that an administrator
// protects and files of users.
func TestSystemPaths(t *testing.T) {
	want := strings.Fields(`/usr /bin /sbin /lib /lib32 /lib64 /libx32 /nix/store /gnu/store /proc /sys/devices/system
		/sys/kernel/mm/transparent_hugepage /etc/alternatives /etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d /etc/ld.so.preload /etc/passwd
		/etc/group /etc/nsswitch.conf /etc/hosts /etc/host.conf /etc/resolv.conf /etc/protocols /etc/services /etc/localtime /etc/timezone
		/etc/locale.alias /etc/locale.conf /etc/os-release /etc/inputrc /etc/mime.types /etc/ssl/certs /etc/ssl/openssl.cnf /etc/crypto-policies
		/etc/pki/tls/openssl.cnf /etc/perl /etc/mono /etc/dotnet
		/etc/php /etc/R /etc/swi-prolog /var/lib/ghc`)
	there := systemPaths()
	for _, path := range want {
		if _, err := os.Lstat(path); (err == nil) != slices.Contains(there, path) {
			t.Errorf("%s is shown: %v, and is there: %v", path, err != nil, err == nil)
		}
	}
	for _, path := range there {
		versioned := slices.ContainsFunc([]string{"/etc/java", "/etc/jvm", "/etc/python", "/etc/fpc"}, func(name string) bool { return strings.HasPrefix(path, name) })
		if !versioned && !slices.Contains(want, path) {
			t.Errorf("%s is shown", path)
		}
	}
	for _, pattern := range []string{"/etc/java*", "/etc/jvm*", "/etc/python*", "/etc/fpc*"} {
		if !slices.Contains(systemDirs, pattern) {
			t.Errorf("%s is not looked for", pattern)
		}
	}
	if got, want := strings.Join(devices, " "), "/dev/null /dev/zero /dev/full /dev/random /dev/urandom"; got != want {
		t.Errorf("devices %s, want %s", got, want)
	}
}

// A visible path inside another one needs no mount of its own, unless it is in the directory of a check.
// findShown keeps the target of a link as text, and omits paths that do not exist.
func TestFindShown(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	must.Do(t, err)
	at := func(name string) string { return filepath.Join(base, name) }
	for _, name := range []string{"a/b/c/file", "d/file", "a/touchstone-scratch-x-1/file"} {
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(at(name)), 0o755), os.WriteFile(at(name), nil, 0o644)))
	}
	must.Do(t, errors.Join(os.Symlink("../d", at("a/relative")), os.Symlink(at("a/relative"), at("twice")), os.Symlink("nowhere", at("dangling"))))
	g := findShown(Policy{
		Read:  []string{at("a/b"), at("a/b/c/file"), at("twice/file"), at("none"), at("dangling"), at("a/b/")},
		Links: []string{at("a/relative/file")},
	})
	var own []string
	for _, path := range g.sorted() {
		if name, below := strings.CutPrefix(path, base+"/"); below {
			own = append(own, name)
		}
	}
	if want := []string{"a/b", "d/file"}; !slices.Equal(own, want) {
		t.Errorf("mounted are %q, want %q", own, want)
	}
	for name, want := range map[string]string{"a/relative": "../d", "twice": at("a/relative"), "dangling": "nowhere"} {
		if got := g.links[at(name)]; got != want {
			t.Errorf("the link %s leads to %q, want %q", name, got, want)
		}
	}
	inside := shownPaths{reals: map[string]bool{"/x": true, "/x/y": true, "/x/touchstone-scratch-build-1": true, "/x/touchstone-scratch-build-1/built": true, "/xy": true, "/": true}}
	if got, want := inside.sorted(), []string{"/x", "/x/touchstone-scratch-build-1/built", "/xy"}; !slices.Equal(got, want) {
		t.Errorf("mounted are %q, want %q", got, want)
	}
}

// A string in another process is read up to its end and no further: at the end of a page
// followed by nothing, across two pages, and without an end.
func TestReadText(t *testing.T) {
	page := os.Getpagesize()
	memory, err := unix.Mmap(-1, 0, 4*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	must.Do(t, err)
	defer unix.Munmap(memory)
	must.Do(t, unix.Mprotect(memory[3*page:], unix.PROT_NONE))
	put := func(at int, text string) uintptr {
		copy(memory[at:], text)
		return uintptr(unsafe.Pointer(&memory[at]))
	}
	const name = "/a/name/of/some/length"
	if got := readText(os.Getpid(), put(3*page-len(name)-1, name+"\x00")); got != name {
		t.Errorf("at the end of a page: %q", got)
	}
	if got := readText(os.Getpid(), put(page-5, name+"\x00")); got != name {
		t.Errorf("over two pages: %q", got)
	}
	if got := readText(os.Getpid(), put(3*page-3, "/no")); got != "" {
		t.Errorf("without an end: %q", got)
	}
	if got := readText(os.Getpid(), put(0, strings.Repeat("x", 2*page)+"\x00")); len(got) > unix.PathMax+page {
		t.Errorf("too long: %d bytes", len(got))
	}
	runs := bytes.Repeat([]byte("/tmp/../etc//./x\x00"), 1)
	n := &notification{pid: uint32(os.Getpid()), args: [6]uint64{1: uint64(put(0, string(runs)))}}
	if got := pathCalls[unix.SYS_OPENAT].name(n, "/run"); got != "/etc/x" {
		t.Errorf("an absolute name: %q", got)
	}
	here, err := os.Getwd()
	must.Do(t, err)
	here, _ = filepath.EvalSymlinks(here)
	put(0, "below\x00")
	dir := unix.AT_FDCWD
	n.args[0] = uint64(dir)
	if got := pathCalls[unix.SYS_OPENAT].name(n, "/run"); got != here+"/below" {
		t.Errorf("a relative name: %q", got)
	}
}

// A refusal is relevant if it can be the cause of a failure: it is for an existing file, or for a new file in
// an existing directory.
func TestRelevant(t *testing.T) {
	dir := t.TempDir()
	for _, folder := range []string{"__pycache__", "hsperfdata_ann", "hsperfdata"} {
		must.Do(t, os.Mkdir(filepath.Join(dir, folder), 0o777))
	}
	file := filepath.Join(dir, "hsperfdata", "data.txt")
	must.Do(t, os.WriteFile(file, nil, 0o666))
	in := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, c := range []struct {
		act, path string
		want      bool
	}{
		{ActRead, file, true}, {actAsOther, file, true}, {ActRead, dir, false}, {ActRead, in("none.txt"), false}, {actAsOther, in("none.txt"), false},
		{ActRead, "/proc/self/status", false}, {ActRead, "/etc/hostname", false}, {ActRead, "/dev/stdin", false},
		{actWrite, file, true}, {actWrite, in("new.txt"), true}, {actWrite, in("none/new.txt"), false},
		{actWrite, in("__pycache__"), false}, {actWrite, in("__pycache__/a.pyc"), false},
		{actWrite, in("hsperfdata_ann"), false}, {actWrite, in("hsperfdata_ann/12"), false}, {actWrite, in("hsperfdata_ann.txt"), false},
		{"connect", "", true},
	} {
		if got := isRelevant(Refusal{Act: c.act, Path: c.path}); got != c.want {
			t.Errorf("%s %s is relevant: %v, want %v", c.act, c.path, got, c.want)
		}
	}
	for path, want := range map[string]bool{
		"/sys/devices/system/cpu/online": true, "/proc/cpuinfo": true, "/run/utmp": true, "/etc/localtime": true, "/dev/fd/3": true, "/dev/stdin": true,
		"/home/ann/etc/x": false, "/system/x": false, "/dev/shm/x": false, "/runs/x": false, "/usr/lib/x": false,
	} {
		if got := systemDir.MatchString(path); got != want {
			t.Errorf("%s examines the system: %v, want %v", path, got, want)
		}
	}
}
