// Package audit measures which mistakes a corpus catches: it runs every named fault of the second solver on
// every case and records which cases kill which mutants. A mutant is the second solver with one fault
// switched on.
//
// A case kills a mutant if the mutant runs to its end there and a file that it writes is wrong. A difference
// in form alone (docs/rules/README.md, "Bytes") only kills mutants whose fault is one of form.
package audit

import (
	"context"
	"fmt"
	"sync"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// A Matrix records which cases kill which mutants.
type Matrix struct {
	Assignment *oracle.Assignment
	Cases      []*cases.Case
	Faults     []mutant.Fault
	Killed     [][]bool        // by case and fault
	Shows      []homework.Seen // by case
}

// newMatrix returns an empty matrix for an assignment's cases.
func newMatrix(a *oracle.Assignment, corpus []*cases.Case) *Matrix {
	m := &Matrix{
		Assignment: a,
		Cases:      corpus,
		Faults:     catalog.Faults(a),
		Killed:     make([][]bool, len(corpus)),
		Shows:      make([]homework.Seen, len(corpus)),
	}
	for c := range corpus {
		m.Killed[c] = make([]bool, len(m.Faults))
	}
	return m
}

// Run computes the matrix of an assignment's cases with the given number of concurrent jobs. It calls step
// after each case and fault, not concurrently.
func Run(
	ctx context.Context, a *oracle.Assignment, corpus []*cases.Case, jobs int, step func(),
) (*Matrix, error) {
	m := newMatrix(a, corpus)
	var mu sync.Mutex
	err := run.Each(ctx, jobs, len(corpus), func(c int) error {
		right, err := homework.Answer(ctx, corpus[c].Problem, homework.Options{})
		if err != nil {
			return fmt.Errorf("%s: %w", corpus[c].Name, err)
		}
		for f := range m.Faults {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			m.Killed[c][f] = Kills(ctx, a, m.Faults[f], corpus[c].Problem, corpus[c].Input(), right)
			mu.Lock()
			step()
			mu.Unlock()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return m, m.show(ctx)
}

// show computes the situations that the cases show.
func (m *Matrix) show(ctx context.Context) (err error) {
	for i, c := range m.Cases {
		if m.Shows[i], err = c.Problem.Situations(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Kills reports whether a problem, with its input and its right files, kills a mutant.
func Kills(
	ctx context.Context, a *oracle.Assignment, fault mutant.Fault,
	p homework.Problem, input []byte, right output.Memory,
) bool {
	files, err := catalog.Second(a).Solve("", input, fault.ID)
	if err != nil {
		return false // it crashed or exceeded its limits: inconclusive
	}
	for name, want := range right {
		got, ok := files[name]
		if !ok {
			return true
		}
		if string(want) == got {
			continue
		}
		if fault.Form {
			return true
		}
		report, err := compare.JudgeFile(ctx, p, name, want, got)
		if err == nil && report.Grade == compare.Different {
			return true
		}
	}
	return false
}

// KillCounts reports whether a case kills a fault and the kill counts: for faults that inputs
// inside the envelope can show only cases inside count, for the others only cases outside.
func (m *Matrix) KillCounts(c, f int) bool {
	return m.Killed[c][f] && m.isOutsideEnvelope(c) == (m.Faults[f].Beyond != "")
}

// isOutsideEnvelope reports whether a case lies outside the envelope.
func (m *Matrix) isOutsideEnvelope(c int) bool { return m.Cases[c].In(cases.ProfileBeyond) }

// Kills counts the cases that kill a fault.
func (m *Matrix) Kills(f int) int { return number(m.casesKilling(f)) }

// Score counts the mutants that some case kills, and those that some input could kill,
// which are all but the equivalent ones. If beyond is set, it counts the faults that only
// inputs outside the envelope can show, otherwise the rest.
func (m *Matrix) Score(beyond bool) (killed, total int) {
	for f, fault := range m.Faults {
		if fault.Equivalent != "" || beyond != (fault.Beyond != "") {
			continue
		}
		total++
		if m.Kills(f) > 0 {
			killed++
		}
	}
	return killed, total
}

// Weak returns the faults killed by fewer than n cases, without equivalent ones.
func (m *Matrix) Weak(n int) (weak []int) {
	for f, fault := range m.Faults {
		if fault.Equivalent == "" && m.Kills(f) < n {
			weak = append(weak, f)
		}
	}
	return weak
}

// Shown counts the cases that show a situation.
func (m *Matrix) Shown(situation int) int { return number(m.casesShowing(situation)) }

// shows reports whether a case shows a situation and that counts, as for kills.
func (m *Matrix) shows(c, situation int) bool {
	return m.Shows[c].Has(situation) && m.isOutsideEnvelope(c) == m.Assignment.Situations[situation].Beyond
}

// Enough is the number of cases that should kill each mutant and show each situation.
const Enough = 2

// Rare returns the situations shown by fewer than n cases.
func (m *Matrix) Rare(n int) (rare []string) {
	for i, s := range m.Assignment.Situations {
		if shown := m.Shown(i); shown < n {
			rare = append(rare, fmt.Sprintf("%s (%d)", s.Name, shown))
		}
	}
	return rare
}
