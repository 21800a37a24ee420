package search

import "github.com/touchstone-suite/touchstone/oracle/replay"

// MostTurns is how many turns Turns lists.
const MostTurns = 10_000

// Turns lists the turns of the root player in order, up to MostTurns, with the board after each,
// and without the lines of an answer. With a limit of 0, or without a move, the board stays as it
// is, which is the only turn.
func Turns[S any](rules Rules[S], root *S, limit int, show Show[S]) (turns replay.Turns) {
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
			if len(turns.All) == MostTurns {
				turns.More = true
				return
			}
			var after S
			again := rules.Play(&after, s, m) == Again
			with := append(made[:len(made):len(made)], string(show.Name(nil, m)))
			if again {
				list(&after, with)
			} else {
				turns.All = append(turns.All, replay.Turn{Moves: with, Board: show.Board(&after)})
			}
		}
	}
	list(root, nil)
	return turns
}
