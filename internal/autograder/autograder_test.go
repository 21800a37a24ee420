package autograder

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// filesOf packs the cases of a directory and their KillsFile, but no files that only look like cases. It
// packs a single file whatever its name is.
func TestCaseFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.txtar", "tests/b.txtar", "tests/" + cases.KillsFile, "tests/notes.md", "tests/testdata/c.txtar", "testdata/d.txtar"} {
		must.Write(t, filepath.Join(dir, name), name)
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
