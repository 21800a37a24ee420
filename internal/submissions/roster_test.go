package submissions

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// class makes a directory of empty submissions; a name that ends in a slash is a directory.
func class(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		if strings.HasSuffix(name, "/") {
			must.Do(t, os.MkdirAll(filepath.Join(dir, name), 0o777))
		} else {
			must.WriteFile(t, filepath.Join(dir, name), "")
		}
	}
	return dir
}

// A student's name is the name of the file or directory, without the extension of an archive or a language.
// Files that no student submitted, such as .DS_Store, are not in the roster.
func TestRosterOfDir(t *testing.T) {
	dir := class(t, "eve.zip", "dan.tar.gz", "cleo.tgz", "bob.tar", "ada.py", "fay.v2/", "gus.x.py", "hal", ".DS_Store", "__MACOSX/", ".git/")
	students := must.Get(Roster(dir))(t)
	var got []string
	for _, s := range students {
		got = append(got, s.Name+" "+filepath.Base(s.Path))
	}
	want := []string{"ada ada.py", "bob bob.tar", "cleo cleo.tgz", "dan dan.tar.gz", "eve eve.zip", "fay.v2 fay.v2", "gus.x gus.x.py", "hal hal"}
	expect.Equal(t, want, got)
}

// Further columns of a table are known by their headings, in upper or lower case, unless they are empty.
func TestRosterColumns(t *testing.T) {
	table := filepath.Join(class(t, "a.py", "b/"), "r.csv")
	must.Do(t, os.WriteFile(table, []byte("name,path,Submitted , EMAIL\nann,a.py, 2026-03-01 ,a@x\nben,b,,b@x,more\ncleo,\n"), 0o666))
	students := must.Get(Roster(table))(t)
	for i, want := range []map[string]string{{Submitted: "2026-03-01", "email": "a@x"}, {"email": "b@x"}, nil} {
		expect.Equal(t, want, students[i].Columns, students[i].Name)
	}
}

// A table has names and paths; a heading, a mark of its bytes' order, empty rows and columns without a
// heading are not read.
func TestRosterOfTable(t *testing.T) {
	dir := class(t, "a.py", "b/")
	for text, want := range map[string]string{
		"ben,b\nann,a.py\n": "ann a.py, ben b", "\ufeffName,PATH\nann,a.py\n": "ann a.py",
		"ann,a.py\n\n\"ben, jr\", b,1,2\n": "ann a.py, ben, jr b", "name;path;x\n\"a; b\";b;1,2\n": "a; b b",
		"NAME\tpath\nann\ta.py\n": "ann a.py", "name;path;a\tb\nann;a.py\n": "ann a.py",
		"ann;a.py\n": "ann a.py", "\"a;n;n\",a.py\n": "a;n;n a.py",
		"ann a.py\n":               "!want a path in the second column, which is empty if nothing was handed in, found no second column for ann a.py",
		"student,file\nann,a.py\n": "!r.csv:1: want a submission of student, found nothing at file (a heading begins with name,path)",
		"ann,\nben, \n":            "ann , ben ", "ann,a.py\nname,path\n": "!r.csv:2: want a submission of name",
		"ann,a.py\n\"\"\n  \nben,b\n":       "ann a.py, ben b",
		"name\n":                            "!r.csv:1: want a path in the second column",
		",a.py\nann,none.py\nben,b\n":       "!r.csv:1: want a name in the first column, found none\nr.csv:2: want a submission of ann",
		"ann,a.py\nben,b\nann,b\n":          "!want one submission a student, found two of ann: a.py and b",
		"name,path,E\u0301,x,É\nann,a.py\n": "!r.csv: want another heading for each column, found E\u0301 and É",
		"name,path,,\nann,a.py\n":           "ann a.py", "": "!want at least one submission, found none",
		"ann,a.py\nben,b\n\"cleo\nDAN,b\n": "!r.csv: want a table of names and paths: record on line 3",
		"J\xfcrgen,b\n":                    "!r.csv: want UTF-8, found another encoding: save it as CSV UTF-8",
		"\xff\xfea\x00,\x00":               "!r.csv: want UTF-8, found another encoding",
		"a\x00,\x00b\x00":                  "!r.csv: want UTF-8, found another encoding",
	} {
		name := filepath.Join(dir, "r.csv")
		must.Do(t, os.WriteFile(name, []byte(text), 0o666))
		students, err := Roster(name)
		if problem, is := strings.CutPrefix(want, "!"); is {
			expect.Contains(t, strings.ReplaceAll(fmt.Sprint(err), dir+string(filepath.Separator), ""), problem)
			continue
		}
		var got []string
		for _, s := range students {
			got = append(got, s.Name+" "+strings.TrimPrefix(filepath.Base(s.Path), "."))
		}
		must.Do(t, err)
		expect.Equal(t, want, strings.Join(got, ", "), text)
	}
}

// A platform's download is not a directory of students: its names are not the students' names, and one
// student may have several files.
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
		expect.Contains(t, fmt.Sprint(err), cmp.Or(c.want, "<nil>"))
	}
}

// A platform's table of grades lists the students of the class, their names, and those without a submission.
// Its columns are kept for the upload.
func TestCollectOfTable(t *testing.T) {
	canvas := []string{
		"doejane_1_10_a.py", "doejane_LATE_1_11_a-1.py", "doejane_1_12_b-1.py", "roe_LATE_2_13_hw.py", "zoe_9_14_b.py", "abe_0_15_c.py",
		"notes.txt", ".DS_Store", "__MACOSX/", "__MACOSX/doejane_1_10_a.py", "all/", "all/poe_LATE_6_22_a.py", "poe_6_21_b.py", "within/", "within/deep/", "within/deep/roe_2_13_x.py",
	}
	moodle := []string{
		"Jane Doe_71_assignsubmission_file_/", "Jane Doe_71_assignsubmission_file_/a-1.py", "Jane Doe_71_assignsubmission_file_/a-2.py", "Rob Roe_72_assignsubmission_file_x.py", "Zoe_79_assignsubmission_file_z.py", "poe_LATE_73_5_a.py",
	}
	for _, c := range []struct {
		name, table string
		files       []string
		roster      string
		want        Collection
	}{
		{
			"Canvas", "\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,hw1\r\n    Points Possible,,,,,10\r\n\"Doe, Jane\",1,u1,doejane,Mon,\r\n Roe , 2 ,u2,,Tue\r\nRoe,5,,,Wed\r\n\"Student, Test\",7,u7,test7,Mon\r\n\"Poe \"\"P\"\"\",6\r\n",
			canvas,
			"name,path,submitted,marked,student,id,sis user id,sis login id,section,download\r\ndoejane,doejane,,late,\"Doe, Jane\",1,u1,doejane,Mon,doejane_1_12_b-1.py\r\nRoe,Roe,,late,Roe,2,u2,,Tue,roe_LATE_2_13_hw.py\r\nRoe-5,,,,Roe,5,,,Wed,\r\n" +
				"\"Poe \"\"P\"\"\",Poe_P_~b436544d,,late,\"Poe \"\"P\"\"\",6,,,,poe_LATE_6_22_a.py\r\nabe,abe,,on time,,0,,,,abe_0_15_c.py\r\nzoe,zoe,,on time,,9,,,,zoe_9_14_b.py\r\n",
			Collection{Students: 6, Without: 1, Files: 7, Late: []string{"doejane", "Roe", `Poe "P"`}, Unknown: []string{"abe", "zoe"}, Superseded: []string{"doejane_1_10_a.py"}, Passed: []string{"notes.txt", "within/deep/roe_2_13_x.py"}},
		},
		{
			"Moodle", "Identifier;Full name;Email address;ID number;Last modified (submission)\nParticipant 71;Jane, Doe;jane@x.edu;4711;Sunday, 1 March 2026, 9:05\u202fPM\nParticipant 72;Rob Roe;;4712;Sonntag, 1. März 2026, 21:05\nParticipant 73;Poe;poe@x.edu;;Sunday, 1 March 2026, 9:05 PM\nParticipant 74;Rob Roe;;;-\n",
			moodle,
			"name,path,submitted,marked,full name,id number,email address,download\r\njane@x.edu,jane_x.edu~ff289420,2026-03-01 21:05,,\"Jane, Doe\",4711,jane@x.edu,\r\nRob Roe,Rob_Roe~f9070636,,,Rob Roe,4712,,\r\npoe@x.edu,poe_x.edu~628b3d4e,2026-03-01 21:05,late,Poe,,poe@x.edu,poe_LATE_73_5_a.py\r\nRob Roe-74,,,,Rob Roe,,,\r\nZoe,Zoe,,,,,,\r\n",
			Collection{Students: 5, Without: 1, Files: 5, Unknown: []string{"Zoe"}},
		},
		{
			"Moodle with tabs and without some columns", "Full name\tIdentifier\nJane; Doe\tParticipant 71\n", moodle[:3],
			"name,path,submitted,marked,full name\r\n\"Jane; Doe\",Jane_Doe~74aab48d,,,\"Jane; Doe\"\r\n",
			Collection{Students: 1, Files: 2},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			table, out := filepath.Join(dir, "grades.csv"), filepath.Join(dir, "out")
			must.Do(t, os.WriteFile(table, []byte(c.table), 0o666))
			got := must.Get(Collect(t.Context(), class(t, c.files...), table, out))(t)
			expect.Equal(t, c.want, *got)
			roster := must.Get(os.ReadFile(filepath.Join(out, RosterName)))(t)
			expect.Equal(t, c.roster, string(roster), "the roster")
		})
	}
}

// A file whose name could be of several students is left out. Two students with the same name are distinguished
// by their numbers.
func TestCollectAmbiguous(t *testing.T) {
	const eve = "Eve_4821_assignsubmission_file"
	for _, c := range []struct{ files, want, ambiguous string }{
		{eve + "_z_77_assignsubmission_file_a.py Doe_4821_assignsubmission_file_b.py", "Doe:b.py", eve + "_z_77_assignsubmission_file_a.py"},
		{eve + "_77_assignsubmission_file_a.py Doe_1_assignsubmission_file_b.py", "Doe:b.py", eve + "_77_assignsubmission_file_a.py"},
		{eve + "_z_77_assignsubmission_file_/a.py", eve + "_z:a.py", ""},
		{"Eve_4821_90210_x_77_assignsubmission_file_a.py Doe_1_assignsubmission_file_b.py", "Doe:b.py", "Eve_4821_90210_x_77_assignsubmission_file_a.py"},
		{"doe_4821_1_a;=1.zip", "doe:a_1.zip~a45440a9", ""},
		{"doejane_1_2_a.py doejane_3_4_a.py", "doejane:a.py doejane-3:a.py", ""},
	} {
		dir := t.TempDir()
		in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
		for name := range strings.SplitSeq(c.files, " ") {
			must.WriteFile(t, filepath.Join(in, name), "PK\x03\x04")
		}
		got := must.Get(Collect(t.Context(), in, "", out))(t)
		students := must.Get(Roster(filepath.Join(out, RosterName)))(t)
		var found []string
		for _, s := range students {
			found = append(found, s.Name+":"+filepath.Base(s.Path))
		}
		expect.Equal(t, c.want, strings.Join(found, " "), c.files)
		expect.Equal(t, c.ambiguous, strings.Join(got.Passed, " "), "left out of", c.files)
		expect.True(t, slices.Contains(got.Unknown, students[len(students)-1].Name), got.Unknown)
	}
}

// Moodle writes times in the language of the user who downloads them. Only English times are parsed.
func TestArrival(t *testing.T) {
	for text, want := range map[string]string{
		"Sunday, 1 March 2026, 9:05 PM": "2026-03-01 21:05", "Sunday, March 1, 2026, 9:05 PM": "2026-03-01 21:05", "Sunday, 1 March 2026, 21:05": "2026-03-01 21:05",
		"Sunday, 1 March 2026, 9:05\u202fAM": "2026-03-01 09:05", "-": "", "": "", "Sonntag, 1. März 2026, 21:05": "",
	} {
		expect.Equal(t, want, arrivalTime(text), text)
	}
}

// A file that is not a table of grades, not a download or not a place for the files is an error that
// describes the required argument.
func TestCollectRefuses(t *testing.T) {
	for _, c := range []struct {
		table string // "-" for none
		files []string
		there string // a file in the new directory
		want  string
	}{
		{"Student,Name\n", []string{"doe_1_2_a.py"}, "", `found "Student,Name"`},
		{"ID,Name\n", []string{"doe_1_2_a.py"}, "", `found "ID,Name"`},
		{"", []string{"doe_1_2_a.py"}, "", `found ""`},
		{"Student,ID,Notes,notes\nroe,1\n", []string{"roe_1_2_a.py"}, "", "want another heading for each column, found Notes and notes"},
		{"Student,ID\nroe,1\nmoe,2\npoe,1\n", []string{"roe_1_2_a.py"}, "", "want another ID for each student, found 1 twice"},
		{"J\xfcrgen,ID\n", []string{"doe_1_2_a.py"}, "", "want UTF-8"}, {"-", nil, "", "found none"},
		{"-", []string{"b.py", "a.py"}, "", "found a.py"},
		{"Student,ID\nroe,1\npoe,3\n", []string{"doe_4_2_a.py"}, "", "want the table of the course that handed in "},
		{"-", []string{"doe_1_2_a.py"}, "mine", "want a directory that is new or empty"},
	} {
		dir := t.TempDir()
		table, out := filepath.Join(dir, "grades.csv"), filepath.Join(dir, "out")
		must.Do(t, os.WriteFile(table, []byte(c.table), 0o666))
		if c.there != "" {
			must.Do(t, os.MkdirAll(filepath.Join(out, c.there), 0o777))
		}
		if c.table == "-" {
			table = ""
		}
		_, err := Collect(t.Context(), class(t, c.files...), table, out)
		expect.Error(t, err, c.want, c.table, "and", c.files)
		entries, _ := os.ReadDir(out)
		expect.True(t, c.there != "" || len(entries) == 0, c.table, c.files, entries)
	}
}

// A download in place of the table is an error, which names it as a download. One that is not there, or is no archive,
// is an error that names it.
func TestCollectOfNothing(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must.WriteFile(t, at("all.zip"), "PK\x03\x04")
	must.WriteFile(t, at("broken.zip"), "no archive")
	must.WriteFile(t, at("grades.csv"), "Student,ID\n")
	const exchanged = "want the platform's table of grades, a CSV file, found a download"
	for _, c := range []struct{ from, table, want string }{
		{at("grades.csv"), at("all.zip"), at("all.zip") + ": " + exchanged},
		{at("grades.csv"), dir, dir + ": " + exchanged},
		{at("all.zip"), at("all.zip"), at("all.zip") + ": " + exchanged},
		{at("broken.zip"), "", at("broken.zip")}, {at("none.zip"), "", at("none.zip")},
		{at("broken.zip"), at("none.csv"), at("none.csv")},
	} {
		_, err := Collect(t.Context(), c.from, c.table, at("out"))
		expect.Error(t, err, c.want, c.from, "with the table", c.table)
	}
}

// File names identify the students, in each platform's format.
func TestDownloadedNames(t *testing.T) {
	_, table, _ := strings.Cut(string(must.Get(os.ReadFile("testdata/names.txt"))(t)), "\n\n")
	for line := range strings.Lines(table) {
		name, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " | ")
		got := ""
		if h := parseDownloaded(name); h != nil {
			got = h.student + " " + h.id + map[bool]string{true: ", Canvas"}[h.canvas] + map[bool]string{true: ", late"}[h.late]
			for file, from := range h.files {
				got += ": " + file
				expect.True(t, from == name, name, "the file", file, "is from", from)
			}
		}
		expect.Equal(t, want, got, name)
	}
}

// A file has its original name, unless two would have the same.
func TestNamesHandedIn(t *testing.T) {
	for _, c := range []struct {
		canvas      bool
		files, want []string
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
			if one := parseDownloaded(f); one != nil {
				maps.Copy(h.files, one.files)
			} else {
				h.files[f] = "from " + f
			}
		}
		names, earlier := h.names()
		expect.Equal(t, c.want, slices.Sorted(maps.Keys(names)), c.files)
		expect.Equal(t, len(c.files), len(earlier)+len(names), "files with the earlier ones", earlier)
		expect.True(t, len(earlier) == 0 || names["a.py"] == "x_1_9_a-10.py", names["a.py"], "is the last")
	}
}

// An archive whose neighbours are only documents stays packed, and is the submission. Roster reads the
// result.
func TestCollectArchive(t *testing.T) {
	dir := t.TempDir()
	inner := string(must.Zip(t, map[string]string{"mancala.py": "x"}))
	outer, out := filepath.Join(dir, "outer.zip"), filepath.Join(dir, "out")
	must.WriteFile(t, outer, string(must.Zip(t, map[string]string{
		"doejane_LATE_1_2_hw-1.zip": inner, "roe_3_4_hw.zip": inner, "roe_3_5_note.TXT": "both",
		"poe_5_6_hw.zip": inner, "poe_5_7_mancala.py": "x", "two_6_8_a.zip": inner, "two_6_9_b.zip": inner,
	})))
	c := must.Get(Collect(t.Context(), outer, "", out))(t)
	want := &Collection{Students: 4, Files: 7, Late: []string{"doejane"}, Unknown: c.Unknown}
	expect.Equal(t, want, c)
	students := must.Get(Roster(filepath.Join(out, RosterName)))(t)
	expect.Equal(t, 4, len(students), students)
	for i, want := range []string{"doejane/hw.zip", "poe", "roe/hw.zip", "two"} {
		got, _ := filepath.Rel(out, students[i].Path)
		expect.Equal(t, want, filepath.ToSlash(got), "submission")
	}
	expect.Equal(t, "3", students[2].Columns["id"])
}

// If a file cannot be copied, nothing is left; a link is no file.
func TestCollectNothing(t *testing.T) {
	from := class(t, "roe_1_2_a.py")
	if err := os.Symlink("/etc/passwd", filepath.Join(from, "doe_3_4_a.py")); err != nil {
		t.Skip(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	c := must.Get(Collect(t.Context(), from, "", out))(t)
	expect.Equal(t, 1, c.Students)
	expect.Equal(t, []string{"doe_3_4_a.py"}, c.Passed)
	long := class(t, "roe_1_2_a.py", "roe_1_3_a.py")
	must.WriteFile(t, filepath.Join(long, "Jane_1_assignsubmission_file_", "a.py", "b"), "")
	out = filepath.Join(t.TempDir(), "out")
	_, err := Collect(t.Context(), long, "", out)
	expect.Error(t, err, "", "a file and a directory of one name")
	_, err = os.Lstat(out)
	expect.True(t, os.IsNotExist(err), out, "is gone", err)
}

// The digest of a directory changes with everything that a program can be made of, and with
// nothing else.
func TestDigestOf(t *testing.T) {
	_, err := DigestOf(filepath.Join(t.TempDir(), "none"))
	expect.True(t, errors.Is(err, os.ErrNotExist), err, "is of a submission that is not there")
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	digest := func(path string) string { return must.Get(DigestOf(path))(t) }
	one := class(t, "a.py", "b.py", "a/", "b/")
	expect.Equal(t, false, digest(filepath.Join(one, "a.py")) == digest(filepath.Join(one, "b.py")), "two names")
	expect.Equal(t, digest(filepath.Join(one, "a")), digest(filepath.Join(one, "b")), "two empty directories")
	must.WriteFile(t, path("sub/z"), "1")
	last := digest(dir)
	seen := map[string]string{last: "at first"}
	for _, step := range []struct {
		what string
		do   func() error
		same bool
	}{
		{"another time", func() error { return os.Chtimes(path("sub/z"), time.Unix(1, 0), time.Unix(1, 0)) }, true},
		{"permissions but to execute", func() error { return os.Chmod(path("sub/z"), 0o600) }, true},
		{"contents", func() error { return os.WriteFile(path("sub/z"), []byte("2"), 0o644) }, false},
		{"an executable", func() error { return os.Chmod(path("sub/z"), 0o755) }, false},
		{"an executable of others", func() error { return os.Chmod(path("sub/z"), 0o744) }, false},
		{"another directory", func() error { return os.Rename(path("sub/z"), path("z")) }, false},
		{"another file", func() error { return os.WriteFile(path("b"), nil, 0o644) }, false},
		{"another name", func() error { return os.Rename(path("b"), path("c")) }, false},
		{"an empty directory", func() error { return os.Mkdir(path("d"), 0o777) }, false},
		{"a link", func() error { return os.Symlink("sub", path("e")) }, false},
		{"target", func() error { return errors.Join(os.Remove(path("e")), os.Symlink("c", path("e"))) }, false},
	} {
		must.Do(t, step.do())
		now := digest(dir)
		before, known := seen[now]
		expect.True(t, step.same || !known, step.what, "changes the digest, which was that", before)
		expect.True(t, now == last || !step.same, "the digest is the same after", step.what)
		seen[now], last = "after "+step.what, now
	}
}
