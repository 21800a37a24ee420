//go:build !portable

package sandbox

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A string in another process is read up to its end and no further: at the end of a page
// followed by nothing, across two pages, and without an end.
func TestReadText(t *testing.T) {
	page := os.Getpagesize()
	memory, err := unix.Mmap(-1, 0, 4*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(memory)
	if err := unix.Mprotect(memory[3*page:], unix.PROT_NONE); err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
	here, _ = filepath.EvalSymlinks(here)
	put(0, "below\x00")
	folder := unix.AT_FDCWD
	n.args[0] = uint64(folder)
	if got := pathCalls[unix.SYS_OPENAT].name(n, "/run"); got != here+"/below" {
		t.Errorf("a relative name: %q", got)
	}
}

// What programs may not touch is told if it can be why they failed: files that are there, and new ones in folders that are.
func TestRelevant(t *testing.T) {
	dir := t.TempDir()
	for _, folder := range []string{"__pycache__", "hsperfdata_ann", "hsperfdata"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "hsperfdata", "data.txt")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, c := range []struct {
		act, path string
		want      bool
	}{
		{ActRead, file, true}, {actAsOther, file, true}, {ActRead, dir, false}, {ActRead, in("none.txt"), false}, {actAsOther, in("none.txt"), false},
		{ActRead, "/proc/self/status", false}, {ActRead, "/etc/hostname", false}, {ActRead, "/dev/stdin", false},
		{ActWrite, file, true}, {ActWrite, in("new.txt"), true}, {ActWrite, in("none/new.txt"), false},
		{ActWrite, in("__pycache__"), false}, {ActWrite, in("__pycache__/a.pyc"), false},
		{ActWrite, in("hsperfdata_ann"), false}, {ActWrite, in("hsperfdata_ann/12"), false}, {ActWrite, in("hsperfdata_ann.txt"), false},
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
		if got := systemFolder.MatchString(path); got != want {
			t.Errorf("%s examines the system: %v, want %v", path, got, want)
		}
	}
}
