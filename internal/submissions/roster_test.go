package submissions

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// class makes a folder of empty submissions; a name that ends in a slash is a folder.
func class(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		path, err := filepath.Join(dir, name), error(nil)
		if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(path, 0o777)
		} else {
			err = os.WriteFile(path, nil, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A name is that of the file or folder; what belongs to an archive or a language is no part of it, and what nobody
// handed in is nobody.
func TestRosterOfFolder(t *testing.T) {
	dir := class(t, "eve.zip", "dan.tar.gz", "cleo.tgz", "bob.tar", "ada.py", "fay.v2/", "gus.x.py", "hal", ".DS_Store", "__MACOSX/", ".git/")
	students, err := Roster(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range students {
		got = append(got, s.Name+" "+filepath.Base(s.Path))
	}
	want := []string{"ada ada.py", "bob bob.tar", "cleo cleo.tgz", "dan dan.tar.gz", "eve eve.zip", "fay.v2 fay.v2", "gus.x gus.x.py", "hal hal"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Further columns of a table are known by their headings, whatever their case, where they are not empty.
func TestRosterColumns(t *testing.T) {
	table := filepath.Join(class(t, "a.py", "b/"), "r.csv")
	if err := os.WriteFile(table, []byte("name,path,Submitted , EMAIL\nann,a.py, 2026-03-01 ,a@x\nben,b,,b@x,more\ncleo,\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	students, err := Roster(table)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []map[string]string{{Submitted: "2026-03-01", "email": "a@x"}, {"email": "b@x"}, nil} {
		if got := students[i].Columns; !maps.Equal(got, want) {
			t.Errorf("%s has the columns %q, want %q", students[i].Name, got, want)
		}
	}
}

// A table has names and paths; a heading, a mark of its bytes' order, empty rows and columns without a heading are not read.
func TestRosterOfTable(t *testing.T) {
	dir := class(t, "a.py", "b/")
	for text, want := range map[string]string{
		"ben,b\nann,a.py\n":                "ann a.py, ben b",
		"\ufeffName,PATH\nann,a.py\n":      "ann a.py",
		"ann,a.py\n\n\"ben, jr\", b,1,2\n": "ann a.py, ben, jr b",
		"name;path;x\n\"a; b\";b;1,2\n":    "a; b b",
		"NAME\tpath\nann\ta.py\n":          "ann a.py",
		"ann;a.py\n":                       "ann a.py",
		"\"a;n;n\",a.py\n":                 "a;n;n a.py",
		"ann a.py\n":                       "!want a path in the second column, which is empty if nothing was handed in, found no second column for ann a.py",
		"student,file\nann,a.py\n":         "!r.csv:1: want a submission of student, found nothing at file (a heading begins with name,path)",
		"ann,\nben, \n":                    "ann , ben ",
		"ann,a.py\nname,path\n":            "!r.csv:2: want a submission of name",
		"ann,a.py\n\"\"\n  \nben,b\n":      "ann a.py, ben b",
		"name\n":                           "!r.csv:1: want a path in the second column",
		",a.py\nann,none.py\nben,b\n":      "!r.csv:1: want a name in the first column, found none\nr.csv:2: want a submission of ann",
		"ann,a.py\nben,b\nann,b\n":         "!want one submission a student, found two of ann: a.py and b",
		"":                                 "!want at least one submission, found none",
		"ann,a.py\nben,b\n\"cleo\nDAN,b\n": "!want a table of names and paths",
		"J\xfcrgen,b\n":                    "!r.csv: want UTF-8, found another encoding: save it as CSV UTF-8",
		"\xff\xfea\x00,\x00":               "!r.csv: want UTF-8, found another encoding",
		"a\x00,\x00b\x00":                  "!r.csv: want UTF-8, found another encoding",
	} {
		name := filepath.Join(dir, "r.csv")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		students, err := Roster(name)
		if problem, is := strings.CutPrefix(want, "!"); is {
			if err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), ""), problem) {
				t.Errorf("%q: %v, want %q", text, err, problem)
			}
			continue
		}
		var got []string
		for _, s := range students {
			got = append(got, s.Name+" "+strings.TrimPrefix(filepath.Base(s.Path), "."))
		}
		if strings.Join(got, ", ") != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
}

// What a platform gives is no folder of students: its names are not theirs, and one student may have several files.
func TestRosterOfDownload(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"doejane_1_2_a.py", "roe_LATE_3_4_b.py"}, `such as doejane_1_2_a.py: "touchstone course collect `},
		{[]string{"Jane Doe_1_assignsubmission_file_/", ".DS_Store"}, "such as Jane Doe_1_assignsubmission_file_: "},
		{[]string{"Jane Doe_1_assignsubmission_file_a.py"}, "such as Jane Doe_1_assignsubmission_file_a.py: "},
		{[]string{"team_1_2_final.py", "ada.py"}, ""},
		{[]string{".DS_Store"}, "want at least one submission, found none"},
	} {
		_, err := Roster(class(t, c.names...))
		if (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.names, err, c.want)
		}
	}
}
