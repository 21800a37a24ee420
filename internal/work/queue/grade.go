package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/touchstone-suite/touchstone/internal/class"
)

// A grading is the job of grading one. A unit is a run.
type grading struct {
	*class.Grader
	left    []class.Lease
	again   []class.Lease // what is to be run again
	rate    float64
	differ  func(class.Rechecked)
	recheck *class.Recheck
}

// Grade returns the job of grading a class: everything is in the journal then, but for why submissions
// fail. What could not be graded because we failed, the grader remembers. So much of what other workers
// have run, from 0 for nothing to 1 for all, is run again by others; differ is told at once of verdicts that
// differ.
func Grade(g *class.Grader, rate float64, differ func(class.Rechecked)) Job {
	return &grading{Grader: g, rate: rate, differ: differ}
}

// longestOfClass is how much work a piece is at most: programs of a submission are built for it.
const longestOfClass = 50 * time.Second

func (c *grading) Describe(secret []byte) (Description, error) {
	id, err := c.ID()
	if err != nil {
		return Description{}, err
	}
	if c.recheck, err = c.NewRecheck(c.rate, secret); err != nil {
		return Description{}, err
	}
	c.recheck.Differ = c.differ
	c.left = c.Leave()
	title := fmt.Sprintf("%s, %d students", c.Plan.Title, len(c.Plan.Students))
	return Description{ID: id, Kind: Grading, Title: title, Plan: c.Plan.Shared(), Longest: longestOfClass, Path: c.Path}, nil
}

func (c *grading) Left() int { return runsOf(c.left) + runsOf(c.again) }

func runsOf(leases []class.Lease) (runs int) {
	for _, l := range leases {
		runs += len(l.Cases)
	}
	return runs
}

// Take returns runs of one submission.
func (c *grading) Take(most int) Piece {
	from, again := &c.left, false
	if len(c.left) == 0 {
		from, again = &c.again, true
	}
	first := &(*from)[0]
	n := min(most, len(first.Cases))
	piece := class.Lease{Submission: first.Submission, Cases: first.Cases[:n]}
	if first.Cases = first.Cases[n:]; len(first.Cases) == 0 {
		*from = (*from)[1:]
	}
	return Piece{Submissions: []string{piece.Submission}, Again: again, What: piece}
}

func (c *grading) Accept(r Results) (runs int, took time.Duration, err error) {
	t := class.Told{From: r.From, Confined: r.Confined, Lines: r.Lines}
	if json.Unmarshal(r.Piece, &t.Lease) != nil {
		return 0, 0, nil
	}
	c.recheck.Saw(r.From)
	if r.Again {
		return 0, 0, c.recheck.Accept(t)
	}
	runs, took, err = c.Grader.Accept(t)
	if errors.Is(err, class.ErrForeign) {
		err = nil
	}
	return runs, took, err
}

func (c *grading) Sync() error { return c.Journal.Sync() }

func (c *grading) Fail(p Piece, reason string) error {
	if p.Again {
		c.recheck.Fail(p.What.(class.Lease))
	} else {
		c.Grader.Fail(p.Submissions[0], reason)
	}
	return nil
}

func (c *grading) More(idle bool) (bool, error) {
	if !idle {
		return true, nil
	}
	if c.left = c.Missing(); len(c.left) > 0 {
		return true, nil
	}
	var err error
	c.again, err = c.recheck.Left()
	return len(c.again) > 0, err
}

// A gradeStation runs pieces of a class.
type gradeStation struct{ *class.Station }

func newGradeStation(text []byte, w *Worker) (station, error) {
	p := new(class.Plan)
	if err := json.Unmarshal(text, p); err != nil {
		return nil, err
	}
	s, err := class.NewStation(p, w.Policy, w.Jobs, w.Hide)
	return gradeStation{s}, err
}

func (s gradeStation) Do(ctx context.Context, piece json.RawMessage, fetch fetching, tell func([]byte) error) error {
	var l class.Lease
	if err := json.Unmarshal(piece, &l); err != nil {
		return err
	}
	return s.Station.Do(ctx, l, func() (string, error) { return fetch(l.Submission) }, tell)
}
