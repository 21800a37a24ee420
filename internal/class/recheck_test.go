package class

import (
	"fmt"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/internal/work/parcel"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// tell has a worker tell a verdict on the first case of the first student, as a first result or of what is run again.
func tell(t *testing.T, g *Grader, c *recheck, from work.Source, says string) {
	t.Helper()
	e := entry{Kind: kindRun, Key: g.submissions[0].keys[0], Verdict: says, Measured: &Measured{}}
	if says != "pass" {
		var err error
		if e.Data, err = parcel.PackResult(verdict.Result{Reason: says}); err != nil {
			t.Fatal(err)
		}
	}
	told := results{Piece: Lease{Submission: g.submissions[0].id, Cases: []int{0}}, From: from, Again: g.Journal.Has(e.Key), Found: []entry{e}}
	if _, _, err := (&grading{Grader: g, recheck: c}).Accept(told); err != nil {
		t.Fatal(err)
	}
}

// A worker with a key of its own is one worker, whatever it calls itself: it can neither confirm its own lie
// under another name, nor outvote another worker alone.
func TestRecheckByKey(t *testing.T) {
	for _, c := range []struct {
		name  string
		tells []work.Source // the first is of the first result
		says  []string
		want  string
		open  bool
	}{
		{"its own witness", []work.Source{{Key: "lab1", Self: "a"}, {Key: "lab1", Self: "b"}}, []string{"pass", "pass"}, "pass", true},
		{"found out", []work.Source{{Key: "lab1", Self: "a"}, {Key: "lab1", Self: "b"}, {Key: "lab2", Self: "x"}, {Key: "lab1", Self: "c"}, {Key: "lab3", Self: "x"}}, []string{"pass", "pass", "wrong", "pass", "wrong"}, "wrong", false},
		{"two against one", []work.Source{{Key: "lab2", Self: "x"}, {Key: "lab1", Self: "a"}, {Key: "lab1", Self: "b"}, {Key: "lab3", Self: "x"}}, []string{"wrong", "pass", "pass", "wrong"}, "wrong", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newTestGrader(t)
			r := newTestRecheck(t, g, 1)
			for _, key := range []string{"lab2", "lab3"} { // they have told other results
				r.saw(work.Source{Key: key, Self: "x"})
			}
			for i, from := range c.tells {
				tell(t, g, r, from, c.says[i])
			}
			e, _, err := g.Journal.Entry(g.submissions[0].keys[0])
			if err != nil || e.Verdict != c.want {
				t.Errorf("the verdict is %s, want %s; %v", e.Verdict, c.want, err)
			}
			if _, open, err := r.state(claim{g.submissions[0], 0}); err != nil || open != c.open {
				t.Errorf("it is to be run again: %v, want %v; %v", open, c.open, err)
			}
		})
	}
	t.Run("one key for all", func(t *testing.T) {
		g := newTestGrader(t)
		r := newTestRecheck(t, g, 1)
		r.saw(work.Source{Key: work.Own, Self: "leader"}) // whose key is none of theirs
		tell(t, g, r, work.Source{Key: "worker", Self: "a"}, "pass")
		tell(t, g, r, work.Source{Key: "worker", Self: "b"}, "pass")
		if one, open, err := r.state(claim{g.submissions[0], 0}); err != nil || open || one.Same {
			t.Errorf("two workers that share the only key are one: %+v, %v", one, err)
		}
	})
}

// What is in the sample in one folder says nothing of what is in another: a class that is graded anew with the
// same keys has a sample that no worker knows.
func TestSampleIsOfTheFolder(t *testing.T) {
	g := newTestGrader(t)
	other := newTestGrader(t)
	other.Plan = g.Plan // but its journal is elsewhere
	here, there, same := newTestRecheck(t, g, 0.5), newTestRecheck(t, other, 0.5), 0
	again := newTestRecheck(t, g, 0.5)
	const many = 128
	for i := range many {
		k := key(fmt.Sprint(i))
		if here.sampled(k) != again.sampled(k) {
			t.Fatal("a leader that begins again has another sample")
		}
		if here.sampled(k) == there.sampled(k) {
			same++
		}
	}
	if same == many {
		t.Error("another folder has the same sample")
	}
}

func newTestRecheck(t *testing.T, g *Grader, rate float64) *recheck {
	t.Helper()
	r := g.newRecheck(rate, nil)
	r.begin([]byte("secret"), g.Journal.Path())
	return r
}
