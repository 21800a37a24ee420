package diagnose

import (
	"context"
	"runtime"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/cli/internal/workers"
	"github.com/touchstone-suite/touchstone/mutant"
)

// sample is how many failing cases are heard on every fault, the smallest first, and patience how
// many without one that the fault fits.
const (
	sample   = 24
	patience = 10
)

// A record is what cases say of a fault.
type record struct {
	fault    mutant.Fault
	fits     []*symptom
	equals   int
	doubtful int
	heard    int // cases in which it would show
	refuted  bool
}

// hearAll adds what cases say. It ends early if they refute the fault.
func (d *diagnosis) hearAll(r *record, symptoms []*symptom) {
	for _, s := range symptoms {
		if shows, ok := d.kills(s.c, r.fault.ID); ok && !shows && !r.fault.Form {
			continue
		}
		r.heard++
		switch d.hear(s, r.fault.ID) {
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
		if r.refuted = r.refuted || r.heard >= patience && len(r.fits) == 0; r.refuted {
			return
		}
	}
}

// likely reports whether cases make a fault likely. A first wrong line may be a coincidence: if the
// fault explains no case wholly, it has to fit three and a fifth of those in which it would show.
func (r *record) likely() bool {
	n := len(r.fits)
	return !r.refuted && n > 0 && r.doubtful <= n/2 && (r.equals > 0 || n >= 3 && 5*n >= r.heard)
}

// explain finds the faults that explain symptoms, those that explain most first, until no other
// explains any. It adds them to the causes of the symptoms.
func (d *diagnosis) explain(ctx context.Context, symptoms []*symptom) (causes []*cause, err error) {
	left := slices.Clone(symptoms)
	for len(left) > 0 {
		found, err := d.next(ctx, left)
		if err != nil {
			return nil, err
		}
		if found == nil {
			break
		}
		causes = append(causes, found)
		left = slices.DeleteFunc(left, func(s *symptom) bool { return slices.Contains(found.symptoms, s) })
	}
	for _, c := range causes {
		for _, s := range c.symptoms {
			s.causes = append(s.causes, c.faults[0].ID)
			s.reference = d.solve(s.c, s.causes...)
			s.equal = s.reference.writes(s.got)
		}
	}
	return causes, nil
}

// next returns the cause that explains most of the symptoms, or nil.
func (d *diagnosis) next(ctx context.Context, symptoms []*symptom) (*cause, error) {
	heard := symptoms[:min(sample, len(symptoms))]
	records, err := d.records(ctx, heard)
	if err != nil {
		return nil, err
	}
	for len(records) > 0 {
		best := most(records)
		for i := range best {
			d.hearAll(&best[i], symptoms[len(heard):])
		}
		if best = slices.DeleteFunc(best, func(r record) bool { return !r.likely() || d.refuted(r.fault.ID) }); len(best) > 0 {
			best = most(best)
			found := &cause{symptoms: best[0].fits}
			for _, r := range best {
				found.faults = append(found.faults, r.fault)
			}
			return found, nil
		}
		tried := most(records)
		records = slices.DeleteFunc(records, func(r record) bool {
			return slices.ContainsFunc(tried, func(t record) bool { return t.fault.ID == r.fault.ID })
		})
	}
	return nil, nil
}

// records hears cases on every fault, and returns the likely ones.
func (d *diagnosis) records(ctx context.Context, symptoms []*symptom) ([]record, error) {
	var records []record
	for _, fault := range d.a.Faults() {
		refuted := slices.ContainsFunc(d.passed, func(c *cases.Case) bool {
			shows, ok := d.kills(c, fault.ID)
			return ok && shows
		})
		if fault.Equivalent == "" && !refuted {
			records = append(records, record{fault: fault})
		}
	}
	workers.Each(runtime.GOMAXPROCS(0), len(records), func(i int) {
		if ctx.Err() == nil {
			d.hearAll(&records[i], symptoms)
		}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return slices.DeleteFunc(records, func(r record) bool { return !r.likely() }), nil
}

// most returns the record that explains most, and those that cannot be told from it.
func most(records []record) (best []record) {
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
		best = []record{r}
	}
	return best
}

// less reports whether a record explains less than another one.
func less(r, other record) bool {
	switch {
	case len(r.fits) != len(other.fits):
		return len(r.fits) < len(other.fits)
	case r.equals != other.equals:
		return r.equals < other.equals
	}
	return r.doubtful > other.doubtful
}
