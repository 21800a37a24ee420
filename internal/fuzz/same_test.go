package fuzz

import (
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Two answers are alike if every file has the same verdict and the same first difference.
func TestAlike(t *testing.T) {
	result := func(change func(r *verdict.Result, second *compare.Difference)) verdict.Result {
		second := &compare.Difference{GotLine: 3, Column: 5, Got: []string{"a\n", "b\n"}}
		r := verdict.Result{Verdict: verdict.Wrong, Files: []verdict.File{
			{Verdict: verdict.Pass}, {Verdict: verdict.Wrong, Report: compare.Report{First: second}},
		}}
		change(&r, second)
		return r
	}
	first := result(func(*verdict.Result, *compare.Difference) {})
	for name, change := range map[string]func(r *verdict.Result, second *compare.Difference){
		"verdict":           func(r *verdict.Result, _ *compare.Difference) { r.Verdict = verdict.Crash },
		"files":             func(r *verdict.Result, _ *compare.Difference) { r.Files = r.Files[:1] },
		"verdict of a file": func(r *verdict.Result, _ *compare.Difference) { r.Files[1].Verdict = verdict.Format },
		"no difference":     func(r *verdict.Result, _ *compare.Difference) { r.Files[1].Report.First = nil },
		"line":              func(_ *verdict.Result, d *compare.Difference) { d.GotLine++ },
		"column":            func(_ *verdict.Result, d *compare.Difference) { d.Column++ },
		"the next line":     func(_ *verdict.Result, d *compare.Difference) { d.Got[1] = "c\n" },
	} {
		other := result(change)
		if alike(first, other) || alike(other, first) {
			t.Errorf("another %s: alike", name)
		}
	}
	if !alike(first, result(func(*verdict.Result, *compare.Difference) {})) {
		t.Error("the same is not alike")
	}
}

// Two failures are of one sort if the decisions are in general: of kinds that chance decides, the kind does not count.
func TestFailureInGeneral(t *testing.T) {
	a, kinds := &reversi.Assignment, 0
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	s := search(a, nil, 0, 1)
	for _, f := range catalog.Faults(a) {
		for _, c := range all {
			if !slices.Contains(c.Kills, f.ID) || c.Index().Goldens[0].Lines > 200 {
				continue
			}
			r := judgeMutant(a, f.ID)(t.Context(), c)
			e, err := s.explain(t.Context(), c.Problem, r, true)
			if err != nil {
				t.Fatal(err)
			}
			if e == nil || e.Decision == nil || e.Decision.General().Key == e.Decision.Key {
				break
			}
			kinds++
			if got, err := s.newFailure(t.Context(), c.Problem, r); err != nil || got.key != e.Decision.General().Key || got.does != "" || got.verdict != r.Verdict {
				t.Errorf("%s on %s: %+v, %v, want %s", f.ID, c.Name, got, err, e.Decision.General().Key)
			}
			break
		}
	}
	if kinds == 0 {
		t.Error("no fault shows a kind of a decision")
	}
}
