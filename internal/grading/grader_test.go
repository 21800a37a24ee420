package grading

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

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
	p, err := NewPlan(Terms{Assignment: a, Cases: all[:2], Settings: testscript.Options{Sandbox: testscript.SandboxNone}, Touchstone: "v1"}, students)
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

// The stored result of any run can be read again.
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
	runner, err := testscript.NewRunner(g.options(), 1)
	must.Do(t, err)
	must.Do(t, s.prepare(t.Context(), g.assignment, runner))
	if got := s.program.TimeFactor; got != s.factor {
		t.Errorf("it has %v times the limits, want %v", got, s.factor)
	}
	if err := s.removeProgram(); err != nil {
		t.Error(err)
	}
}

// One program that loops does not make the time left jump: it is an upper bound, and falls from one run to
// the next.
func TestTimeLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &grading{Grader: &Grader{Plan: &Plan{Conditions: Conditions{Settings: testscript.Options{CPU: 10 * time.Second}}}, Jobs: 2}, begun: time.Now()}
		const students, each, open = 25, 60, 4
		for i := range students {
			c.submissions = append(c.submissions, &submission{id: fmt.Sprint(i), left: each})
		}
		var begin time.Time
		var bounds []time.Duration
		var at []time.Time
		for first := 0; first < students; first += open {
			for n := range each * open {
				i := first + n%open
				if i >= students {
					continue
				}
				s := c.submissions[i]
				wall, loops := 60*time.Millisecond, i == 1
				if loops {
					wall = 10 * time.Second
					s.timeouts++
				}
				time.Sleep(wall / 2) // two at a time
				s.left--
				s.noteTime(entry{Measured: &gradebook.Measured{Wall: wall}})
				if begin.IsZero() && loops {
					begin = time.Now()
				}
				if !begin.IsZero() {
					bounds, at = append(bounds, c.remainingTime()), append(at, time.Now())
				}
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
