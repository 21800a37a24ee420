package gradebook_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// secrets returns the lines of a class's inputs and right answers that say something.
func secrets(t *testing.T, c *gradebook.Class) (lines []string) {
	t.Helper()
	for _, one := range c.Cases {
		text := string(one.Input())
		right := output.Memory{}
		must.Get(one.Problem.Solve(t.Context(), homework.Options{}, right))(t)
		for _, file := range right {
			text += "\n" + string(file)
		}
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); len(line) >= 6 {
				lines = append(lines, line)
			}
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// Below the level diff, a student's page has no line of an input or of a right answer, no cause and no
// command; at that level it has them.
func TestFeedbackShows(t *testing.T) {
	for _, show := range []report.Show{report.ShowNone, report.ShowSummary, report.ShowDiff} {
		c := small(t)
		c.Start.Show = show
		files, told := write(t, c), 0
		for name, text := range files {
			walk := strings.HasSuffix(name, ".html") && !strings.HasSuffix(name, "/feedback.html")
			answer := strings.HasPrefix(name, "students/") && (walk || bytes.Contains(text, []byte(`"want":`)))
			expect.Equal(t, false, show != report.ShowDiff && answer, show, name, "shows an answer")
			if !strings.Contains(name, "/feedback.") && (show != report.ShowDiff || !strings.HasSuffix(name, "/results.json")) {
				continue
			}
			for _, secret := range secrets(t, c) {
				if !bytes.Contains(text, []byte(secret)) {
					continue
				}
				if told++; show != report.ShowDiff {
					t.Fatalf("%s: %s has %q", show, name, secret)
				}
				break
			}
		}
		expect.Equal(t, false, show == report.ShowDiff && told == 0, "the test finds nothing where all is shown")
		whole := "<p>" + template.HTMLEscapeString(find(c,
			"cleo").Summary.Causes[0].Faults[0].Explanation) + "</p>" // not in lines
		has := bytes.Contains(files["students/cleo/feedback.html"], []byte(whole))
		expect.True(t, has || show != report.ShowDiff, "the page has", whole)
		for _, ending := range []string{"html", "txt"} {
			text := string(files["students/cleo/feedback."+ending])
			for what, everywhere := range map[string]bool{"62.50 of 100.00": true, "deep-search": true, "5 pass, 3 wrong": true, "no-cuts-at-max": false, "touchstone explain reversi ": false} {
				want := everywhere || show == report.ShowDiff
				expect.Equal(t, want, strings.Contains(text, what), show, ending, what)
			}
		}
	}
}

// The page names all cases of a mistake. A student reads each command once, though two causes show in one case.
func TestFeedbackNames(t *testing.T) {
	c := small(t)
	cleo := find(c, "cleo")
	cause := cleo.Summary.Causes[0]
	cause.Cases = slices.Concat(cause.Cases[:1], slices.Repeat([]string{"deep-search"}, 9))
	cleo.Summary.Causes = []diagnosis.Cause{cause, cause}
	files := write(t, c)
	page := string(files["students/cleo/feedback.html"])
	expect.Contains(t, page, "<p>The same in deep-search"+strings.Repeat(", deep-search", 8)+"</p>")
	for _, text := range []string{page, string(files["students/cleo/feedback.txt"])} {
		expect.Equal(t, 1, strings.Count(text, "touchstone explain reversi "), "commands in", text)
	}
}

// The page shows the input of a hidden case and the name of a built-in case. For a student without a grade it
// shows the reason and no points.
func TestFeedbackAgain(t *testing.T) {
	hidden := small(t)
	for k, one := range hidden.Cases {
		other := *one
		other.Name, other.Profiles = "hidden-"+one.Name, []string{cases.ProfileGraded}
		replaceCase(hidden, k, other)
	}
	renamed := small(t) // a case of the teacher's own that is called like a built-in one
	own := *renamed.Cases[2]
	own.Name = renamed.Cases[1].Name
	replaceCase(renamed, 1, own)
	cleo := find(renamed, "cleo")
	for k := range cleo.Results {
		cleo.Results[k].Verdict = verdict.Pass
	}
	cleo.Results[1].Verdict = verdict.Wrong
	for name, c := range map[string]*gradebook.Class{"hidden": hidden, own.Name: renamed} {
		text := string(write(t, c)["students/cleo/feedback.txt"])
		expect.Contains(t, text, "touchstone explain reversi input.txt my-submission\n")
		expect.Equal(t, false, strings.Contains(text, "explain reversi "+name), text)
	}
	for _, name := range []string{"students/ben/feedback.txt", "students/ben/feedback.html"} {
		c := pair(t)
		c.Students[1].Results[0].Reason = "" // touchstone failed all the same
		if text := string(write(t, c)[name]); !strings.Contains(text, "could not be graded yet") || strings.Contains(text, "points") || strings.Contains(text, "python") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}

// The command for a case has flags for the settings that differ from the defaults of check.
func TestFeedbackFlags(t *testing.T) {
	limit := &gametest.Lookup(t, "reversi").Run.CPU
	for want, change := range map[string]func(c *gradebook.Class){
		"":                                  func(*gradebook.Class) {},
		" --edition first --compare course": func(c *gradebook.Class) { c.Start.Edition, c.Start.Compare = "first", "course" },
		" --tool python=3 --time 2s":        func(c *gradebook.Class) { c.Python, c.UsualCPU = "3", 10*time.Second },
		" --tool python=2":                  func(c *gradebook.Class) { c.Python, c.UsualCPU = "2", 2*time.Second },
		" --compare lines": func(c *gradebook.Class) { // with the limit of the assignment
			c.Start.Compare, c.UsualCPU, *limit = "lines", 3*time.Second, 2*time.Second
		},
		" --compare words": func(c *gradebook.Class) { // with the limit of the case
			c.Start.Compare, c.UsualCPU, *limit = "words", 3*time.Second, 3*time.Second
			for k, one := range c.Cases {
				own := *one
				own.Time = 2 * time.Second
				c.Cases[k], find(c, "cleo").Results[k].Case = &own, &own
			}
		},
	} {
		*limit = 0
		c := small(t)
		c.Cases = slices.Clone(c.Cases)
		if change(c); c.UsualCPU > 0 {
			for i := range find(c, "cleo").Results {
				find(c, "cleo").Results[i].Allowed = 2 * time.Second
			}
		}
		expect.Contains(t, string(write(t, c)["students/cleo/feedback.txt"]), " my-submission"+want+"\n")
	}
	*limit = 0
}

// The grades list programs whose runs differ: a program with a failed run that does not count, and a program
// with another answer in its second run. TestVariedGolden has the feedback of the first.
func TestUnsteady(t *testing.T) {
	c := small(t)
	find(c, "ada").Results[1].EarlierVerdict = verdict.Crash
	find(c, "dan").Summary.Causes = []diagnosis.Cause{{Key: diagnosis.Unsteady, Behaviour: "answers otherwise",
		Cases: []string{c.Cases[0].Name}}}
	told := []byte(`,"graded, but not the same in every run",`)
	expect.Equal(t, 2, bytes.Count(write(t, c)["grades.csv"], told), "unsteady programs")
}

// walked counts the pages that walk searches, by student.
func walked(files map[string][]byte) map[string]int {
	pages := map[string]int{}
	for name := range files {
		if strings.HasPrefix(name, "students/") && strings.HasSuffix(name, ".html") && !strings.HasSuffix(name, "/feedback.html") {
			pages[strings.Split(name, "/")[1]]++
		}
	}
	return pages
}

// strictCuts returns a class of students with the same mistake.
func strictCuts(t *testing.T, names ...string) *gradebook.Class {
	a, all := lookup(t, "squirrel", cases.ProfileDefault, 40)
	start := report.Start{Assignment: a.Name, Edition: a.Editions[0].Name, Compare: "exact"}
	c := &gradebook.Class{Cases: all, Start: start}
	for _, name := range names {
		c.Students = append(c.Students, student(t, a, all, made{name: name, faults: []string{"strict-cuts"}}))
	}
	return c
}

// Students with the same wrong log have pages of their own if their verdicts differ.
func TestWalksOfOneLog(t *testing.T) {
	c := strictCuts(t, "ada", "ben")
	c.Traces = 1
	shown := c.Students[0].Summary.Causes[0].Cases[0]
	i := slices.IndexFunc(c.Cases, func(one *cases.Case) bool { return one.Name == shown })
	for k, reason := range []string{"reason of ada", "reason of ben"} {
		c.Students[k].Results[i].Reason = reason
	}
	files := write(t, c)
	ada, ben := files["students/ada/"+shown+".html"], files["students/ben/"+shown+".html"]
	expect.Equal(t, false, len(ada) == 0 || len(ben) == 0 || bytes.Equal(ada, ben), len(ada), len(ben))
}

// A gradebook has the requested number of walks. A case without a stored log has no walk.
func TestWalks(t *testing.T) {
	c := strictCuts(t, "ada")
	cause := c.Students[0].Summary.Causes[0]
	first, second := cause, cause
	first.Cases, second.Cases = cause.Cases[:1], cause.Cases[1:]
	c.Students[0].Summary.Causes = []diagnosis.Cause{first, second}
	for maxWalks, want := range []int{0, 1, 2} {
		c.Traces = maxWalks
		files := write(t, c)
		expect.Equal(t, want, walked(files)["ada"], "walks of at most", maxWalks)
		class := columnOf(t, files["report.html"], "class")
		expect.Equal(t, want, bytes.Count(class, []byte(`"walk":`)), "linked walks")
	}
	none := slices.IndexFunc(c.Cases, func(one *cases.Case) bool { return one.Name == cause.Cases[0] })
	// so the page has the walk of another case of the cause, and names the case
	c.Students[0].Results[none].Files = nil
	c.Students[0].Summary.Causes = []diagnosis.Cause{cause}
	expect.Contains(t, string(write(t, c)["students/ada/feedback.html"]),
		`<a href="`+cause.Cases[1]+`.html">walk the search of `+cause.Cases[1]+"</a>")
	for i := range c.Students[0].Results {
		r := &c.Students[0].Results[i]
		files := append([]verdict.File{}, r.Files...)
		for k := range files {
			files[k].Text = nil
		}
		r.Files = files
	}
	expect.Equal(t, map[string]int{}, walked(write(t, c)), "walks without texts")
}

// Canvas finds the submission of a feedback file by the numbers in the original file name, and mail merge finds
// the file to send. An ungraded student gets neither.
func TestFeedbackUploads(t *testing.T) {
	c := pair(t)
	c.Formats = []string{"canvas"}
	c.Students[0].ID, c.Students[0].Name = "ann@example.edu", "Ann, A."
	c.Students[0].Columns = map[string]string{"download": "annann_LATE_4821_90210_mancala-1.py"}
	c.Students[1].Columns = map[string]string{"download": "ben_4822_90211_mancala.py"}
	for i, name := range []string{"../1_2_x", "cyd.py"} {
		odd := c.Students[0]
		odd.ID, odd.Name, odd.Dir = fmt.Sprint("odd", i), fmt.Sprint("odd", i), fmt.Sprint("secret", i)
		odd.Columns = map[string]string{"download": name, "email": "o@x.edu", "full name": "Odd", "student": "O."}
		c.Students = append(c.Students, odd)
	}
	files := write(t, c)
	z := must.Get(zip.NewReader(bytes.NewReader(files["feedback.zip"]), int64(len(files["feedback.zip"]))))(t)
	expect.Equal(t, 1, len(z.File), "files of the archive")
	expect.Equal(t, "annann_LATE_4821_90210_mancala-1.py.txt", z.File[0].Name)
	text := must.Get(fs.ReadFile(z, z.File[0].Name))(t)
	const dir = "students/ann_example.edu~f6cce050/"
	expect.Equal(t, string(files[dir+"feedback.txt"]), string(text), "Ann's feedback")
	want := "name,address,file\r\n\"Ann, A.\",ann@example.edu," + dir + "feedback.txt\r\n" +
		"Odd,o@x.edu,students/secret0/feedback.txt\r\nOdd,o@x.edu,students/secret1/feedback.txt\r\n"
	expect.Equal(t, want, string(files["mail.csv"]), "mail.csv")
}

// A student is identified by the first of these columns in the roster, or else by name.
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
			expect.Contains(t, "\r\n"+string(files[name]), "\r\n"+want+"\r\n")
		}
	}
}
