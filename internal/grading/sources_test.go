package grading

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// below lists the files and empty directories below a directory, in one line.
func below(t *testing.T, dir string) string {
	t.Helper()
	var names []string
	must.Do(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		entries, _ := os.ReadDir(path)
		if name, _ := filepath.Rel(dir, path); err == nil && len(entries) == 0 {
			names = append(names, filepath.ToSlash(name))
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}))
	return strings.Join(names, " ")
}

// Each export replaces the files of the last one in a directory, and no others. If it fails, nothing changes.
func TestExportSources(t *testing.T) {
	root := t.TempDir()
	must.WriteFiles(t, root, map[string]string{
		"class/ann/squirrel.py": "ann\n", "class/ann/more/own/tools.py": "tools\n", "class/ben.py": "ben\n",
		"class/cy/squirrel*": "#!/bin/sh\n", "class/dan/notes.txt": "none\n",
		"others/notes": "not ours\n", "damaged/" + exported: "ann/squirrel.py\n",
	})
	for _, step := range []struct {
		students, dir     string // a student without a path is in brackets
		n                 int
		without, err, all string
	}{
		{"", "new", 0, "", "", ""},
		{"[ann] cy dan", "new", 0, "cy dan", "", ""},
		{"ann ben.py [bob] cy", "new", 2, "cy", "", exported + " ann/more/own/tools.py ann/squirrel.py ben.py/ben.py"},
		{"ann eve", "new", 0, "", "the submission of eve: ", exported + " ann/more/own/tools.py ben.py/ben.py notes"},
		{"ben.py", "new", 1, "", "", exported + " ben.py/ben.py notes"},
		{"ben.py", "new", 1, "", "", exported + " ben.py/ben.py notes"},
		{"cy", "new", 0, "cy", "", exported + " notes"},
		{"ann", "others", 0, "", "others: want a directory for the sources that is new or has those of an earlier export, found other files there", "notes"},
		{"ann", "damaged", 0, "", exported + ": want names of files, found ", exported},
		{"ann", "others/notes", 0, "", "not a directory", "."},
		{"eve", "other", 0, "", "the submission of eve: ", ""},
	} {
		dir := filepath.Join(root, step.dir)
		var students []submissions.Student
		for name := range strings.FieldsSeq(step.students) {
			student := submissions.Student{Name: strings.Trim(name, "[]")}
			if student.Name == name {
				student.Path = filepath.Join(root, "class", name)
			}
			students = append(students, student)
		}
		n, without, err := ExportSources(t.Context(), &squirrel.Assignment, students, dir)
		if got := strings.Join(without, " "); n != step.n || got != step.without || (err == nil) != (step.err == "") ||
			err != nil && !strings.Contains(err.Error(), step.err) {
			t.Errorf("%s to %s: %d, without %q, %v; want %+v", step.students, step.dir, n, got, err, step)
		}
		equal(t, step.all, below(t, dir), "files of", step.students, "in", step.dir)
		if step.n == 2 {
			must.WriteFile(t, filepath.Join(dir, "notes"), "not ours\n")
			must.Do(t, os.Remove(filepath.Join(dir, "ann/squirrel.py"))) // by someone else
		}
	}
	text := must.Get(os.ReadFile(filepath.Join(root, "new", exported)))(t)
	equal(t, "", string(text), "list of an export without sources")
}

// A submission is a directory, or a file that is copied with its permissions. Anything else is its own fault.
func TestProgramPath(t *testing.T) {
	dir := t.TempDir()
	must.WriteFiles(t, dir, map[string]string{"ann/squirrel.py": "1\n", "ben*": "2\n"})
	must.Do(t, errors.Join(os.Chmod(filepath.Join(dir, "ben"), 0o511), os.Symlink("ben", filepath.Join(dir, "cy"))))
	path := func(name string) (*submission, string, error) {
		s := &submission{path: filepath.Join(dir, name)}
		path, err := s.programPath()
		return s, path, err
	}
	s, got, err := path("ann")
	must.Do(t, err)
	equal(t, s.path, got, "path of a directory")
	s, got, err = path("ben")
	info := must.Get(os.Stat(got))(t)
	must.Do(t, err)
	equal(t, "ben -rwx--x--x", filepath.Base(got)+" "+info.Mode().String(), "copy")
	equal(t, false, got == s.path, "the same file")
	must.Do(t, s.removeProgram())
	failed := (*program.BuildError)(nil)
	if _, _, err := path("cy"); !errors.As(err, &failed) || !strings.Contains(err.Error(), "want a file or a directory, found a ") {
		t.Errorf("a link: %v", err)
	}
	_, _, err = path("dan")
	equal(t, true, errors.Is(err, fs.ErrNotExist) && !errors.As(err, &failed), err)
	err = copyFile(filepath.Join(dir, "ann/squirrel.py"), filepath.Join(dir, "ben"), 0o600)
	equal(t, true, errors.Is(err, fs.ErrExist), "a copy to an existing file")
}

// The problem package of a plan is looked up by its path if its key is not known yet.
func TestPlanOfPackage(t *testing.T) {
	own := squirrel.Assignment
	opened, open := false, oracle.Open
	oracle.Open = func(name string) (*oracle.Assignment, error) {
		switch opened = opened || name == "/own"; {
		case name == "/own", opened && name == "own@1":
			return &own, nil
		}
		return nil, nil
	}
	defer func() { oracle.Open = open }()
	for _, p := range []Plan{{}, {Package: "/other"}, {Package: "/own"}} {
		p.Assignment = "own@1"
		a, _, err := p.load()
		want := p.Package == "/own"
		equal(t, []bool{want, want}, []bool{err == nil, a == &own}, "package", p.Package)
	}
	p := Plan{Conditions: Conditions{Assignment: "other@1"}, Package: "/own"}
	_, _, err := p.load()
	expect.Error(t, err, `found "other@1"`)
}

// A plan has all errors of the roster.
func TestPlanErrors(t *testing.T) {
	terms := Terms{Assignment: &squirrel.Assignment}
	_, err := NewPlan(terms, []submissions.Student{
		{Name: "ann", Path: "/no/such"},
		{Name: "ben", Columns: map[string]string{submissions.Submitted: "yesterday"}, Table: "roster.csv", Line: 3},
		{Name: "cy"},
	})
	expect.Error(t, err, "the submission of ann: lstat /no/such: no such file or directory\n"+
		"roster.csv:3: want a time, ")
}

// Each run is in exactly one shard. With fewer submissions than four for each shard, submissions are divided.
func TestDivided(t *testing.T) {
	for _, test := range []struct {
		submissions, shards int
		want                string // the cases of the last submission in the first shard
	}{
		{1, 0, "1111"}, {1, 1, "1111"}, {1, 2, "1"}, {1, 2, "101"}, {1, 2, "1010101010"}, {3, 2, "101101"},
		{7, 2, "1010"}, {8, 2, "0000"}, {9, 2, "1111"},
	} {
		p := &Plan{Cases: make([]cases.Listed, len(test.want))}
		p.part(nil) // divides nothing
		var all []*submission
		for i := range test.submissions {
			all = append(all, &submission{digest: fmt.Sprint(i)})
		}
		shards := make([]int, test.submissions*len(test.want)) // of each run
		for k := range max(1, test.shards) {
			p.Shard = run.Shard{I: min(k+1, test.shards), N: test.shards}
			mine, got := p.part(all), ""
			for i := range shards {
				if n := len(test.want); mine(i/n, i%n) {
					shards[i]++
					got += "1"
				} else {
					got += "0"
				}
			}
			if k == 0 {
				equal(t, test.want, got[len(got)-len(test.want):], fmt.Sprint(test))
			}
		}
		equal(t, slices.Repeat([]int{1}, len(shards)), shards, fmt.Sprint(test))
	}
}
