package diagnosis

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/mutant"
)

// The choice of known mistakes is greedy. Every mistake that no passing case refutes is evaluated on the
// smallest failing cases. The one that explains most is evaluated on all of them. If it is still likely, its
// cases are explained, and the search goes on with the others until nothing explains any. Mistakes with the
// same evidence in all cases are one cause.
//
// At the end a cause keeps its name only if the second solver with it reproduces whole cases, and if few other
// mistakes reproduce the same cases.

const (
	sampleSize = 24 // failing cases on which every fault is evaluated first, the smallest ones
	maxMisses  = 10 // cases without a fit after which a fault is dropped
	maxWeighed = 6  // reproduced cases from which the bits of a name are counted
)

// A cause is a fault and the cases that it explains. Faults with the same evidence are one cause.
type cause struct {
	faults   []mutant.Fault
	symptoms []*symptom
	equal    int // failing cases that are reproduced with it
	matters  int // failing cases in which it shows
}

func (c *cause) id() string { return c.faults[0].ID }

// A record holds the evidence of cases for and against a fault.
type record struct {
	fault    mutant.Fault
	evidence map[*symptom]evidence // by case, as far as it was evaluated
	fits     []*symptom
	equals   int
	doubtful int
	tried    int // cases in which it would show
	refuted  bool
}

// evaluate counts the evidence of cases. It stops early if they refute the fault.
func (r *record) evaluate(d *diagnosis, symptoms []*symptom) {
	r.fits, r.equals, r.doubtful, r.tried, r.refuted = nil, 0, 0, 0, false
	for _, s := range symptoms {
		if d.hides(s.c, r.fault.ID) {
			continue
		}
		result, known := r.evidence[s]
		if !known {
			result = d.evaluate(s, r.fault.ID)
			r.evidence[s] = result
		}
		r.tried++
		switch result {
		case against:
			r.refuted = true
		case doubtful:
			r.doubtful++
			r.refuted = r.doubtful > 8 && r.doubtful > len(r.fits)
		case equals:
			r.equals++
			r.fits = append(r.fits, s)
		case fits:
			r.fits = append(r.fits, s)
		}
		if r.refuted = r.refuted || r.tried >= maxMisses && len(r.fits) == 0; r.refuted {
			return
		}
	}
}

// likely reports whether the evidence makes a fault likely. A first wrong line may be a coincidence: a fault
// that reproduces no case must fit three cases, and a fifth of those in which it would show.
func (r *record) likely() bool {
	n := len(r.fits)
	return !r.refuted && n > 0 && r.doubtful <= n/2 && (r.equals > 0 || n >= 3 && 5*n >= r.tried)
}

// less reports whether r explains less than other.
func less(r, other *record) bool {
	return cmp.Or(len(r.fits)-len(other.fits), r.equals-other.equals, other.doubtful-r.doubtful) < 0
}

// best returns the record that explains most, and those with the same evidence.
func best(records []*record) (top []*record) {
	for _, r := range records {
		switch {
		case len(top) == 0 || less(top[0], r):
			top = []*record{r}
		case !less(r, top[0]):
			top = append(top, r)
		}
	}
	return top
}

// choose returns the causes of the failing cases that known mistakes explain.
func (d *diagnosis) choose(ctx context.Context) (causes []*cause, err error) {
	suspects := d.suspects()
	for left := slices.Clone(d.failed); len(left) > 0; {
		found, err := d.next(ctx, suspects, left)
		if err != nil {
			return nil, err
		}
		if found == nil {
			break
		}
		for _, s := range found.symptoms {
			d.explainBy(s, found.id())
		}
		left = slices.DeleteFunc(left, func(s *symptom) bool { return slices.Contains(found.symptoms, s) })
		causes = append(causes, found)
	}
	if len(causes) > 1 {
		d.explainJointly(causes)
	}
	return d.keepReproduced(ctx, causes)
}

// explainJointly looks for cases that all causes together reproduce, and one of them alone does not.
func (d *diagnosis) explainJointly(causes []*cause) {
	var all []string
	for _, c := range causes {
		all = append(all, c.id())
	}
	for _, s := range d.failed {
		// A single move says too little to ask whether several causes write it.
		if before := s.explained; !s.equal && s.hasDetails() {
			if d.explainBy(s, all...); !s.equal {
				s.explained = before
			}
		}
	}
}

// candidates returns all faults that an input can show.
func (d *diagnosis) candidates() (all []*record) {
	if d.second == nil {
		return nil
	}
	for _, fault := range d.second.Faults() {
		if fault.Equivalent == "" && !fault.Form && (d.unknown == nil || !d.unknown(fault)) {
			all = append(all, &record{fault: fault, evidence: map[*symptom]evidence{}})
		}
	}
	return all
}

// suspects returns the candidates that no passing case is known to refute.
func (d *diagnosis) suspects() []*record {
	return slices.DeleteFunc(d.candidates(), func(r *record) bool {
		for _, c := range d.passed {
			if shown, ok := d.kills(c, r.fault.ID); ok && shown {
				return true
			}
		}
		return false
	})
}

// next returns the cause that explains most of the symptoms, or nil.
func (d *diagnosis) next(ctx context.Context, suspects []*record, symptoms []*symptom) (*cause, error) {
	if found, err := d.causeOfAll(ctx, suspects, symptoms); found != nil || err != nil {
		return found, err
	}
	sampled := symptoms[:min(sampleSize, len(symptoms))]
	records, err := d.evaluateAll(ctx, suspects, sampled)
	if err != nil {
		return nil, err
	}
	for len(records) > 0 {
		top := best(records)
		for _, r := range top {
			r.evaluate(d, symptoms)
		}
		if likely := d.unrefuted(top); len(likely) > 0 {
			return newCause(best(likely)), ctx.Err()
		}
		records = slices.DeleteFunc(records, func(r *record) bool { return slices.Contains(top, r) })
	}
	return nil, nil
}

// causeOfAll returns the cause that reproduces all symptoms, or nil. It is quick: it tries only faults that
// are known to show in all of them.
func (d *diagnosis) causeOfAll(ctx context.Context, suspects []*record, symptoms []*symptom) (*cause, error) {
	showing := slices.DeleteFunc(slices.Clone(suspects), func(r *record) bool {
		return slices.ContainsFunc(symptoms, func(s *symptom) bool {
			shown, ok := d.kills(s.c, r.fault.ID)
			return !ok || !shown
		})
	})
	records, err := d.evaluateAll(ctx, showing, symptoms)
	if err != nil {
		return nil, err
	}
	records = slices.DeleteFunc(records, func(r *record) bool { return r.equals < len(symptoms) })
	if records = d.unrefuted(records); len(records) == 0 {
		return nil, nil
	}
	return newCause(records), nil
}

// evaluateAll evaluates faults on cases, and returns the likely ones.
func (d *diagnosis) evaluateAll(ctx context.Context, suspects []*record, symptoms []*symptom) ([]*record, error) {
	each(ctx, len(suspects), func(i int) { suspects[i].evaluate(d, symptoms) })
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return slices.DeleteFunc(slices.Clone(suspects), func(r *record) bool { return !r.likely() }), nil
}

// unrefuted returns the likely ones of records that no passing case refutes.
func (d *diagnosis) unrefuted(records []*record) (likely []*record) {
	for _, r := range records {
		if r.likely() && !d.refuted(r.fault.ID) {
			likely = append(likely, r)
		}
	}
	return likely
}

// newCause returns the cause of records with the same evidence.
func newCause(records []*record) *cause {
	c := &cause{symptoms: records[0].fits}
	for _, r := range records {
		c.faults = append(c.faults, r.fault)
	}
	return c
}

// each calls do for each number below n, several at a time, until the context ends.
func each(ctx context.Context, n int, do func(i int)) {
	_ = run.Each(ctx, runtime.GOMAXPROCS(0), n, func(i int) error { // the caller checks ctx
		do(i)
		return nil
	})
}

// A cause keeps its name if it is reproduced in three quarters of the cases in which it matters, with minBits
// bits. With less, one of some hundred known mistakes fits by chance. Both figures were chosen by hand from
// programs with mistakes outside the catalogue.
const minBits = 9

// keepReproduced returns the causes that are reproduced. It drops the weakest of the others first, since a
// case that two causes explain may be evidence for one of them alone.
func (d *diagnosis) keepReproduced(ctx context.Context, causes []*cause) ([]*cause, error) {
	for {
		worst := -1
		for i, c := range causes {
			ok, err := d.isReproduced(ctx, c)
			if err != nil {
				return nil, err
			}
			if !ok && (worst < 0 || len(c.symptoms) < len(causes[worst].symptoms)) {
				worst = i
			}
		}
		if worst < 0 {
			break
		}
		d.withdraw(causes[worst])
		causes = slices.Delete(slices.Clone(causes), worst, worst+1)
	}
	for _, c := range causes {
		c.symptoms = d.explainedBy(c)
	}
	return causes, nil
}

// explainedBy returns the failing cases that a cause explains, alone or with others.
func (d *diagnosis) explainedBy(c *cause) []*symptom {
	return slices.DeleteFunc(slices.Clone(d.failed),
		func(s *symptom) bool { return !slices.Contains(s.causes, c.id()) })
}

// withdraw removes a cause from the cases that it explains.
func (d *diagnosis) withdraw(c *cause) {
	for _, s := range d.explainedBy(c) {
		d.explainBy(s, slices.DeleteFunc(slices.Clone(s.causes), func(id string) bool { return id == c.id() })...)
	}
}

// isReproduced reports whether a cause reproduces enough cases to be named.
func (d *diagnosis) isReproduced(ctx context.Context, c *cause) (bool, error) {
	var equal []*symptom
	c.matters = 0
	whole, reproduced := 0, 0 // cases in which the program ended, and of these the ones that any cause reproduces
	for _, s := range d.failed {
		if s.partial {
			continue
		}
		whole++
		shown, known := d.kills(s.c, c.id())
		explains := slices.Contains(s.causes, c.id())
		if explains || known && shown {
			c.matters++
		}
		if explains && s.equal {
			equal = append(equal, s)
		}
		if s.equal {
			reproduced++
		}
	}
	if c.equal = len(equal); c.equal == whole && whole > 0 {
		return true, nil
	}
	if 10*reproduced < 9*whole { // boards and moves may come from anything else that is wrong
		equal = slices.DeleteFunc(equal, func(s *symptom) bool { return !s.hasDetails() })
	}
	if len(equal) == 0 || 4*c.equal < 3*c.matters {
		return false, nil
	}
	bits := 0.0
	for _, s := range equal[:min(maxWeighed, len(equal))] {
		more, err := d.information(ctx, c, s)
		if err != nil {
			return false, err
		}
		bits += more
	}
	return bits >= minBits, nil
}

// information returns the information in the fact that a mistake reproduces a case: of all mistakes that show
// there, few reproduce it.
func (d *diagnosis) information(ctx context.Context, c *cause, s *symptom) (float64, error) {
	showing := slices.DeleteFunc(d.candidates(), func(r *record) bool { return d.hides(s.c, r.fault.ID) })
	others := slices.DeleteFunc(slices.Clone(s.causes), func(id string) bool { return id == c.id() })
	reproduces := make([]bool, len(showing))
	each(ctx, len(showing), func(i int) {
		reproduces[i] = d.writes(s, s.got, append(slices.Clone(others), showing[i].fault.ID)...)
	})
	same := 0
	for _, yes := range reproduces {
		if yes {
			same++
		}
	}
	return math.Log2(float64(2+len(showing)) / float64(max(1, same))), ctx.Err()
}
