package gradebook_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

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

// There are as many walks as are asked for, and none where nothing was kept of the log.
func TestWalks(t *testing.T) {
	a, all := lookup(t, "squirrel", cases.ProfileDefault, 40)
	c := &gradebook.Class{Cases: all, Start: report.Start{Assignment: "squirrel", Edition: a.Editions[0].Name, Compare: "exact"}}
	two := student(t, a, all, made{name: "ada", faults: []string{"strict-cuts"}})
	cause := two.Summary.Causes[0]
	first, second := cause, cause
	first.Cases, second.Cases = cause.Cases[:1], cause.Cases[1:]
	two.Summary.Causes = []diagnosis.Cause{first, second}
	c.Students = []gradebook.Student{two}
	for most, want := range []int{0, 1, 2} {
		c.Traces = most
		files := write(t, c)
		if got := walked(files)["ada"]; got != want {
			t.Errorf("of at most %d there are %d", most, got)
		}
		if n := bytes.Count(columnOf(t, files["report.html"], "class"), []byte(`"walk":`)); n != want {
			t.Errorf("of at most %d, %d are linked", most, n)
		}
	}
	none := slices.IndexFunc(all, func(one *cases.Case) bool { return one.Name == cause.Cases[0] })
	c.Students[0].Results[none].Files = nil // and so another case of the cause is walked, which is told
	c.Students[0].Summary.Causes = []diagnosis.Cause{cause}
	if text, want := string(write(t, c)["students/ada/feedback.html"]), `<a href="`+cause.Cases[1]+`.html">walk the search of `+cause.Cases[1]+"</a>"; !strings.Contains(text, want) {
		t.Errorf("want %s in\n%s", want, text)
	}
	for i := range c.Students[0].Results {
		r := &c.Students[0].Results[i]
		files := append([]verdict.File{}, r.Files...)
		for k := range files {
			files[k].Text = nil
		}
		r.Files = files
	}
	if got := walked(write(t, c)); len(got) > 0 {
		t.Errorf("without texts there are %v", got)
	}
}
