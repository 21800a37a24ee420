package engine

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// First returns the first move, as moves are numbered, of those with the greatest value by minimax to a depth, which
// is at least 1. There must be a move. It looks at no more than that takes: the moves are tried in another order, and
// what earlier searches have found is remembered. It ends early, with the error of ctx, when ctx is done.
func First(ctx context.Context, b Board, depth int) (search.Move, error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	if left := b.Left(); left > 0 {
		depth = min(depth, left)
	}
	s := &searcher{board: b, memory: new(memory), full: true, limits: limits{stop: &stop, nodes: unlimited}, first: noMove}
	moves := b.Moves(nil)
	slices.SortStableFunc(moves, func(a, b Candidate) int { return cmp.Compare(b.Gain, a.Gain) })
	from := depth
	if depth > 2 { // else it would take longer to clear a table than the search
		s.table = newTable(1 << min(17, 7+2*depth))
		from = 2 - depth%2 // and on by two: another last mover's values order moves badly
	}
	for d := from; d <= depth && !s.stopped; d += 2 {
		i := s.firstBest(moves, d)
		best := moves[i]
		copy(moves[1:], moves[:i]) // try it first
		moves[0] = best
	}
	return moves[0].Move, ctx.Err()
}

// firstBest returns the place of the first move, as moves are numbered, of those with the greatest value, in whatever
// order they stand.
func (s *searcher) firstBest(moves []Candidate, depth int) (chosen int) {
	s.level(0)
	best := -search.Inf
	for i, c := range moves {
		bar := best
		if i > 0 && c.Move < moves[chosen].Move {
			bar-- // it wins a tie
		}
		to := place{ply: 1, side: 1, turn: s.board.Play(c.Move)}
		below := depth - 1
		if to.turn == search.Again {
			to.side, below = 0, depth
		}
		v := search.Inf
		if i > 0 {
			v = s.below(to, below, bar, bar+1)
		}
		if v > bar {
			v = s.below(to, below, bar, search.Inf)
		}
		s.board.Undo()
		if s.stopped {
			return chosen
		}
		if v > bar {
			best, chosen = v, i
		}
	}
	return chosen
}
