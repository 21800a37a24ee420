package audit

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/oracle"
)

// Kind is the kind of the job of audits.
const Kind work.Kind = "audit"

// A job is to compute matrices. A unit is a case.
type job struct {
	of    []*Matrix
	shard work.Shard // of the cases
	step  func()     // called for each case
	known [][]bool   // cases, by matrix
	left  []piece
}

// A piece is some cases of one of the matrices.
type piece struct {
	Matrix int   `json:"matrix"`
	Cases  []int `json:"cases"`
}

// A tried case is a line of a matrix, and how long it took one program at a time.
type tried struct {
	Case   int           `json:"case"`
	Faults []string      `json:"faults"` // that it kills
	Took   time.Duration `json:"took"`   // nanoseconds
}

// A plan is what a station elsewhere must know of a matrix.
type plan struct {
	Assignment string         `json:"assignment"`
	Cases      []cases.Listed `json:"cases"`
}

// Job returns the job of computing matrices by workers elsewhere. It calls step for each case.
func Job(of []*Matrix, step func()) work.EncodedJob { return work.Encoded(newJob(of, step)) }

func newJob(of []*Matrix, step func()) *job {
	j := &job{of: of, step: step}
	for _, m := range of {
		j.known = append(j.known, make([]bool, len(m.Cases)))
	}
	return j
}

// longest is how much work a piece is at most.
const longest = 20 * time.Second

// Describe implements work.Job, like those that follow.
func (j *job) Describe([]byte) (work.Description, error) {
	var names []string
	for _, m := range j.of {
		names = append(names, m.Assignment.Name)
	}
	return work.Description{ID: rand.Text(), Kind: Kind, Title: "an audit of " + strings.Join(names, ", "), Plan: j.plan, Longest: longest}, nil
}

func (j *job) plan() (any, error) {
	var plans []plan
	for _, m := range j.of {
		list, err := cases.List(m.Assignment, m.Cases)
		if err != nil {
			return nil, err
		}
		plans = append(plans, plan{m.Assignment.Name, list})
	}
	return plans, nil
}

func (j *job) Left() (cases int) {
	for _, p := range j.left {
		cases += len(p.Cases)
	}
	return cases
}

// Take returns cases of one matrix.
func (j *job) Take(most int) work.Piece[piece] {
	first := &j.left[0]
	n := min(most, len(first.Cases))
	p := piece{first.Matrix, first.Cases[:n]}
	if first.Cases = first.Cases[n:]; len(first.Cases) == 0 {
		j.left = j.left[1:]
	}
	return work.Piece[piece]{What: p}
}

func (j *job) Accept(r work.Results[piece, tried]) (cases int, took time.Duration, err error) {
	of := r.Piece.Matrix
	if of < 0 || of >= len(j.of) {
		return 0, 0, nil
	}
	for _, one := range r.Found {
		if !slices.Contains(r.Piece.Cases, one.Case) || one.Case < 0 || one.Case >= len(j.known[of]) || j.known[of][one.Case] {
			continue
		}
		j.of[of].kill(one.Case, one.Faults)
		j.known[of][one.Case] = true
		cases++
		took += max(0, one.Took)
		j.step()
	}
	return cases, took, nil
}

func (j *job) Sync() error { return nil } // if the leader ends, all of it begins again

func (j *job) Fail(_ work.Piece[piece], why error) error {
	return fmt.Errorf("some cases could not be audited: %w", why)
}

func (j *job) More(idle bool) (bool, error) {
	if !idle {
		return true, nil
	}
	j.left = nil
	for i, known := range j.known {
		p := piece{Matrix: i}
		for c, is := range known {
			if !is && j.shard.Has(c) {
				p.Cases = append(p.Cases, c)
			}
		}
		if len(p.Cases) > 0 {
			j.left = append(j.left, p)
		}
	}
	return len(j.left) > 0, nil
}

// A station tries cases.
type station struct {
	of   []*Matrix // whose lines it leaves as they are
	jobs int       // mutants of a case that run at a time

	mu   sync.Mutex
	step func() // called after each mutant, but not concurrently
}

// Opener returns what makes stations with so many mutants at a time.
func Opener(jobs int) work.Opener {
	return work.Opens(func(plans *[]plan, _ []string) (work.Station[piece, tried], error) {
		s := &station{jobs: jobs, step: func() {}}
		for _, p := range *plans {
			a, err := oracle.Lookup(p.Assignment)
			if err != nil {
				return nil, err
			}
			corpus, err := cases.LoadListed(a, p.Cases)
			if err != nil {
				return nil, err
			}
			s.of = append(s.of, New(a, corpus))
		}
		return s, nil
	})
}

func (s *station) Do(ctx context.Context, p piece, _ work.Fetch, report func(tried) error) error {
	if p.Matrix < 0 || p.Matrix >= len(s.of) {
		return fmt.Errorf("want one of %d audits, found number %d", len(s.of), p.Matrix)
	}
	m := s.of[p.Matrix]
	for _, c := range p.Cases {
		if c < 0 || c >= len(m.Cases) {
			return fmt.Errorf("want one of %d cases, found number %d", len(m.Cases), c)
		}
		begin := time.Now()
		faults, err := m.try(ctx, c, s.jobs, s.stepped)
		if err != nil {
			return err
		}
		if err := report(tried{c, faults, time.Since(begin) * time.Duration(s.jobs)}); err != nil {
			return err
		}
	}
	return nil
}

func (s *station) stepped() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.step()
}

func (s *station) Confined() []string { return nil } // no programs run

func (s *station) Close() error { return nil }
