package class

import (
	"cmp"
	"slices"
)

// A schedule says which runs are next, fairly: of the submissions under way it is the turn of the one with the
// fewest runs under way, and of these of the one that has had the fewest. So that not all programs of a class
// exist at the same time, at most so many submissions are under way; the next begins when one ends.
type schedule struct {
	most    int // submissions under way; 0 is no limit, for workers elsewhere who build for themselves
	waiting []*queued
	open    []*queued
}

// A queued submission is one of which runs are left, or under way.
type queued struct {
	Lease                // what is left
	running map[int]bool // cases
	had     int          // runs ever begun
	built   bool         // something has run
}

// begin makes what is in leases all that is left, while nothing is under way.
func (s *schedule) begin(leases []Lease) {
	s.waiting, s.open = nil, nil
	for _, l := range leases {
		s.waiting = append(s.waiting, &queued{Lease: l, running: map[int]bool{}})
	}
}

// room reports whether another submission can begin.
func (s *schedule) room() bool {
	return len(s.waiting) > 0 && (s.most == 0 || len(s.open) < s.most)
}

// ready reports whether runs of a submission can be given out. While its program is built here, others would
// only wait for that.
func (s *schedule) ready(q *queued) bool {
	return len(q.Cases) > 0 && (q.built || s.most == 0 || len(q.running) == 0)
}

// left returns how many runs can be given out now.
func (s *schedule) left() (runs int) {
	for _, q := range s.open {
		if s.ready(q) {
			runs += len(q.Cases)
		}
	}
	if s.room() {
		for _, q := range s.waiting {
			runs += len(q.Cases)
		}
	}
	return runs
}

// take returns the next runs, of so many at most. There must be some left.
func (s *schedule) take(most int) Lease {
	var next *queued
	if s.room() {
		next, s.waiting = s.waiting[0], s.waiting[1:]
		s.open = append(s.open, next)
	} else {
		for _, q := range s.open {
			if s.ready(q) && (next == nil || cmp.Or(len(q.running)-len(next.running), q.had-next.had) < 0) {
				next = q
			}
		}
	}
	n := min(most, len(next.Cases))
	piece := Lease{Submission: next.Submission, Cases: next.Cases[:n], Last: s.most > 0 && n == len(next.Cases)}
	next.Cases = next.Cases[n:]
	next.had += n
	for _, of := range piece.Cases {
		next.running[of] = true
	}
	return piece
}

// ran says that a submission has run on a case, or that it has no program, if of is -1.
func (s *schedule) ran(submission string, of int) {
	s.end(submission, func(q *queued) {
		q.built = true
		delete(q.running, of)
		if of < 0 {
			clear(q.running)
			q.Cases = nil
		}
	})
}

// keep leaves of the runs of a submission that are left only these, and returns how many go.
func (s *schedule) keep(submission string, cases []int) (gone int) {
	s.end(submission, func(q *queued) {
		before := len(q.Cases)
		q.Cases = slices.DeleteFunc(slices.Clone(q.Cases), func(of int) bool { return !slices.Contains(cases, of) })
		gone = before - len(q.Cases)
	})
	return gone
}

// failed says that we have failed with a lease. If nothing has run until then, nothing will.
func (s *schedule) failed(l Lease) {
	s.end(l.Submission, func(q *queued) {
		for _, of := range l.Cases {
			delete(q.running, of)
		}
		if !q.built {
			q.Cases = nil
		}
	})
}

// end changes a submission, which ends with its last run.
func (s *schedule) end(submission string, change func(*queued)) {
	for i, q := range s.open {
		if q.Submission != submission {
			continue
		}
		if change(q); len(q.running)+len(q.Cases) == 0 {
			s.open = append(s.open[:i], s.open[i+1:]...)
		}
		return
	}
}
