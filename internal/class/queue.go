package class

import (
	"slices"
	"sync"
)

// A task is what is to be done next for a submission.
type task int

const (
	taskBuild task = iota
	taskRun
	taskEnd // everything has run: say why it fails, and clear up
)

// A queue hands out tasks, fairly: of the submissions under way the next task is for the one with
// the fewest, and of these for the one that has had the fewest. So that not all programs of a class
// exist at the same time, at most so many submissions are under way; the next begins when one ends.
type queue struct {
	mu      sync.Mutex
	changed *sync.Cond
	most    int
	waiting []*subject // in order
	open    []*subject
	closed  bool
}

func newQueue(most int, subjects []*subject) *queue {
	q := &queue{most: most, waiting: slices.Clone(subjects)}
	q.changed = sync.NewCond(&q.mu)
	return q
}

// take returns the next task, and for taskRun the index of the case. It waits for one, and reports
// whether there will be any.
func (q *queue) take() (s *subject, t task, of int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.closed && len(q.open)+len(q.waiting) > 0 {
		if len(q.open) < q.most && len(q.waiting) > 0 {
			s, q.waiting = q.waiting[0], q.waiting[1:]
			q.open = append(q.open, s)
			if len(s.left) == 0 { // all was run before
				s.building, s.ending = true, true
				return s, taskEnd, 0, true
			}
			s.building = true
			return s, taskBuild, 0, true
		}
		for _, other := range q.open {
			if other.ready() && (s == nil || other.before(s)) {
				s = other
			}
		}
		switch {
		case s == nil:
			q.changed.Wait()
			continue
		case len(s.left) > 0:
			of, s.left = s.left[0], s.left[1:]
			s.running++
			s.had++
			return s, taskRun, of, true
		}
		s.ending = true
		return s, taskEnd, 0, true
	}
	return nil, 0, 0, false
}

// done says that a task has ended. A submission that was not built has nothing left to run.
func (q *queue) done(s *subject, t task, built bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch t {
	case taskBuild:
		s.building = false
		if !built {
			s.left = nil
		}
	case taskRun:
		s.running--
	case taskEnd:
		q.open = slices.DeleteFunc(q.open, func(other *subject) bool { return other == s })
	}
	q.changed.Broadcast()
}

// close ends the queue: nothing is handed out any more.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.changed.Broadcast()
}

// ready reports whether something can be done for a submission.
func (s *subject) ready() bool {
	return !s.building && !s.ending && (len(s.left) > 0 || s.running == 0)
}

// before reports whether it is the turn of s rather than of another.
func (s *subject) before(other *subject) bool {
	if s.running != other.running {
		return s.running < other.running
	}
	return s.had < other.had
}
