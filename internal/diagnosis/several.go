package diagnosis

import (
	"context"
	"slices"
)

// explainAll looks for the causes of all failing cases: for those that show first in some cases,
// and for those that show behind them, or together with them, only.
func (d *diagnosis) explainAll(ctx context.Context) (first, second []*cause, err error) {
	if first, err = d.explain(ctx, d.failed); err != nil {
		return nil, nil, err
	}
	tried := false
	if left := d.unexplained(); len(left) > 0 || len(first) > 2 {
		tried = true
		two, err := d.pair(ctx, d.failed)
		if err != nil {
			return nil, nil, err
		}
		if two == nil && len(left) < len(d.failed) {
			two, err = d.pair(ctx, left)
			two = append(first, two...)
		}
		if first = two; err != nil {
			return nil, nil, err
		}
	}
	first = d.needed(first)
	if err := d.revise(ctx, first); err != nil {
		return nil, nil, err
	}
	if second, err = d.further(ctx); err != nil {
		return nil, nil, err
	}
	all := append(slices.Clone(first), second...)
	if len(all) > 1 {
		d.joint(all, d.unequal())
	}
	all = d.needed(all)
	if all, err = d.earn(ctx, all); err != nil {
		return nil, nil, err
	}
	if !tried {
		hidden, err := d.hidden(ctx)
		if err != nil {
			return nil, nil, err
		}
		if hidden != nil {
			first, second, all = hidden, nil, hidden
		}
	}
	if err := d.distinguish(ctx, all); err != nil {
		return nil, nil, err
	}
	second = slices.DeleteFunc(second, func(c *cause) bool { return !slices.Contains(all, c) })
	first = slices.DeleteFunc(first, func(c *cause) bool { return !slices.Contains(all, c) })
	return first, second, nil
}

// hidden returns the pair that writes all bytes of all failing cases, where names that were not earned took its place in some.
// One move in each case would say too little.
func (d *diagnosis) hidden(ctx context.Context) ([]*cause, error) {
	if len(d.unexplained()) == 0 || slices.ContainsFunc(d.failed, func(s *symptom) bool { return !s.tells() }) {
		return nil, nil
	}
	two, err := d.pair(ctx, d.failed)
	if two == nil || err != nil {
		return nil, err
	}
	return d.earn(ctx, two)
}

// distinguish gives causes the cases that they explain, and the faults that do the same there.
func (d *diagnosis) distinguish(ctx context.Context, causes []*cause) error {
	for _, c := range causes {
		c.symptoms = slices.DeleteFunc(slices.Clone(d.failed), func(s *symptom) bool { return !slices.Contains(s.causes, c.faults[0].ID) })
		if len(causes) > 1 { // those that do the same alone are known
			if err := d.alternatives(ctx, c); err != nil {
				return err
			}
		}
	}
	return nil
}

// needed returns the causes without those whose cases the others explain as well, all at once. A
// mistake that does for a few cases what two others do together is not named beside them.
func (d *diagnosis) needed(causes []*cause) []*cause {
	for i := len(causes) - 1; i >= 0 && len(causes) > 2; i-- {
		others := slices.Delete(slices.Clone(causes), i, i+1)
		if !d.allBy(causes[i].symptoms, ids(others)) {
			continue
		}
		for _, c := range others {
			for _, s := range causes[i].symptoms {
				if !slices.Contains(c.symptoms, s) {
					c.symptoms = append(c.symptoms, s)
				}
			}
		}
		causes = others
	}
	return causes
}

// deeper returns those of the records with nearly as many first wrong lines as the best one that
// write all bytes of cases together with one fault more. There are none if the best one
// writes all bytes of some case alone: it needs no other.
func (d *diagnosis) deeper(ctx context.Context, suspects, records []*record, symptoms []*symptom, best *record) (found []*record, err error) {
	if best.equals > 0 {
		return nil, nil
	}
	for _, r := range records {
		if 4*len(r.fits) < 3*min(len(best.fits), sample) {
			continue
		}
		r.tally = tally{}
		if d.evaluateAll(r, symptoms); 4*len(r.fits) < 3*len(best.fits) || len(d.unrefuted([]*record{r})) == 0 {
			continue
		}
		var pairs [][]string
		for _, other := range suspects {
			pairs = append(pairs, []string{r.fault.ID, other.fault.ID})
		}
		for _, s := range r.fits[:min(forPair, len(r.fits))] {
			if pairs, err = d.writing(ctx, s, pairs); err != nil {
				return nil, err
			}
		}
		if len(pairs) > 0 {
			found = append(found, r)
		}
	}
	return found, nil
}

// allBy explains cases by some faults, if these write all bytes of all of them, and reports whether
// they do.
func (d *diagnosis) allBy(symptoms []*symptom, faults []string) bool {
	before := make([]explained, len(symptoms))
	for i, s := range symptoms {
		before[i] = s.explained
		if d.explainBy(s, faults...); !s.equal {
			for j := range i + 1 {
				symptoms[j].explained = before[j]
			}
			return false
		}
	}
	return true
}

// unexplained returns the failing cases without a cause.
func (d *diagnosis) unexplained() (left []*symptom) {
	for _, s := range d.failed {
		if len(s.causes) == 0 {
			left = append(left, s)
		}
	}
	return left
}

// unequal returns the failing cases whose causes do not write all that the program wrote. A move alone says too little to ask
// whether several causes do.
func (d *diagnosis) unequal() (left []*symptom) {
	for _, s := range d.failed {
		if len(s.causes) > 0 && !s.equal && s.tells() {
			left = append(left, s)
		}
	}
	return left
}

// explainBy sets the causes of a case.
func (d *diagnosis) explainBy(s *symptom, faults ...string) {
	s.causes = faults
	s.reference = d.solve(s.c, faults...)
	s.equal = len(faults) > 0 && s.reference.writes(s.got)
}

// further looks for second causes: behind the first ones the program differs again.
func (d *diagnosis) further(ctx context.Context) ([]*cause, error) {
	var behind []*symptom
	for _, s := range d.failed {
		if len(s.causes) == 1 && !s.equal {
			behind = append(behind, s)
		}
	}
	return d.explain(ctx, behind)
}
