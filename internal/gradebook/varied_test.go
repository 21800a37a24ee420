package gradebook_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// varied returns a class that contains nearly all distinctions of the gradebook: lessons with equal numbers
// of students and different losses, causes with two forms and with others before them, cases with their own
// points and times and cases that no course uses, all limits, and students who are late, unsteady,
// without a program and without points.
func varied(t *testing.T) *gradebook.Class {
	t.Helper()
	a, all := lookup(t, "mancala", cases.ProfileCore, 6)
	c := &gradebook.Class{
		Title: "Fall <b>", Python: "2", UsualCPU: 10 * time.Second, Formats: gradebook.Formats,
		Start: report.Start{Assignment: "mancala", Edition: a.Editions[0].Name, Compare: "course", CPU: 12},
	}
	for i, one := range all {
		own := *one
		own.Title = fmt.Sprintf("title %d & more", i)
		c.Cases = append(c.Cases, &own)
	}
	c.Cases[1].Points, c.Cases[2].Time = 3, 5*time.Second
	c.Cases[3].Profiles = []string{cases.ProfileGraded} // it is named, but not chosen by itself
	name := func(i int) string { return c.Cases[i].Name }
	student := func(name string, verdicts ...verdict.Verdict) *gradebook.Student {
		s := gradebook.Student{Name: name, ID: name + "-id", Submission: "files of " + name}
		for i, one := range c.Cases {
			r := verdict.Result{Case: one, Verdict: verdict.Pass}
			if i < len(verdicts) {
				r.Verdict = verdicts[i]
			}
			if r.Verdict == verdict.Wrong {
				r.Files = []verdict.File{{Name: "next_state.txt", Verdict: verdict.Wrong, Report: compare.Report{
					Grade: compare.Different, First: &compare.Difference{Kind: compare.Content, Line: i + 1, GotLine: i + 2, Column: 3, Want: []string{"right\n"}, Got: []string{fmt.Sprintf("wrong in %d\n", i)}},
				}}}
			}
			s.Results = append(s.Results, r)
		}
		s.Results[5].Beyond = "too <large>"
		c.Students = append(c.Students, s)
		return &c.Students[len(c.Students)-1]
	}
	cause := func(key, does string, of ...int) diagnosis.Cause {
		one := diagnosis.Cause{Grade: diagnosis.Located, Key: key, Behaviour: does,
			Right: "what is right of " + key + " <b>\x1b"}
		for _, i := range of {
			one.Cases = append(one.Cases, name(i))
		}
		return one
	}
	score := func(s *gradebook.Student, rule verdict.Rule, days int, extra float64) {
		of := rule.Score(a, s.Results).Adjusted(days, 1, 10, extra)
		s.Summary.Score = &of
	}
	const wrong, pass = verdict.Wrong, verdict.Pass

	zoe := student("zoe", wrong, wrong, wrong, wrong, pass, wrong)
	zoe.Summary.Causes = []diagnosis.Cause{cause("one", "does one <b>", 0, 1), cause("two", "does two", 2), cause("one", "does one otherwise", 3)}
	zoe.Results[2].Files[0].Report.First.Got = []string{"w\n"} // a smaller text than Abe's
	zoe.Summary.Unexplained = []string{name(5)}
	// Only the second limit is the usual limit for the case.
	zoe.Results[0].Allowed, zoe.Results[2].Allowed = 7*time.Second, 5*time.Second
	score(zoe, verdict.Rule{}, 3, -1.5)

	abe := student("Abe", wrong, pass, wrong)
	abe.Summary.Causes = []diagnosis.Cause{cause("one", "does one otherwise", 0), cause("two", "does two", 2)}
	abe.Results[0].Files[0].Report.First.Got = []string{"wrong\n"} // the smallest text
	abe.Results[1].Before, abe.Results[3].Before = verdict.Crash, wrong
	abe.Summary.WhyNotRun = []string{"it loops <b>", "and once more"}
	score(abe, verdict.Rule{}, 0, 2)

	aaron := student("aaron", wrong, wrong)
	aaron.Summary.Causes = []diagnosis.Cause{cause("three", "does three", 0)}
	score(aaron, verdict.Rule{}, 0, 0)

	all0 := student("max", wrong, wrong, wrong, wrong, wrong, wrong)
	score(all0, verdict.Rule{}, 0, 100)

	tim := student("tim", verdict.Timeout, verdict.Timeout, verdict.Timeout, verdict.Timeout, verdict.Memory)
	for i, stop := range []outcome.Stop{outcome.StoppedCPU, outcome.StoppedCPU, outcome.StoppedWall, ""} {
		tim.Results[i].Reason, tim.Results[i].Outcome = "stopped after 17.3 s", outcome.Outcome{Stopped: stop, CPU: 17e9, Wall: 18e9, Peak: 5}
	}
	tim.Results[0].Allowed = 20 * time.Second
	tim.Results[4].Reason = "used more than 1 GiB"

	// A failure of touchstone never gives 0 points: eve has no points, and no lost points for a failing case.
	eve := student("eve", pass, verdict.Internal, wrong)
	eve.Results[1].Reason = "want python2.7, found none"
	eve.Summary.Causes = []diagnosis.Cause{cause("two", "does two", 2), cause("one", "does one in a third way", 2)}
	// A known mistake that one of them has in a way that is like another's, too.
	known := diagnosis.Fault{Name: "strict <b>", Title: "is too strict <b>", Explanation: "It is.",
		Rule: "docs/rules/mancala.md rule 3"}
	other := diagnosis.Fault{Name: "loose", Title: "is too loose", Explanation: "It is.", Rule: "RULES.md rule 1"}
	for name, faults := range map[string][]diagnosis.Fault{"kim": {known}, "leo": {known, other}} {
		s := student(name, pass, pass, pass, pass, wrong)
		one := cause("cut", "is too strict <b>", 4)
		one.Grade, one.Equal, one.Matters, one.Right, one.Faults = diagnosis.Fits, 1, 2, "", faults
		s.Summary.Causes = []diagnosis.Cause{one}
	}

	nia := student("nia", verdict.Build, verdict.Build, verdict.Build, verdict.Build, verdict.Build, verdict.Build)
	score(nia, verdict.Rule{}, 0, 100)
	nia.NoProgram, nia.Results = "nothing was handed in", nil // and all points by hand
	none := gradebook.Student{Name: "Nan", NoProgram: "no program was found:\nfound notes.txt <b>\n"}
	c.Students = append(c.Students, none, gradebook.Student{Name: "nat", NoProgram: "it does not compile:\na.cpp:1:2: error: x\n"})
	return c
}

// The books of such a class, to the byte.
func TestVariedGolden(t *testing.T) {
	c := varied(t)
	files := write(t, c)
	g := goldie.New(t)
	for _, name := range []string{"grades.csv", gradebook.Ledger, "canvas.csv", "moodle.csv", "mail.csv"} {
		g.Assert(t, "varied-"+name, files[name])
	}
	g.Assert(t, "varied-class.json", indented(t, columnOf(t, files["report.html"], "class")))
	g.Assert(t, "varied-texts.json", indented(t, columnOf(t, files["report.html"], "texts")))
	for _, name := range []string{"results.json", "gradescope.json"} {
		g.Assert(t, "varied-zoe-"+name, files["students/zoe-id/"+name])
		g.Assert(t, "varied-eve-"+name, files["students/eve-id/"+name])
	}
	told, pages := "", ""
	for _, name := range []string{"Abe-id", "zoe-id", "aaron-id", "max-id", "tim-id", "eve-id", "nia-id", "kim-id", "leo-id", "Nan", "nat"} {
		told += string(files["students/"+name+"/feedback.txt"]) + "----\n"
		_, body, _ := strings.Cut(string(files["students/"+name+"/feedback.html"]), "</style>")
		pages += body
	}
	g.Assert(t, "varied-feedback.txt", []byte(told))
	g.Assert(t, "varied-feedback.html", []byte(pages))
}

// The changes between two gradings of such a class are compared byte by byte: changed cases and rules, students
// who leave and join, newly graded and newly ungraded students, and every reason for a change of points.
func TestVariedMoved(t *testing.T) {
	before, after := varied(t), varied(t)
	for _, name := range []string{"Abe", "zoe", "aaron"} {
		find(before, name).Submission = "other files"
	}
	after.Start.Edition, after.Start.CPU = "first <b>", 10
	other := *after.Cases[2]
	other.Name = after.Cases[1].Name // another case of that name, with other points
	renamed := *after.Cases[4]
	renamed.Name = "new <b>"
	replaceCase(after, 1, other)
	replaceCase(after, 4, renamed)
	rescore := func(name string, rule verdict.Rule, days int, extra float64) {
		s := find(after, name)
		of := rule.Score(after.Cases[0].Assignment, s.Results).Adjusted(days, 1, 10, extra)
		s.Summary.Score = &of
	}
	zoe := find(after, "zoe")
	zoe.Results[0].Verdict, zoe.Results[3].Verdict, zoe.Results[4].Verdict = verdict.Pass, verdict.Crash, verdict.Wrong
	rescore("zoe", verdict.Rule{}, 1, 2)
	rescore("max", verdict.Rule{}, 0, 0)
	bonus := 50.0
	rescore("Abe", verdict.Rule{Bonus: &bonus}, 0, 2)
	find(after, "eve").Results[1].Verdict = verdict.Pass // graded at last
	find(after, "tim").Results[3] = verdict.Result{Case: after.Cases[3], Verdict: verdict.Internal, Reason: "no <b> disk"}
	find(after, "kim").NoProgram, find(after, "kim").Results = "nothing was handed in", nil
	find(after, "leo").ID = "another-id"
	moved := must.Get(gradebook.Compare(write(t, before)[gradebook.Ledger], after))(t)
	var text, table bytes.Buffer
	must.Do(t, errors.Join(moved.WriteText(&text), moved.WriteCSV(&table)))
	g := goldie.New(t)
	g.Assert(t, "varied-moved.txt", text.Bytes())
	g.Assert(t, "varied-moved.csv", table.Bytes())
	if !moved.Any() {
		t.Error("nothing has moved")
	}
}
