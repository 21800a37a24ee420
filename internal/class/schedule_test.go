package class

import (
	"slices"
	"testing"
)

// scheduleOf returns a schedule of submissions of four runs each.
func scheduleOf(most int, names ...string) *schedule {
	s := &schedule{most: most}
	var leases []Lease
	for _, name := range names {
		leases = append(leases, Lease{Submission: name, Cases: []int{0, 1, 2, 3}})
	}
	s.begin(leases)
	return s
}

// A submission that never ends its runs does not keep others waiting, and everything is handed out
// once and in order.
func TestScheduleIsFair(t *testing.T) {
	s := scheduleOf(2, "slow", "quick", "other")
	var ran []int
	hung := 0
	for len(ran) < 8 {
		if s.left() == 0 {
			t.Fatalf("nothing is left after %v", ran)
		}
		switch l := s.take(1); {
		case l.Submission == "slow":
			if hung++; hung > 1 { // its first run, for which it is built, never ends
				t.Fatalf("the slow one has %d runs while %d of the others ran", hung, len(ran))
			}
		default:
			ran = append(ran, l.Cases...)
			s.ran(l.Submission, l.Cases[0])
		}
	}
	if !slices.Equal(ran, []int{0, 1, 2, 3, 0, 1, 2, 3}) {
		t.Errorf("ran %v", ran)
	}
	s.ran("slow", 0)
	for _, want := range []int{1, 2, 3} {
		if l := s.take(1); l.Submission != "slow" || l.Cases[0] != want || l.Last != (want == 3) {
			t.Errorf("next is %+v, want the slow one on %d", l, want)
		}
	}
}

// Of two submissions that have been built it is the turn of the one with fewer runs under way.
func TestScheduleByRunning(t *testing.T) {
	s := scheduleOf(2, "a", "b")
	for range 2 {
		l := s.take(1)
		s.ran(l.Submission, l.Cases[0])
	}
	var turns string
	for range 6 {
		l := s.take(1)
		turns += l.Submission
		if l.Submission == "b" {
			s.ran("b", l.Cases[0])
		}
	}
	if turns != "abbbaa" {
		t.Errorf("it is the turn of %s, want abbbaa", turns)
	}
}

// Of those with as many runs under way it is the turn of the one that has had the fewest; and what we fail with is not
// given out again, but the rest is if the program has been built.
func TestScheduleByHad(t *testing.T) {
	s := scheduleOf(2, "a", "b")
	var turns string
	for range 6 {
		l := s.take(1)
		turns += l.Submission
		s.ran(l.Submission, l.Cases[0])
	}
	if turns != "ababab" {
		t.Errorf("it is the turn of %s, want ababab", turns)
	}
	l := s.take(1)
	if s.failed(l); l.Submission != "a" || s.left() != 1 {
		t.Errorf("after a failure with %+v %d runs are left, want the last of b", l, s.left())
	}
	s = scheduleOf(1, "a")
	l = s.take(1)
	s.ran("a", l.Cases[0])
	s.failed(s.take(1))
	if s.left() != 2 {
		t.Errorf("%d runs are left after a failure with a program that was built, want 2", s.left())
	}
}

// No more submissions are under way than may be: the next begins when one has ended, or has no program.
func TestScheduleIsBounded(t *testing.T) {
	s := scheduleOf(2, "a", "b", "c", "d")
	s.take(1)
	s.take(1)
	if n := s.left(); n != 0 {
		t.Fatalf("%d runs are left while two are built, of two at most", n)
	}
	s.ran("a", -1)
	if l := s.take(1); l.Submission != "c" || s.left() != 0 {
		t.Errorf("next is %+v and %d are left, want c alone", l, s.left())
	}
	s.failed(Lease{Submission: "b", Cases: []int{0}})
	if l := s.take(1); l.Submission != "d" || s.left() != 0 {
		t.Errorf("next is %+v and %d are left, want d alone", l, s.left())
	}
	s.ran("c", 0)
	for range 3 {
		l := s.take(1)
		s.ran(l.Submission, l.Cases[0])
	}
	if s.ran("d", 0); len(s.open) != 1 || s.left() != 3 {
		t.Errorf("%d are under way, and %d runs left", len(s.open), s.left())
	}
}

// Workers elsewhere build for themselves: all can begin at once, in pieces as large as they want.
func TestScheduleElsewhere(t *testing.T) {
	s := scheduleOf(0, "a", "b")
	for _, want := range []Lease{{"a", []int{0, 1, 2}, false}, {"b", []int{0, 1, 2}, false}, {"a", []int{3}, false}, {"b", []int{3}, false}} {
		if l := s.take(3); l.Submission != want.Submission || !slices.Equal(l.Cases, want.Cases) || l.Last != want.Last {
			t.Errorf("next is %+v, want %+v", l, want)
		}
	}
	if n := s.left(); n != 0 {
		t.Errorf("%d are left", n)
	}
}
