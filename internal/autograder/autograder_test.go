package autograder

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/must"
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
		files, err := filesOf(filepath.Join(dir, root), "cases/2", isCase(filepath.Join(dir, root)))
		var names []string
		for _, f := range files {
			names = append(names, f.name)
			if !strings.HasSuffix(string(f.data), filepath.Base(f.name)) || f.mode != 0o644 {
				t.Errorf("%s: mode %v, text %q", f.name, f.mode, f.data)
			}
		}
		slices.Sort(names)
		slices.Sort(want)
		if !slices.Equal(names, want) || err != nil {
			t.Errorf("%s: %v, %v, want %v", root, names, err, want)
		}
	}
	if _, err := filesOf(filepath.Join(dir, "none"), "cases/1", isCase("")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
}

// A binary that would not run on the platform is rejected, with a suggestion.
func TestRunsThere(t *testing.T) {
	self := must.Get(os.Executable())(t)
	program := must.Get(os.ReadFile(self))(t)
	for text, want := range map[string]string{"": "linux/amd64", "#!/bin/sh\n": "linux/amd64", string(program[:64]): "linux/amd64"} {
		if err := checkExecutable("b", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.10q: %v, want %q", text, err, want)
		}
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
		if got := m.DaysLate(new(course.File)); got != c.want {
			t.Errorf("due %q: %d days late, want %d", c.due, got, c.want)
		}
	}
	for text, want := range map[string]string{"[]": "the platform's data", `{"users": []}`: `"created_at"`} {
		if _, err := read(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// A student in the course file is found by address and by name, for each member of a group.
func TestStudent(t *testing.T) {
	c, err := course.Parse("f", []byte("assignment: reversi\nstudents:\n  ann@example.edu: {extra: 1}\n  Ben: {extra: 2}\n"), nil)
	must.Do(t, err)
	for users, want := range map[string]string{
		`{"email": "ann@example.edu", "name": "Ann"}`:                                                "ann@example.edu",
		`{"email": "ben@example.edu", "name": "Ben"}`:                                                "Ben",
		`{"email": "cleo@example.edu", "name": "Cleo"}, {"email": "ann@example.edu", "name": "Ann"}`: "ann@example.edu",
		`{"email": "cleo@example.edu", "name": "Cleo"}`:                                              "",
	} {
		m := must.Get(read(t, `{"created_at": "2026-03-04T12:00:00Z", "users": [`+users+`]}`))(t)
		if got := m.Student(c); got != want {
			t.Errorf("%s: %q, want %q", users, got, want)
		}
	}
}
