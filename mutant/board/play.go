package board

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// evaluationRule says who the max player is.
var evaluationRule = mutant.Shared.Part("Evaluation")

// orderMutations are mistakes in the order of moves.
func orderMutations(t Traits) []Mutation {
	return []Mutation{
		t.mistake("order", t.Order, "column-by-column", "moves are taken column by column", `
			Your program takes the squares column by column. They have to be taken row by row, row 1 first, and each row
			from left to right. Look at the nesting of the two loops, and at which index is the row.`,
			sorted(func(_ *Grid, a, b Square) int { return a.Column - b.Column })),
		t.mistake("order", t.Order, "rows-from-right-to-left", "each row is taken from right to left", `
			Your program takes the rows in the right order, but goes through each of them from right to left. It has to
			go from left to right. Look at the inner loop.`,
			sorted(func(_ *Grid, a, b Square) int { return cmp.Or(a.Row-b.Row, b.Column-a.Column) })),
		t.mistake("order", t.Order, "squares-sorted-as-text", "the numbers of the squares are sorted as text, 10 before 2", `
			Your program numbers the squares from 0, row by row, and sorts these numbers as text, so that 10 comes
			before 2. They have to be taken row by row, row 1 first, and each row from left to right. Look for a sort
			that is not told how to compare numbers, as in JavaScript.`,
			sorted(func(g *Grid, a, b Square) int { return strings.Compare(g.number(a), g.number(b)) })),
		t.mistake("order", t.Order, "moves-sorted-by-square-value", "squares of great value come first", `
			Your program tries the squares of great value first. The rules fix the order, row by row, because it decides
			between equal moves and, where there is a log, what the log shows. Remove the sorting.`,
			sorted(func(g *Grid, a, b Square) int { return g.Values[b.Row][b.Column] - g.Values[a.Row][a.Column] })).If(t.Valued),
	}
}

// evaluationMutations are mistakes in what a position is worth.
func evaluationMutations(t Traits) []Mutation {
	return []Mutation{
		t.mistake("evaluation", t.Evaluation, "evaluation-for-x-always", "the evaluation always takes the side of X", `
			Your evaluation is what X has minus what O has, also when the input names O as the player. It has to take
			the side of the player to move at the root. Look for an 'X' in your evaluation.`,
			func(h *Hooks) { h.Side = func(*Grid) byte { return 'X' } }),
		t.mistake("evaluation", t.Evaluation, "evaluation-own-squares-only",
			"the opponent's squares are not subtracted", `
			Your evaluation adds up what the root player has and forgets the opponent. What the opponent has is
			subtracted. Look at the loop of your evaluation.`,
			func(h *Hooks) { h.Deducted = func(int) int { return 0 } }),
		mutant.Mistake("game", evaluationRule, "x-maximises-below-root",
			"the root is max, but below it X is, also when O is to move at the root", `
			Your root takes the greatest value, but below it X is always the max player, as in a function that the root's
			loop calls. Where the input names O, the replies to O's moves are the best for O. The max player is the one whom
			the input names, at every depth. Look for an 'X' in your search.`,
			func(h *Hooks) {
				mutant.Wrap(&h.Search.Max, func(n search.Node, isMax bool) bool {
					if n.Depth == 0 {
						return isMax
					}
					return moverIsX(n)
				})
			}),
		mutant.Mistake("game", evaluationRule, "x-always-maximises", "X is max, also when O is to move at the root", `
			In your program X is always the max player. The max player is the one whom the input names. Look for an 'X' in
			the code that tells max nodes from min nodes.`,
			func(h *Hooks) { h.Search.Max = moverIsX }),
		mutant.Mistake("game", evaluationRule, "search-for-x-always",
			"X is max and the values are X's, also when O is to move at the root", `
			Your search takes the side of X: X is the max player, and values are what X has minus what O has. Where the
			input names O, O is the max player and the values are O's; the move comes out the same, but your log shows a min
			node at the root and values of the wrong sign. Look for an 'X' in your search and in your evaluation.`,
			func(h *Hooks) {
				h.Search.Max = moverIsX
				h.Search.Searched = func(n search.Node, v int) int {
					if n.Position.(Position).Base().Root == 'O' {
						return -v
					}
					return v
				}
			}).If(t.Dialect != nil), // else the move is the right one, and nothing else shows
		t.mistake("evaluation", t.Evaluation, "evaluation-counts-pieces", "every square counts 1", `
			Your evaluation counts pieces: every square is worth 1. It has to add up the values of the squares. Look at
			what the loop of your evaluation adds.`,
			func(h *Hooks) { h.Worth = func(int) int { return 1 } }).If(t.Valued || t.Weighted),
	}
}

// moverIsX reports whether X is to move at a node.
func moverIsX(n search.Node) bool { return n.Position.(Position).Base().Mover == 'X' }

// playMutations are mistakes in the end of the game, and in how a move is made and taken back.
func playMutations(t Traits) []Mutation {
	return []Mutation{
		t.mistake("game", t.Depth, "game-ends-when-wiped-out", "a position in which a side has no piece is a leaf", `
			Your search treats a position in which one side has no piece left as the end of the game. That alone ends
			nothing: the search goes on below it. Look at your test for the end of the game.`,
			func(h *Hooks) {
				mutant.Wrap(&h.Over, func(g *Grid, over bool) bool { return over || g.WipedOut() })
			}).ShownBeyond(t.WipedOut),
		t.mistake("game", t.Play, "edges-wrap-round", "beyond an edge the board goes on in the next row", `
			In your program the square to the right of a row's last one is the first square of the next row, as happens
			when a board is a flat array. Nothing lies beyond an edge. Compute row and column apart, and test both.`,
			stepping(func(s Square, size int) Square {
				switch {
				case s.Column < 0:
					return Square{s.Row - 1, size - 1}
				case s.Column >= size:
					return Square{s.Row + 1, 0}
				}
				return s
			})),
		t.mistake("game", t.Play, "left-edge-wraps", "beyond the left edge the board goes on in the row above", `
			In your program the square to the left of a row's first one is the last square of the row above, as happens
			when a board is a flat array or a word of bits. Nothing lies beyond an edge. Test the column before you step
			to the left; your steps to the right are right.`,
			stepping(func(s Square, size int) Square {
				if s.Column < 0 {
					return Square{s.Row - 1, size - 1}
				}
				return s
			})),
		t.mistake("game", t.Play, "negative-indices-wrap",
			"beyond the upper and the left edge the board goes on at the other end", `
			In your program the square above row 1 is that of the last row, and the square to the left of the first
			column is that of the last one, but not the other way round. An index of -1 is no error in Python: it means
			the last item. Nothing lies beyond an edge, so test that row and column are not negative.`,
			stepping(func(s Square, size int) Square {
				if s.Row < 0 {
					s.Row += size
				}
				if s.Column < 0 {
					s.Column += size
				}
				return s
			})),
		t.mistake("game", t.Play, "last-row-and-column-overlooked",
			"beside a square, those of the last row and column are overlooked", `
			When your program looks from a square to those around it, it takes the last row and the last column for
			beyond the edge, so that what stands there plays no part. They are squares like all others. Look at the
			bounds that you test: they are off by one, as with a < where <= should stand.`,
			stepping(func(s Square, size int) Square {
				if s.Row == size-1 || s.Column == size-1 {
					return Square{size, size}
				}
				return s
			})),
		t.mistake("game", t.Play, "board-shared-by-moves", "moves are made on one board and never undone", `
			Your search makes all its moves on one board and never undoes them, so each move starts from what the moves
			before it left behind. Every move starts from its parent's board. Copy the board before you change it.`,
			share),
		t.mistake("game", t.Play, "last-capture-only-taken-back", "of the captures of a move only the last is undone", `
			When your search takes a move back, only the last piece that it captured goes back to its owner; the others
			stay captured. All of them have to. Look at where you keep what a move captured: each capture may overwrite
			the one before it.`,
			takingBack(true)).If(t.Raids),
		t.mistake("game", t.Play, "one-record-of-captures", "what a move captured is overwritten by the moves below it", `
			Your search keeps what a move captured in one place for all depths, and the moves further down overwrite it.
			So a move is taken back with the captures of another. Keep them for each move of its own, such as in a local
			variable. Depth 1 does not show it.`,
			takingBack(false)).If(t.Raids),
		t.mistake("game", t.Play, "captures-not-taken-back", "a move is undone without what it captured", `
			When your search takes a move back, it clears the square that was taken, but the pieces that the move turned
			stay turned. All of them have to turn back. Copy the board before each move, or keep a list of what a move
			turned.`,
			keepCaptures).If(t.Captures),
	}
}

// keepCaptures clears no more than the square of a move that is taken back.
func keepCaptures(h *Hooks) {
	share(h)
	takeBack := h.Search.TakeBack
	h.Search.TakeBack = func(n search.Node, move string, cut bool) {
		takeBack(n, move, cut)
		if s, ok := SquareOf(move); ok {
			g := n.Position.(Position).Base()
			g.Put(s, g.Free)
		}
	}
}

// takingBack makes all moves on one board, and takes back the last capture of a move, or all that the last raid
// captured, whatever move it was.
func takingBack(lastOnly bool) func(h *Hooks) {
	return func(h *Hooks) {
		var found, record []Square // of the move that is made next, and of the one made last
		byMove := map[Square][]Square{}
		keepCaptures(h)
		turned, copied, takeBack := h.Turned, h.Copy, h.Search.TakeBack
		h.Turned = func(g *Grid, target Square) []Square {
			found = turned(g, target)
			byMove[target] = found[max(len(found)-1, 0):]
			return found
		}
		h.Copy = func(rows [][]byte) [][]byte {
			record, found = found, nil
			return copied(rows)
		}
		h.Search.TakeBack = func(n search.Node, move string, cut bool) {
			takeBack(n, move, cut)
			g, back := n.Position.(Position).Base(), record
			if s, ok := SquareOf(move); ok && lastOnly {
				back = byMove[s]
				delete(byMove, s)
			}
			for _, s := range back {
				g.Put(s, Opponent(g.Mover))
			}
		}
	}
}

// stepping makes a mutation in which steps beyond an edge, or to it, lead elsewhere.
func stepping(change func(s Square, size int) Square) func(h *Hooks) {
	return func(h *Hooks) {
		mutant.Wrap3(&h.Step, func(g *Grid, s Square, d Direction, step Square) Square { return change(step, len(g.Rows)) })
	}
}

// number returns the number of a square, counted row by row from 0.
func (g *Grid) number(s Square) string { return strconv.Itoa(s.Row*len(g.Rows) + s.Column) }

// sorted makes a mutation that takes the squares in another order.
func sorted(compare func(g *Grid, a, b Square) int) func(h *Hooks) {
	return func(h *Hooks) {
		order := h.Order
		h.Order = func(g *Grid, squares []Square) []Square {
			squares = order(g, squares)
			slices.SortStableFunc(squares, func(a, b Square) int { return compare(g, a, b) })
			return squares
		}
	}
}

// share makes all moves on one board.
func share(h *Hooks) { h.Copy = func(rows [][]byte) [][]byte { return rows } }
