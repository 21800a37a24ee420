// Package board holds what games on a square board have in common for a second solver: the order of
// the squares and their names, moves on a copy of the board, the evaluation by squares, raids, the
// board that is written, and the mistakes that people make in them.
//
// A game embeds a Grid in its position, embeds Hooks in its hooks, and lifts the mutations of both
// the board and the search:
//
//	mutant.Lift(board.Mutations(traits), func(h *hooks) *board.Hooks { return &h.Hooks })
//
// It serves docs/rules/squirrel.md, gangwars.md and reversi.md, and games from outside touchstone.
package board
