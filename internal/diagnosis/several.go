package diagnosis

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle/homework"
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
	// the program differs again there
	behind := d.failing(func(s *symptom) bool { return len(s.causes) == 1 && !s.equal })
	if second, err = d.explain(ctx, behind); err != nil {
		return nil, nil, err
	}
	all := append(slices.Clone(first), second...)
	if len(all) > 1 {
		// a move alone says too little to ask whether several causes write it
		d.joint(all, d.failing(func(s *symptom) bool { return len(s.causes) > 0 && !s.equal && s.tells() }))
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

// hidden returns the pair that writes all bytes of all failing cases, where names that were not earned took
// its place in some. One move in each case would say too little.
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
		c.symptoms = d.failing(func(s *symptom) bool { return slices.Contains(s.causes, c.faults[0].ID) })
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
func (d *diagnosis) deeper(ctx context.Context, suspects, records []*record, symptoms []*symptom,
	best *record) (found []*record, err error) {
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

// allBy explains cases by some faults, if these write all bytes of all of them, and reports whether they do.
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

// failing returns the failing cases for which a condition holds.
func (d *diagnosis) failing(holds func(*symptom) bool) []*symptom {
	return slices.DeleteFunc(slices.Clone(d.failed), func(s *symptom) bool { return !holds(s) })
}

// unexplained returns the failing cases without a cause.
func (d *diagnosis) unexplained() []*symptom {
	return d.failing(func(s *symptom) bool { return len(s.causes) == 0 })
}

// explainBy sets the causes of a case.
func (d *diagnosis) explainBy(s *symptom, faults ...string) {
	s.causes = faults
	s.reference = d.solve(s.c, faults...)
	s.equal = len(faults) > 0 && s.reference.writes(s.got)
}

const (
	// forPair is on how many cases all pairs of faults are tried, and telling how many wrong lines these must
	// have: of some thousand pairs one writes fewer by chance.
	forPair = 8
	telling = 7
	// mostPairs is how many are tried, and mostBattles where a case is a battle, which takes many searches and
	// has no log whose first rows would settle most.
	mostPairs   = 25_000
	mostBattles = 200
)

// pair looks for two faults which together write all bytes of all of some cases: those that act in
// the same places, where neither explains them alone. It returns nothing if there are several such
// pairs without a fault in common.
func (d *diagnosis) pair(ctx context.Context, symptoms []*symptom) ([]*cause, error) {
	if len(symptoms) < 2 || !tell(symptoms) {
		return nil, nil
	}
	var bare []*symptom // without what explains them
	for _, s := range symptoms {
		bare = append(bare, &symptom{c: s.c, got: s.got, stage: s.stage})
	}
	few := bare[:min(forPair, len(bare))]
	for _, s := range few {
		d.explainBy(s)
	}
	pairs, err := d.pairs(ctx, few)
	most := mostPairs
	if slices.ContainsFunc(few, (*symptom).isBattle) {
		most = mostBattles
	}
	if err != nil || len(pairs) > most {
		return nil, err
	}
	for _, s := range bare {
		if pairs, err = d.writing(ctx, s, pairs); len(pairs) == 0 || err != nil {
			return nil, err
		}
	}
	pairs = slices.DeleteFunc(pairs, func(p []string) bool { return d.refuted(p...) })
	return d.common(pairs, symptoms), nil
}

// tell reports whether cases have enough wrong lines to tell pairs of faults apart. Where there is no log all
// of a case follows from one move, and counts as one line.
func tell(symptoms []*symptom) bool {
	n := 0
	for _, s := range symptoms {
		wrong := 0
		for name, right := range s.reference.files {
			wrong += differing(s.got[name], right)
		}
		if !s.tells() {
			wrong = min(wrong, 1)
		}
		if n += wrong; n >= telling {
			return true
		}
	}
	return false
}

// differing counts the lines in which two texts differ.
func differing(a, b []string) (n int) {
	for i := range max(len(a), len(b)) {
		if line(a, i) != line(b, i) {
			n++
		}
	}
	return n
}

// isBattle reports whether a case is a battle.
func (s *symptom) isBattle() bool {
	battle, ok := s.c.Problem.(homework.Battle)
	if !ok {
		return false
	}
	turn, _ := battle.Turn(1, nil)
	return turn > 0
}

// pairs returns those of which one fault at least shows in each case or gives up there.
func (d *diagnosis) pairs(ctx context.Context, symptoms []*symptom) (pairs [][]string, err error) {
	all := d.candidates()
	d.each(ctx, len(all), func(i int) {
		for _, s := range symptoms {
			if !d.writes(s, s.reference.files, all[i].fault.ID) {
				all[i].fits = append(all[i].fits, s)
			}
		}
	})
	for i, a := range all {
		for _, b := range all[i+1:] {
			if !slices.ContainsFunc(symptoms,
				func(s *symptom) bool { return !slices.Contains(a.fits, s) && !slices.Contains(b.fits, s) }) {
				pairs = append(pairs, []string{a.fault.ID, b.fault.ID})
			}
		}
	}
	return pairs, ctx.Err()
}

// writing returns those of some sets of faults that write all bytes of a case.
func (d *diagnosis) writing(ctx context.Context, s *symptom, sets [][]string) (left [][]string, err error) {
	writes := make([]bool, len(sets))
	d.each(ctx, len(sets), func(i int) {
		writes[i] = d.writes(s, s.got, append(slices.Clone(s.causes), sets[i]...)...)
	})
	for i, set := range sets {
		if writes[i] {
			left = append(left, set)
		}
	}
	return left, ctx.Err()
}

// common returns the causes of pairs that cannot be told apart: the fault that all of them have, and
// the others, one of which is the second cause.
func (d *diagnosis) common(pairs [][]string, symptoms []*symptom) []*cause {
	if len(pairs) == 0 {
		return nil
	}
	for _, shared := range pairs[0] {
		if slices.ContainsFunc(pairs, func(p []string) bool { return !slices.Contains(p, shared) }) {
			continue
		}
		one, other := &cause{symptoms: symptoms}, &cause{symptoms: symptoms}
		for _, p := range pairs {
			for _, id := range p {
				fault, _ := d.second.Lookup(id)
				switch {
				case id != shared:
					other.faults = append(other.faults, fault)
				case one.faults == nil:
					one.faults = []mutant.Fault{fault}
				}
			}
		}
		d.allBy(symptoms, pairs[0])
		return []*cause{one, other}
	}
	return nil
}

// instead returns the candidates with which, in place of one fault, the second solver writes all bytes of
// some cases.
func (d *diagnosis) instead(ctx context.Context, candidates []*record, symptoms []*symptom, fault string) (
	found []string, err error) {
	var sets [][]string
	for _, r := range candidates {
		sets = append(sets, []string{r.fault.ID})
	}
	for _, s := range symptoms {
		alone := &symptom{c: s.c, got: s.got, stage: s.stage,
			explained: explained{causes: without(s.causes, fault)}}
		if sets, err = d.writing(ctx, alone, sets); err != nil {
			return nil, err
		}
	}
	return slices.Concat(sets...), nil
}

// alternatives adds to a cause beside others the faults that do the same in its place, in all cases of which
// all bytes are known.
func (d *diagnosis) alternatives(ctx context.Context, c *cause) error {
	equal := slices.DeleteFunc(slices.Clone(c.symptoms), func(s *symptom) bool { return !s.equal })
	if len(equal) == 0 {
		return nil
	}
	found, err := d.instead(ctx, d.candidates(), equal, c.faults[0].ID)
	for _, id := range found {
		known := slices.ContainsFunc(c.faults, func(f mutant.Fault) bool { return f.ID == id })
		if !known && !d.refuted(id) {
			c.faults = append(c.faults, d.faults([]string{id})...)
		}
	}
	return err
}
