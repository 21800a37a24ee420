// Package diagnosis finds out why a program fails: which of the mistakes that the second solver can
// make write what the program wrote, where it first goes wrong.
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
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
)

// An Answer is what a program wrote for a case.
type Answer struct {
	Case   *cases.Case
	Passed bool
	Files  map[string][]byte // those that are wrong, by name, without those that are missing
	Right  []string          // names of those that are right; not needed if it passed
}

// A Grade says how sure a cause is.
type Grade string

const (
	// Equals: the second solver with the causes found writes all bytes of all failing cases.
	Equals Grade = "equals"
	// Fits: it writes the first wrong line of these cases.
	Fits Grade = "fits"
	// Located: no known mistake does the same, but the program does the same in these cases.
	Located Grade = "located"
)

// A Cause is a mistake that explains failing cases.
type Cause struct {
	// Faults are the names of a known mistake; there are several if no case tells them apart.
	Faults []mutant.Fault
	Grade  Grade
	// Cases are those that it explains, the smallest answer first, and then those in which it shows
	// behind another cause, likewise.
	Cases  []*cases.Case
	Second bool // it shows behind another cause only

	// Of one that is located: what the program does, what it should do, and what marks all places
	// where it does so, if there are several. Key tells it from others.
	Key, Does, Right string
	Where            []string
}

// A Finding is what is known of a program.
type Finding struct {
	Causes []Cause // those that explain most first
	// Unknown are the failing cases of which no fault explains the first difference, and Mute those
	// for which the program wrote no wanted file.
	Unknown, Mute []*cases.Case
	Failed        int
}

// Program says why a program fails. The edition is the one that it was judged by; "" is the default.
func Program(ctx context.Context, a *oracle.Assignment, edition string, answers []Answer) (Finding, error) {
	d := newDiagnosis(a, edition)
	var found Finding
	for _, one := range answers {
		switch {
		case one.Passed:
			d.passed = append(d.passed, one.Case)
		case len(one.Files) == 0:
			found.Failed++
			found.Mute = append(found.Mute, one.Case)
		case catalog.Second(a) == nil:
			found.Failed++
			found.Unknown = append(found.Unknown, one.Case)
		default:
			found.Failed++
			d.failed = append(d.failed, d.symptom(one))
		}
	}
	smaller := bySize()
	slices.SortStableFunc(d.failed, func(x, y *symptom) int { return smaller(x.c, y.c) })
	slices.SortStableFunc(d.passed, smaller)
	first, second, err := d.explainAll(ctx)
	if err != nil {
		return found, err
	}
	for _, s := range d.failed {
		if len(s.causes) == 0 {
			found.Unknown = append(found.Unknown, s.c)
		}
	}
	found.Causes = d.graded(first, second)
	return found, nil
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
		known := slices.IndexFunc(causes, func(k Cause) bool { return k.Faults[0].ID == c.faults[0].ID })
		if known < 0 {
			causes = append(causes, Cause{Faults: c.faults, Grade: Equals, Second: i >= len(first)})
			known = len(causes) - 1
		}
		var explained []*cases.Case
		for _, s := range c.symptoms {
			explained = append(explained, s.c)
			if !s.equal {
				causes[known].Grade = Fits
			}
		}
		slices.SortStableFunc(explained, smaller)
		causes[known].Cases = append(causes[known].Cases, explained...)
	}
	slices.SortStableFunc(causes, ByWeight)
	return causes
}

// ByWeight orders causes: first those that show at first, and of these what explains most.
func ByWeight(x, y Cause) int {
	switch {
	case !x.Second && y.Second:
		return -1
	case x.Second && !y.Second:
		return 1
	}
	return cmp.Compare(len(y.Cases), len(x.Cases))
}
