package page_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// What cannot be written or removed is an error, and then nothing is written.
func TestBooksFail(t *testing.T) {
	failed := errors.New("it failed")
	dir := t.TempDir()
	write := func(fail error) error {
		return page.WriteBooks(dir, "students", func(to output.Sink) error {
			return errors.Join(page.WriteFile(to, "a.txt", func(w io.Writer) error {
				_, err := io.WriteString(w, "a")
				return errors.Join(fail, err)
			}), output.Whole(to, "b.txt", nil))
		})
	}
	if err := write(failed); !errors.Is(err, failed) {
		t.Errorf("error %v, want that of the file", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("found %v, %v after what failed, want nothing", entries, err)
	}
	if err := write(nil); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "a.txt")); err != nil || string(text) != "a" {
		t.Errorf("a.txt holds %q, %v", text, err)
	}
}

// Books take the place of earlier ones, and of what a process that was killed had begun. What is not ours
// stays.
func TestPrune(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{
		"grades.csv", ".grades.csv.0123abcd", ".grades.csv.mine", ".profile.0123abcd", "notes.txt",
		"students/dan.txt", "students/eve/old.walks/one.html", ".grades.csv.4567abcd/mine", "students/fay/old.md", "students/fay/older.md", "others/gus/old.md", "students/zoe/report.md",
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
		for _, name := range []string{"students/zoe/report.md", "grades.csv", "students/ann/report.md"} {
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
	for _, pattern := range []string{"*", "others/*/*", "students/*", "students/*/*"} {
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
		".grades.csv.4567abcd", ".grades.csv.mine", ".profile.0123abcd", "grades.csv", "notes.txt", "others", "students", "others/gus/old.md",
		"students/ann", "students/dan.txt", "students/eve", "students/zoe",
		"students/ann/LICENSE", "students/ann/report.md", "students/eve/old.walks", "students/zoe/report.md",
	}
	if !slices.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
}
