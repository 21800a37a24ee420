//go:build unix

package answers

import (
	"debug/elf"
	"debug/macho"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// lay writes files below a new directory.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	for name, text := range files {
		must.WriteFile(t, filepath.Join(dir, name)+"*", text)
	}
	return dir
}

// below lists the findings below a directory by name.
func below(t *testing.T, dir string, found []Finding) (names []string) {
	t.Helper()
	for _, f := range found {
		name := must.Get(filepath.Rel(dir, f.Path))(t)
		names = append(names, name+": "+f.Kind)
	}
	slices.Sort(names)
	return names
}

const golden = "# mancala: one\nsubmit input.txt\n-- golden/next_state.txt --\n1\n"

// A user's directory is searched down to the last file; among the programs of a system touchstone is found by
// its name and by its file.
func TestLook(t *testing.T) {
	self := must.Get(os.Executable())(t)
	program := must.Get(os.ReadFile(self))(t)
	input := "# mancala: one\nsubmit input.txt\n-- input.txt --\n" + strings.Repeat("1 2 3\n", 100_000)
	dir := lay(t, map[string]string{
		"long/case": input + "-- golden/next_state.txt --\n1\n", "long/input": input,
		"long/line":    "# mancala: one " + strings.Repeat("x", 5000) + "-- golden/",
		"a/case.txtar": "x", "a/OTHER.TXTAR": "x", "a/case": golden, "a/notes.md": "# mancala: one\nsubmit input.txt\n", "a/readme": "about\n-- golden/x --\n",
		"co/go.mod": strings.Repeat("// a comment\n", 1000) + "module \"github.com/touchstone-suite/touchstone\" // here\n", "co/oracle/x.go": "x",
		"other/go.mod": "module github.com/touchstone-suite/touchstone-else\n", "other/vendor/github.com/touchstone-suite/x/y.go": "x",
		"cache/README": cacheReadme + "\n", "cache/00/x-d": "x", "notcache/README": cacheReadme + "\n", "suite": string(program), "deep/lib.so": string(program),
	})
	if err := errors.Join(os.Link(self, filepath.Join(dir, "deep/link")), os.Symlink(self, filepath.Join(dir, "deep/soft"))); err != nil {
		t.Log(err)
	}
	want := []string{"a/case.txtar: " + isCase, "a/OTHER.TXTAR: " + isCase, "a/case: " + isCase, "cache: " + isCache, "co: " + isCheckout,
		"long/case: " + isCase, "deep/lib.so: " + isProgram, "deep/link: " + isSelf, "other/vendor/github.com/touchstone-suite: " + isModule, "suite: " + isProgram}
	slices.Sort(want)
	expect.Equal(t, want, below(t, dir, must.Get(Search(dir))(t)))
	must.Do(t, os.WriteFile(filepath.Join(dir, "deep/touchstone-1.2"), nil, 0o755))
	want = []string{"link: " + isSelf, "touchstone-1.2: " + isProgram}
	expect.Equal(t, want, below(t, filepath.Join(dir, "deep"), programs(filepath.Join(dir, "deep"))), "found among programs")
}

// A directory with too many files to search is not granted. If it is the program's own, only the files directly
// in it are granted. If the user chose it, that is an error.
func TestTooMany(t *testing.T) {
	defer func(was int) { maxEntries = was }(maxEntries)
	dir := lay(t, map[string]string{"own.txt": "x", "d/1/a": "", "d/1/b": "", "d/2/a": ""})
	maxEntries = 7 // files and directories
	p := must.Get(Guard(sandbox.Policy{}, Need{Own: []string{dir}}))(t)
	expect.Equal(t, []string{dir}, p.Read, "granted of a directory that can be searched")
	maxEntries = 6
	p = must.Get(Guard(sandbox.Policy{}, Need{Own: []string{dir}}))(t)
	expect.Equal(t, []string{filepath.Join(dir, "own.txt")}, p.Read, "granted of one with too many files")
	_, err := Guard(sandbox.Policy{Read: []string{dir}}, Need{})
	expect.True(t, errors.As(err, new(tooManyError)), err, "want an error")
}

// Executables of all systems for which Go builds are known by how they begin.
func TestMagics(t *testing.T) {
	want := []string{elf.ELFMAG, "MZ", string(binary.BigEndian.AppendUint32(nil, macho.MagicFat))}
	for _, magic := range []uint32{macho.Magic32, macho.Magic64} {
		want = append(want, string(binary.BigEndian.AppendUint32(nil, magic)), string(binary.LittleEndian.AppendUint32(nil, magic)))
	}
	for _, magic := range want {
		expect.True(t, slices.Contains(magics, magic), magic, "begins an executable")
	}
}

// The caches of Go are found through the environment and the settings of "go env -w".
func TestCaches(t *testing.T) {
	dir := lay(t, map[string]string{"env": "GOCACHE=/from/file\nGOPATH=/not/this\n", "config/go/env": "GOCACHE=/usual\n"})
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
	t.Setenv("GOPATH", "/one:/two")
	t.Setenv("GOCACHE", "")
	t.Setenv("GOMODCACHE", "/modules")
	t.Setenv("HOME", "/home/x")
	for file, cache := range map[string]string{"": "/usual", filepath.Join(dir, "env"): "/from/file"} {
		t.Setenv("GOENV", file)
		got := caches()
		for _, want := range []string{cache, "/modules", "/one/pkg/mod", "/two/pkg/mod", "/home/x/go/pkg/mod"} {
			expect.True(t, slices.Contains(got, want), got, "has", want)
		}
	}
}

// A pipe in place of a file does not block, and neither does a program that claims to be
// larger than any.
func TestHostileDir(t *testing.T) {
	dir := lay(t, map[string]string{"a.py": "", "00/a": ""})
	huge := "\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 9) + "\x02\x00\x3e\x00\x01\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00" +
		"\x40\x00\x00\x00\x00\x00\x00\x00" + strings.Repeat("\x00", 12) + "\x40\x00\x38\x00\x01\x00\x40\x00\x00\x00\x00\x00" +
		"\x01\x00\x00\x00\x06\x00\x00\x00" + "\x00\x10\x00\x00\x00\x00\x00\x00" + strings.Repeat("\x00\x00\x40\x00\x00\x00\x00\x00", 2) +
		strings.Repeat("\x00\x00\x00\x00\xff\x00\x00\x00", 2) + "\x00\x10\x00\x00\x00\x00\x00\x00"
	program := filepath.Join(dir, "program")
	err := errors.Join(syscall.Mkfifo(filepath.Join(dir, "README"), 0o644), os.WriteFile(program, []byte(huge), 0o755), os.Truncate(program, 1<<40))
	if err != nil {
		t.Skip(err)
	}
	effort.Ends(t, func() error {
		_, err := Guard(sandbox.Policy{}, Need{Own: []string{dir, filepath.Join(dir, "a.py")}})
		return err
	})
}

// Files directly in a common directory are granted one by one, up to a limit: each is a mount.
func TestOpenFilesBound(t *testing.T) {
	dir := lay(t, map[string]string{"a.py": ""})
	t.Setenv("TMPDIR", dir)
	for i := range maxOpen {
		must.Do(t, os.WriteFile(filepath.Join(dir, fmt.Sprint("f", i)), nil, 0o644))
	}
	own := filepath.Join(dir, "a.py")
	p := must.Get(Guard(sandbox.Policy{}, Need{Own: []string{own, dir}}))(t)
	expect.Equal(t, []string{own}, p.Read, "granted")
	must.Do(t, os.Remove(own))
	p = must.Get(Guard(sandbox.Policy{}, Need{Own: []string{own, dir}}))(t)
	expect.Equal(t, maxOpen, len(p.Read), "files granted")
}
