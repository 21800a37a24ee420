// Package diagnosis finds out why a program fails. It is a pipeline from the results of a program to a few
// causes.
//
// First it normalizes the files (normalize.go, logformat.go): it removes differences of form, such as line
// ends or another order of columns, and reports them as one cause (form.go). Everything after that looks at
// the normalized files.
//
// Then it matches known mistakes (match.go). The second solver can make some hundred mistakes, each with a
// name. A mistake fits a case if the second solver with it first differs from the right answer in the same
// line as the program, and writes the same line there. A case contradicts a mistake if the mistake makes a
// line wrong that the program has right; a mistake that any case contradicts is dropped, whether the case
// passes or fails.
//
// Then it chooses (choose.go): the mistake that explains most cases first, and so on until none explains
// any. A mistake is named only if it reproduces most cases in which it matters byte for byte.
//
// It locates what no known mistake explains (locate.go): package decision finds the first wrong decision of
// the program in each case, and cases with the same decision have one cause. If many first wrong values of
// leaves have one change of the evaluation in common, that is the cause (evaluated.go). Choices of moves that
// no log explains are compared with each other (choices.go).
//
// At the end it selects the causes to report, which are few (Program, selected). A Cause is data. Its methods
// in cause.go turn it into words. All causes that are no known mistakes have their words in one catalogue,
// decision/kinds.txt.
package diagnosis

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// MaxOfFile is the number of bytes of each file that a result must keep (testscript.Options.Text). No known
// mistake produces a longer file, because the second solver gives up there.
const MaxOfFile = search.MaxLog + 1

// A Question holds the results of a failing program and the options of the diagnosis.
type Question struct {
	Assignment *oracle.Assignment
	Edition    string           // by which the results were judged; "" is the default
	Course     bool             // they were compared by the course's rules, which ignore form
	Results    []verdict.Result // of cases of the assignment, each with a unique name
	Expected   map[string]bool  // names of cases that are known to fail, and are not diagnosed
	// Unknown reports which mistakes are removed from the catalogue, as if they had not been foreseen. It may be
	// nil.
	Unknown func(mutant.Fault) bool
}

// Program returns the causes of a program's failures. The causes that explain most come first. They are known
// mistakes and, for cases that no known mistake explains, the decisions that go wrong. Unexplained names the
// cases whose first difference no known mistake produces. If the context ends early, Program returns its
// error with the causes found until then.
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
	if err != nil { // report at least the causes that need no search
		forms, _ := read.forms(context.WithoutCancel(ctx))
		return append(read.endings(nil), forms...), nil, err
	}
	return selected(causes), unexplained, nil
}

// maxChance is the maximum probability that the cases of a cause have their category by chance.
const maxChance = 0.01

// categoryOf returns the category of a cause's cases, if all of them are cases of it and that is unlikely by
// chance.
func (r *reading) categoryOf(c Cause) string {
	category := r.byName[c.Cases[0]].written.Case.Problem.Category()
	same := 0
	for _, result := range r.results {
		if result.Case.Problem.Category() == category {
			same++
		} else if slices.Contains(c.Cases, result.Case.Name) {
			return ""
		}
	}
	if math.Pow(float64(same)/float64(len(r.results)), float64(len(c.Cases))) > maxChance {
		return ""
	}
	return category
}

// maxCauses is the number of causes in the search that are reported.
const maxCauses = 3

// selected returns the causes to report. The later causes of a program are less often true than the first
// one, since one mistake can show in many ways. So a second cause in the search or the moves is reported only
// if it explains failing cases that the first does not, and if it is as certain. If it is only located, it
// must explain a few such cases, describe the error there, and break another rule. Causes that show without a
// search, such as a crash, are always reported.
func selected(causes []Cause) (some []Cause) {
	explained, broken := map[string]bool{}, map[string]bool{}
	n, certainty := 0, 0 // causes in the search, and the certainty of the first one
	for _, c := range causes {
		if !c.Form && c.Ended == "" && c.Key != Unsteady {
			own := 0
			for _, name := range c.Cases {
				if !explained[name] {
					own++
				}
			}
			same := slices.ContainsFunc(c.rules(), func(rule string) bool { return broken[rule] })
			inLog := c.First != nil && c.First.Node != nil
			weak := own == 0 || c.certainty() < certainty ||
				c.certainty() == 0 && (own < minCases || same || !inLog || c.ofLeafValue())
			if n > 0 && weak || n == maxCauses {
				continue
			}
			if n++; n == 1 {
				certainty = c.certainty()
			}
			for _, rule := range c.rules() {
				broken[rule] = true
			}
		}
		for _, name := range c.Cases {
			explained[name] = explained[name] || !c.Form // a case may have more wrong than its form
		}
		some = append(some, c)
	}
	return some
}

// Named is Program for the known mistakes alone, without the causes that show without a search and without
// explanations.
func Named(ctx context.Context, q Question) (causes []Cause, unexplained []string, err error) {
	read, err := newReading(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	causes, unexplained, err = read.named(ctx)
	if err != nil {
		return nil, nil, err
	}
	forms, err := read.forms(ctx)
	return append(forms, causes...), unexplained, err
}

// named returns the cause to report for a cause that was found.
func named(c *cause) Cause {
	found := newNamed(c.faults)
	found.Equal, found.Matters = c.equal, c.matters
	smaller := cases.BySize()
	// First the cases that show this cause alone.
	alone := func(s *symptom) int { return min(1, len(s.causes)-1) }
	slices.SortStableFunc(c.symptoms, func(x, y *symptom) int { return cmp.Or(alone(x)-alone(y), smaller(x.c, y.c)) })
	for _, s := range c.symptoms {
		if len(s.causes) > 1 {
			found.Joint++
		}
		found.Cases = append(found.Cases, s.c.Name)
		if !s.equal {
			found.Grade = Fits
		}
	}
	return found
}

// newNamed returns the cause of indistinguishable faults. The cause explains no case yet.
func newNamed(faults []mutant.Fault) Cause {
	c := Cause{Grade: Equals, Key: faults[0].ID, Behaviour: faults[0].Title}
	for _, f := range faults {
		c.Faults = append(c.Faults, NewFault(f))
	}
	return c
}
