package diagnosis

import (
	"context"
	"runtime"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// sample is how many failing cases every fault is evaluated on, the smallest first, and patience how
// many without one that the fault fits.
const (
	sample   = 24
	patience = 10
)

// A record is what cases say of a fault.
type record struct {
	fault mutant.Fault
	says  map[*symptom]evidence // so far, by the cases it was evaluated on
	tally
}

// A tally counts what some cases say.
type tally struct {
	fits     []*symptom
	equals   int
	doubtful int
	tried    int // cases in which it would show
	refuted  bool
}

// evaluateAll adds what cases say. It ends early if they refute the fault.
func (d *diagnosis) evaluateAll(r *record, symptoms []*symptom) {
	for _, s := range symptoms {
		if d.hides(s.c, r.fault.ID) {
			continue
		}
		says, known := r.says[s]
		if !known {
			says = d.evaluate(s, r.fault.ID)
			r.says[s] = says
		}
		r.tried++
		switch says {
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
		if r.refuted = r.refuted || r.tried >= patience && len(r.fits) == 0; r.refuted {
			return
		}
	}
}

// likely reports whether cases make a fault likely. A first wrong line may be a coincidence: if the
// fault explains no case wholly, it has to fit three and a fifth of those in which it would show.
func (r *record) likely() bool {
	n := len(r.fits)
	return !r.refuted && n > 0 && r.doubtful <= n/2 && (r.equals > 0 || n >= 3 && 5*n >= r.tried)
}

// explain finds the faults that explain symptoms, those that explain most first, until no other
// explains any. It adds them to the causes of the symptoms.
func (d *diagnosis) explain(ctx context.Context, symptoms []*symptom) (causes []*cause, err error) {
	if len(symptoms) == 0 {
		return nil, nil
	}
	suspects := d.suspects()
	left := slices.Clone(symptoms)
	for len(left) > 0 {
		found, err := d.next(ctx, suspects, left)
		if err != nil {
			return nil, err
		}
		if len(causes) > 0 {
			beside, err := d.beside(ctx, causes, left)
			if err != nil {
				return nil, err
			}
			if beside != nil && (found == nil || len(beside.symptoms) > len(found.symptoms)) {
				found = beside
			}
		}
		if found == nil {
			break
		}
		for _, s := range found.symptoms {
			d.explainBy(s, append(d.all(s, found.beside), found.faults[0].ID)...)
		}
		left = slices.DeleteFunc(left, func(s *symptom) bool { return slices.Contains(found.symptoms, s) })
		if causes = append(causes, found); len(causes) > 1 {
			left = d.joint(causes, left)
		}
	}
	return causes, nil
}

// beside looks for the cause that explains most of the symptoms if the program has those found, too.
func (d *diagnosis) beside(ctx context.Context, causes []*cause, symptoms []*symptom) (*cause, error) {
	before := make([]explained, len(symptoms))
	d.each(ctx, len(symptoms), func(i int) {
		before[i] = symptoms[i].explained
		d.explainBy(symptoms[i], d.all(symptoms[i], causes)...)
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	found, err := d.next(ctx, d.suspects(), symptoms)
	for i, s := range symptoms {
		s.explained = before[i]
	}
	if found != nil {
		found.beside = slices.Clone(causes)
	}
	return found, err
}

// all returns the faults that explain a case, and those of causes, each once.
func (d *diagnosis) all(s *symptom, causes []*cause) []string {
	faults := slices.Clone(s.causes)
	for _, id := range ids(causes) {
		if !slices.Contains(faults, id) {
			faults = append(faults, id)
		}
	}
	return faults
}

// without returns faults without one.
func without(faults []string, id string) []string {
	return slices.DeleteFunc(slices.Clone(faults), func(f string) bool { return f == id })
}

// joint explains the symptoms of which all causes together write all bytes, and returns the others. A case
// that shows a mistake beside another one need not show it alone.
func (d *diagnosis) joint(causes []*cause, symptoms []*symptom) (left []*symptom) {
	for _, s := range symptoms {
		before := s.explained
		if d.explainBy(s, d.all(s, causes)...); !s.equal {
			s.explained = before
			left = append(left, s)
			continue
		}
		for _, c := range causes {
			id := c.faults[0].ID
			switch others := without(s.causes, id); {
			case slices.Contains(c.symptoms, s):
			case d.writes(s, s.got, others...): // it does not matter there
				s.causes = others
			default:
				c.symptoms = append(c.symptoms, s)
			}
		}
	}
	return left
}

// candidates returns all faults that an input can show.
func (d *diagnosis) candidates() (all []*record) {
	if d.second == nil {
		return nil
	}
	for _, fault := range d.second.Faults() {
		if fault.Equivalent == "" && !fault.Form && (d.unknown == nil || !d.unknown(fault)) {
			all = append(all, &record{fault: fault, says: map[*symptom]evidence{}})
		}
	}
	return all
}

// suspects returns the candidates against which no passing case is known to speak.
func (d *diagnosis) suspects() []*record {
	return slices.DeleteFunc(d.candidates(), func(r *record) bool {
		return slices.ContainsFunc(d.passed, func(c *cases.Case) bool {
			shows, ok := d.kills(c, r.fault.ID)
			return ok && shows
		})
	})
}

// next returns the cause that explains most of the symptoms, or nil.
func (d *diagnosis) next(ctx context.Context, suspects []*record, symptoms []*symptom) (*cause, error) {
	if found, err := d.whole(ctx, suspects, symptoms); found != nil || err != nil {
		return found, err
	}
	sampled := symptoms[:min(sample, len(symptoms))]
	records, err := d.records(ctx, suspects, sampled)
	if err != nil {
		return nil, err
	}
	for len(records) > 0 {
		best := most(records)
		for _, r := range best {
			d.evaluateAll(r, symptoms[len(sampled):])
		}
		if likely := d.unrefuted(best); len(likely) > 0 {
			if deeper, err := d.deeper(ctx, suspects, records, symptoms, likely[0]); len(deeper) > 0 || err != nil {
				likely = deeper
			}
			return newCause(most(likely)), ctx.Err()
		}
		records = slices.DeleteFunc(records, func(r *record) bool { return slices.Contains(best, r) })
	}
	return nil, nil
}

// whole returns the cause that explains all bytes of all symptoms, or nil. It is quick: only faults
// that are known to show in all of them are tried.
func (d *diagnosis) whole(ctx context.Context, suspects []*record, symptoms []*symptom) (*cause, error) {
	showing := slices.DeleteFunc(slices.Clone(suspects), func(r *record) bool {
		return slices.ContainsFunc(symptoms, func(s *symptom) bool {
			shows, ok := d.kills(s.c, r.fault.ID)
			return !ok || !shows
		})
	})
	records, err := d.records(ctx, showing, symptoms)
	if err != nil {
		return nil, err
	}
	records = slices.DeleteFunc(records, func(r *record) bool { return r.equals < len(symptoms) })
	if records = d.unrefuted(records); len(records) == 0 {
		return nil, nil
	}
	return newCause(records), nil
}

// unrefuted returns the likely ones of records, against which no passing case speaks either.
func (d *diagnosis) unrefuted(records []*record) (likely []*record) {
	for _, r := range records {
		if r.likely() && !d.refuted(r.fault.ID) {
			likely = append(likely, r)
		}
	}
	return likely
}

// newCause returns the cause of records that cannot be told apart.
func newCause(records []*record) *cause {
	c := &cause{symptoms: records[0].fits}
	for _, r := range records {
		c.faults = append(c.faults, r.fault)
	}
	return c
}

// records evaluates faults on cases, and returns the likely ones.
func (d *diagnosis) records(ctx context.Context, suspects []*record, symptoms []*symptom) ([]*record, error) {
	d.each(ctx, len(suspects), func(i int) {
		suspects[i].tally = tally{}
		d.evaluateAll(suspects[i], symptoms)
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return slices.DeleteFunc(slices.Clone(suspects), func(r *record) bool { return !r.likely() }), nil
}

// each does something for each number below n, several at a time, until the context ends.
func (d *diagnosis) each(ctx context.Context, n int, do func(i int)) {
	if d.single {
		for i := 0; i < n && ctx.Err() == nil; i++ {
			do(i)
		}
		return
	}
	_ = run.Each(ctx, runtime.GOMAXPROCS(0), n, func(i int) error { // the caller checks ctx
		do(i)
		return nil
	})
}

// most returns the record that explains most, and those that cannot be told from it.
func most(records []*record) (best []*record) {
	for _, r := range records {
		if len(best) > 0 {
			switch top := best[0]; {
			case less(r, top):
				continue
			case !less(top, r):
				best = append(best, r)
				continue
			}
		}
		best = []*record{r}
	}
	return best
}

// less reports whether a record explains less than another one.
func less(r, other *record) bool {
	switch {
	case len(r.fits) != len(other.fits):
		return len(r.fits) < len(other.fits)
	case r.equals != other.equals:
		return r.equals < other.equals
	}
	return r.doubtful > other.doubtful
}

// Case returns the faults that fit one failing case: those with which the second solver writes
// just the same, or else those with which it has the same first wrong line.
func Case(ctx context.Context, a *oracle.Assignment, edition string, r verdict.Result) ([]Fault, Grade,
	error) {
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

// unreached reports whether the log goes wrong so far down that the second solver gives up before it is
// there, whatever fault it has.
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
		return f.Verdict != verdict.Pass && f.Report.Grade != compare.SameForm &&
			(len(written(f, partial(r))) > 0 || blank(r, f) || unleft(r, f))
	})
}
