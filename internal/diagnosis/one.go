package diagnosis

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Read returns the answer of a result whose Text has files of fewer than most bytes; longer ones
// may have been cut, and are left out.
func Read(r testscript.Result, most int) Answer {
	one := Answer{Case: r.Case, Passed: r.Verdict == testscript.Pass, Files: map[string][]byte{}}
	for _, file := range r.Files {
		switch {
		case file.Verdict == testscript.Pass:
			one.Right = append(one.Right, file.Name)
		case file.Text != nil && len(file.Text) < most: // a file may be empty
			one.Files[file.Name] = file.Text
		}
	}
	return one
}

// Case returns the faults that fit one failing case: those with which the second solver writes
// just the same, or else those with which it has the same first wrong line.
func Case(ctx context.Context, a *oracle.Assignment, edition string, one Answer) ([]mutant.Fault, Grade, error) {
	if catalog.Second(a) == nil || one.Passed || len(one.Files) == 0 {
		return nil, "", nil
	}
	d := newDiagnosis(a, edition)
	s := d.symptom(one)
	suspects := d.suspects()
	d.each(ctx, len(suspects), func(i int) { d.hearAll(suspects[i], []*symptom{s}) })
	for _, grade := range []struct {
		Grade
		verdict
	}{{Equals, equals}, {Fits, fits}} {
		var faults []mutant.Fault
		for _, r := range suspects {
			if r.says[s] == grade.verdict {
				faults = append(faults, r.fault)
			}
		}
		if len(faults) > 0 {
			return faults, grade.Grade, ctx.Err()
		}
	}
	return nil, "", ctx.Err()
}

// Explains reports whether a cause explains a failing case: with its fault the second solver first
// goes wrong in the same line, and in the same way.
func (c Cause) Explains(a *oracle.Assignment, edition string, one Answer) bool {
	if catalog.Second(a) == nil || one.Passed || len(one.Files) == 0 {
		return false
	}
	d := newDiagnosis(a, edition)
	s := d.symptom(one)
	return slices.ContainsFunc(c.Faults, func(f mutant.Fault) bool { return d.hear(s, f.ID) >= fits })
}
