// Package board holds what games on a square board have in common for a second solver: the order of
// the squares and their names, moves on a copy of the board, the evaluation by squares, raids, the
// board that is written, and the mistakes that people make in them.
//
// A game embeds a Grid in its position, embeds Hooks in its hooks, and lifts the mutations of both
// the board and the search:
//
//	mutant.Lift(board.Mutations(traits), func(h *hooks) *board.Hooks { return &h.Hooks })
//
// A mistake shows only if the game asks for the decision that it changes, by the methods of its Grid
// or by the hook itself. The hooks, what asks them, and the mistakes in them:
//
//	Order        Squares, FreeSquares  column-by-column, rows-from-right-to-left,
//	                                   moves-sorted-by-square-value, squares-sorted-as-text
//	Step         Grid.Step             edges-wrap-round, left-edge-wraps, negative-indices-wrap,
//	                                   last-row-and-column-overlooked
//	Copy         Next, Take            board-shared-by-moves, captures-not-taken-back,
//	                                   last-capture-only-taken-back, one-record-of-captures
//	Over         Grid.Over             game-ends-when-wiped-out
//	Side         Balance               evaluation-for-x-always
//	Worth        Balance               evaluation-counts-pieces
//	Deducted     Balance               evaluation-own-squares-only
//	Search       (the search)          x-always-maximises, x-maximises-below-root,
//	                                   search-for-x-always, captures-count-once,
//	                                   first-square-if-none-is-above-zero
//	Beside       Neighbours            neighbour-above-overlooked, neighbour-below-overlooked,
//	                                   neighbour-left-overlooked, neighbour-right-overlooked,
//	                                   diagonals-count
//	Turned       Take                  raid-chains, raid-turns-one-only, raid-turns-beside-base,
//	                                   raid-takes-free-squares, raid-seen-too-late,
//	                                   last-capture-only-taken-back, one-record-of-captures
//	Vacated      Take                  raid-vacates-base
//	Written      NextState             board-not-updated, board-without-captures,
//	                                   board-of-last-leaf, board-of-best-leaf,
//	                                   board-of-any-max-node, opponents-piece-played
//	Coordinates  Name                  column-and-row-swapped, rows-numbered-from-zero,
//	                                   rows-numbered-from-below
//	Spell        Name                  digits-before-letters, letters-in-other-case
//
// It serves docs/rules/squirrel.md, gangwars.md and reversi.md, and games from outside touchstone.
package board
