package testscript

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A file that is right up to its end may come from a full disk, and one that goes on otherwise does not.
func TestBreaksOff(t *testing.T) {
	for name, c := range map[string]struct {
		d    compare.Difference
		want bool
	}{
		"it ends at a line":          {compare.Difference{Want: []string{"abc\n"}, Column: 1}, true},
		"it ends within a line":      {compare.Difference{Want: []string{"abc\n"}, Got: []string{"ab"}, Column: 3}, true},
		"within a line that is long": {compare.Difference{Got: []string{"ab"}, From: 4000, Column: 4003}, true},
		"another end":                {compare.Difference{Want: []string{"abc\n"}, Got: []string{"ax"}, Column: 2}, false},
		"another end, far on":        {compare.Difference{Got: []string{"ax"}, From: 4000, Column: 4002}, false},
		"another line":               {compare.Difference{Got: []string{"ab\n"}, Column: 4}, false},
		"lines follow":               {compare.Difference{Got: []string{"ab", "c"}, Column: 3}, false},
	} {
		f := verdict.File{Report: compare.Report{Grade: compare.Different, First: &c.d}}
		if got := f.BreaksOff(); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		if f.Report.Grade = compare.SameForm; f.BreaksOff() {
			t.Errorf("%s: form alone breaks off", name)
		}
	}
}

// The trust in a result depends on its verdict, on earlier repeats, and on whether the run kept within its
// limits.
func TestTrust(t *testing.T) {
	r := &Program{Options: Options{CPU: time.Second, Wall: 2 * time.Second}, repeats: map[Verdict]int{Crash: minRepeats, Missing: minRepeats - 1}}
	one := corpus(t, "squirrel")[0]
	for _, c := range []struct {
		v         Verdict
		cpu, wall time.Duration
		times     int
		want      executor.Trust
	}{
		{Pass, time.Second, 2 * time.Second, 1, executor.Final},
		{Pass, time.Second, 2 * time.Second, generousTimes, executor.Final},
		{Pass, time.Second + 1, time.Second, generousTimes, executor.Discard},
		{Pass, time.Second, 2*time.Second + 1, generousTimes, executor.Discard},
		{Wrong, time.Second, 2*time.Second + 1, generousTimes, executor.Discard},
		{Timeout, 2 * time.Second, 2 * time.Second, generousTimes, executor.RetryAlone},
		{Wrong, 0, 0, 1, executor.FinalUnlessShort}, {Format, 0, 0, 1, executor.FinalUnlessShort}, {Crash, 0, 0, 1, executor.FinalUnlessShort}, {Missing, 0, 0, 1, executor.RetryAlone},
		{Memory, 0, 0, 1, executor.RetryAlone}, {Output, 0, 0, 1, executor.RetryAlone}, {Internal, 0, 0, 1, executor.RetryAlone},
	} {
		result := Result{Verdict: c.v, Outcome: sandbox.Outcome{CPU: c.cpu, Wall: c.wall}}
		if got := r.isTrusted(one, result, c.times); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	for guessed, want := range map[bool]executor.Trust{false: executor.Final, true: executor.RetryAlone} {
		p := &Program{built: &program.Program{Guessed: guessed}}
		if got := p.trustBuild(nil); got != want || p.trustBuild(errors.New("no room")) != executor.RetryAlone {
			t.Errorf("a program that is guessed, %v: %v, want %v", guessed, got, want)
		}
	}
}

// A program that ran out of time in all of the first cases of a category has its time once in each of the
// rest.
func TestLoopsRunOnce(t *testing.T) {
	all := corpus(t, "squirrel")
	all = slices.DeleteFunc(all, func(c *cases.Case) bool { return c.Problem.Category() != all[0].Problem.Category() })
	slices.SortFunc(all, cases.BySize())
	slow := Result{Verdict: Timeout, Outcome: sandbox.Outcome{CPU: time.Second, Wall: time.Second}}
	r := &Program{Options: Options{CPU: time.Second, Wall: 2 * time.Second}, repeats: map[Verdict]int{}, timeouts: map[caseKind]timeoutCount{}}
	runs := 0
	for _, c := range all[1:11] {
		runs += r.timeFactor(c)
		if r.isTrusted(c, slow, r.timeFactor(c)) == executor.RetryAlone {
			runs++ // alone
			r.recordRepeat(Timeout)
		}
		r.recordVerdict(c, Timeout, false)
	}
	if runs != 12 {
		t.Errorf("ten cases take %d times the limit, want 12", runs)
	}
	if all[0].AnswerSize() < all[1].AnswerSize() && r.loops(all[0]) {
		t.Error("a timeout in the easiest case is believed")
	}
	r.recordVerdict(all[5], Internal, false)
	if !r.loops(all[11]) {
		t.Error("a failure of ours makes timeouts unbelieved")
	}
	r.recordVerdict(all[5], Wrong, false)
	if r.loops(all[11]) {
		t.Error("a timeout is believed of a program that ended in another case")
	}
}

// The search for causes ends at its limit of time. Short tests do not search, nor does WithCauses(false).
func TestCausesAreCheap(t *testing.T) {
	a, err := oracle.Lookup("mancala")
	must.Do(t, err)
	results, err := diagnosistest.Judge(t.Context(), a, func(c *cases.Case) diagnosistest.Run {
		files := map[string]string{}
		for _, name := range c.Problem.Files() {
			files[name] = "X\n"
		}
		return diagnosistest.Run{Files: files}
	})
	must.Do(t, err)
	if (newTestRun(nil).causes == 0) != testing.Short() {
		t.Error("without an option causes are wanted in short tests, or in short tests alone")
	}
	run := newTestRun(nil)
	run.causes, run.results = time.Millisecond, results[:9]
	why, err := run.explainAll(t.Context(), a)
	if err != nil || !strings.Contains(why, "the search for causes ended after 1ms") {
		t.Errorf("%v:\n%s", err, why)
	}
	run = newTestRun([]RunOption{WithCauses(false)})
	run.results = results[:9]
	if why, err := run.explainAll(t.Context(), a); why != "" || err != nil {
		t.Errorf("unasked, %v:\n%s", err, why)
	}
}
