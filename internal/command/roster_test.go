package command

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/oracle"
)

// TestIdentities grades students with equal identities, which is an error before any run.
func TestIdentities(t *testing.T) {
	dir := t.TempDir()
	table := filepath.Join(dir, "r.csv")
	for _, c := range []struct{ format, rows, want string }{
		{"canvas", "name,path,sis login id\nada,,\neve,,ada", "want another SIS Login ID in canvas.csv for each student, found ada for ada and eve"},
		{"canvas", "name,path,sis login id\nada,,ada\neve,,ADA", "found ADA for ada and eve"},
		{"canvas", "name,path,login,sis login id\nada,,ada,\neve,,,ada", "found ada for ada and eve"},
		{"canvas", "name,path,id\nada,,7\neve,, 7 ", "want another ID in canvas.csv for each student, found 7 for ada and eve"},
		{"canvas", "name,path,sis user id\nada,,É\neve,,E\u0301", "want another SIS User ID in canvas.csv"},
		{"canvas", "name,path,sis login id\nada,,straße\neve,,STRASSE", "found STRASSE"},
		{"canvas", "name,path,email\nada,,a@x.edu\neve,,a@x.edu", ""},
		{"moodle", "name,path,email\nada@x.edu,,\neve,,ada@x.edu", "want another Email address in moodle.csv for each student, found ada@x.edu for ada@x.edu and eve"},
		{"moodle", "name,path,email\nada,,ada@x.edu\neve,,ADA@x.edu", "found ADA@x.edu for ada and eve"},
		{"moodle", "name,path,email,email address\nada,,ada@x.edu,\neve,,,ada@x.edu", "found ada@x.edu for ada and eve"},
		{"moodle", "name,path,idnumber\nada,,\neve,,Ada", "want another ID number in moodle.csv"},
		{"moodle", "name,path,login\nada,,l\neve,,l\nann,,", ""},
	} {
		must.Write(t, table, c.rows)
		students := must.Get(submissions.Roster(table))(t)
		var warned strings.Builder
		cmd := &cobra.Command{}
		cmd.SetErr(&warned)
		f := &gradeFlags{out: dir, formats: []string{c.format}}
		if err := f.checkIdentities(cmd, table, students); (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s of %q: error %v, want %q", c.format, c.rows, err, c.want)
		}
		f.formats = nil
		if err := f.checkIdentities(cmd, table, students); err != nil || !strings.Contains(warned.String(), c.want) {
			t.Errorf("%q without a table: error %v, warning %q, want %q", c.rows, err, &warned, c.want)
		}
	}
	cmd := &cobra.Command{}
	cmd.SetErr(io.Discard)
	must.Do(t, os.WriteFile(filepath.Join(dir, "canvas.csv"), nil, 0o666))
	twins := []submissions.Student{{Name: "ada"}, {Name: "Ada"}}
	if err := (&gradeFlags{out: dir}).checkIdentities(cmd, table, twins); err == nil {
		t.Error("no error where an earlier table is written anew")
	}
}

// Books and sources are written neither among the submissions nor into one, through a link either.
func TestOutside(t *testing.T) {
	dir := t.TempDir()
	class, link, away := filepath.Join(dir, "class"), filepath.Join(dir, "link"), filepath.Join(dir, "away")
	must.Do(t, errors.Join(os.MkdirAll(filepath.Join(class, "ada"), 0o777), os.Symlink(class, link), os.Symlink(dir, away)))
	ada := []submissions.Student{{Name: "ada", Path: filepath.Join(class, "ada")}, {Name: "eve", Path: away}, {Name: "zoe"}}
	table := filepath.Join(dir, "r.csv")
	for _, c := range []struct {
		out, roster string
		want        bool
	}{
		{filepath.Join(link, "books"), class, false},
		{link, class, false},
		{filepath.Join(link, "ada", "books"), table, false},
		{filepath.Join(link, "books"), table, true},
		{filepath.Join(dir, "books"), class, true},
		{"", class, true},
	} {
		if err := checkOutside("out", c.out, c.roster, ada); (err == nil) != c.want {
			t.Errorf("%s of %s: %v", c.out, c.roster, err)
		}
	}
}

// TestWarnOfTitle writes a table for Canvas with a title that Canvas does not import.
func TestWarnOfTitle(t *testing.T) {
	for _, c := range []struct {
		title, format string
		want          bool
	}{{"FINAL project", "canvas", true}, {"Semifinals", "canvas", true}, {"Final", "moodle", false}, {"Homework 1", "canvas", false}} {
		var warned strings.Builder
		cmd := &cobra.Command{}
		cmd.SetErr(&warned)
		warnCanvasTitle(cmd, &gradebook.Class{Title: c.title, Formats: []string{c.format}})
		if got := strings.Contains(warned.String(), "ignores a column"); got != c.want {
			t.Errorf("%s for %s: %q", c.title, c.format, &warned)
		}
	}
}

// Inputs of the same name become cases of different names.
func TestInputNames(t *testing.T) {
	a := must.Get(oracle.Lookup("mancala"))(t)
	var paths, names []string
	for range 3 {
		path := filepath.Join(t.TempDir(), "input.txt")
		must.Write(t, path, "1\n1\n1\n3 3 3\n3 3 3\n0\n0\n")
		paths = append(paths, path)
	}
	made := must.Get(inputCases(a, paths))(t)
	for _, c := range made {
		names = append(names, c.Name)
	}
	if want := []string{"input", "input-2", "input-3"}; !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
}
