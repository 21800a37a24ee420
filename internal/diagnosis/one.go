package diagnosis

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/mutant/search"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Case returns the faults that fit one failing case: those with which the second solver writes
// just the same, or else those with which it has the same first wrong line.
func Case(ctx context.Context, a *oracle.Assignment, edition string, r verdict.Result) ([]Fault, Grade, error) {
	d := newDiagnosis(a, edition)
	if d.second == nil || !speaks(r) || unreached(r) {
		return nil, "", nil
	}
	s := d.symptom(r)
	suspects := d.suspects()
	d.each(ctx, len(suspects), func(i int) { d.evaluateAll(suspects[i], []*symptom{s}) })
	for _, grade := range []struct {
		Grade
		evidence
	}{{Equals, equals}, {Fits, fits}} {
		var faults []Fault
		for _, r := range suspects {
			if r.says[s] == grade.evidence {
				faults = append(faults, NewFault(r.fault))
			}
		}
		if len(faults) > 0 {
			return faults, grade.Grade, ctx.Err()
		}
	}
	return nil, "", ctx.Err()
}

// unreached reports whether the log goes wrong so far down that the second solver gives up before it is there, whatever fault it has.
func unreached(r verdict.Result) bool {
	game, ok := r.Case.Problem.(homework.Replayer)
	if !ok {
		return false
	}
	stage := game.Stage()
	return slices.ContainsFunc(r.Files, func(f verdict.File) bool {
		return f.Name == stage.File && f.Report.First != nil && f.Report.First.Line-stage.First > search.MostRows
	})
}

// Explains reports whether a cause explains a failing case: with its fault the second solver first
// goes wrong in the same line, and in the same way.
func (c Cause) Explains(a *oracle.Assignment, edition string, r verdict.Result) bool {
	d := newDiagnosis(a, edition)
	if d.second == nil || !speaks(r) {
		return false
	}
	s := d.symptom(r)
	return slices.ContainsFunc(c.Faults, func(f Fault) bool { return d.evaluate(s, f.Name) >= fits })
}

// speaks reports whether a result can say anything of a fault: some line is there and is wrong, or a
// file is an answer by not being there.
func speaks(r verdict.Result) bool {
	return !formed(r) && slices.ContainsFunc(r.Files, func(f verdict.File) bool {
		return f.Verdict != verdict.Pass && f.Report.Grade != compare.SameForm && (len(written(f, partial(r))) > 0 || blank(r, f) || unleft(r, f))
	})
}
