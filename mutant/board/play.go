package board

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// evaluationRule defines who the max player is.
var evaluationRule = mutant.Shared.Part("Evaluation")

// orderMutations are mistakes in the order of moves.
func orderMutations(t Traits) []Mutation {
	return []Mutation{
		t.mistake("order", t.Order, "column-by-column", "moves are taken column by column", `
			Your program takes the squares column by column. They have to be taken row by row, row 1 first, and each
			row from left to right. Look at the nesting of the two loops, and at which index is the row.`,
			sorted(func(_ *Grid, a, b Square) int { return a.Column - b.Column })),
		t.mistake("order", t.Order, "rows-from-right-to-left", "each row is taken from right to left", `
			Your program takes the rows in the right order, but goes through each of them from right to left. It has to
			go from left to right. Look at the inner loop.`,
			sorted(func(_ *Grid, a, b Square) int { return cmp.Or(a.Row-b.Row, b.Column-a.Column) })),
		t.mistake("order", t.Order, "squares-sorted-as-text",
			"the numbers of the squares are sorted as text, 10 before 2", `
			Your program numbers the squares from 0, row by row, and sorts these numbers as text, so that 10 comes
			before 2. They have to be taken row by row, row 1 first, and each row from left to right. Look for a sort
			that is not told how to compare numbers, as in JavaScript.`,
			sorted(func(g *Grid, a, b Square) int { return strings.Compare(g.number(a), g.number(b)) })),
		t.mistake("order", t.Order, "moves-sorted-by-square-value", "squares of great value come first", `
			Your program tries the squares of great value first. The rules fix the order, row by row, because it
			decides between equal moves and, where there is a log, what the log shows. Remove the sorting.`,
			sorted(func(g *Grid, a, b Square) int {
				return g.Values[b.Row][b.Column] - g.Values[a.Row][a.Column]
			})).If(t.Valued),
	}
}

// evaluationMutations are mistakes in the value of a position.
func evaluationMutations(t Traits) []Mutation {
	return []Mutation{
		t.mistake("evaluation", t.Evaluation, "evaluation-for-x-always",
			"the evaluation always takes the side of X", `
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
			Your root takes the greatest value, but below it X is always the max player, as in a function that the
			root's loop calls. Where the input names O, the replies to O's moves are the best for O. The max player is
			the player that the input names, at every depth. Look for an 'X' in your search.`,
			func(h *Hooks) {
				mutant.Wrap(&h.Search.Max, func(n search.Node, isMax bool) bool {
					if n.Depth == 0 {
						return isMax
					}
					return moverIsX(n)
				})
			}),
		mutant.Mistake("game", evaluationRule, "x-always-maximises",
			"X is max, also when O is to move at the root", `
			In your program X is always the max player. The max player is the player that the input names. Look for an
			'X' in the code that tells max nodes from min nodes.`,
			func(h *Hooks) { h.Search.Max = moverIsX }),
		mutant.Mistake("game", evaluationRule, "search-for-x-always",
			"X is max and the values are X's, also when O is to move at the root", `
			Your search takes the side of X: X is the max player, and values are what X has minus what O has. Where the
			input names O, O is the max player and the values are O's; the move comes out the same, but your log shows
			a min node at the root and values of the wrong sign. Look for an 'X' in your search and in your
			evaluation.`,
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
		t.mistake("game", t.Depth, "game-ends-when-wiped-out",
			"a position in which a side has no piece is a leaf", `
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
			when a board is a flat array or a word of bits. Nothing lies beyond an edge. Test the column before you
			step to the left; your steps to the right are right.`,
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
			"neighbours in the last row and column are overlooked", `
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
		t.mistake("game", t.Play, "last-capture-only-taken-back",
			"of the captures of a move only the last is undone", `
			When your search takes a move back, only the last piece that it captured goes back to its owner; the others
			stay captured. All of them have to. Look at where you keep what a move captured: each capture may overwrite
			the one before it.`,
			takingBack(true)).If(t.Raids),
		t.mistake("game", t.Play, "one-record-of-captures",
			"what a move captured is overwritten by the moves below it", `
			Your search keeps what a move captured in one place for all depths, and the moves further down overwrite
			it. So a move is taken back with the captures of another. Keep them for each move of its own, such as in a
			local variable. Depth 1 does not show it.`,
			takingBack(false)).If(t.Raids),
		t.mistake("game", t.Play, "captures-not-taken-back", "a move is undone without what it captured", `
			When your search takes a move back, it clears the square that was taken, but the pieces that the move
			turned stay turned. All of them have to turn back. Copy the board before each move, or keep a list of what
			a move turned.`,
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

// takingBack makes all moves on one board, and takes back the last capture of a move, or all that the last
// raid captured, whatever move it was.
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
		mutant.Wrap3(&h.Step, func(g *Grid, s Square, d Direction, step Square) Square {
			return change(step, len(g.Rows))
		})
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

// raidMutations are mistakes in raids.
func raidMutations(t Traits) []Mutation {
	if !t.Raids {
		return nil
	}
	return append(neighbourMutations(t), turnMutations(t)...)
}

// countOnce counts each piece that a raid has turned only once: for its new owner, and not against its old
// owner.
func countOnce(h *Hooks) {
	leaf := h.Search.Leaf
	h.Search.Leaf = func(n search.Node, v int) int {
		g := n.Position.(Position).Base()
		for _, t := range g.Turned {
			if worth := g.Values[t.Row][t.Column]; t.By == g.Root {
				v -= worth
			} else {
				v += worth
			}
		}
		return leaf(n, v)
	}
}

// neighbourMutations returns the mistakes of overlooking a neighbour, one for each.
func neighbourMutations(t Traits) []Mutation {
	var all []Mutation
	for _, n := range neighbours {
		all = append(all, t.mistake("game", t.Play, "neighbour-"+n.name+"-overlooked",
			"a square has no neighbour "+n.where,
			"Your program overlooks the neighbour of a square "+n.where+", so some raids are missed and "+
				"others capture too little. All four count: above, below, left and right. Look at the list of "+
				"directions and at the bounds that you test: an edge may be off by one.",
			func(h *Hooks) {
				h.Adjacent = slices.DeleteFunc(h.Adjacent, func(d Direction) bool { return d == n.Direction })
			}))
	}
	return all
}

// turnMutations are mistakes in the neighbours of a square, in the pieces that a raid turns and in their
// worth.
func turnMutations(t Traits) []Mutation {
	return []Mutation{
		t.mistake("game", t.Play, "diagonals-count", "diagonal squares count as neighbours", `
			Your program counts the four diagonal squares as neighbours, so it raids where there is no raid and turns
			too many pieces. Only the squares above, below, left and right are neighbours. Look at the list of
			directions.`,
			func(h *Hooks) {
				h.Adjacent = append(h.Adjacent, Direction{-1, -1}, Direction{1, -1}, Direction{-1, 1}, Direction{1, 1})
			}),
		t.mistake("game", t.Play, "raid-chains", "a turned piece turns its neighbours in turn", `
			In your program a piece that was turned turns the enemy pieces next to it, and so on. A raid goes one step:
			it turns the enemy pieces next to the new piece and nothing else. Look for a recursive call.`,
			turning(func(g *Grid, _ Square, flipped []Square) []Square {
				seen := map[Square]bool{}
				for i := 0; i < len(flipped); i++ { // grows as it goes
					if !seen[flipped[i]] {
						seen[flipped[i]] = true
						flipped = append(flipped, g.Neighbours(flipped[i], Opponent(g.Mover))...)
					}
				}
				return flipped
			})),
		t.mistake("game", t.Play, "raid-turns-one-only", "a raid turns one piece at most", `
			Your raids turn a single enemy piece. Every enemy piece next to the new one changes sides. Look for a return
			or a break inside the loop over the neighbours.`,
			turning(func(_ *Grid, _ Square, turned []Square) []Square { return turned[:min(len(turned), 1)] })),
		t.mistake("game", t.Play, "raid-seen-too-late",
			"a raid turns only what it meets after the first own piece", `
			Your program goes round the squares next to the target once, and turns enemies from the first own piece on
			that it meets: those before it stay. Every enemy piece next to the new one changes sides. Find out first
			whether the move is a raid, and turn in a second loop.`,
			turning(afterOwnPiece)),
		t.mistake("game", t.Play, "raid-turns-beside-base",
			"a raid also turns pieces next to the piece it set out from", `
			Your raids turn the enemy pieces next to the piece from which they set out, too. Only those next to the new
			piece change sides. Look at the square whose neighbours are turned.`,
			turning(func(g *Grid, target Square, turned []Square) []Square {
				for _, base := range g.Neighbours(target, g.Mover) {
					turned = append(turned, g.Neighbours(base, Opponent(g.Mover))...)
				}
				return turned
			})),
		t.mistake("game", t.Play, "raid-takes-free-squares", "a raid takes the free squares next to it", `
			Your raids take every square next to the target that is not the mover's, free ones included. Only enemy
			pieces change sides. Look at the test inside the loop over the neighbours.`,
			turning(func(g *Grid, target Square, turned []Square) []Square {
				return append(turned, g.Neighbours(target, g.Free)...)
			})),
		t.mistake("game", t.Play, "raid-vacates-base", "a raid leaves the square it set out from", `
			In your program the piece from which a raid sets out moves to the target and leaves its square free. It
			stays where it is; the raid adds a piece. Look for a line that clears the square.`,
			func(h *Hooks) {
				h.Vacated = func(g *Grid, target Square) []Square {
					bases := g.Neighbours(target, g.Mover)
					return bases[:min(len(bases), 1)]
				}
			}),
		t.mistake("evaluation", t.Evaluation, "captures-count-once",
			"a captured square is added for its new owner, but not taken from the old one", `
			Your score changes by the value of a captured square. But the square is the mover's now and no longer the
			enemy's, so that a capture counts twice its value. Look at the score that you update with each move, or add
			up the whole board at each leaf.`,
			countOnce).If(t.Valued),
	}
}

// afterOwnPiece returns the turned squares that come after the first own piece, going around a target.
func afterOwnPiece(g *Grid, target Square, flipped []Square) (behind []Square) {
	own := false
	for _, d := range g.hooks.Adjacent {
		s := g.Step(target, d)
		own = own || g.Has(s) && g.At(s) == g.Mover
		if own && slices.Contains(flipped, s) {
			behind = append(behind, s)
		}
	}
	return behind
}

// turning makes a mutation that changes the pieces that a raid turns.
func turning(change func(g *Grid, target Square, flipped []Square) []Square) func(h *Hooks) {
	return func(h *Hooks) {
		mutant.Wrap2(&h.Turned, func(g *Grid, target Square, old []Square) []Square {
			return change(g, target, old)
		})
	}
}

// neighbours are the directions to the squares adjacent to a square, with the words for them.
var neighbours = []struct {
	Direction
	name, where string
}{
	{Direction{-1, 0}, "above", "above it"},
	{Direction{1, 0}, "below", "below it"},
	{Direction{0, -1}, "left", "to its left"},
	{Direction{0, 1}, "right", "to its right"},
}

// Neighbours returns the squares adjacent to a square that have the given piece.
func (g *Grid) Neighbours(s Square, piece byte) []Square {
	var found []Square
	for _, d := range g.hooks.Adjacent {
		if n := g.Step(s, d); g.Has(n) && g.At(n) == piece {
			found = append(found, n)
		}
	}
	return found
}

// HasOwnNeighbour reports whether a target is next to a piece of the mover, so that a raid can start there.
func (g *Grid) HasOwnNeighbour(target Square) bool { return len(g.Neighbours(target, g.Mover)) > 0 }

// Take returns the grid after the mover has taken a square, by a raid or not.
func (g *Grid) Take(target Square, raid bool) Grid {
	var flipped, vacated []Square
	if raid {
		flipped, vacated = g.hooks.Turned(g, target), g.hooks.Vacated(g, target)
	}
	next := g.Next()
	next.Put(target, g.Mover)
	if len(flipped) > 0 {
		next.Turned = slices.Grow(slices.Clip(next.Turned), len(flipped)) // a copy
	}
	for _, s := range flipped {
		next.Put(s, g.Mover)
		next.Turned = append(next.Turned, Turned{s, g.Mover})
	}
	for _, s := range vacated {
		next.Put(s, g.Free)
	}
	return next
}
