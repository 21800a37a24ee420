package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/touchstone-suite/touchstone/cli/internal/grade"
)

// A class is the job of grading one. A unit is a run.
type class struct {
	*grade.Grader
	left []grade.Lease
}

// Grade returns the job of grading a class: everything is in the journal then, but for why submissions
// fail. What could not be graded because we failed, the grader remembers.
func Grade(g *grade.Grader) Job { return &class{Grader: g} }

// longestOfClass is how much work a piece is at most: programs of a submission are built for it.
const longestOfClass = 50 * time.Second

func (c *class) Describe() (Description, error) {
	id, err := c.ID()
	c.left = c.Leave()
	title := fmt.Sprintf("%s, %d students", c.Plan.Title, len(c.Plan.Students))
	return Description{ID: id, Kind: Grading, Title: title, Plan: c.Plan, Longest: longestOfClass, Path: c.Path}, err
}

func (c *class) Left() (runs int) {
	for _, of := range c.left {
		runs += len(of.Cases)
	}
	return runs
}

// Take returns runs of one submission.
func (c *class) Take(most int) Piece {
	first := &c.left[0]
	n := min(most, len(first.Cases))
	piece := grade.Lease{Submission: first.Submission, Cases: first.Cases[:n]}
	if first.Cases = first.Cases[n:]; len(first.Cases) == 0 {
		c.left = c.left[1:]
	}
	return Piece{Submissions: []string{piece.Submission}, What: piece}
}

func (c *class) Accept(lines [][]byte) (runs int, took time.Duration, err error) {
	runs, took, err = c.Grader.Accept(lines)
	if errors.Is(err, grade.ErrForeign) {
		err = nil
	}
	return runs, took, err
}

func (c *class) Sync() error { return c.Journal.Sync() }

func (c *class) Fail(p Piece, reason string) error {
	c.Grader.Fail(p.Submissions[0], reason)
	return nil
}

func (c *class) More(idle bool) bool {
	if idle {
		c.left = c.Missing()
	}
	return !idle || len(c.left) > 0
}

// A gradeStation runs pieces of a class.
type gradeStation struct{ *grade.Station }

func newGradeStation(text []byte, w *Worker) (station, error) {
	p := new(grade.Plan)
	if err := json.Unmarshal(text, p); err != nil {
		return nil, err
	}
	s, err := grade.NewStation(p, w.Jobs, w.Hide)
	return gradeStation{s}, err
}

func (s gradeStation) Do(ctx context.Context, piece json.RawMessage, fetch fetching, tell func([]byte) error) error {
	var l grade.Lease
	if err := json.Unmarshal(piece, &l); err != nil {
		return err
	}
	return s.Station.Do(ctx, l, func() (string, error) { return fetch(l.Submission) }, tell)
}
