package autograder

import (
	"archive/zip"
	"bytes"
	"debug/elf"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
)

// filesOf packs the cases of a directory and their KillsFile, but no files that only look like cases. It packs
// a single file under any name.
func TestCaseFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.txtar", "tests/b.txtar", "tests/" + cases.KillsFile, "tests/notes.md", "tests/testdata/c.txtar", "testdata/d.txtar"} {
		must.WriteFile(t, filepath.Join(dir, name), name)
	}
	for root, want := range map[string][]string{
		".":              {"cases/2/a.txtar", "cases/2/tests/b.txtar", "cases/2/tests/" + cases.KillsFile},
		"testdata":       {"cases/2/d.txtar"},
		"tests/notes.md": {"cases/2/notes.md"},
	} {
		files := must.Get(filesOf(filepath.Join(dir, root), "cases/2", isCase(filepath.Join(dir, root))))(t)
		var names []string
		for _, f := range files {
			names = append(names, f.name)
			expect.True(t, strings.HasSuffix(string(f.data), filepath.Base(f.name)) && f.mode == 0o644,
				f.name, "mode", f.mode, "text", string(f.data))
		}
		slices.Sort(names)
		slices.Sort(want)
		expect.Equal(t, want, names, root)
	}
	_, err := filesOf(filepath.Join(dir, "none"), "cases/1", isCase(""))
	expect.True(t, errors.Is(err, os.ErrNotExist), "no directory:", err)
}

// static returns this test as a static binary: without its interpreter.
func static(t *testing.T) []byte {
	t.Helper()
	program := must.Get(os.ReadFile(must.Get(os.Executable())(t)))(t)
	f, err := elf.NewFile(bytes.NewReader(program))
	if err != nil || f.Machine != elf.EM_X86_64 {
		t.Skip("needs a binary for linux/amd64")
	}
	for i, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			program[64+56*i] = byte(elf.PT_NULL) // the size of a header of 64 bits, and of a part
		}
	}
	return program
}

// A binary that would not run on the platform, or is not touchstone, is rejected, with a suggestion.
func TestRunsThere(t *testing.T) {
	program := string(static(t))
	with := func(at int, to byte) string { return program[:at] + string([]byte{to}) + program[at+1:] }
	for i, c := range []struct{ program, want string }{
		{"", "linux/amd64"}, {"#!/bin/sh\n", "linux/amd64"}, {program[:64], "linux/amd64"}, {with(18, byte(elf.EM_AARCH64)), "linux/amd64"},
		{with(7, byte(elf.ELFOSABI_FREEBSD)), "linux/amd64"}, {with(7, byte(elf.ELFOSABI_LINUX)), ""}, {with(7, byte(elf.ELFOSABI_NONE)), ""},
		{with(64, byte(elf.PT_INTERP)), "want a static binary"}, {strings.ReplaceAll(program, "mod\t"+module, "dep\t"+module), ""},
		{strings.ReplaceAll(program, module, strings.ToUpper(module)), "want touchstone, found another program"},
	} {
		if err := checkExecutable("b", []byte(c.program)); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d: %v, want %q", i, err, c.want)
		}
	}
}

// The same files make the same archive, with the platform's two scripts to be run. The course file names the
// problem package next to it.
func TestPack(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must.WriteFiles(t, dir, map[string]string{"course.yaml": "assignment: there\n", "cases/a.txtar": "", "cases/b": "", "own/run*": "", "own/data/1.in": "", "binary": string(static(t))})
	const common = "cases/1/a.txtar -rw-r--r-- "
	const scripts = "run_autograder -rwxr-xr-x setup.sh -rwxr-xr-x touchstone -rwxr-xr-x touchstone.yaml -rw-r--r-- "
	for from, want := range map[string]string{"": common + scripts + "assignment: there\n", at("own"): common + "own/data/1.in -rw-r--r-- own/run -rwxr-xr-x " + scripts + "assignment: ./own\n"} {
		c := &course.File{Path: at("course.yaml"), Assignment: &oracle.Assignment{Path: from}, Cases: []string{at("cases")}}
		var one, two bytes.Buffer
		must.Do(t, errors.Join(Pack(&one, c, at("binary")), Pack(&two, c, at("binary"))))
		expect.True(t, bytes.Equal(one.Bytes(), two.Bytes()), "the same archive twice")
		got := ""
		z := must.Get(zip.NewReader(bytes.NewReader(one.Bytes()), int64(one.Len())))(t)
		for _, f := range z.File {
			got += f.Name + " " + f.Mode().String() + " "
		}
		expect.Equal(t, want, got+string(must.Get(fs.ReadFile(z, Course))(t)), from)
	}
	for _, c := range [][3]string{{"none", "cases", "binary"}, {"course.yaml", "cases", "none"}, {"course.yaml", "cases", "own/run"}, {"course.yaml", "none", "binary"}} {
		of := &course.File{Path: at(c[0]), Assignment: &oracle.Assignment{}, Cases: []string{at(c[1])}}
		expect.Error(t, Pack(io.Discard, of, at(c[2])), "", c)
	}
}

// read parses a platform's data about a submission.
func read(t *testing.T, text string) (*Metadata, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "submission_metadata.json")
	must.WriteFile(t, name, text)
	return ReadMetadata(name)
}

// The latest day of a group counts; without extensions, the assignment's deadline.
func TestDaysLate(t *testing.T) {
	for _, c := range []struct {
		due  string // of the assignment, and of each in the group; none is null
		want int
	}{
		{"", 0}, {"05", 0}, {"02", 3}, // submitted on the 4th at noon
		{"02 none", 3}, {"02 03", 2}, {"02 03 01", 2}, {"02 01 03", 2}, {"02 none 03", 2}, {"01 05 02", 0}, {"none 03", 2},
		{"05 02", 3}, // an earlier day of their own
	} {
		text := `{"created_at": "2026-03-04T12:00:00-08:00"`
		for i, day := range strings.Fields(c.due) {
			text += map[int]string{0: `, "assignment": `, 1: `, "users": [{"assignment": `}[min(i, 2)]
			if i > 1 {
				text += `}, {"assignment": `
			}
			if day = `"2026-03-` + day + `T00:00:00-08:00"`; strings.Contains(day, "none") {
				day = "null"
			}
			text += `{"due_date": ` + day + `}`
		}
		if strings.Contains(text, "users") {
			text += "}]"
		}
		m := must.Get(read(t, text+"}"))(t)
		expect.Equal(t, c.want, m.DaysLate(new(course.File)), c.due)
	}
	for text, want := range map[string]string{"[]": "the platform's data", `{"users": []}`: `"created_at"`} {
		_, err := read(t, text)
		expect.Error(t, err, want, text)
	}
}

// A student in the course file is found by address and by name, for each member of a group.
func TestStudent(t *testing.T) {
	students := []byte("assignment: reversi\nstudents:\n  ann@example.edu: {extra: 1}\n  Ben: {extra: 2}\n")
	c := must.Get(course.Parse("f", students, nil))(t)
	for users, want := range map[string]string{
		`{"email": "ann@example.edu", "name": "Ann"}`:                                                "ann@example.edu",
		`{"email": "ben@example.edu", "name": "Ben"}`:                                                "Ben",
		`{"email": "cleo@example.edu", "name": "Cleo"}, {"email": "ann@example.edu", "name": "Ann"}`: "ann@example.edu",
		`{"email": "cleo@example.edu", "name": "Cleo"}`:                                              "",
	} {
		m := must.Get(read(t, `{"created_at": "2026-03-04T12:00:00Z", "users": [`+users+`]}`))(t)
		expect.Equal(t, want, m.Student(c), users)
	}
}
