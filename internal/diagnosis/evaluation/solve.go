// Package evaluation finds the mistake in a program's evaluation function. It compares the values that the
// program gives to leaves with the right ones, and looks for one change of the evaluation that explains all of
// them: another sign, a side that is left out or added, or another weight of a place.
//
// A candidate is reported only if it predicts every leaf, the right ones and the wrong ones, and if no other
// candidate is as simple. If none predicts every leaf, the positions may be wrong as well. Then it must predict
// the leaves whose positions are most likely right: each move on the way changed places in one direction at
// most.
package evaluation

import (
	"cmp"
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// minWrong is the number of wrong leaves that a candidate must explain.
const minWrong = 8

// A Solution is an evaluation that explains the leaves of a program.
type Solution struct {
	Does     string // in one line
	explains map[string]map[int]bool
}

// Explains reports whether the solution predicts the program's wrong value of a leaf. The step of the case's
// right log counts from 0.
func (s *Solution) Explains(name string, step int) bool { return s.explains[name][step] }

// A candidate is an evaluation that the program may have.
type candidate struct {
	sort  string // candidates of one sort have the same effect, and the first one is reported
	does  string
	value func(l *leaf) (v int64, ok bool) // ok is false where the candidate predicts nothing
}

// Solve returns the evaluation that explains the leaves of a program's logs, or nil.
func Solve(ctx context.Context, how homework.Options, logs []Log) (*Solution, error) {
	var all []*leaf
	for _, of := range logs {
		l, err := read(ctx, how, of, newShare(len(logs)))
		if err != nil {
			return nil, err
		}
		all = append(all, l.leaves...)
	}
	c := choose(all)
	if c == nil {
		c = choose(slices.DeleteFunc(slices.Clone(all), func(l *leaf) bool { return !l.quiet }))
	}
	if c == nil {
		return nil, ctx.Err()
	}
	s := &Solution{Does: c.does, explains: map[string]map[int]bool{}}
	for _, l := range all {
		if v, ok := c.value(l); !l.wrong() || !ok || v != l.got {
			continue
		}
		if s.explains[l.of.Case] == nil {
			s.explains[l.of.Case] = map[int]bool{}
		}
		s.explains[l.of.Case][l.step] = true
	}
	return s, ctx.Err()
}

// choose returns the only candidate that fits the leaves, or nil. Sides are simpler than weights.
func choose(leaves []*leaf) *candidate {
	wrong := slices.IndexFunc(leaves, (*leaf).wrong)
	if wrong < 0 {
		return nil
	}
	first := leaves[wrong]
	for _, family := range []func() []candidate{
		func() []candidate { return sides(leaves, first) },
		func() []candidate { return weights(leaves, first) },
	} {
		fit := slices.DeleteFunc(family(), func(c candidate) bool { return !c.fits(leaves) })
		if len(fit) == 0 {
			continue
		}
		if slices.ContainsFunc(fit, func(c candidate) bool { return c.sort != fit[0].sort }) {
			return nil
		}
		return &fit[0]
	}
	return nil
}

// fits reports whether a candidate contradicts no leaf, and explains enough of the wrong ones.
func (c *candidate) fits(leaves []*leaf) bool {
	explained, wrong := 0, 0
	for _, l := range leaves {
		v, ok := c.value(l)
		if ok && v != l.got {
			return false
		}
		if l.wrong() {
			wrong++
			if ok {
				explained++
			}
		}
	}
	return explained >= minWrong && 2*explained > wrong
}

// A condition selects the leaves at which a change of the evaluation shows.
type condition struct {
	sort  string // as in candidate
	where string
	holds func(l *leaf) bool
}

// conditions returns all conditions, the general one first.
func conditions(leaves []*leaf) []condition {
	second := ""
	for _, l := range leaves {
		second = cmp.Or(second, l.of.second)
	}
	return []condition{
		{"", "", func(*leaf) bool { return true }},
		{"mover", " where the opponent moves next", func(l *leaf) bool { return !l.max }},
		{"mover", " at odd depths", func(l *leaf) bool { return l.depth%2 == 1 }},
		{"own", " where the root player moves next", func(l *leaf) bool { return l.max }},
		{"own", " at even depths", func(l *leaf) bool { return l.depth%2 == 0 }},
		{"over", " where the game is over above the depth limit", func(l *leaf) bool { return l.over && !l.limit }},
		{"over", " where the game is over", func(l *leaf) bool { return l.over }},
		{"goes on", " where the game is not over", func(l *leaf) bool { return !l.over }},
		{"second", " where " + second + " moves at the root", func(l *leaf) bool { return l.of.second != "" }},
	}
}
