package class

import (
	"slices"
	"testing"
)

// take takes a task that must be there.
func take(t *testing.T, q *queue) (s *subject, what task, of int) {
	t.Helper()
	s, what, of, ok := q.take()
	if !ok {
		t.Fatal("nothing to do")
	}
	return s, what, of
}

// A submission that never ends its runs does not keep others waiting, and everything is handed out
// once and in order.
func TestQueueIsFair(t *testing.T) {
	var subjects []*subject
	for _, name := range []string{"slow", "quick", "other"} {
		subjects = append(subjects, &subject{digest: name, left: []int{0, 1, 2, 3}})
	}
	q := newQueue(2, subjects)
	var ran []int
	for builds := 0; builds < 2; builds++ {
		s, what, _ := take(t, q)
		if what != taskBuild {
			t.Fatalf("task %d of %s, want a build", what, s.digest)
		}
		q.done(s, what, true)
	}
	hung := 0
	for len(ran) < 8 {
		s, what, of := take(t, q)
		switch {
		case s.digest == "slow":
			hung++ // and never ends
			if hung > 1 && slices.Contains([]int{0, 1, 2}, len(ran)) {
				t.Fatalf("the slow one has %d runs while %d of the others ran", hung, len(ran))
			}
		case what == taskRun:
			ran = append(ran, of)
			q.done(s, what, true)
		default:
			q.done(s, what, true)
		}
	}
	if !slices.Equal(ran, []int{0, 1, 2, 3, 0, 1, 2, 3}) {
		t.Errorf("ran %v", ran)
	}
}

// A submission without a program has nothing to run, and the queue ends when all have ended.
func TestQueueEnds(t *testing.T) {
	q := newQueue(1, []*subject{{left: []int{0, 1}}, {}})
	s, what, _ := take(t, q)
	q.done(s, what, false)
	if s, what, _ = take(t, q); what != taskEnd {
		t.Fatalf("task %d, want the end", what)
	}
	q.done(s, what, true)
	if s, what, _ = take(t, q); what != taskEnd {
		t.Fatalf("task %d, want the end of what was run before", what)
	}
	q.done(s, what, true)
	if _, _, _, ok := q.take(); ok {
		t.Error("there is more to do")
	}
}
