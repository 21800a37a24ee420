package queue

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/class"
	"github.com/touchstone-suite/touchstone/oracle"
)

// audits is the job of one or more audits. A unit is a case.
type audits struct {
	of   []*audit.Singles
	step func()
	left []auditPiece
}

// Audit returns the job of audits, which have all their parts then. It calls step for each case.
func Audit(of []*audit.Singles, step func()) Job { return &audits{of: of, step: step} }

// longestOfAudit is how much work a piece is at most.
const longestOfAudit = 20 * time.Second

// An auditPlan is what a station must know of an audit.
type auditPlan struct {
	Assignment string         `json:"assignment"`
	Cases      []class.Listed `json:"cases"`
}

// An auditPiece is some cases of an audit.
type auditPiece struct {
	Audit int   `json:"audit"`
	Cases []int `json:"cases"`
}

// An audited case is a line of results: its part, and how long it took.
type auditedCase struct {
	Audit int           `json:"audit"`
	Part  *audit.Part   `json:"part"`
	Took  time.Duration `json:"took"` // nanoseconds
}

func (j *audits) Describe([]byte) (Description, error) {
	var plans []auditPlan
	var names []string
	for _, s := range j.of {
		list, err := class.ListCases(s.Assignment, s.Cases)
		if err != nil {
			return Description{}, err
		}
		plans = append(plans, auditPlan{s.Assignment.Name, list})
		names = append(names, s.Assignment.Name)
	}
	return Description{ID: rand.Text(), Kind: Auditing, Title: "an audit of " + strings.Join(names, ", "), Plan: plans, Longest: longestOfAudit}, nil
}

func (j *audits) Left() (cases int) {
	for _, of := range j.left {
		cases += len(of.Cases)
	}
	return cases
}

// Take returns cases of one audit.
func (j *audits) Take(most int) Piece {
	first := &j.left[0]
	n := min(most, len(first.Cases))
	piece := auditPiece{first.Audit, first.Cases[:n]}
	if first.Cases = first.Cases[n:]; len(first.Cases) == 0 {
		j.left = j.left[1:]
	}
	return Piece{What: piece}
}

func (j *audits) Accept(r Results) (cases int, took time.Duration, err error) {
	var piece auditPiece
	if json.Unmarshal(r.Piece, &piece) != nil || piece.Audit < 0 || piece.Audit >= len(j.of) {
		return 0, 0, nil
	}
	for _, line := range r.Lines {
		var one auditedCase
		if json.Unmarshal(line, &one) != nil || one.Part == nil || one.Audit != piece.Audit || !slices.Contains(piece.Cases, one.Part.Shard-1) {
			continue
		}
		if j.of[one.Audit].Accept(one.Part) {
			cases++
			took += max(0, one.Took)
			j.step()
		}
	}
	return cases, took, nil
}

func (j *audits) Sync() error { return nil } // if the leader ends, all of it begins again

func (j *audits) Fail(_ Piece, reason string) error {
	return fmt.Errorf("some cases could not be audited: %w", errors.New(reason))
}

func (j *audits) More(idle bool) (bool, error) {
	if !idle {
		return true, nil
	}
	j.left = nil
	for i, s := range j.of {
		if missing := s.Missing(); len(missing) > 0 {
			j.left = append(j.left, auditPiece{i, missing})
		}
	}
	return len(j.left) > 0, nil
}

// An auditStation tries cases of audits.
type auditStation struct {
	of   []*audit.Singles
	jobs int
}

func newAuditStation(text []byte, w *Worker) (station, error) {
	var plans []auditPlan
	if err := json.Unmarshal(text, &plans); err != nil {
		return nil, err
	}
	s := &auditStation{jobs: w.Jobs}
	for _, p := range plans {
		a, err := oracle.Lookup(p.Assignment)
		if err != nil {
			return nil, err
		}
		corpus, err := class.LoadCases(a, p.Cases)
		if err != nil {
			return nil, err
		}
		s.of = append(s.of, audit.NewSingles(a, corpus, w.Version))
	}
	return s, nil
}

func (s *auditStation) Do(ctx context.Context, text json.RawMessage, _ fetching, tell func([]byte) error) error {
	var piece auditPiece
	if err := json.Unmarshal(text, &piece); err != nil {
		return err
	}
	if piece.Audit < 0 || piece.Audit >= len(s.of) {
		return fmt.Errorf("want one of %d audits, found number %d", len(s.of), piece.Audit)
	}
	begin := time.Now()
	parts, err := s.of[piece.Audit].Try(ctx, piece.Cases, s.jobs)
	if err != nil {
		return err
	}
	took := time.Since(begin) * time.Duration(s.jobs) / time.Duration(max(1, len(parts)))
	for _, p := range parts {
		line, err := json.Marshal(auditedCase{piece.Audit, p, took})
		if err != nil {
			return err
		}
		if err := tell(line); err != nil {
			return err
		}
	}
	return nil
}

func (s *auditStation) Confined() []string { return nil } // no programs run

func (s *auditStation) Close() error { return nil }
