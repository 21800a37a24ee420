package command

import (
	"bytes"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// At the end of a grading stands who has points for nothing, and what another comparison would accept.
func TestClassPrinted(t *testing.T) {
	student := func(name string, excused int, verdicts ...verdict.Verdict) gradebook.Student {
		s := gradebook.Student{Name: name}
		for _, v := range verdicts {
			s.Results = append(s.Results, verdict.Result{Case: new(cases.Case), Verdict: v})
		}
		s.Summary = report.Summarise(s.Results, nil)
		s.Summary.Score = &verdict.Score{Excused: excused, Of: 100}
		return s
	}
	crashed := func(name, does string) gradebook.Student {
		s := student(name, 0, verdict.Crash)
		s.Summary.Causes = []diagnosis.Cause{{Key: "crash", Does: does, Cases: []string{"one"}}}
		return s
	}
	unsteady := func(name string) gradebook.Student {
		s := student(name, 0, verdict.Pass)
		s.Summary.Once = []string{"one (crash)"}
		return s
	}
	for what, test := range map[string]struct {
		students []gradebook.Student
		want     []string
	}{
		"nothing":  {[]gradebook.Student{student("ada", 0, verdict.Pass, verdict.Wrong), student("bob", 1, verdict.Pass, verdict.Pass)}, nil},
		"excused":  {[]gradebook.Student{student("ada", 2, verdict.Wrong, verdict.Wrong)}, []string{"ada is excused from every case, and has full points"}},
		"one case": {[]gradebook.Student{student("ada", 0, verdict.Format, verdict.Wrong)}, []string{`1 case of 1 student fails by blanks and line ends alone, which --compare course or "compare: course" accepts`}},
		"ways":     {[]gradebook.Student{crashed("ada", "crashes at a.py:1"), crashed("bob", "crashes: exit status 1")}, []string{"    2 crash: in 2 ways, such as: crashes at a.py:1\n"}},
		"a way":    {[]gradebook.Student{crashed("ada", "crashes at a.py:1"), crashed("bob", "crashes at a.py:1")}, []string{"    2 crash: crashes at a.py:1\n"}},
		"several": {[]gradebook.Student{student("ada", 0, verdict.Format, verdict.Format), student("bob", 0, verdict.Format, verdict.Pass), student("cyd", 0, verdict.Pass, verdict.Pass)},
			[]string{"3 cases of 2 students fail by blanks"}},
		"two names": {[]gradebook.Student{func() gradebook.Student {
			s := student("ada", 0, verdict.Wrong)
			s.Summary.Causes = []diagnosis.Cause{{Key: "no-cuts", Does: "no node is ever cut", Cases: []string{"one"}, Faults: []diagnosis.Fault{{Name: "no-cuts"}, {Name: "no-cuts-at-min"}}}}
			return s
		}()}, []string{"    1 no-cuts or no-cuts-at-min: no node is ever cut\n"}},
		"not in every run": {[]gradebook.Student{unsteady("ada"), unsteady("bob")}, []string{"not the same in every run, as books/times.html says: ada, bob\n"}},
		"luck": {[]gradebook.Student{func() gradebook.Student {
			s := student("ada", 0, verdict.Wrong)
			s.Summary.Causes = []diagnosis.Cause{{Key: diagnosis.Unsteady, Cases: []string{"one"}}}
			return s
		}(), student("bob", 0, verdict.Wrong)}, []string{"answers otherwise when it is run again, so that its points are luck: ada\n"}},
	} {
		t.Run(what, func(t *testing.T) {
			var text bytes.Buffer
			if err := printClass(&text, "books", &gradebook.Class{Title: "fall", Cases: make([]*cases.Case, 2), Students: test.students}); err != nil {
				t.Fatal(err)
			}
			for _, want := range test.want {
				if !strings.Contains(text.String(), want) {
					t.Errorf("want %q in\n%s", want, &text)
				}
			}
			if test.want == nil && (strings.Contains(text.String(), "excused") || strings.Contains(text.String(), "blanks")) {
				t.Errorf("told for nothing:\n%s", &text)
			}
		})
	}
}
