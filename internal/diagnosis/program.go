// Package diagnosis finds out why a program fails: which of the mistakes that the second solver can
// make write what the program wrote, where it first goes wrong; and where none does, which of its
// decisions is the first to go wrong (package decision).
//
// A fault fits a case if the second solver with the fault first differs from the right answer in the
// same line as the program, and writes the same line there. One thing speaks against a fault: a line
// that it would make wrong, and that the program has right. So a fault is named only if no case
// speaks against it, neither one that passes nor one that fails. Where a program goes on to differ
// from the second solver with the fault, the next difference is a second cause, and is looked for
// among the faults again, beside the first.
package diagnosis

import (
	"cmp"
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/verdict"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
	"github.com/touchstone-suite/touchstone/oracle"
)

// MostOfFile is how many bytes of each file a result must keep (testscript.Options.Text). No longer
// file is that of a known mistake: with one the second solver gives up there.
const MostOfFile = search.MostLog + 1

// A Question asks why a program fails.
type Question struct {
	Assignment *oracle.Assignment
	Edition    string           // by which the results were judged; "" is the default
	Results    []verdict.Result // of cases of the assignment, each of its own name
	Expected   map[string]bool  // names of cases that are known to fail, of which nothing is said
	// Unknown reports which mistakes are taken out of the catalogue, as if nobody had thought of them; it may be nil.
	Unknown func(mutant.Fault) bool
}

// Program returns why a program fails, those causes first that explain most: the known mistakes, and of
// what none explains, the decisions that go wrong. Unexplained names the cases whose first difference is
// that of no known mistake.
func Program(ctx context.Context, q Question) (causes []Cause, unexplained []string, err error) {
	a := q.Assignment
	edition, err := a.Edition(q.Edition)
	if err != nil {
		return nil, nil, err
	}
	heeded := slices.DeleteFunc(slices.Clone(q.Results), func(r verdict.Result) bool {
		return r.Verdict == verdict.Internal || r.Verdict != verdict.Pass && q.Expected[r.Case.Name]
	})
	q.Edition, q.Results = edition, heeded
	named, unexplained, err := Named(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	causes, explained, err := located(ctx, edition, named, heeded)
	if err != nil {
		return nil, nil, err
	}
	passing := passing{assignment: a}
	failing := map[string]*cases.Case{}
	for _, r := range heeded {
		if r.Verdict == verdict.Pass {
			passing.cases = append(passing.cases, r.Case)
		} else {
			failing[r.Case.Name] = r.Case
		}
	}
	for i := range causes {
		c := &causes[i]
		var of []*cases.Case
		for _, name := range c.Cases {
			of = append(of, failing[name])
		}
		if c.Common, err = passing.against(ctx, of); err != nil {
			return nil, nil, err
		}
		c.First = explained[c.Cases[0]]
		switch {
		case c.Form:
			c.First = nil
		case c.Second && c.Grade != Located: // the first difference is that of another cause
			c.First = nil
		case c.Second && c.First != nil:
			c.First = c.First.Next
		}
	}
	return causes, unexplained, nil
}

// located returns the named causes and those of the failing cases that none of them explains, and
// explains the first case of each.
func located(ctx context.Context, edition string, named []Cause, results []verdict.Result) ([]Cause, map[string]*decision.Explanation, error) {
	known, first := map[string]bool{}, map[string]bool{}
	for _, c := range named {
		if c.Form { // of which the contents say nothing
			continue
		}
		first[c.Cases[0]] = true
		for _, name := range c.Cases {
			known[name] = true
		}
	}
	var unknown, shown []verdict.Result
	for _, r := range results {
		switch {
		case formed(r):
		case !known[r.Case.Name]:
			unknown = append(unknown, r)
			shown = append(shown, r)
		case first[r.Case.Name]:
			shown = append(shown, r)
		}
	}
	explained, err := explanations(ctx, edition, shown)
	if err != nil {
		return nil, nil, err
	}
	causes := append(slices.Clone(named), locate(unknown, explained)...)
	slices.SortStableFunc(causes, byWeight)
	return causes, explained, nil
}

// Named is Program for the known mistakes alone, without what their cases have in common and what
// they show first.
func Named(ctx context.Context, q Question) (causes []Cause, unexplained []string, err error) {
	d := newDiagnosis(q.Assignment, q.Edition)
	d.unknown = q.Unknown
	for _, r := range q.Results {
		switch {
		case formed(r):
			d.passed = append(d.passed, r.Case)
		case d.speaks(r):
			if s := d.symptom(r); !s.partial || !s.reference.begins(s.got) { // else it was right as far as it came
				d.failed = append(d.failed, s)
			}
		case d.second == nil:
			unexplained = append(unexplained, r.Case.Name)
		}
	}
	smaller := bySize()
	slices.SortStableFunc(d.failed, func(x, y *symptom) int { return smaller(x.c, y.c) })
	slices.SortStableFunc(d.passed, smaller)
	first, second, err := d.explainAll(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, s := range d.failed {
		if len(s.causes) == 0 {
			unexplained = append(unexplained, s.c.Name)
		}
	}
	return append(d.form(q.Results), d.graded(first, second)...), unexplained, nil
}

// bySize returns an order of cases: by the size of their answers, as far as they are stored, and of
// their inputs.
func bySize() func(x, y *cases.Case) int {
	sizes := map[*cases.Case]int64{}
	size := func(c *cases.Case) int64 {
		size, known := sizes[c]
		if !known {
			size = answerSize(c)
			sizes[c] = size
		}
		return size
	}
	return func(x, y *cases.Case) int {
		return cmp.Or(cmp.Compare(size(x), size(y)), cmp.Compare(len(x.Input()), len(y.Input())))
	}
}

// answerSize returns the bytes of a case's answer, as far as they are stored.
func answerSize(c *cases.Case) (size int64) {
	for _, name := range c.Problem.Files() {
		if golden, err := c.Golden(name); err == nil {
			size += golden.Bytes
		}
	}
	return size
}

// graded returns the causes, those that explain most first.
func (d *diagnosis) graded(first, second []*cause) (causes []Cause) {
	smaller := bySize()
	for i, c := range append(slices.Clone(first), second...) {
		known := slices.IndexFunc(causes, func(k Cause) bool { return k.Key == c.faults[0].ID })
		if known < 0 {
			causes = append(causes, newNamed(c.faults, i >= len(first)))
			known = len(causes) - 1
		}
		slices.SortStableFunc(c.symptoms, func(x, y *symptom) int { return smaller(x.c, y.c) })
		for _, s := range c.symptoms {
			causes[known].Cases = append(causes[known].Cases, s.c.Name)
			if !s.equal {
				causes[known].Grade = Fits
			}
		}
	}
	slices.SortStableFunc(causes, byWeight)
	return causes
}

// newNamed returns the cause of faults that cannot be told apart, which explains no case yet.
func newNamed(faults []mutant.Fault, second bool) Cause {
	c := Cause{Grade: Equals, Second: second, Key: faults[0].ID, Does: faults[0].About}
	for _, f := range faults {
		c.Faults = append(c.Faults, NewFault(f))
	}
	return c
}

// A Kept bounds how much is remembered of all that a program writes, until its cases have ended.
type Kept struct{ bytes int }

// mostKept is how many bytes of a program's files are kept.
const mostKept = 64 << 20

// Keep returns a result without the texts of its files if there are too many by now.
func (k *Kept) Keep(r verdict.Result) verdict.Result {
	size := 0
	for _, f := range r.Files {
		size += len(f.Text)
	}
	if k.bytes+size > mostKept {
		return r.WithoutTexts()
	}
	k.bytes += size
	return r
}
