package class

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/testscript"
)

// An explained is what the journal keeps of why a submission fails.
type explained struct {
	Causes      []diagnosis.Cause `json:"causes"`
	Unexplained []string          `json:"unexplained,omitempty"`
}

// explain finds out why a submission fails, if all its runs are known and the journal does not know.
func (g *Grader) explain(ctx context.Context, s *submission) error {
	if len(g.lacking(s)) > 0 {
		return nil // another shard has it, or there is no program
	}
	k := g.Plan.causesKey(s.keys)
	if g.Journal.Has(k) {
		return nil
	}
	results, _, err := g.results(s)
	if err != nil {
		return err
	}
	found := explained{}
	if found.Causes, found.Unexplained, err = diagnosis.Program(ctx, diagnosis.Question{Assignment: g.assignment, Edition: g.Plan.Edition, Course: g.Plan.Lenient, Results: results}); err != nil {
		return err
	}
	data, err := json.Marshal(found)
	if err != nil {
		return err
	}
	return g.Journal.Append(entry{Kind: kindCauses, Key: k, Student: s.names[0], Data: data})
}

// results returns the results of a submission as they stand in the journal, and what is said of those that stand for none.
func (g *Grader) results(s *submission) (results []testscript.Result, spared []string, err error) {
	var kept diagnosis.Kept
	var loops judge.Loops
	for j, c := range g.cases {
		if !g.Plan.AllTimeouts && loops.Spares(c) {
			results = append(results, testscript.Result{Case: c, Verdict: testscript.Timeout, Reason: loops.Why(c)})
			continue
		}
		e, ok, err := g.Journal.Entry(s.keys[j])
		if err != nil {
			return nil, nil, err
		}
		if !ok {
			return nil, nil, fmt.Errorf("%s: want a result for %s in the journal, found none", s.called[0], c.Name)
		}
		r, err := restore(c, e)
		if err != nil {
			return nil, nil, err
		}
		if e.Measured != nil {
			r.Before = e.Before
		}
		loops.Add(c, r.Verdict)
		results = append(results, kept.Keep(r))
	}
	return results, loops.Spared("they count as out of time"), nil
}
