package gradebook

import (
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// The reason for a missing program is reported by the line that names the error.
func TestBrief(t *testing.T) {
	for reason, want := range map[string]string{
		"nothing was handed in": "nothing was handed in",
		"the program does not compile:\na.cpp: In function 'int main()':\na.cpp:1:19: error: 'x' does not name a type\ng++: exit status 1":                                                           "the program does not compile: a.cpp:1:19: error: 'x' does not name a type",
		"the program does not compile:\nFile \"a.py\", line 2\n    print 1\n    ^^^^^^^\nSyntaxError: Missing parentheses\npython3: exit status 1":                                                   "the program does not compile: SyntaxError: Missing parentheses",
		"the program does not compile:\nerror.cpp: In function 'f':\nerror.cpp:2:1: error: expected ';'":                                                                                             "the program does not compile: error.cpp:2:1: error: expected ';'",
		"the program does not compile:\nerror[E0425]: cannot find value `x`\n --> a.rs:1:13":                                                                                                         "the program does not compile: error[E0425]: cannot find value `x`",
		"the program does not compile:\n# solver\n./main.go:3:5: undefined: x":                                                                                                                       "the program does not compile: ./main.go:3:5: undefined: x",
		"the program does not compile:\ncc -o a a.c\nmake: *** [Makefile:2: agent] Error 1\nmake: exit status 2":                                                                                     "the program does not compile: make: *** [Makefile:2: agent] Error 1",
		"the program does not compile:\n# solver\n./main.go:3:5: undefined: x\ngo: exit status 1":                                                                                                    "the program does not compile: ./main.go:3:5: undefined: x",
		"the program does not compile:\na.cpp:1:1: error: none of these:\n  f(int)\ng++: exit status 1":                                                                                              "the program does not compile: a.cpp:1:1: error: none of these: f(int)",
		"there is no program to check:\nwant a program for mancala in doe, found none\nit has notes.txt\na program is one of mancala.py":                                                             "there is no program to check: want a program for mancala in doe, found none; it has notes.txt",
		"there is no program to check:\nwant a program for mancala in the submission, found none\nMancala.py: the name is mancala.py, in these letters\na program is one of mancala.py (Python 2.7)": "there is no program to check: want a program for mancala in the submission, found none; Mancala.py: the name is mancala.py, in these letters",
		"the program does not compile:\n": "the program does not compile: ",
	} {
		if got := SummarizeReason(reason); got != want {
			t.Errorf("Brief(%q)\n got %q\nwant %q", reason, got, want)
		}
	}
}

// A student who makes a mistake in two ways is one student who makes it.
func TestTwoWaysOneStudent(t *testing.T) {
	all := must.Get(cases.Embedded(&mancala.Assignment))(t)
	all = all[:2]
	one := Student{Name: "ada"}
	for _, of := range all {
		one.Results = append(one.Results, verdict.Result{Case: of, Verdict: verdict.Missing})
		one.Summary.Causes = append(one.Summary.Causes, diagnosis.Cause{Key: "missing", Does: "writes no " + of.Name, Cases: []string{of.Name}})
	}
	c := must.Get(newClass(&Class{Cases: all, Students: []Student{one}}))(t)
	lessons, of := c.lessons(newTexts())
	if len(lessons) != 1 || !slices.Equal(lessons[0].Students, []int{0}) || len(lessons[0].Lost) != 1 || lessons[0].Lost[0] != lessons[0].Total || lessons[0].Ways != 2 {
		t.Errorf("lessons: %+v", lessons)
	}
	if len(of) != 1 || !slices.Equal(of[0], []int{0, 0}) {
		t.Errorf("the student's causes are %v", of)
	}
	if got := c.students[0].Summary.Keys(); !slices.Equal(got, []string{"missing"}) {
		t.Errorf("causes in the grades: %q", got)
	}
}

// A submission without a program is a lesson, with all the points that it costs.
func TestNoProgramIsALesson(t *testing.T) {
	all := must.Get(cases.Embedded(&mancala.Assignment))(t)
	c, err := newClass(&Class{Cases: all[:2], Students: []Student{{Name: "ada", Built: "no program:\nfound notes.txt"}, {Name: "bob", Built: "none"}}})
	must.Do(t, err)
	texts := newTexts()
	lessons, _ := c.lessons(texts)
	if len(lessons) != 1 {
		t.Fatalf("lessons: %+v", lessons)
	}
	l := lessons[0]
	if l.Key != "build" || !slices.Equal(l.Students, []int{0, 1}) || l.Total != l.Lost[0]+l.Lost[1] || l.Lost[1] != 100 {
		t.Errorf("the lesson is %+v", l)
	}
	if l.Example != 1 || texts.all[l.Text] != "none" || l.Case != -1 {
		t.Errorf("the example is student %d, %q", l.Example, texts.all[l.Text])
	}
}
