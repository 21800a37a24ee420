// Package evaluation solves for a program's evaluation: leaves of the right search that the program evaluated are
// equations, and it looks for the smallest change of the evaluation's terms with which every leaf is worth what the
// program wrote: a sign, a side, the weight of a square, a term that is left out or added.
//
// A reading is an evaluation with one change. It is told only if it gives all leaves at hand the program's values, those
// that are right and those that are wrong, and if no other is as simple. Where positions may be wrong as well, it has to
// hold where they certainly are not: where each move on the way changed one line of places at most.
package evaluation

import (
	"cmp"
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// fewest is how many wrong leaves a reading must explain.
const fewest = 8

// A Solution is the reading of a program's evaluation.
type Solution struct {
	Does     string // what the program does, in one line
	explains map[string]map[int]bool
}

// Explains reports whether the program's value of a leaf, a step of a case's right log from 0, is as the solution says.
func (s *Solution) Explains(name string, step int) bool {
	return s != nil && s.explains[name][step]
}

// A reading is an evaluation that the program may have.
type reading struct {
	sort string // of readings of one sort that explain the same the first is told
	rank int    // the simpler the lower
	does string
	of   func(l *leaf) (v int64, ok bool) // ok is false where it says nothing
}

// Solve returns the reading of a program's logs, or nil if there is none.
func Solve(ctx context.Context, how homework.Options, logs []Log) (*Solution, error) {
	var all []*leaf
	for _, of := range logs {
		l, err := read(ctx, how, of, newShare(len(logs)))
		if err != nil {
			return nil, err
		}
		all = append(all, l.leaves...)
	}
	quiet := slices.DeleteFunc(slices.Clone(all), func(l *leaf) bool { return !l.quiet })
	for _, leaves := range [][]*leaf{all, quiet} {
		if found := choose(leaves); found != nil {
			return solution(found, all), ctx.Err()
		}
	}
	return nil, ctx.Err()
}

// solution returns a reading with the wrong leaves that it explains.
func solution(r *reading, leaves []*leaf) *Solution {
	s := &Solution{Does: r.does, explains: map[string]map[int]bool{}}
	for _, l := range leaves {
		if v, ok := r.of(l); ok && v == l.got && l.wrong() {
			if s.explains[l.of.Case] == nil {
				s.explains[l.of.Case] = map[int]bool{}
			}
			s.explains[l.of.Case][l.step] = true
		}
	}
	return s
}

// choose returns the one reading that is simpler than all others that fit, or nil.
func choose(leaves []*leaf) *reading {
	leaves = slices.Clone(leaves)
	slices.SortStableFunc(leaves, func(a, b *leaf) int { // those that refute most come first
		return cmp.Compare(b2i(b.wrong()), b2i(a.wrong()))
	})
	wrong := 0
	for wrong < len(leaves) && leaves[wrong].wrong() {
		wrong++
	}
	if wrong < fewest {
		return nil
	}
	w := newWeights(leaves)
	var best []*reading
	for _, family := range []func() []reading{
		func() []reading { return slices.Concat(sides(leaves), moves(leaves), terms(leaves), w.tables()) },
		w.few, w.groups, w.solved,
	} {
		for _, r := range family() {
			if r.fits(leaves) {
				best = append(best, &r)
			}
		}
		if len(best) > 0 {
			break
		}
	}
	if len(best) == 0 {
		return nil
	}
	slices.SortStableFunc(best, func(a, b *reading) int { return cmp.Compare(a.rank, b.rank) })
	for _, other := range best[1:] {
		if other.rank == best[0].rank && other.sort != best[0].sort {
			return nil
		}
	}
	return best[0]
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fits reports whether a reading gives all leaves the program's values, and enough of those that are wrong.
func (r *reading) fits(leaves []*leaf) bool {
	explained, wrong, silent := 0, 0, 0
	for _, l := range leaves {
		v, ok := r.of(l)
		switch {
		case !ok:
			silent++
		case v != l.got:
			return false
		case l.wrong():
			explained++
		}
		if l.wrong() {
			wrong++
		}
		if silent > fewest && silent > len(leaves)/2 {
			return false
		}
	}
	return explained >= fewest && 2*explained > wrong
}
