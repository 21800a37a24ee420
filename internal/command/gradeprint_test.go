package command

import (
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/report"
)

// Students with the same program are told at the end, the first groups by name, each once: not s08 and s09, who are in a larger one.
func TestClassCopies(t *testing.T) {
	var c gradebook.Class
	for i := range 14 {
		c.Students = append(c.Students, gradebook.Student{Name: fmt.Sprintf("s%02d", i), Submission: fmt.Sprintf("program %d", i/2)})
	}
	c.Students[11].Name = "s11, jr"
	for _, i := range []int{8, 9, 14} {
		if i == len(c.Students) {
			c.Students = append(c.Students, gradebook.Student{Name: "s14", Submission: "program 7"})
		}
		c.Students[i].Words = "the same words"
	}
	var text strings.Builder
	if err := printClass(&text, "books", &c); err != nil {
		t.Fatal(err)
	}
	const want = "    2 with the same program: s10, \"s11, jr\"\n      and 2 groups more with the same program, in the report\nbooks/report.html\n"
	if !strings.HasSuffix(text.String(), want) {
		t.Errorf("found\n%s\nwant at its end\n%s", &text, want)
	}
}

// Of many causes of a class the first few are told, and how many more there are.
func TestClassCauses(t *testing.T) {
	for n, more := range map[int]string{5: "", 7: "      and 2 more, in the report\n"} {
		var causes []diagnosis.Cause
		for i := range n {
			causes = append(causes, diagnosis.Cause{Key: fmt.Sprintf("cause-%d", i), Does: "does"})
		}
		c := &gradebook.Class{Students: []gradebook.Student{{Name: "ada", Summary: report.Summary{Causes: causes}}}}
		var text strings.Builder
		if err := printClass(&text, "books", c); err != nil {
			t.Fatal(err)
		}
		if want := "    1 cause-4: does\n" + more + "books/report.html\n"; !strings.HasSuffix(text.String(), want) {
			t.Errorf("of %d causes it tells\n%s\nwant at its end\n%s", n, &text, want)
		}
	}
}
