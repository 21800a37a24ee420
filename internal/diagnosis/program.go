// Package diagnosis finds out why a program fails: which of the mistakes that the second solver can
// make write what the program wrote, where it first goes wrong; and where none does, which of its
// decisions is the first to go wrong (package decision).
//
// A fault fits a case if the second solver with the fault first differs from the right answer in the same
// line as the program, and writes the same line there. One thing speaks against a fault: a line that it would
// make wrong, and that the program has right. So a fault is named only if no case speaks against it, neither
// one that passes nor one that fails. Where a program goes on to differ from the second solver with the
// fault, the next difference is a second cause, and is looked for among the faults again, beside the first.
package diagnosis

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// MostOfFile is how many bytes of each file a result must keep (testscript.Options.Text). No longer
// file is that of a known mistake: with one the second solver gives up there.
const MostOfFile = search.MostLog + 1

// A Question asks why a program fails.
type Question struct {
	Assignment *oracle.Assignment
	Edition    string           // by which the results were judged; "" is the default
	Course     bool             // they were compared as by the course, to whom form is nothing
	Results    []verdict.Result // of cases of the assignment, each of its own name
	Expected   map[string]bool  // names of cases that are known to fail, of which nothing is said
	// Alone keeps the work on the calling goroutine, where it would use all processors.
	Alone bool
	// Unknown reports which mistakes are taken out of the catalogue, as if nobody had thought of them; it may be
	// nil.
	Unknown func(mutant.Fault) bool
}

// Program returns why a program fails, those causes first that explain most: the known mistakes, and of what
// none explains, the decisions that go wrong. Unexplained names the cases whose first difference is that of
// no known mistake. If the context ends before all is known, Program returns its error with the causes that
// are.
func Program(ctx context.Context, q Question) (causes []Cause, unexplained []string, err error) {
	read, err := newReading(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	if other := read.otherEdition(); other != nil {
		return other, nil, nil
	}
	named, unexplained, err := read.named(ctx)
	if err == nil {
		causes, err = read.located(ctx, named)
	}
	if err != nil { // what can be seen without a search is told even then
		return append(read.endings(nil), read.forms()...), nil, err
	}
	if slices.ContainsFunc(causes, func(c Cause) bool { return c.Key == Unsteady }) {
		return causes, unexplained, nil // in which cases it fails is chance
	}
	passing := passing{assignment: q.Assignment, cases: read.passed}
	for i := range causes {
		c := &causes[i]
		var of []*cases.Case
		for _, name := range c.Cases {
			of = append(of, read.byName[name].written.Case)
		}
		if c.Common, err = passing.against(ctx, of); err != nil {
			return nil, nil, err
		}
	}
	return causes, unexplained, nil
}

// Named is Program for the known mistakes alone, without what their cases have in common and what
// they show first.
func Named(ctx context.Context, q Question) (causes []Cause, unexplained []string, err error) {
	read, err := newReading(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	return read.named(ctx)
}

// graded returns the causes, those that explain most first.
func (d *diagnosis) graded(first, second []*cause) (causes []Cause) {
	smaller := cases.BySize()
	for i, c := range append(slices.Clone(first), second...) {
		if slices.ContainsFunc(causes, func(k Cause) bool { return k.Key == c.faults[0].ID }) {
			continue // it was found beside others, and again for what they leave: it has the same cases
		}
		slices.SortStableFunc(c.symptoms, func(x, y *symptom) int { return smaller(x.c, y.c) })
		showing := d.showing(c)
		one := newNamed(c.faults, len(showing) == 0 && i >= len(first))
		one.showing = len(showing)
		one.Equal, one.Matters = c.support.equal, c.support.matters
		one.Moves = !slices.ContainsFunc(c.symptoms, func(s *symptom) bool {
			_, judges := s.c.Problem.(compare.Judge) // of an answer that is no move
			return judges || len(s.got[s.stage.File]) > 0
		})
		behind := slices.DeleteFunc(slices.Clone(c.symptoms),
			func(s *symptom) bool { return slices.Contains(showing, s) })
		for _, s := range slices.Concat(showing, behind) {
			one.Cases = append(one.Cases, s.c.Name)
			if !s.equal {
				one.Grade = Fits
				continue
			}
			for _, other := range s.causes {
				if other != one.Key && !slices.Contains(one.With, other) {
					one.With = append(one.With, other)
				}
			}
		}
		causes = append(causes, one)
	}
	slices.SortStableFunc(causes, byWeight)
	return causes
}

// showing returns the cases of a cause whose first wrong line is its own, and not that of another mistake.
func (d *diagnosis) showing(c *cause) (all []*symptom) {
	for _, s := range c.symptoms {
		alone := &symptom{c: s.c, got: s.got, partial: s.partial, stage: s.stage}
		if len(s.causes) > 1 {
			d.explainBy(alone)
			if says := d.evaluate(alone, c.faults[0].ID); says != fits && says != equals {
				continue
			}
		}
		all = append(all, s)
	}
	return all
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
