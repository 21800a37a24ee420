package search

import (
	"cmp"
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
)

// orderMutations are mistakes in the order of moves, and between equal ones.
func orderMutations(t Traits) []shared {
	order := t.Page.Rule(t.Order)
	return []shared{
		all.mistake("order", logRule5, "last-tie-at-root", "of equal moves the last is chosen", `
			Of several root moves with the same value your program chooses the last; it has to be the first in the
			order of expansion. A move replaces the best so far only if its value is strictly greater. Look for >=
			where > should stand; in alpha-beta this even picks moves whose search was cut short and that may be
			worse.`,
			func(h *Hooks) { h.Tie = func(n Node, _, _ string) bool { return n.Depth == 0 } }),
		chained.mistake("order", logRule5, "last-tie-everywhere",
			"of equal moves the last is chosen, at every node", `
			Of several moves with the same value your program keeps the last, at the root and everywhere below it. It
			has to be the first in the order of expansion: a value replaces the best so far only if it is strictly
			better. Look for >= or <= where > or < should stand.`,
			func(h *Hooks) { h.Tie = func(Node, string, string) bool { return true } }),
		squares.mistake("order", logRule5, "ties-by-column",
			"of equal moves the one in the leftmost column is chosen", `
			Of several root moves with the same value your program chooses the one in the leftmost column. Squares are
			compared row by row, so it has to be the one in the uppermost row, and in it the leftmost. Look at how ties
			are broken; if the moves are expanded in the right order, the first best is right.`,
			func(h *Hooks) {
				h.Tie = func(n Node, move, best string) bool { return n.Depth == 0 && t.columnBefore(move, best) }
			}),
		all.mistake("order", order, "moves-reversed", "moves are tried from the last to the first", `
			Your program tries the moves of every node in the reverse order. The rules fix the order, because it
			decides between equal moves and, where there is a log, what the log shows. Look for a stack, or a list to
			which each move is added at the front.`,
			reorder(func(_ *Hooks, _ Node, moves []string) { slices.Reverse(moves) })),
		all.mistake("order", order, "moves-sorted-by-evaluation", "moves that look good are tried first", `
			Your program tries those moves first that look best after one ply. That is a good idea in practice, but the
			rules fix the order, because it decides between equal moves and, where there is a log, what the log shows.
			Remove the sorting.`,
			reorder(byEvaluation)),
	}
}

// depthMutations are mistakes in the depth limit.
func depthMutations(t Traits) []shared {
	depth := t.Page.Rule(t.Depth)
	return []shared{
		all.mistake("depth", depth, "depth-one-too-deep", "leaves are one ply deeper than the limit", `
			Your search goes one ply deeper than the limit. The root has depth 0, its children depth 1, and a node is a
			leaf when its depth equals the limit. Look for > where >= or = should stand, or for a count that starts one
			off.`,
			limited(func(limit int) int { return limit + 1 })),
		all.mistake("depth", depth, "depth-one-too-shallow", "leaves are one ply short of the limit", `
			Your search stops one ply short of the limit, except where the limit is 1. The root has depth 0, its
			children depth 1, and a node is a leaf when its depth equals the limit. Look at where the count starts: the
			root's moves may have been counted twice.`,
			limited(func(limit int) int { return max(limit-1, min(limit, 1)) })),
	}
}

// valueMutations are mistakes in the values of nodes and leaves.
func valueMutations() []shared {
	return []shared{
		all.mistake("game", evaluationRule, "min-nodes-maximise", "the opponent's nodes maximise, too", `
			Your search takes the greatest value at every node, also where the opponent moves. The opponent's nodes
			start at infinity and take the smallest value. Look at whether the recursive call changes between max and
			min.`,
			func(h *Hooks) { h.Max = func(Node) bool { return true } }),
		all.mistake("game", evaluationRule, "root-minimises", "max and min are swapped", `
			Your search takes the smallest value at the root player's nodes and the greatest at the opponent's. The
			root player is always the max player. Look at which of the two functions the root calls, or at how a node
			finds out its type.`,
			func(h *Hooks) { h.Max = func(n Node) bool { return !n.Maximising() } }),
		logged.mistake("evaluation", logRule2, "value-starts-at-zero",
			"the best value starts at 0 instead of an infinity", `
			The best value so far starts at 0 in your nodes. So a max node whose moves are all below 0 returns 0 and
			finds no move, and so does a min node whose moves are all above 0. Max nodes start at minus infinity and
			min nodes at infinity.`,
			func(h *Hooks) { h.Start = func(Node, Window) int { return 0 } }),
		logged.mistake("evaluation", logRule2, "max-starts-at-zero", "the best value of a max node starts at 0", `
			The best value so far starts at 0 in your max nodes. So a max node whose moves are all worth 0 or less
			returns 0 and finds no move. Max nodes start at minus infinity; your min nodes are right.`,
			maxFromZero),
		large.mistake("evaluation", logRule2, "infinity-too-small", "values beyond 999 are lost", `
			Your infinities are finite numbers such as 999, and some values lie beyond them. A max node all of whose
			moves are worth less never finds a best one. Start from a number that no evaluation can reach: squares may
			be worth up to 1,000,000.`,
			SmallInfinity(999, func(Node) bool { return true })),
		largeLog.mistake("evaluation", logRule2, "minus-infinity-too-small",
			"values below -999 are lost at max nodes", `
			Your max nodes start from a number such as -999, and some values lie below it. A max node all of whose
			moves are worth less never finds a best one. Start from a number that no evaluation can reach: squares may
			be worth up to 1,000,000. Your min nodes are right.`,
			SmallInfinity(999, func(n Node) bool { return n.Max })),
		all.mistake("evaluation", evaluationRule, "evaluation-from-opponents-side",
			"the evaluation has the wrong sign", `
			Your evaluation counts for the opponent: what the opponent has minus what the root player has. It has to be
			the other way round, whoever moves next. Look at the order of the subtraction, and at which player the
			evaluation is called with.`,
			evaluated(func(_ Node, v int) int { return -v })),
		all.mistake("evaluation", evaluationRule, "evaluation-for-side-to-move",
			"the evaluation is taken from the side of whoever moves next", `
			Your evaluation takes the side of the player who moves next at the leaf, as in negamax, so its sign is
			wrong wherever that is the opponent. A leaf is always scored from the root player's side. Look at which
			player the evaluation is called with.`,
			evaluated(func(n Node, v int) int {
				if n.Maximising() {
					return v
				}
				return -v
			})),
		logged.mistake("evaluation", evaluationRule, "evaluation-less-depth",
			"the evaluation loses a point for each ply", `
			Your evaluation subtracts the depth, so that early gains count more. The score of a position does not
			depend on how deep in the tree it stands. Remove the term.`,
			evaluated(func(n Node, v int) int { return v - n.Depth })),
		all.mistake("evaluation", evaluationRule, "game-end-counts-infinite",
			"a game that is over counts as plus or minus infinity", `
			Where the game is over, your evaluation returns infinity for a win and minus infinity for a loss. A
			position at the end of the game is scored like any other. Remove the special case.`,
			evaluated(func(n Node, v int) int {
				if len(n.Moves()) == 0 {
					return Won * cmp.Compare(v, 0)
				}
				return v
			})),
	}
}

// endMutations are mistakes where a game is over.
func endMutations(t Traits) []shared {
	depth := t.Page.Rule(t.Depth)
	return []shared{
		logged.mistake("game", depth, "game-over-is-no-leaf",
			"a node without moves has an entry line only, and is worth its infinity", `
			Where there are no moves left before the depth limit, your search enters the node like an interior one,
			finds nothing to try and returns the infinity that it started from. Such a node is a leaf: one line, with
			its evaluation. Test for it where you test the depth.`,
			func(h *Hooks) {
				mutant.Wrap2(&h.Leaf, func(n Node, _, v int) int {
					if h.AtLimit(n) && !h.Outlasts(n) {
						return v
					}
					return h.Start(n, Infinite)
				})
			}),
		unchained.mistake("log", logRule1, "game-over-has-entry-line",
			"a finished game has an entry line with an infinity before its line", `
			Your log enters a position where the game is over like an inner node and then logs its value. Such a
			position is a leaf and has one line, at whatever depth. Test for the end of the game before you write the
			entry line.`,
			EnterGameOver),
		sudden.mistake("game", logRule3, "game-over-skips-siblings",
			"the moves after one that ends the game are not searched", `
			After a move that ends the game your node leaves out its other moves. That move is a leaf, and the next
			move follows as after any other child, unless the node is cut. Look for a break or a return where the loop
			has to go on.`,
			func(h *Hooks) {
				mutant.Wrap2(&h.GoesOn, func(n, child Node, goesOn bool) bool { return len(child.Moves()) > 0 && goesOn })
			}),
	}
}

// choiceMutations are mistakes in the choice of the move.
func choiceMutations() []shared {
	return []shared{
		oneTurn.mistake("output", logRule5, "best-move-of-any-max-node",
			"the move that last became the best of any max node is played", `
			Your program plays the move that became the best of a max node last, at whatever depth that was. Only the
			root's best move is played. Look at the variable that keeps the best move: all your max nodes write it; let
			the root alone do that, or return the move with the value.`,
			func(h *Hooks) {
				best, improved, choose := "", h.Improved, h.Choose
				h.Improved = func(n, child Node) {
					improved(n, child)
					if n.Max {
						best = child.Name
					}
				}
				h.Choose = func(root Position, line []string) []string {
					if best == "" {
						return choose(root, line)
					}
					return []string{best}
				}
			}),
		all.mistake("output", logRule5, "{first-move-chosen|last-move-chosen}",
			"the {first|last} move is played, whatever the values", `
			Your program always plays the {first|last} of the root's moves. It has to play the one with the greatest
			value. Look at where the chosen move is remembered: it may be set {once and never replaced, as if no
			value were greater|after each child, better or not}.`,
			chosen(func(_ *Hooks, _ Position, moves []string) string { return moves[0] }),
			chosen(func(_ *Hooks, _ Position, moves []string) string { return moves[len(moves)-1] })),
		all.mistake("output", logRule5, "greedy-move-chosen", "the move that looks best after one ply is played", `
			Your program plays the move that looks best after a single ply. It has to play the one whose search
			returned the greatest value. Look at whether the output is made from the search's result or from a greedy
			move.`,
			chosen(func(h *Hooks, root Position, moves []string) string {
				n := Node{Position: root}
				n.Max = h.Max(n)
				byEvaluation(h, n, moves)
				return moves[0]
			})),
	}
}

// columnBefore reports whether a move's square stands before another's, column by column.
func (t Traits) columnBefore(a, b string) bool {
	row, column, ok := t.Square(a)
	otherRow, otherColumn, alsoOK := t.Square(b)
	return ok && alsoOK && (column < otherColumn || column == otherColumn && row < otherRow)
}

// limited makes a mutation that has another depth limit.
func limited(change func(limit int) int) func(h *Hooks) {
	return func(h *Hooks) {
		atLimit := h.AtLimit
		h.AtLimit = func(n Node) bool {
			n.Limit = change(n.Limit)
			return atLimit(n)
		}
	}
}

// chosen makes a mutation that plays another of the root's moves. The root may have no moves, if a second
// mutation changed its board.
func chosen(single func(h *Hooks, root Position, moves []string) string) func(h *Hooks) {
	return func(h *Hooks) {
		mutant.Wrap2(&h.Choose, func(root Position, line, right []string) []string {
			if moves := root.Moves(); len(moves) > 0 {
				return []string{single(h, root, moves)}
			}
			return right
		})
	}
}

// SmallInfinity makes a mutation in which the infinity of some nodes is a finite number.
func SmallInfinity(small int, condition func(n Node) bool) func(h *Hooks) {
	return func(h *Hooks) {
		start, infinite := h.Start, h.Infinite
		h.Start = func(n Node, w Window) int {
			switch {
			case !condition(n):
				return start(n, w)
			case n.Max:
				return -small
			}
			return small
		}
		h.Infinite = func(v int) int {
			switch v {
			case small:
				return 1
			case -small:
				return -1
			}
			return infinite(v)
		}
	}
}

// maxFromZero starts max nodes from 0.
func maxFromZero(h *Hooks) {
	mutant.Wrap2(&h.Start, func(n Node, w Window, start int) int {
		if n.Max {
			return 0
		}
		return start
	})
}

// BelowZero starts max nodes from 0, and has the root play a move of no search where none is worth more.
func BelowZero(unchosen func(root Position) []string) func(h *Hooks) {
	return func(h *Hooks) {
		maxFromZero(h)
		h.Unchosen = unchosen
	}
}

// EnterGameOver logs a node where the game is over as if it were an inner one, and then its value.
func EnterGameOver(h *Hooks) {
	atLeaf(func(h *Hooks, r Row, right func(Row) []Row) []Row {
		if len(r.Moves()) > 0 {
			return right(r)
		}
		return append(h.asEntered(r), right(r)...)
	})(h)
}
