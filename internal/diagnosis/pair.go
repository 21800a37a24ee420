package diagnosis

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

const (
	// forPair is on how many cases all pairs of faults are tried, and telling how many wrong lines these must have: of some
	// thousand pairs one writes fewer by chance.
	forPair = 8
	telling = 7
	// mostPairs is how many are tried, and mostBattles where a case is a battle, which takes many searches and has no log
	// whose first rows would settle most.
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

// tell reports whether cases have enough wrong lines to tell pairs of faults apart. Where there is no log all of a case follows
// from one move, and counts as one line.
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
			if !slices.ContainsFunc(symptoms, func(s *symptom) bool { return !slices.Contains(a.fits, s) && !slices.Contains(b.fits, s) }) {
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
