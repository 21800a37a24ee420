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
	if !prune {
		return false
	}
	if p.max && p.v >= p.beta || !p.max && p.v <= p.alpha {
		return true
	}
	if p.max {
		p.alpha = max(p.alpha, p.v)
	} else {
		p.beta = min(p.beta, p.v)
	}
	return false
}

// A forecast walks the top of the tree ahead of a search and finds the units that
// it will come to. What they are worth it does not know, so it guesses: only some
// units are right then. In minimax all are.
type forecast[S any] struct {
	rules    Sharable[S]
	limit    int
	prune    bool
	frontier int
	plies    []*ply[S]
	value    int32 // of the unit, as far as is known
	top      int   // slot of the node whose child the last unit was; -1 at the end
	scout    searcher[S]
}

// newForecast makes a forecast for a search.
func newForecast[S any](s *searcher[S], rules Sharable[S], frontier int) forecast[S] {
	return forecast[S]{
		rules: rules, limit: s.limit, prune: s.prune, frontier: frontier,
		plies: []*ply[S]{{state: s.plies[0].state}}, top: -1,
		scout: searcher[S]{
			rules: rules, after: s.foresight(rules), prune: true, optional: s.optional, plain: s.plain,
			log: trace.Discard(), stop: new(atomic.Bool), frontier: nowhere,
		},
	}
}

// fork puts the forecast at the unit below nodes with these spots.
func (f *forecast[S]) fork(above []spot, value int32) {
	f.value = value
	f.deepen(len(above))
	for i, at := range above {
		p := f.plies[i]
		p.spot = at
		p.moves = f.rules.Moves(p.moves[:0], &p.state)
		f.rules.Play(&f.plies[i+1].state, &p.state, p.moves[p.k])
	}
	f.top = len(above) - 1
}

// deepen makes slots up to the i-th.
func (f *forecast[S]) deepen(i int) {
	for i >= len(f.plies) {
		f.plies = append(f.plies, new(ply[S]))
	}
}

// guess is the value of the unit that the forecast stands at: that of a search of a ply
// or two, whose last ply is the same side's as the whole search's.
func (f *forecast[S]) guess() int32 {
	if !f.prune {
		return 0 // no other unit depends on it
	}
	f.scout.limit = min(f.frontier+1+(f.limit-f.frontier-1)&1, f.limit)
	f.scout.plies = f.plies
	u := f.plies[f.top+1].spot
	value := f.scout.node(f.top+1, u.m, u.depth, u.max, u.turn, u.alpha, u.beta)
	f.plies = f.scout.plies
	return value
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
			if child.depth == f.frontier {
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
	f.deepen(f.top + 1)
	p, child := f.plies[f.top], f.plies[f.top+1]
	move := p.moves[p.k]
	turn := f.rules.Play(&child.state, &p.state, move)
	child.spot = spot{m: move, depth: p.depth + 1, max: p.max == (turn == Again), turn: turn, v: Inf, alpha: p.alpha, beta: p.beta}
	if p.turn == Again {
		child.depth = p.depth
	}
	if child.max {
		child.v = -Inf
	}
	child.moves = f.rules.Moves(child.moves[:0], &child.state)
	if len(child.moves) == 0 || child.depth >= f.limit && turn == Next {
		return true, f.rules.Eval(&child.state)
	}
	return false, 0
}
