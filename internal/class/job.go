package class

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Kind is the kind of the job of grading a class.
const Kind work.Kind = "grade"

// A Lease is a piece of a class: a submission, and the indices of cases in the plan.
type Lease struct {
	Submission string `json:"submission"`
	Cases      []int  `json:"cases"`
	// Last says that no other runs of the submission are to come, so that its program can go then. Elsewhere it
	// stays for a while: runs may come again.
	Last bool `json:"-"`
}

// results are what a station found on a lease.
type results = work.Results[Lease, entry]

// A grading is the job of grading a class. A unit is a run.
type grading struct {
	*Grader
	schedule schedule
	recheck  *recheck
	again    []Lease // what is to be run again
}

// Job returns the job of grading a class by workers elsewhere: everything is in the journal then, but for why
// submissions fail. What could not be graded because we failed, the grader remembers. So much of what other
// workers have run, from 0 for nothing to 1 for all, is run again by others; differ is told at once of verdicts
// that differ.
func (g *Grader) Job(rate float64, differ func(Rechecked)) work.EncodedJob {
	return work.Encoded(&grading{Grader: g, recheck: g.newRecheck(rate, differ)})
}

// longest is how much work a piece is at most: programs of a submission are built for it.
const longest = 50 * time.Second

// Describe implements work.Job, like those that follow.
func (c *grading) Describe(secret []byte) (work.Description, error) {
	path, err := filepath.Abs(c.Journal.Path())
	id := string(work.NewKey("class", c.Plan, c.host, path))[:12] // the same class may be graded in two folders
	c.recheck.begin(secret, id)
	c.schedule.begin(c.toldMissing())
	title := fmt.Sprintf("%s, %d students", c.Plan.Title, len(c.Plan.Students))
	plan := func() (any, error) { return c.Plan.Shared(), nil }
	return work.Description{ID: id, Kind: Kind, Title: title, Plan: plan, Longest: longest, Path: c.path}, err
}

func (c *grading) Left() int { return c.schedule.left() + runsOf(c.again) }

func runsOf(leases []Lease) (runs int) {
	for _, l := range leases {
		runs += len(l.Cases)
	}
	return runs
}

// Take returns runs of one submission.
func (c *grading) Take(most int) work.Piece[Lease] {
	piece, again := Lease{}, c.schedule.left() == 0
	if again {
		first := &c.again[0]
		n := min(most, len(first.Cases))
		piece = Lease{Submission: first.Submission, Cases: first.Cases[:n]}
		if first.Cases = first.Cases[n:]; len(first.Cases) == 0 {
			c.again = c.again[1:]
		}
	} else {
		piece = c.schedule.take(most)
	}
	return work.Piece[Lease]{Submissions: []string{piece.Submission}, Again: again, What: piece}
}

// Accept adds what a worker tells of a lease to the journal, but for what is known.
func (c *grading) Accept(r results) (runs int, took time.Duration, err error) {
	c.recheck.saw(r.From)
	if r.Again {
		return 0, 0, c.recheck.accept(r)
	}
	for _, e := range r.Found {
		s, of, ok := c.whose(r, e)
		if !ok {
			continue // it comes from others
		}
		fresh, err := c.accept(e, s, of, r)
		if err != nil {
			return runs, took, err
		}
		c.schedule.ran(s.id, of)
		if e.Verdict == string(verdict.Timeout) {
			c.loops(s)
			if fresh {
				c.slow(s)
			}
		}
		if fresh {
			runs++
		}
		if fresh && e.Kind == kindRun && e.Measured != nil {
			took += max(0, min(e.Wall, longestRun))
		}
	}
	return runs, took, nil
}

// loops spares a program that loops further runs, or says once that it would.
func (c *grading) loops(s *submission) {
	if s.loops && !c.Plan.FewTimeouts {
		return // it was said, and nothing follows
	}
	lacking := c.lackingOf(s, true)
	spared := len(c.lackingOf(s, false)) - len(lacking)
	if c.Plan.FewTimeouts {
		spared = c.schedule.keep(s.id, lacking)
	}
	if spared == 0 {
		return
	}
	first := !s.loops
	s.loops = true
	c.watch(func(w Watcher) {
		if first {
			w.Loops(s.called, c.Plan.FewTimeouts)
		}
		if c.Plan.FewTimeouts {
			w.Spared(spared)
		}
	})
}

// manyTimeouts is of how many cases it is said that they take all of their time. In fewer, two of a category, it may yet turn out
// that the program loops.
const manyTimeouts = 7

// slow says once that a program has run out of time in many cases, unless it was said that it loops.
func (c *grading) slow(s *submission) {
	if s.timeouts++; s.timeouts == manyTimeouts && !s.loops {
		c.watch(func(w Watcher) { w.Slow(s.called, s.timeouts) })
	}
}

// longestRun is the most that another machine may say of a run's time.
const longestRun = time.Hour

func (c *grading) Sync() error { return c.Journal.Sync() }

func (c *grading) Fail(p work.Piece[Lease], why error) error {
	if p.Again {
		c.recheck.fail(p.What)
		return nil
	}
	c.fail(c.byID[p.What.Submission], why)
	c.schedule.failed(p.What)
	return nil
}

func (c *grading) More(idle bool) (bool, error) {
	if !idle {
		return true, nil
	}
	c.schedule.begin(c.missing())
	if c.schedule.left() > 0 {
		return true, nil
	}
	var err error
	c.again, err = c.recheck.left()
	return len(c.again) > 0, err
}
