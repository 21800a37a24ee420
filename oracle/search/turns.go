package search

import (
	"context"
	"sync/atomic"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// MostTurns is how many turns Turns lists.
const MostTurns = 10_000

// Turns lists the turns of the root player in order, up to MostTurns, with the board after each.
// With a limit of 0, or without a move, the board stays as it is, which is the only turn.
func (g Game[S]) Turns() replay.Turns {
	rules, show := g.Rules, g.Show
	turns := replay.Turns{File: show.File, First: show.First, Read: show.Read, Values: g.values}
	add := func(made []string, s *S, unfinished bool) {
		turns.All = append(turns.All, replay.Turn{Moves: made, Lines: show.Lines(made, s), Board: show.Board(s), Unfinished: unfinished})
	}
	var list func(s *S, made []string)
	list = func(s *S, made []string) {
		moves := rules.Moves(nil, s, nil)
		if g.Params.Limit == 0 {
			moves = nil
		}
		if len(moves) == 0 {
			add(made, s, false)
		}
		for _, m := range moves {
			if len(turns.All) >= MostTurns {
				turns.More = true
				return
			}
			var after S
			again := rules.Play(&after, s, m) == Again
			with := append(made[:len(made):len(made)], string(show.Name(nil, m)))
			unfinished := again && len(rules.Moves(nil, &after, nil)) > 0
			if add(with, &after, unfinished); unfinished {
				list(&after, with)
			}
		}
	}
	list(g.Root, nil)
	return turns
}

// values searches each move at the root with an open window.
func (g Game[S]) values(ctx context.Context) (found []int32, err error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	s := NewSearcher(g.Rules, g.Root, Params{Limit: g.Params.Limit, Prune: true})
	for _, m := range g.Rules.Moves(nil, g.Root, nil) {
		value, _ := s.Search(Subtree{Path: []Move{m}, Alpha: -Inf, Beta: Inf}, &stop)
		found = append(found, value)
	}
	return found, ctx.Err()
}
