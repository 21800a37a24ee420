package submissions

import (
	"archive/zip"
	"cmp"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/must"
)

// File names identify the students, in each platform's format.
func TestDownloadedNames(t *testing.T) {
	for name, want := range map[string]handIn{
		"doejane_4821_90210_mancala.py":                       {who: "doejane", id: "4821", canvas: true, files: map[string]string{"mancala.py": ""}},
		"doejane_LATE_4821_90210_a_1_2_b.py":                  {who: "doejane", id: "4821", late: true, canvas: true, files: map[string]string{"a_1_2_b.py": ""}},
		"all of it/doejane_4821_90210_a.py":                   {who: "doejane", id: "4821", canvas: true, files: map[string]string{"a.py": ""}},
		"Jane Doe_4821_assignsubmission_file_a-1.py":          {who: "Jane Doe", id: "4821", files: map[string]string{"a-1.py": ""}},
		"Jane_Doe_4821_assignsubmission_file/a/b.py":          {who: "Jane_Doe", id: "4821", files: map[string]string{"a/b.py": ""}},
		"Jane Doe_4821_assignsubmission_file_/a_1_2_b.py":     {who: "Jane Doe", id: "4821", files: map[string]string{"a_1_2_b.py": ""}},
		"x/Jane Doe_4821_assignsubmission_file_/b.py":         {who: "Jane Doe", id: "4821", files: map[string]string{"b.py": ""}},
		"Jane Doe_4821_assignsubmission_onlinetext_text.html": {},
		// A student's own file names cannot make the file belong to another student.
		"doejane_4821_90210_roe_1_assignsubmission_file_a.py":         {},
		"Jane Doe_4821_assignsubmission_file_roe_1_2_a.py":            {who: "Jane Doe", id: "4821", files: map[string]string{"roe_1_2_a.py": ""}},
		"Jane_4821_assignsubmission_file_x_1_assignsubmission_file_y": {},
		"Jane_4821_assignsubmission_file_/roe_1_2_a.py":               {who: "Jane", id: "4821", files: map[string]string{"roe_1_2_a.py": ""}},
		"Jane_4821_assignsubmission_onlinetext_/roe_1_2_a.py":         {},
		"doejane_4821_mancala.py":                                     {},
		"_4821_90210_mancala.py":                                      {},
		"doejane_4821_90210_":                                         {},
		"a/b/doejane_4821_90210_c.py":                                 {},
		"doejane_4821_90210_mancala/c.py":                             {},
	} {
		got := parseDownloaded(name)
		if want.id == "" {
			if got != nil {
				t.Errorf("%s: found %+v, want nothing", name, got)
			}
			continue
		}
		for file := range want.files {
			want.files[file] = name
		}
		if got == nil || got.who != want.who || got.id != want.id || got.late != want.late || got.canvas != want.canvas || !maps.Equal(got.files, want.files) {
			t.Errorf("%s: found %+v, want %+v", name, got, want)
		}
	}
}

// A file has its original name, unless two would have the same.
func TestNamesHandedIn(t *testing.T) {
	for _, c := range []struct {
		canvas bool
		files  []string
		want   []string
	}{
		{true, []string{"mancala-2.py"}, []string{"mancala.py"}},
		{false, []string{"mancala-2.py"}, []string{"mancala-2.py"}},
		{true, []string{"hw.tar-1.gz", "Makefile-12", "a-1234.py", "-1.py", "b-x.py"}, []string{"-1.py", "Makefile", "a-1234.py", "b-x.py", "hw.tar.gz"}},
		{true, []string{"a-1.py", "a.py"}, []string{"a-1.py", "a.py"}},
		{true, []string{"a-1.py", "a-2.py"}, []string{"a-2.py", "a.py"}},
		{true, []string{"x_1_8_a-1.py", "x_1_9_a-10.py", "x_1_7_a.py", "x_1_7_b.py", "x_1_6_b-1.py"}, []string{"a.py", "b-1.py", "b.py"}},
	} {
		h := &handIn{canvas: c.canvas, files: map[string]string{}}
		for _, f := range c.files {
			one := cmp.Or(parseDownloaded(f), &handIn{files: map[string]string{f: "from " + f}})
			maps.Copy(h.files, one.files)
		}
		names, earlier := h.names()
		if got := slices.Sorted(maps.Keys(names)); !slices.Equal(got, c.want) || len(earlier)+len(got) != len(c.files) {
			t.Errorf("%q are %q, want %q; without %q", c.files, got, c.want, earlier)
		}
		if at := names["a.py"]; len(earlier) > 0 && at != "x_1_9_a-10.py" {
			t.Errorf("the last of %q is %s", c.files, at)
		}
	}
}

// An archive whose neighbours are only documents stays packed, and is the submission. Roster reads the
// result.
func TestCollectArchive(t *testing.T) {
	dir := t.TempDir()
	inner, outer := filepath.Join(dir, "inner.zip"), filepath.Join(dir, "outer.zip")
	pack := func(path string, files map[string]string) {
		f := must.Get(os.Create(path))(t)
		defer f.Close()
		w := zip.NewWriter(f)
		for name, text := range files {
			to, _ := w.Create(name)
			_, _ = to.Write([]byte(text))
		}
		must.Do(t, w.Close())
	}
	pack(inner, map[string]string{"mancala.py": "x"})
	text := must.Get(os.ReadFile(inner))(t)
	pack(outer, map[string]string{"doejane_LATE_1_2_hw-1.zip": string(text), "roe_3_4_hw.zip": string(text), "roe_3_5_note.TXT": "both",
		"poe_5_6_hw.zip": string(text), "poe_5_7_mancala.py": "x", "two_6_8_a.zip": string(text), "two_6_9_b.zip": string(text)})
	out := filepath.Join(dir, "out")
	c := must.Get(Collect(t.Context(), outer, "", out))(t)
	if c.Students != 4 || c.Files != 7 || c.Without != 0 || !slices.Equal(c.Late, []string{"doejane"}) || len(c.Passed) > 0 {
		t.Errorf("%+v", c)
	}
	students, err := Roster(filepath.Join(out, RosterName))
	if err != nil || len(students) != 4 {
		t.Fatalf("%+v, %v", students, err)
	}
	for i, want := range []string{"doejane/hw.zip", "poe", "roe/hw.zip", "two"} {
		got, _ := filepath.Rel(out, students[i].Path)
		if filepath.ToSlash(got) != want {
			t.Errorf("the submission is %s, want %s", got, want)
		}
	}
	if got := students[2].Columns["id"]; got != "3" {
		t.Errorf("the number is %q, want 3", got)
	}
}

// Two students with the same name are distinguished by their numbers.
func TestCollectOneName(t *testing.T) {
	from := class(t, "doejane_1_2_a.py", "doejane_3_4_a.py")
	out := filepath.Join(t.TempDir(), "out")
	must.Get(Collect(t.Context(), from, "", out))(t)
	students, err := Roster(filepath.Join(out, RosterName))
	if err != nil || len(students) != 2 || students[0].Name != "doejane" || students[1].Name != "doejane-3" {
		t.Errorf("%+v, %v", students, err)
	}
}

// If a file cannot be copied, nothing is left; a link is no file.
func TestCollectNothing(t *testing.T) {
	from := class(t, "roe_1_2_a.py")
	if err := os.Symlink("/etc/passwd", filepath.Join(from, "doe_3_4_a.py")); err != nil {
		t.Skip(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	c, err := Collect(t.Context(), from, "", out)
	if err != nil || c.Students != 1 || !slices.Equal(c.Passed, []string{"doe_3_4_a.py"}) {
		t.Errorf("%+v, %v", c, err)
	}
	long := class(t, "roe_1_2_a.py", "roe_1_3_a.py")
	must.Do(t, os.MkdirAll(filepath.Join(long, "Jane_1_assignsubmission_file_", "a.py"), 0o777))
	must.Do(t, os.WriteFile(filepath.Join(long, "Jane_1_assignsubmission_file_", "a.py", "b"), nil, 0o666))
	out = filepath.Join(t.TempDir(), "out")
	if _, err := Collect(t.Context(), long, "", out); err == nil { // a file and a directory of one name
		t.Error("no error")
	}
	if _, err := os.Lstat(out); !os.IsNotExist(err) {
		t.Errorf("%s is there: %v", out, err)
	}
}

// The digest of a directory changes with everything that a program can be made of, and with
// nothing else.
func TestDigestOf(t *testing.T) {
	if _, err := DigestOf(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v for a submission that does not exist", err)
	}
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	must.Do(t, os.MkdirAll(path("sub"), 0o777))
	must.Do(t, os.WriteFile(path("sub/a.py"), []byte("1"), 0o644))
	last := must.Get(DigestOf(dir))(t)
	seen := map[string]string{last: "at first"}
	for _, step := range []struct {
		what string
		do   func() error
		same bool
	}{
		{"another time", func() error { return os.Chtimes(path("sub/a.py"), time.Unix(1, 0), time.Unix(1, 0)) }, true},
		{"permissions but to execute", func() error { return os.Chmod(path("sub/a.py"), 0o600) }, true},
		{"contents", func() error { return os.WriteFile(path("sub/a.py"), []byte("2"), 0o644) }, false},
		{"an executable", func() error { return os.Chmod(path("sub/a.py"), 0o755) }, false},
		{"another file", func() error { return os.WriteFile(path("b"), nil, 0o644) }, false},
		{"another name", func() error { return os.Rename(path("b"), path("c")) }, false},
		{"an empty directory", func() error { return os.Mkdir(path("d"), 0o777) }, false},
		{"a link", func() error { return os.Symlink("sub", path("e")) }, false},
		{"its target", func() error {
			must.Do(t, os.Remove(path("e")))
			return os.Symlink("c", path("e"))
		}, false},
	} {
		must.Do(t, step.do())
		now := must.Get(DigestOf(dir))(t)
		if before, known := seen[now]; known && !step.same {
			t.Errorf("%s: the digest is that %s", step.what, before)
		}
		if step.same && now != last {
			t.Errorf("%s: the digest has changed", step.what)
		}
		seen[now], last = "after "+step.what, now
	}
}
