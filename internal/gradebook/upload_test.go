package gradebook_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// The tables that other systems import identify students by columns of the roster, or by name alone. A
// student who could not be graded has an empty cell, never 0.
func TestUploads(t *testing.T) {
	c := pair(t)
	c.Formats = gradebook.Formats
	c.Students[0].ID, c.Students[0].Name = "ann@example.edu", "Ann, A."
	c.Students[0].Columns = map[string]string{"id": "17", "sis user id": "u9", "section": "Monday", "id number": "4711"}
	cyd := c.Students[1]
	cyd.ID, cyd.Name, cyd.Columns = "cyd", "cyd", map[string]string{"email": "cyd@example.edu"}
	c.Students = append(c.Students, cyd)
	files := write(t, c)
	for name, want := range map[string]string{
		"canvas.csv": "Student,ID,SIS User ID,SIS Login ID,Section,Fall\r\n\"    Points Possible\",,,,,100.00\r\n\"Ann, A.\",17,u9,,Monday,100.00\r\nben,,,ben,,\r\ncyd,,,cyd,,\r\n",
		"moodle.csv": "ID number,Email address,Full name,Fall\r\n4711,ann@example.edu,\"Ann, A.\",100.00\r\nben,,ben,\r\n,cyd@example.edu,cyd,\r\n",
	} {
		if got := string(files[name]); got != want {
			t.Errorf("%s is\n%q\nwant\n%q", name, got, want)
		}
	}
	for name := range write(t, pair(t)) {
		if slices.Contains([]string{"canvas.csv", "moodle.csv", "feedback.zip", "mail.csv"}, name) {
			t.Errorf("%s is written though nobody asks for it", name)
		}
	}
}

// Canvas finds the submission of a feedback file by the numbers in the original name of the submission, and
// mail merge finds the file to send. A student who could not be graded gets neither.
func TestFeedbackUploads(t *testing.T) {
	c := pair(t)
	c.Formats = []string{"canvas"}
	c.Students[0].ID, c.Students[0].Name = "ann@example.edu", "Ann, A."
	c.Students[0].Columns = map[string]string{"download": "annann_LATE_4821_90210_mancala-1.py"}
	c.Students[1].Columns = map[string]string{"download": "ben_4822_90211_mancala.py"}
	for i, name := range []string{"../1_2_x", "cyd.py"} {
		odd := c.Students[0]
		odd.ID, odd.Name, odd.Columns = fmt.Sprint("odd", i), fmt.Sprint("odd", i), map[string]string{"download": name, "email": "o@x.edu"}
		c.Students = append(c.Students, odd)
	}
	files := write(t, c)
	z := must.Get(zip.NewReader(bytes.NewReader(files["feedback.zip"]), int64(len(files["feedback.zip"]))))(t)
	if len(z.File) != 1 || z.File[0].Name != "annann_LATE_4821_90210_mancala-1.py.txt" {
		t.Fatalf("the archive has %+v", z.File)
	}
	text := must.Get(fs.ReadFile(z, z.File[0].Name))(t)
	const dir = "students/ann_example.edu~f6cce050/"
	if want := files[dir+"feedback.txt"]; len(want) == 0 || !bytes.Equal(text, want) {
		t.Errorf("Ann's feedback is\n%s\nwant\n%s", text, want)
	}
	want := "name,address,file\r\n\"Ann, A.\",ann@example.edu," + dir + "feedback.txt\r\n" +
		"odd0,o@x.edu,students/odd0/feedback.txt\r\nodd1,o@x.edu,students/odd1/feedback.txt\r\n"
	if got := string(files["mail.csv"]); got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
}

// A student is known by whichever column the roster has, in this order, and else by its name.
func TestUploadColumns(t *testing.T) {
	for _, c := range []struct {
		id, columns, canvas, moodle string // columns by their names, with their values after =
	}{
		{"ann", "", "Ann,,,ann,", "ann,,Ann"},
		{"ann@x.edu", "", "Ann,,,ann@x.edu,", ",ann@x.edu,Ann"},
		{"ann", "login=al", "Ann,,,al,", "ann,,Ann"},
		{"ann", "login id=ai,section=S", "Ann,,,ai,S", "ann,,Ann"},
		{"ann", "login id=ai,login=al,sis login id=as", "Ann,,,as,", "ann,,Ann"},
		{"ann", "id=7", "Ann,7,,,", "ann,,Ann"},
		{"ann", "sis user id=8", "Ann,,8,,", "ann,,Ann"},
		{"ann", "student=A. N.", "A. N.,,,ann,", "ann,,A. N."},
		{"ann", "idnumber=9", "Ann,,,ann,", "9,,Ann"},
		{"ann", "idnumber=9,id number=10", "Ann,,,ann,", "10,,Ann"},
		{"ann", "full name=Ann N.", "Ann,,,ann,", ",,Ann N."},
		{"ann", "email=e@x", "Ann,,,ann,", ",e@x,Ann"},
		{"ann@x.edu", "email=e@x,email address=a@x", "Ann,,,ann@x.edu,", ",a@x,Ann"},
	} {
		class := pair(t)
		class.Formats = gradebook.Formats
		s := &class.Students[0]
		s.ID, s.Name, s.Columns = c.id, "Ann", map[string]string{}
		for column := range strings.SplitSeq(c.columns, ",") {
			name, value, _ := strings.Cut(column, "=")
			s.Columns[name] = value
		}
		files := write(t, class)
		for name, want := range map[string]string{"canvas.csv": c.canvas + ",100.00", "moodle.csv": c.moodle + ",100.00"} {
			if rows := strings.Split(string(files[name]), "\r\n"); !slices.Contains(rows, want) {
				t.Errorf("%s of %s with %s is %q, want %s", name, c.id, c.columns, rows, want)
			}
		}
	}
}

// The computation of the points has its own columns, and each kind of change has its own reason.
func TestAdjustedPoints(t *testing.T) {
	score := func(days int, extra float64) func(c *gradebook.Class) {
		return func(c *gradebook.Class) {
			s := &c.Students[0]
			adjusted := verdict.Rule{}.Score(c.Cases[0].Assignment, s.Results).Adjusted(days, 1, 10, extra)
			s.Summary.Score = &adjusted
		}
	}
	plain := func() *gradebook.Class {
		c := pair(t)
		c.Students[1].Results, c.Students[1].Summary = c.Students[0].Results, c.Students[0].Summary
		one := verdict.Result{Case: c.Cases[0], Verdict: verdict.Wrong}
		c.Students[0].Results = append([]verdict.Result{one}, c.Students[0].Results[1:]...)
		c.Students[0].Summary.Score = nil
		return c
	}
	for what, c := range map[string]struct {
		change    func(c *gradebook.Class)
		row, want string
	}{
		"late":    {score(4, 0), "ann,ann,66.67,4,20.00,0.00,46.67,100.00,graded,", "ann: 46.67, was 66.67 (-20.00)\n  4 days late, 1 free: -30 %, -20.00; was not late (-20.00)\n"},
		"extra":   {score(0, 2.5), "ann,ann,66.67,0,0.00,2.50,69.17,100.00,graded,", "ann: 69.17, was 66.67 (+2.50)\n  extra points: +2.50, were +0.00 (+2.50)\n"},
		"dropped": {func(c *gradebook.Class) { c.Students = c.Students[1:] }, "ben,ben,", "ann: had 66.67\n  no longer in the class\n"},
	} {
		t.Run(what, func(t *testing.T) {
			before, after := plain(), plain()
			c.change(after)

			row := lines(write(t, after)["grades.csv"])[1]
			if !strings.HasPrefix(row, c.row) {
				t.Errorf("the row is %s, want %s", row, c.row)
			}
			moved := must.Get(gradebook.Compare(write(t, before)[gradebook.Ledger], after))(t)
			var text strings.Builder
			if err := moved.WriteText(&text); err != nil || text.String() != c.want+"mancala: 1 moved, 1 as before\n" {
				t.Errorf("told\n%s\nwant\n%s", &text, c.want)
			}
		})
	}
}
