package class

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// What was run again is told run by run, in a sum, and by the workers that were outvoted, those first who were most often.
func TestRechecksTold(t *testing.T) {
	vote := func(says, self string) Vote { return Vote{says, work.Source{Key: "k", Self: self}} }
	second := Vote{"wrong", work.Source{Key: "j", Self: "a"}}
	all := Rechecks{Of: 17, Again: []Rechecked{
		{Student: "ann", Case: "deep", Votes: []Vote{vote("pass", "a"), vote("pass", "b")}},
		{Student: "ann", Case: "flat", Votes: []Vote{vote("pass", "b"), vote("wrong", "leader")}},
		{Student: "ben", Case: "", Votes: []Vote{vote("build", "c"), vote("pass", "b"), vote("build", "a")}},
		{Student: "ben", Case: "deep", Votes: []Vote{vote("pass", "a"), vote("wrong", "b")}, Open: true},
		{Student: "cyd", Case: "deep", Votes: []Vote{vote("pass", "a"), vote("wrong", "a")}, Undecided: true, Same: true},
		{Student: "cyd", Case: "flat", Votes: []Vote{vote("pass", "a"), second, vote("pass", "b")}},
		{Student: "dan", Case: "flat", Votes: []Vote{vote("pass", "c"), vote("wrong", "a"), vote("wrong", "b")}},
		{Student: "dan", Case: "deep", Votes: []Vote{vote("wrong", "d"), vote("wrong", "a"), vote("crash", "b")}},
		{Student: "eve", Case: "deep", Votes: []Vote{vote("pass", "c"), vote("wrong", "a"), vote("wrong", "leader")}},
	}}
	var told []string
	for _, one := range all.Differing() {
		told = append(told, one.String())
	}
	want := []string{
		"ann on flat: pass by b (k), wrong by leader (k); the majority stands: the second is the leader's",
		"ben on whether there is a program: build by c (k), pass by b (k), build by a (k); the majority stands",
		"ben on deep: pass by a (k), wrong by b (k); a third run decides",
		"cyd on deep: pass by a (k), wrong by a (k); undecided, the first stands",
		"cyd on flat: pass by a (k), wrong by a (j), pass by b (k); the majority stands",
		"dan on flat: pass by c (k), wrong by a (k), wrong by b (k); the majority stands",
		"dan on deep: wrong by d (k), wrong by a (k), crash by b (k); the majority stands",
		"eve on deep: pass by c (k), wrong by a (k), wrong by leader (k); the majority stands",
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	want = []string{"b (k) was outvoted 2 times", "c (k) was outvoted 2 times", "a (j) was outvoted 1 times", "a (k) was outvoted 1 times", "d (k) was outvoted 1 times"}
	if diff := cmp.Diff(want, all.Suspects()); diff != "" {
		t.Errorf("outvoted (-want +got)\n%s", diff)
	}
	for want, some := range map[string]Rechecks{
		"of 17 runs by workers 8 were checked by another worker; no other took 1 more, which the same worker ran again: 8 came out differently":  all,
		"of 9 runs by workers 1 were checked by another worker: 0 came out differently":                                                          {Of: 9, Again: all.Again[:1]},
		"of 9 runs by workers none was checked by another worker; no other took 1 more, which the same worker ran again: 1 came out differently": {Of: 9, Again: all.Again[4:5]},
		"of 9 runs by workers none was checked by another worker: 0 came out differently":                                                        {Of: 9},
	} {
		if some.String() != want {
			t.Errorf("%q, want %q", some, want)
		}
	}
}

// A journal keeps of a result all but what was measured; of one that is right, only why no course asks it.
func TestSaved(t *testing.T) {
	c := &cases.Case{Name: "deep"}
	var refused []outcome.Refusal
	for i := range 65 {
		refused = append(refused, outcome.Refusal{Act: outcome.ActRead, Path: "/" + strings.Repeat("x", i)})
	}
	ran := outcome.Outcome{Exit: 3, Signal: "SIGABRT", StartError: "none", Printed: 9, First: []byte("first"), Errors: []byte("error"), CPU: 1, Wall: 2, Peak: 3, System: 4, Output: []byte("all")}
	kept := outcome.Outcome{Exit: 3, Signal: "SIGABRT", StartError: "none", Printed: 9, First: []byte("first"), Errors: []byte("error")}
	stopped, still := ran, outcome.Outcome{Exit: 3, Signal: "SIGABRT", StartError: "none"}
	stopped.Stopped, still.Stopped = outcome.StoppedWall, outcome.StoppedCPU
	for name, of := range map[string]struct{ r, want verdict.Result }{
		"a crash": {
			verdict.Result{Verdict: verdict.Crash, Reason: "exit status 3", At: "a.py:1", Hint: "hint", Edition: "first", Otherwise: "other", Allowed: time.Second, Outcome: ran, Refused: refused, Enforced: []string{"limits"}, Folder: "/x"},
			verdict.Result{Verdict: verdict.Crash, Reason: "exit status 3", At: "a.py:1", Hint: "hint", Edition: "first", Otherwise: "other", Allowed: time.Second, Outcome: kept, Refused: refused[1:]},
		},
		"a timeout": {
			verdict.Result{Verdict: verdict.Timeout, Reason: "stopped after 2.1 s", Allowed: 2 * time.Second, Outcome: stopped},
			verdict.Result{Verdict: verdict.Timeout, Reason: "stopped for using too much time; it has 2.0 s of CPU time", Allowed: 2 * time.Second, Outcome: still},
		},
		"what is right":             {verdict.Result{Verdict: verdict.Pass, Reason: "x", Outcome: ran}, verdict.Result{Verdict: verdict.Pass}},
		"what is right and too far": {verdict.Result{Verdict: verdict.Pass, Reason: "x", Beyond: "too large", Outcome: ran}, verdict.Result{Verdict: verdict.Pass, Beyond: "too large"}},
	} {
		data, err := save(of.r)
		if err != nil {
			t.Fatal(err)
		}
		if nothing := of.want.Beyond == "" && of.want.Verdict == verdict.Pass; (data == nil) != nothing {
			t.Errorf("%s: %d bytes are kept", name, len(data))
		}
		got, err := restore(c, entry{Verdict: string(of.r.Verdict), Data: data})
		if err != nil {
			t.Fatal(err)
		}
		of.want.Case = c
		if diff := cmp.Diff(of.want, got, cmp.Comparer(func(x, y *cases.Case) bool { return x == y })); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
	if _, err := restore(c, entry{Student: "ann", Case: "deep", Data: []byte("x")}); err == nil || !strings.HasPrefix(err.Error(), "the result of ann for deep: ") {
		t.Errorf("what is damaged: %v", err)
	}
}

// Of the runs of a submission those that are kept are left, and it ends with the last.
func TestScheduleKeeps(t *testing.T) {
	s := scheduleOf(0, "a", "b")
	s.take(1)
	s.take(1)
	if gone := s.keep("a", []int{0, 3, 9}); gone != 2 || s.left() != 4 {
		t.Errorf("%d runs go and %d are left, want 2 and 4", gone, s.left())
	}
	if gone := s.keep("b", nil); gone != 3 || s.left() != 1 || len(s.open) != 2 {
		t.Errorf("%d runs go and %d are left, of %d submissions, want 3 and 1 of two", gone, s.left(), len(s.open))
	}
	if s.ran("b", 0); len(s.open) != 1 {
		t.Errorf("%d submissions are open, want one", len(s.open))
	}
	if gone := s.keep("c", nil); gone != 0 {
		t.Errorf("%d runs of nobody go", gone)
	}
}

// What we failed in is told once, with all whom it concerns.
func TestFailuresAreToldOnce(t *testing.T) {
	full := errors.New("no room")
	g := &Grader{submissions: []*submission{
		{called: []string{"ann", "bob"}, failed: full}, {called: []string{"cy"}}, {called: []string{"dan"}, failed: errors.New("no compiler")}, {called: []string{"eve"}, failed: full},
	}}
	if err, want := g.failures(), "ann, bob, eve: no room\ndan: no compiler"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
