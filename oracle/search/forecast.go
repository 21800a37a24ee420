package search

import (
	"sync/atomic"

	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// A spot is where a search stands in an interior node: at its k-th child, with the
// value and the window so far.
type spot struct {
	m              Move // that led to the node
	depth          int
	max            bool
	turn           Turn
	k              int
	v, alpha, beta int32
}

// heed takes the value of the child as searcher.node does, and tells whether it
// cuts.
func (p *spot) heed(w int32, prune bool) (cut bool) {
	if p.max && w > p.v || !p.max && w < p.v {
		p.v = w
	}
	if prune {
		p.alpha, p.beta, cut = narrow(p.max, p.v, p.alpha, p.beta)
	}
	return cut
}

// A forecast walks the top of the tree ahead of a search and finds the units that
// it will come to. What they are worth it does not know, so it guesses: only some
// units are right then. In minimax all are.
type forecast[S any] struct {
	searcher[S]       // which guesses; its plies and rules are those of the forecast
	end         int   // cut-off depth of the search, which that of a guess is not
	units       int   // depth of the units
	value       int32 // of the unit, as far as is known
	top         int   // slot of the node whose child the last unit was; -1 at the end
}

// newForecast makes a forecast for a search.
func newForecast[S any](s *searcher[S], rules Sharable[S], frontier int) forecast[S] {
	f := forecast[S]{searcher: s.apart(trace.Discard()), end: s.limit, units: frontier, top: -1}
	f.rules, f.after, f.stop = rules, f.foresight(rules), new(atomic.Bool)
	return f
}

// fork puts the forecast at the unit below nodes with these spots.
func (f *forecast[S]) fork(above []spot, value int32) {
	f.value = value
	for i, at := range above {
		p, child := f.plies[i], f.slot(i+1)
		p.spot = at
		p.moves = f.rules.Moves(p.moves[:0], &p.state)
		f.rules.Play(&child.state, &p.state, p.moves[p.k])
	}
	f.top = len(above) - 1
}

// guess is the value of the unit that the forecast stands at: that of a search of a ply
// or two, whose last ply is the same side's as the whole search's.
func (f *forecast[S]) guess() int32 {
	if !f.prune {
		return 0 // no other unit depends on it
	}
	f.limit = min(f.units+1+(f.end-f.units-1)&1, f.end)
	u := f.plies[f.top+1].spot
	return f.node(f.top+1, u.m, u.depth, u.max, u.turn, u.alpha, u.beta)
}

// next goes on to the next unit, which then is the child of the node in slot top,
// and gives its spot. ok is false if there is none.
func (f *forecast[S]) next() (unit spot, ok bool) {
	w := f.value
	for f.top >= 0 {
		p := f.plies[f.top]
		if p.heed(w, f.prune) || p.k == len(p.moves)-1 {
			w = p.v
			f.top--
			continue
		}
		p.k++
		for {
			leaf, value := f.descend()
			if leaf {
				w = value
				break
			}
			child := f.plies[f.top+1]
			if child.depth == f.units {
				return child.spot, true
			}
			f.top++
		}
	}
	return spot{}, false
}

// descend sets up the child of the node in slot top in the slot below, and gives
// its value if it is a leaf.
func (f *forecast[S]) descend() (leaf bool, value int32) {
	p, child := f.plies[f.top], f.slot(f.top+1)
	move := p.moves[p.k]
	turn := f.rules.Play(&child.state, &p.state, move)
	child.spot = spot{m: move, depth: below(p.depth, p.turn), max: p.max == (turn == Again), turn: turn, v: Inf, alpha: p.alpha, beta: p.beta}
	if child.max {
		child.v = -Inf
	}
	child.moves = f.rules.Moves(child.moves[:0], &child.state)
	if len(child.moves) == 0 || child.depth >= f.end && turn == Next {
		return true, f.rules.Eval(&child.state)
	}
	return false, 0
}
