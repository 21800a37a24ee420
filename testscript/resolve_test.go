package testscript

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/shortage"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// What is tried again, how often, and what counts in the end.
func TestResolve(t *testing.T) {
	full := errors.New("the disk is full")
	always := func(time.Duration) error { return full }
	never := func(time.Duration) error { return nil }
	until := func(end time.Duration) func(time.Duration) error {
		return func(now time.Duration) error {
			if now < end {
				return full
			}
			return nil
		}
	}
	for _, c := range []struct {
		name    string
		results []trust // of one try after the other, each of a second
		others  bool    // run meanwhile
		short   func(time.Duration) error
		want    error
		tries   int
		took    time.Duration
	}{
		{"pass", []trust{good}, true, always, nil, 1, time.Second},
		{"fails surely", []trust{sure}, true, never, nil, 1, time.Second},
		{"fails by itself", []trust{doubtful}, false, never, nil, 1, time.Second},
		{"fails beside others", []trust{doubtful, sure}, true, never, nil, 2, 2 * time.Second},
		{"passes alone", []trust{doubtful, good}, true, never, nil, 2, 2 * time.Second},
		{"does not count", []trust{void, good}, false, never, nil, 2, 2 * time.Second},
		{"was short at first", []trust{sure, sure}, false, until(500 * time.Millisecond), nil, 2, 2 * time.Second},
		{"enough after a while", []trust{sure, doubtful}, false, until(4 * time.Second), nil, 2, 5 * time.Second},
		{"was short in between", []trust{sure, sure}, false, func(at time.Duration) error {
			if at < 300*time.Millisecond || at > 700*time.Millisecond {
				return nil
			}
			return full
		}, nil, 2, 2 * time.Second},
		{"stays short", []trust{sure, sure}, false, always, full, 2, shortage.Patience + 2*time.Second},
		{"stays short and passes", []trust{sure, good}, false, always, nil, 2, shortage.Patience + 2*time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l, begin := NewLimiter(0), time.Now()
				l.shortage = func() error { return c.short(time.Since(begin)) }
				left := slices.Clone(c.results)
				short := l.resolve(t.Context(), func(alone bool) (result trust) {
					if alone != (len(left) < len(c.results)) {
						t.Errorf("try %d is alone: %v", len(c.results)-len(left), alone)
					}
					if c.others && !alone {
						go l.shared(t.Context(), func() { time.Sleep(time.Millisecond) })
					}
					time.Sleep(time.Second)
					result, left = left[0], left[1:]
					return result
				})
				if tries := len(c.results) - len(left); short != c.want || tries != c.tries || time.Since(begin) != c.took {
					t.Errorf("%v after %d tries in %s, want %v after %d in %s", short, tries, time.Since(begin), c.want, c.tries, c.took)
				}
			})
		})
	}
}

// It is waited once for what stays short, not for each program, and again when there was enough meanwhile.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		full := errors.New("the disk is full")
		now := full
		l := NewLimiter(0)
		l.shortage = func() error { return now }
		for i, c := range []struct {
			short error
			took  time.Duration
		}{{full, shortage.Patience}, {full, 0}, {nil, 0}, {full, shortage.Patience}} {
			begin := time.Now()
			now = c.short
			short := l.resolve(t.Context(), func(bool) trust { return doubtful })
			if short != c.short || time.Since(begin) != c.took {
				t.Errorf("%d: %v after %s, want %v after %s", i, short, time.Since(begin), c.short, c.took)
			}
		}
	})
}

// Nothing is tried again once nobody wants to know.
func TestResolveCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	l, tries := NewLimiter(0), 0
	if short := l.resolve(ctx, func(bool) trust { tries++; cancel(); return void }); short != nil || tries != 1 {
		t.Errorf("%v after %d tries", short, tries)
	}
}

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

// What a result is worth depends on its verdict, on what has repeated, and on whether it kept within the limits of one run.
func TestTrust(t *testing.T) {
	r := &Runner{Options: Options{CPU: time.Second, Wall: 2 * time.Second}, repeats: map[Verdict]int{Crash: enoughRepeats, Missing: enoughRepeats - 1}}
	a, err := oracle.Lookup("squirrel")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	one := all[0]
	for _, c := range []struct {
		v         Verdict
		cpu, wall time.Duration
		times     int
		want      trust
	}{
		{Pass, time.Second, 2 * time.Second, 1, good},
		{Pass, time.Second, 2 * time.Second, generous, good},
		{Pass, time.Second + 1, time.Second, generous, void},
		{Pass, time.Second, 2*time.Second + 1, generous, void},
		{Wrong, time.Second, 2*time.Second + 1, generous, void},
		{Timeout, 2 * time.Second, 2 * time.Second, generous, doubtful},
		{Wrong, 0, 0, 1, sure}, {Format, 0, 0, 1, sure}, {Crash, 0, 0, 1, sure}, {Missing, 0, 0, 1, doubtful},
		{Memory, 0, 0, 1, doubtful}, {Output, 0, 0, 1, doubtful}, {Internal, 0, 0, 1, doubtful},
	} {
		result := Result{Verdict: c.v, Outcome: sandbox.Outcome{CPU: c.cpu, Wall: c.wall}}
		if got := r.trust(one, result, c.times); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	for guessed, want := range map[bool]trust{false: good, true: doubtful} {
		p := &Player{program: &program.Program{Guessed: guessed}}
		if got := p.trust(nil); got != want || p.trust(errors.New("no room")) != doubtful {
			t.Errorf("a program that is guessed, %v: %v, want %v", guessed, got, want)
		}
	}
}

// A program that ran out of time in all of the first cases of a category has its time once in each of the rest.
func TestLoopsRunOnce(t *testing.T) {
	a, err := oracle.Lookup("squirrel")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(c *cases.Case) bool { return c.Problem.Category() != all[0].Problem.Category() })
	slices.SortFunc(all, cases.BySize())
	slow := Result{Verdict: Timeout, Outcome: sandbox.Outcome{CPU: time.Second, Wall: time.Second}}
	r := &Runner{Options: Options{CPU: time.Second, Wall: 2 * time.Second}, repeats: map[Verdict]int{}, excesses: map[hardness]excess{}}
	runs := 0
	for _, c := range all[1:11] {
		runs += r.times(c)
		if r.trust(c, slow, r.times(c)) == doubtful {
			runs++ // alone
			r.repeated(Timeout)
		}
		r.ended(c, Timeout, false)
	}
	if runs != 12 {
		t.Errorf("ten cases take %d times the limit, want 12", runs)
	}
	if all[0].AnswerSize() < all[1].AnswerSize() && r.loops(all[0]) {
		t.Error("a timeout in the easiest case is believed")
	}
	r.ended(all[5], Internal, false)
	if !r.loops(all[11]) {
		t.Error("a failure of ours makes timeouts unbelieved")
	}
	r.ended(all[5], Wrong, false)
	if r.loops(all[11]) {
		t.Error("a timeout is believed of a program that ended in another case")
	}
}

// The causes of nine failing cases take at most a second of CPU time, whatever the program writes, and none in
// short tests, and if they are turned off.
func TestCausesAreCheap(t *testing.T) {
	a, err := oracle.Lookup("mancala")
	if err != nil {
		t.Fatal(err)
	}
	results, err := diagnosistest.Judge(t.Context(), a, func(c *cases.Case) diagnosistest.Run {
		files := map[string]string{}
		for _, name := range c.Problem.Files() {
			files[name] = "X\n"
		}
		return diagnosistest.Run{Files: files}
	})
	if err != nil {
		t.Fatal(err)
	}
	if newTestRun(nil).causes == testing.Short() {
		t.Error("without an option causes are wanted in short tests, or in short tests alone")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	run := newTestRun(nil)
	run.causes, run.results = true, results[:9] // in short tests, too
	before := engine.ThreadTime()
	why, err := run.why(t.Context(), a)
	if took := engine.ThreadTime() - before; err != nil || took > 1500*time.Millisecond || why == "" {
		t.Errorf("after %s of CPU time, %v:\n%s", took, err, why)
	}
	run = newTestRun([]RunOption{WithCauses(false)})
	run.results = results[:9]
	if why, err := run.why(t.Context(), a); why != "" || err != nil {
		t.Errorf("unasked, %v:\n%s", err, why)
	}
}
