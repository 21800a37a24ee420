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
)

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
