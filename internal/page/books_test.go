package page_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// Books take the place of earlier ones, and of what a process that was killed had begun. What is not ours
// stays.
func TestPrune(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{
		"grades.csv", ".grades.csv.0123abcd", ".grades.csv.mine", ".profile.0123abcd", "notes.txt",
		"students/ann/report.md", "students/ann/old.html", "students/ann/.report.md.0123abcd", "students/ann/LICENSE", "students/ben/report.md",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	err := page.WriteBooks(dir, "students", func(to output.Sink) error {
		for _, name := range []string{"grades.csv", "students/ann/report.md"} {
			if err := output.Whole(to, name, []byte("new")); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, pattern := range []string{"*", "students/*", "students/*/*"} {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			name, err := filepath.Rel(dir, path)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, filepath.ToSlash(name))
		}
	}
	want := []string{
		".grades.csv.mine", ".profile.0123abcd", "grades.csv", "notes.txt", "students",
		"students/ann", "students/ann/LICENSE", "students/ann/report.md",
	}
	if !slices.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
}
