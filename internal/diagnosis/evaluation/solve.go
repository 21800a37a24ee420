// Package evaluation solves for a program's evaluation: leaves of the right search that the program evaluated
// are equations, and it looks for the smallest change of the evaluation's terms with which every leaf is
// worth what the program wrote: a sign, a side, the weight of a square, a term that is left out or added.
//
// A reading is an evaluation with one change. It is told only if it gives all leaves at hand the program's
// values, those that are right and those that are wrong, and if no other is as simple. Where positions may be
// wrong as well, it has to hold where they hardly are: where each move on the way changed places in one
// direction at most. What is wrong with the positions is looked for beside it in the leaves before which no
// move but the last can have gone otherwise.
package evaluation

import (
	"cmp"
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// fewest is how many wrong leaves a reading must explain.
const fewest = 8

// A Solution is what a program does at leaves.
type Solution struct {
	Does     string // in one line
	Turned   bool   // it is not in the evaluation, but in what the last move turned
	explains map[string]map[int]bool
}

// Explains reports whether the program's value of a leaf, a step of a case's right log from 0, is as the
// solution says.
func (s *Solution) Explains(name string, step int) bool { return s.explains[name][step] }

// A reading is an evaluation that the program may have.
type reading struct {
	sort string // of readings of one sort that explain the same the first is told
	rank int    // the simpler the lower
	does string
	of   func(l *leaf) (v int64, ok bool) // ok is false where it says nothing
	// reports whether it may explain a leaf of which it says nothing; or nil
	also func(l *leaf) bool
}

// right is the reading of the right evaluation.
var right = &reading{sort: "right", of: func(l *leaf) (int64, bool) { return l.want, true }}

// Solve returns what explains the leaves of a program's logs: of an evaluation, of what moves turn, of both,
// or nothing.
func Solve(ctx context.Context, how homework.Options, logs []Log) (found []*Solution, err error) {
	var all []*leaf
	for _, of := range logs {
		l, err := read(ctx, how, of, newShare(len(logs)))
		if err != nil {
			return nil, err
		}
		all = append(all, l.leaves...)
	}
	slices.SortStableFunc(all, func(a, b *leaf) int { // those that refute most come first
		switch {
		case a.wrong() == b.wrong():
			return 0
		case a.wrong():
			return -1
		}
		return 1
	})
	if len(all) == 0 {
		return nil, ctx.Err()
	}
	if r := choose(all); r != nil {
		return []*Solution{newSolution(r, right, all)}, ctx.Err()
	}
	evaluated := choose(slices.DeleteFunc(slices.Clone(all), func(l *leaf) bool { return !l.quiet }))
	if evaluated != nil {
		found = append(found, newSolution(evaluated, right, all))
	} else {
		evaluated = right
	}
	if r := chooseTurning(all, evaluated); r != nil {
		s := newSolution(r, evaluated, all)
		s.Turned = true
		found = append(found, s)
	}
	return found, ctx.Err()
}

// newSolution returns a reading with the wrong leaves that it explains and another does not.
func newSolution(r, other *reading, leaves []*leaf) *Solution {
	s := &Solution{Does: r.does, explains: map[string]map[int]bool{}}
	for _, l := range leaves {
		if without, _ := other.of(l); !l.wrong() || without == l.got {
			continue
		}
		if v, ok := r.of(l); ok && v != l.got || !ok && (r.also == nil || !r.also(l)) {
			continue
		}
		if s.explains[l.of.Case] == nil {
			s.explains[l.of.Case] = map[int]bool{}
		}
		s.explains[l.of.Case][l.step] = true
	}
	return s
}

// choose returns the one reading that is simpler than all others that fit, or nil. The wrong leaves come
// first.
func choose(leaves []*leaf) *reading {
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
	return simplest(best)
}

// simplest returns the simplest of readings that fit, or nil if there is none, or another that is as simple.
func simplest(fit []*reading) *reading {
	if len(fit) == 0 {
		return nil
	}
	slices.SortStableFunc(fit, func(a, b *reading) int { return cmp.Compare(a.rank, b.rank) })
	for _, other := range fit[1:] {
		if other.rank == fit[0].rank && other.sort != fit[0].sort {
			return nil
		}
	}
	return fit[0]
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

// prime is the modulus of the linear algebra, whose results are tried on the leaves in exact arithmetic.
const prime = 1<<31 - 1

// A system is a set of linear equations modulo prime, in echelon form: row i has its first 1 at i, if there
// is such a row. The last column is the right side.
type system struct {
	n    int
	rows [][]int64
	rank int
}

func newSystem(unknowns int) *system { return &system{n: unknowns, rows: make([][]int64, unknowns)} }

// add adds an equation, which it may change. ok is false if it contradicts those before it.
func (s *system) add(row []int64) (ok bool) {
	for i := range row {
		row[i] = (row[i]%prime + prime) % prime
	}
	for i := range s.n {
		if row[i] == 0 {
			continue
		}
		if s.rows[i] == nil {
			inverse := power(row[i], prime-2)
			for j := i; j <= s.n; j++ {
				row[j] = row[j] * inverse % prime
			}
			s.rows[i] = row
			s.rank++
			return true
		}
		factor := prime - row[i]
		for j := i; j <= s.n; j++ {
			row[j] = (row[j] + factor*s.rows[i][j]) % prime
		}
	}
	return row[s.n] == 0
}

// solution returns the unknowns, as numbers near 0, if there is exactly one solution.
func (s *system) solution() (x []int64, ok bool) {
	x = make([]int64, s.n)
	for i := s.n - 1; i >= 0; i-- {
		if s.rows[i] == nil {
			return nil, false
		}
		x[i] = s.rows[i][s.n]
		for j := i + 1; j < s.n; j++ {
			x[i] = (x[i] + (prime-s.rows[i][j])*x[j]) % prime
		}
	}
	for i := range x {
		if x[i] > prime/2 {
			x[i] -= prime
		}
	}
	return x, true
}

// power returns base to an exponent.
func power(base, exponent int64) int64 {
	result := int64(1)
	for ; exponent > 0; exponent >>= 1 {
		if exponent&1 == 1 {
			result = result * base % prime
		}
		base = base * base % prime
	}
	return result
}
