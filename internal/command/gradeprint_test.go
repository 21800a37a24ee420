package command

import (
	"bytes"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/fuzz"
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
		"follows, and more cases": {[]gradebook.Student{func() gradebook.Student {
			s := student("ada", 0, verdict.Wrong, verdict.Wrong)
			s.Summary.Causes = []diagnosis.Cause{
				{Key: "a", Does: "does a", Cases: []string{"one"}}, {Key: "b", Does: "does b", Cases: []string{"one", "two"}},
				{Key: "c", Does: "does c", Cases: []string{"one", "two"}, Follows: 1},
			}
			return s
		}()}, []string{"    1 b: does b\n    1 a: does a\nbooks/report.html"}},
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

// The lines at the end of a grading: points from the least to the most with their median, the causes of most students first and
// those of as many by name, at most five.
func TestClassPrintedWhole(t *testing.T) {
	student := func(name string, points float64, keys ...string) gradebook.Student {
		s := gradebook.Student{Name: name, Results: []verdict.Result{{Case: new(cases.Case), Verdict: verdict.Wrong}}}
		s.Summary = report.Summarise(s.Results, nil)
		s.Summary.Score = &verdict.Score{Points: points, Of: 80}
		for _, key := range keys {
			s.Summary.Causes = append(s.Summary.Causes, diagnosis.Cause{Key: key, Does: "does " + key, Cases: []string{"one"}})
		}
		return s
	}
	unbuilt, failed := student("doe, j", 0), student("eve", 77)
	unbuilt.Built = "main.c:1: error"
	failed.Results[0].Verdict = verdict.Internal
	all := []gradebook.Student{
		student("ada", 70, "f", "e", "a", "b", "c"), student("bob", 10.5, "b", "c", "c", "d", "g"), student("cyd", 20, "f", "g", "c"), unbuilt, failed,
	}
	for n, want := range map[int]string{
		5: "fall 2026: 5 students on 1 case, 0.0 to 70.0 of 80 points, median 15.2, 1 without a program, 1 not graded\n" +
			"    3 c: does c\n    2 b: does b\n    2 f: does f\n    2 g: does g\n    1 a: does a\n      and 2 more, in the report\nbooks/report.html\n",
		3: "fall 2026: 3 students on 1 case, 10.5 to 70.0 of 80 points, median 20.0\n" +
			"    3 c: does c\n    2 b: does b\n    2 f: does f\n    2 g: does g\n    1 a: does a\n      and 2 more, in the report\nbooks/report.html\n",
		1: "fall 2026: 1 student on 1 case, 70.0 to 70.0 of 80 points, median 70.0\n" +
			"    1 a: does a\n    1 b: does b\n    1 c: does c\n    1 e: does e\n    1 f: does f\nbooks/report.html\n",
		0: "fall 2026: 0 students on 1 case\nbooks/report.html\n",
	} {
		var text bytes.Buffer
		if err := printClass(&text, "books", &gradebook.Class{Title: "fall 2026", Cases: make([]*cases.Case, 1), Students: all[:n]}); err != nil {
			t.Fatal(err)
		}
		if got := strings.ReplaceAll(text.String(), `\`, "/"); got != want {
			t.Errorf("%d students:\n%swant\n%s", n, got, want)
		}
	}
}

// How far a grading is counts what was known before and what is done now.
func TestClassProgressInWords(t *testing.T) {
	for _, c := range []struct {
		known, runs, done int
		want              string
	}{
		{0, 9, 0, "0 of 9 runs"}, {4, 9, 0, "4 of 9 runs"}, {0, 9, 3, "3 of 9 runs (2 pass, 1 wrong)"}, {4, 9, 3, "7 of 9 runs (3 of them now: 2 pass, 1 wrong)"}, {1, 1, 0, "1 of 1 run"},
	} {
		p := &classProgress{runs: c.runs, known: c.known, done: c.done, counts: map[verdict.Verdict]int{verdict.Wrong: 1, verdict.Pass: 2}}
		if got := p.String(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	if got, want := named([]string{"ada", "doe, j", "x\x1b"}), `ada, "doe, j", x\x1b`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Of a finding it is told how it came about, and all that is odd about it.
func TestHowFound(t *testing.T) {
	core := &cases.Case{Name: "handout-start"}
	for want, f := range map[string]fuzz.Finding{
		"input 7": {Number: 7, Tried: 3},
		"input 1 (the case handout-start), made smaller in 1 step of 9 runs": {Number: 1, Core: core, Steps: 1, Tried: 9},
		"input 2, made smaller in 3 steps of 1 run; cut short, there may be smaller ones; with --compare course the search looks for other failures; unstable: the program does not answer it in the same way each time": {
			Number: 2, Steps: 3, Tried: 1, Cut: true, Unstable: true, Result: verdict.Result{Verdict: verdict.Format}},
	} {
		if got := strings.Join(how(f), "; "); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if nameOf(nil) != "" || nameOf(core) != "handout-start" {
		t.Errorf("names %q and %q", nameOf(nil), nameOf(core))
	}
}
