package class

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// newTestSchedule returns a schedule of submissions of four runs each.
func newTestSchedule(maxOpen int, ids ...string) *schedule {
	s := &schedule{maxOpen: maxOpen}
	for _, id := range ids {
		s.waiting = append(s.waiting, &pending{submission: &submission{id: id}, cases: []int{0, 1, 2, 3}})
	}
	return s
}

// mustNext returns the next run.
func mustNext(t *testing.T, s *schedule) run {
	t.Helper()
	r, ok := s.next()
	if !ok {
		t.Fatal("no run can begin")
	}
	return r
}

// none reports an error if a run can begin.
func none(t *testing.T, s *schedule) {
	t.Helper()
	if r, ok := s.next(); ok {
		t.Errorf("%s begins on case %d, want no run", r.id, r.of)
	}
}

// A submission whose first run never ends does not delay others, and each run begins once and in order.
func TestScheduleIsFair(t *testing.T) {
	s := newTestSchedule(2, "slow", "quick", "other")
	slow := mustNext(t, s)
	var ran []int
	for len(ran) < 8 {
		r := mustNext(t, s)
		if r.id == "slow" {
			t.Fatalf("the slow program has a second run before it is built, after %d runs of others", len(ran))
		}
		ran = append(ran, r.of)
		s.end(r.submission)
	}
	if !slices.Equal(ran, []int{0, 1, 2, 3, 0, 1, 2, 3}) {
		t.Errorf("ran %v", ran)
	}
	s.end(slow.submission)
	for _, want := range []int{1, 2, 3} {
		if r := mustNext(t, s); r.id != "slow" || r.of != want {
			t.Errorf("next is %s on %d, want the slow one on %d", r.id, r.of, want)
		}
	}
	none(t, s)
}

// Among submissions that are built, the one with fewer runs under way is next, and then the one with fewer
// runs so far.
func TestScheduleOrder(t *testing.T) {
	for name, c := range map[string]struct {
		ends string // the submissions whose runs end at once
		want string
	}{
		"by runs under way": {"b", "abbbaa"},
		"by runs so far":    {"ab", "ababab"},
	} {
		s := newTestSchedule(2, "a", "b")
		for range 2 {
			s.end(mustNext(t, s).submission)
		}
		var turns string
		for range 6 {
			r := mustNext(t, s)
			turns += r.id
			if slices.Contains([]byte(c.ends), r.id[0]) {
				s.end(r.submission)
			}
		}
		if turns != c.want {
			t.Errorf("%s: the runs are of %s, want %s", name, turns, c.want)
		}
	}
}

// At most maxOpen submissions are under way. The next begins when one ends, has no program, or fails before
// it is built.
func TestScheduleIsBounded(t *testing.T) {
	s := newTestSchedule(2, "a", "b", "c", "d")
	a, b := mustNext(t, s), mustNext(t, s)
	none(t, s)
	s.drop(a.submission)
	c := mustNext(t, s)
	if none(t, s); c.id != "c" {
		t.Errorf("next is %s, want c", c.id)
	}
	s.fail(b.submission)
	d := mustNext(t, s)
	if none(t, s); d.id != "d" {
		t.Errorf("next is %s, want d", d.id)
	}
	s.end(c.submission)
	for range 3 {
		s.end(mustNext(t, s).submission)
	}
	if s.end(d.submission); len(s.open) != 1 {
		t.Errorf("%d submissions are under way, want 1", len(s.open))
	}
}

// A failure with a program that is built leaves its other runs.
func TestScheduleFailure(t *testing.T) {
	s := newTestSchedule(1, "a")
	s.end(mustNext(t, s).submission)
	s.fail(mustNext(t, s).submission)
	for _, want := range []int{2, 3} {
		if r := mustNext(t, s); r.of != want {
			t.Errorf("next is %d, want %d", r.of, want)
		}
	}
	none(t, s)
}

// A submission whose runs are dropped ends with its last run under way.
func TestScheduleKeeps(t *testing.T) {
	s := newTestSchedule(2, "a", "b")
	a, b := mustNext(t, s), mustNext(t, s)
	if n := s.keep(a.submission, []int{0, 3, 9}); n != 2 {
		t.Errorf("%d runs are dropped, want 2", n)
	}
	if n := s.keep(b.submission, nil); n != 3 || len(s.open) != 2 {
		t.Errorf("%d runs are dropped and %d submissions open, want 3 and 2", n, len(s.open))
	}
	if s.end(b.submission); len(s.open) != 1 {
		t.Errorf("%d submissions are open, want 1", len(s.open))
	}
	if n := s.keep(b.submission, nil); n != 0 {
		t.Errorf("%d runs of a submission that has ended are dropped", n)
	}
	s.end(a.submission)
	if r := mustNext(t, s); r.of != 3 {
		t.Errorf("next is %d, want 3", r.of)
	}
}

// newTestGrader returns a grader of one student on two cases of squirrel.
func newTestGrader(t *testing.T) *Grader {
	t.Helper()
	a, err := oracle.Lookup("squirrel")
	must.Do(t, err)
	all, err := cases.Embedded(a)
	must.Do(t, err)
	path := filepath.Join(tier.TempDir(t), "ann.py")
	must.Do(t, os.WriteFile(path, []byte("pass\n"), 0o666))
	students := []submissions.Student{{Name: "ann", Path: path}}
	p, err := NewPlan(Terms{Assignment: a, Cases: all[:2], Options: testscript.Options{Sandbox: testscript.SandboxNone}, Touchstone: "v1"}, students)
	must.Do(t, err)
	j, err := OpenJournal(tier.TempDir(t))
	must.Do(t, err)
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	g, err := NewGrader(p, j, students)
	must.Do(t, err)
	return g
}

// Whatever a program does, what is kept of its run can be read again.
func TestSavedIsBounded(t *testing.T) {
	g := newTestGrader(t)
	r := testscript.Result{Verdict: testscript.Crash, Hint: "hint"}
	for i := range 5000 {
		r.Refused = append(r.Refused, sandbox.Refusal{Act: sandbox.ActRead, Path: fmt.Sprint(i, strings.Repeat("/a", 2000))})
	}
	data, err := save(r)
	must.Do(t, err)
	got, err := restore(g.cases[0], entry{Verdict: string(r.Verdict), Data: data})
	must.Do(t, err)
	if n := len(got.Refused); n == 0 || got.Refused[n-1] != r.Refused[len(r.Refused)-1] || got.Hint != r.Hint {
		t.Errorf("%d refusals are left, without the last", n)
	}
}

// A program runs with the times of its students.
func TestRunsWithItsTimes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an executable is told by its mode")
	}
	g := newTestGrader(t)
	s := g.submissions[0]
	s.path, s.factor = filepath.Join(tier.TempDir(t), "squirrel"), 2.5
	must.Do(t, os.WriteFile(s.path, []byte("#!/bin/sh\n"), 0o777))
	var err error
	if s.digest, err = submissions.DigestOf(s.path); err != nil {
		t.Fatal(err)
	}
	must.Do(t, s.make(t.Context(), g))
	if s.runner == nil {
		t.Fatal("there is no runner")
	}
	if got := s.runner.TimeFactor; got != s.factor {
		t.Errorf("it has %v times the limits, want %v", got, s.factor)
	}
	if err := s.clear(); err != nil {
		t.Error(err)
	}
}

// One program that loops does not make the time left jump: it is an upper bound, and falls from one run to the next.
func TestTimeLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &grading{Grader: &Grader{Plan: &Plan{Conditions: Conditions{CPU: 10 * time.Second}}, Jobs: 2}, begun: time.Now()}
		const students, each = 25, 60
		for i := range students {
			s := &submission{id: fmt.Sprint(i)}
			c.submissions = append(c.submissions, s)
			c.schedule.waiting = append(c.schedule.waiting, &pending{submission: s, cases: make([]int, each)})
		}
		c.schedule.maxOpen = 4
		var begin time.Time
		var bounds []time.Duration
		var at []time.Time
		for n := 0; ; n++ {
			r, ok := c.schedule.next()
			if !ok {
				break
			}
			wall, loops := 60*time.Millisecond, r.id == "1"
			if loops {
				wall = 10 * time.Second
				r.timeouts++
			}
			time.Sleep(wall / 2) // two at a time
			c.noteTime(r.submission, entry{Measured: &Measured{Wall: wall}})
			c.schedule.end(r.submission)
			if begin.IsZero() && loops {
				begin = time.Now()
			}
			if !begin.IsZero() {
				bounds, at = append(bounds, c.left()), append(at, time.Now())
			}
		}
		end := time.Now()
		for i, bound := range bounds {
			if real := end.Sub(at[i]); bound < real || bound > 2*real+10*time.Second {
				t.Errorf("%s before the end it says at most %s", real, bound)
			}
			if i > 0 && bound > bounds[i-1]+time.Second {
				t.Errorf("it goes from %s to %s", bounds[i-1], bound)
			}
		}
	})
}
