package class

import (
	"slices"
	"testing"
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
