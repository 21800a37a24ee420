package command

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/fuzz"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/tournament/standings"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// gradedStudent returns a student of a graded class, with points of 80 and causes.
func gradedStudent(name string, points float64, verdicts []verdict.Verdict, causes ...diagnosis.Cause) gradebook.Student {
	s := gradebook.Student{Name: name}
	for _, v := range verdicts {
		s.Results = append(s.Results, verdict.Result{Case: new(cases.Case), Verdict: v})
	}
	s.Summary = report.Summarise(s.Results, nil)
	s.Summary.Score = &verdict.Score{Points: points, Max: 80}
	s.Summary.Causes = causes
	return s
}

// printedClass returns the summary of a grading.
func printedClass(students ...gradebook.Student) string {
	var text bytes.Buffer
	printClass(&text, "books", &gradebook.Class{Title: "fall", Cases: make([]*cases.Case, 1), Students: students})
	return strings.ReplaceAll(text.String(), `\`, "/")
}

// A grading ends with the number of cases that another comparison would accept.
func TestClassPrinted(t *testing.T) {
	const pass, wrong, format, crash = verdict.Pass, verdict.Wrong, verdict.Format, verdict.Crash
	student := func(name string, verdicts ...verdict.Verdict) gradebook.Student {
		return gradedStudent(name, 0, verdicts)
	}
	caused := func(name string, causes ...diagnosis.Cause) gradebook.Student {
		return gradedStudent(name, 0, []verdict.Verdict{wrong, crash}, causes...)
	}
	cause := func(key, does string, in ...string) diagnosis.Cause {
		return diagnosis.Cause{Key: key, Behaviour: does, Cases: in}
	}
	line, status := cause("crash", "crashes at a.py:1", "one"), cause("crash", "crashes: exit status 1", "one")
	two := cause("no-cuts", "no node is ever cut", "one")
	two.Faults = []diagnosis.Fault{{Name: "no-cuts"}, {Name: "no-cuts-at-max"}, {Name: "no-cuts-at-min"}}
	ada, bob := student("ada", pass), student("bob", pass)
	ada.Summary.EarlierVerdicts, bob.Summary.EarlierVerdicts = []string{"one (crash)"}, []string{"one (crash)"}
	for want, students := range map[string][]gradebook.Student{
		`1 case of 1 student fails only by blanks and line ends, which --compare course or "compare: course" accepts`: {student("ada", format, wrong)},
		"3 cases of 2 students fail only by blanks":                                {student("ada", format, format), student("bob", format, pass), student("cyd", pass, pass)},
		"    2 crash: in 2 ways, such as: crashes at a.py:1\n":                     {caused("ada", line), caused("bob", status)},
		"    2 crash: crashes at a.py:1\n":                                         {caused("ada", line), caused("bob", line)},
		"    1 b: does b\n    1 a: does a\nbooks/report.html":                      {caused("ada", cause("a", "does a", "one"), cause("b", "does b", "one", "two"))},
		"    2 a: does a\n    2 b: does b\n":                                       {caused("ada", cause("a", "does a", "one", "two"), cause("b", "does b", "one")), caused("bob", cause("a", "does a", "one"), cause("b", "does b", "one"))},
		"    1 no-cuts or no-cuts-at-max or no-cuts-at-min: no node is ever cut\n": {caused("ada", two)},
		"results differ between runs (see books/times.csv): ada, bob\n":            {ada, bob},
		"output differs between runs, so the points depend on chance: ada\n":       {caused("ada", cause(diagnosis.Unsteady, "", "one")), student("bob", wrong)},
	} {
		expect.Contains(t, printedClass(students...), want)
	}
	text := printedClass(student("ada", pass, wrong), student("bob", pass, pass))
	expect.Equal(t, false, strings.Contains(text, "blanks"), "told for nothing:", text)
}

// The summary of a grading: the range and the median of the points, and at most five causes, most students
// first and then by name.
func TestClassPrintedWhole(t *testing.T) {
	student := func(name string, points float64, keys ...string) gradebook.Student {
		var causes []diagnosis.Cause
		for _, key := range keys {
			causes = append(causes, diagnosis.Cause{Key: key, Behaviour: "does " + key, Cases: []string{"one"}})
		}
		return gradedStudent(name, points, []verdict.Verdict{verdict.Wrong}, causes...)
	}
	unbuilt, failed := student("doe, j", 0), student("eve", 77)
	unbuilt.NoProgram = "main.c:1: error"
	failed.Results[0].Verdict = verdict.Internal
	again := unbuilt
	again.Summary.Score = &verdict.Score{LateDays: 1, Max: 80}
	all := []gradebook.Student{
		student("ada", 70, "f", "e", "a", "b", "c"), student("bob", 10.5, "b", "c", "c", "d", "g"), student("cyd", 20, "f", "g", "c"), unbuilt, failed, again, again,
	}
	for n, want := range map[int]string{
		5: "fall: 5 students on 1 case, 0.0 to 70.0 of 80 points, median 15.2, 1 without a program, 1 not graded\n" +
			"    3 c: does c\n    2 b: does b\n    2 f: does f\n    2 g: does g\n    1 a: does a\n      and 2 more, in the report\nbooks/report.html\n",
		7: "fall: 7 students on 1 case, 0.0 to 70.0 of 80 points, median 5.2, 2 late, 3 without a program, 1 not graded\n" +
			"    3 c: does c\n    2 b: does b\n    2 f: does f\n    2 g: does g\n    1 a: does a\n      and 2 more, in the report\nbooks/report.html\n",
		3: "fall: 3 students on 1 case, 10.5 to 70.0 of 80 points, median 20.0\n" +
			"    3 c: does c\n    2 b: does b\n    2 f: does f\n    2 g: does g\n    1 a: does a\n      and 2 more, in the report\nbooks/report.html\n",
		1: "fall: 1 student on 1 case, 70.0 to 70.0 of 80 points, median 70.0\n" +
			"    1 a: does a\n    1 b: does b\n    1 c: does c\n    1 e: does e\n    1 f: does f\nbooks/report.html\n",
		0: "fall: 0 students on 1 case\nbooks/report.html\n",
	} {
		expect.Equal(t, want, printedClass(all[:n]...), "students:", n)
	}
}

// The progress of a grading counts earlier results and new ones.
func TestClassProgressInWords(t *testing.T) {
	for _, c := range []struct {
		known, runs, done int
		want              string
	}{
		{0, 9, 0, "0 of 9 runs"}, {4, 9, 0, "4 of 9 runs"}, {0, 9, 3, "3 of 9 runs (2 pass, 1 wrong)"}, {4, 9, 3, "7 of 9 runs (3 of them now: 2 pass, 1 wrong)"}, {1, 1, 0, "1 of 1 run"},
	} {
		p := &classProgress{runs: c.runs, known: c.known, done: c.done, counts: map[verdict.Verdict]int{verdict.Wrong: 1, verdict.Pass: 2}}
		expect.Equal(t, c.want, p.String())
	}
	var out bytes.Buffer
	p := &classProgress{progress: progress{cmd: new(cobra.Command)}}
	p.cmd.SetErr(&out)
	p.Loops([]string{"ada", "doe, j", "x\x1b"})
	expect.Equal(t, "ada, \"doe, j\", x\\x1b: the program has run out of time in the first cases of a category; "+
		"others are not run and count as out of time\n", out.String())
	ago := time.Now().Add(-2 * time.Minute)
	p.runs, p.known, p.printed, p.counts = 9, 1, ago, map[verdict.Verdict]int{}
	p.Skipped(2)
	p.Unbuilt([]string{"eve"}, "no program", 3)
	p.Ran(verdict.Pass)
	games := &gamesProgress{progress: progress{cmd: p.cmd, printed: ago, steps: 359, printedSteps: 120}, games: 364, known: 3}
	games.Played([2]string{"ann", "ben"}, 1, standings.Outcome{Winner: standings.Drawn})
	expect.Contains(t, out.String(), "eve: no program\ntouchstone: 7 of 9 runs (6 of them now: 1 pass, 2 timeout, 3 build), "+
		"120.0 s each, about 4m0s left\ntouchstone: 363 of 367 games have been played, 2.0 a second, about 2s left\n")
}

// The report of a finding describes the search and everything unusual about it.
func TestHowFound(t *testing.T) {
	core := &cases.Case{Name: "handout-start"}
	for want, f := range map[string]fuzz.Finding{
		"input 7": {Number: 7, Tried: 3},
		"input 1 (the case handout-start), made smaller in 1 step of 9 runs": {Number: 1, Core: core, Steps: 1, Tried: 9},
		"input 2, made smaller in 3 steps of 1 run; cut short, there may be smaller ones; with --compare course the search looks for other failures; unstable: the program does not answer it in the same way each time": {
			Number: 2, Steps: 3, Tried: 1, Cut: true, Unstable: true, Result: verdict.Result{Verdict: verdict.Format}},
	} {
		expect.Equal(t, want, strings.Join(describeFinding(f), "; "))
	}
	expect.Equal(t, []string{"", "handout-start"}, []string{caseName(nil), caseName(core)})
}

// so is how far work is.
type so string

func (s so) String() string { return string(s) }

// Without a progress bar, one line a minute reports the progress and the speed since the last line, unless
// quiet is set.
func TestProgressLines(t *testing.T) {
	twice := func(each time.Duration) string { return "about " + (2 * each).Round(time.Second).String() }
	for quiet, want := range map[bool]string{false: "touchstone: half of it, 60.0 s each, about 2m0s left\ntouchstone: half of it, 120.0 s each, about 4m0s left\n", true: ""} {
		var out bytes.Buffer
		cmd := &cobra.Command{}
		cmd.SetErr(&out)
		p := progress{cmd: cmd, quiet: quiet}
		p.begin("run", 0, 10)
		for range 2 {
			p.step("pass", so("half of it"), twice)
			p.printed = time.Now().Add(-2 * time.Minute)
		}
		p.step("pass", so("half of it"), twice)
		p.step("pass", so("half of it"), twice) // not before the next minute
		p.end()
		expect.Equal(t, want, out.String(), "quiet:", quiet)
	}
}

// At the end of a match its games are counted, draws among them if there are any.
func TestMatchEnds(t *testing.T) {
	for _, c := range []struct {
		wins          [2]int
		draws, margin int
		want          string
	}{
		{[2]int{2, 1}, 0, -4, "ann 2, ben 1; -4 points for ann: ann wins the match\nseed 7\n"},
		{[2]int{1, 1}, 1, 0, "ann 1, ben 1, 1 draw; +0 points for ann: the match is drawn\nseed 7\n"},
		{[2]int{0, 1}, 2, -3, "ann 0, ben 1, 2 draws; -3 points for ann: ben wins the match\nseed 7\n"},
	} {
		var out bytes.Buffer
		m := arena.Match{Agents: [2]string{"ann", "ben"}, Plan: record.Plan{Games: 3, Seed: 7}, Games: make([]*record.Game, 3)}
		m.Wins, m.Draws, m.Margin = c.wins, c.draws, c.margin
		(&playShow{out: &out}).end(&m)
		expect.Equal(t, c.want, out.String())
	}
}

// One case never proves a mistake, even if only one fits: the report calls it a guess, and refers to check.
func TestKnown(t *testing.T) {
	faults := []diagnosis.Fault{{Name: "one", Title: "does one", Explanation: "Your program does one."},
		{Name: "other", Title: "does other"}}
	const alone, more = "  one case alone shows no more than that it fits: a program with this mistake ", "\n  touchstone explain --fault NAME tells more of it, touchstone check whether all cases fit\n"
	for want, k := range map[string]*diagnosis.Known{
		"fits this case: one\n    does one\n    \n" + alone + "writes just the same" + more:          diagnosis.NewKnown(faults[:1], diagnosis.Equals),
		"or: other\n    does other\n    \n" + alone + "writes just the same" + more:                  diagnosis.NewKnown(faults, diagnosis.Equals),
		"fits this case: one\n    does one\n    \n" + alone + "has the same first wrong line" + more: diagnosis.NewKnown(faults[:1], diagnosis.Fits),
	} {
		var text strings.Builder
		printKnown(&text, k)
		expect.True(t, strings.HasSuffix(text.String(), want), text.String())
	}
}

// The page of a search has its case, the edition that the user names, and the result of a program with the mistakes
// that fit its log, as explain does.
func TestHeaderOfPage(t *testing.T) {
	const fault = "both-sides-pass-at-root -- player -faults pass-in-capitals reversi"
	for line, wants := range map[string][]string{
		"reversi handout-start":                 {`"case":"handout-start","title":"the handout's example, `},
		"reversi handout-start --edition first": {`"edition":"first"`},
		"reversi --sandbox none " + fault:       {`"verdict":"wrong"`, `"name":"player -faults pass`, `: pass-in-capitals: `, `"log":{"same":10,`},
		"reversi handout-start --sandbox none -- player -exit 3 -drop output.txt reversi": {`"verdict":"crash","reason":"`},
	} {
		_, page, _ := touchstone("trace --out - "+line, "")
		_, columns := pagetest.Columns(t, []byte(page))
		expect.Contains(t, string(columns["header"]), wants...)
	}
}

// The default number of tries is smaller for a problem package, because each input starts several programs.
func TestTries(t *testing.T) {
	for args, want := range map[string][2]int{
		"": {2000, 200}, "--tries 3000": {3000, 3000}, "--tries 2000": {2000, 2000}, "--tries 0": {0, 0},
	} {
		cmd := newAudit()
		must.Do(t, cmd.ParseFlags(strings.Fields(args)))
		got := [2]int{triesOf(cmd, &oracle.Assignment{Name: "game"}), triesOf(cmd, &oracle.Assignment{Name: "own", Path: "/own"})}
		expect.Equal(t, want, got, "inputs of a game and a package by audit", args)
	}
}

// The report after a signal has a short time limit, and ends early at another signal.
func TestAfterwards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		second, another := context.WithCancel(t.Context())
		ctx, end := context.WithCancel(context.WithValue(t.Context(), secondSignalKey{}, second))
		end() // by the first signal
		begin := time.Now()
		told, done := reportContext(ctx)
		defer done()
		must.Do(t, told.Err())
		<-told.Done()
		expect.Equal(t, reportTimeout, time.Since(begin), "time until it ends")
		told, done = reportContext(ctx)
		defer done()
		begin = time.Now()
		another()
		<-told.Done()
		expect.Equal(t, 0, time.Since(begin), "time until it ends after another signal")
	})
}
