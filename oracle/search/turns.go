package search

import (
	"context"
	"sync/atomic"

	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// MostTurns is how many turns Turns lists.
const MostTurns = 10_000

// Turns lists the turns of the root player in order, up to MostTurns, with the board after each,
// and without the lines of an answer. With a limit of 0, or without a move, the board stays as it
// is, which is the only turn.
func Turns[S any](rules Rules[S], root *S, limit int, show Show[S]) (turns replay.Turns) {
	turns.Values = func(ctx context.Context) ([]int32, error) { return values(ctx, rules, root, limit) }
	var list func(s *S, made []string)
	list = func(s *S, made []string) {
		moves := rules.Moves(nil, s, nil)
		if limit == 0 {
			moves = nil
		}
		if len(moves) == 0 {
			turns.All = append(turns.All, replay.Turn{Moves: made, Board: show.Board(s)})
		}
		for _, m := range moves {
			if len(turns.All) >= MostTurns {
				turns.More = true
				return
			}
			var after S
			again := rules.Play(&after, s, m) == Again
			with := append(made[:len(made):len(made)], string(show.Name(nil, m)))
			if over := len(rules.Moves(nil, &after, nil)) == 0; again && !over {
				turns.All = append(turns.All, replay.Turn{Moves: with, Board: show.Board(&after), Unfinished: true})
				list(&after, with)
			} else {
				turns.All = append(turns.All, replay.Turn{Moves: with, Board: show.Board(&after)})
			}
		}
	}
	list(root, nil)
	return turns
}

// values searches each move at the root with an open window.
func values[S any](ctx context.Context, rules Rules[S], root *S, limit int) (found []int32, err error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	s := NewSearcher(rules, root, Params{Limit: limit, Prune: true, Log: trace.Discard()})
	for _, m := range rules.Moves(nil, root, nil) {
		value, _ := s.Search(Subtree{Path: []Move{m}, Alpha: -Inf, Beta: Inf}, &stop)
		found = append(found, value)
	}
	return found, ctx.Err()
}
