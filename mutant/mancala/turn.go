package mancala

import (
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// turnMutations are mistakes in who earns an extra turn (rule 4).
func turnMutations() []mutation {
	return []mutation{
		mistake("game", 4, "no-extra-turn", "a last stone in the own mancala gives no extra turn", `
			Your program hands over the turn after every move. If the last stone falls into the mover's own mancala, the
			mover moves again. Look at what your sowing does with its last stone.`,
			earnsTurn(func(*move) bool { return false })),
		mistake("game", 4, "extra-turn-for-root-player-only", "only the root player gets extra turns", `
			Your program gives extra turns to the player of the input, but not to the opponent. Both players earn them
			in the same way. Look for a comparison with the root player's mancala where that of the mover is meant.`,
			earnsTurn(func(m *move) bool { return m.mover == m.root })),
		mistake("game", 4, "one-extra-turn-in-a-row", "an extra turn cannot earn another one", `
			Your program hands over the turn after an extra turn, whatever that brought. An extra turn may earn another
			one, and so on. Look for a branch that handles the extra turn once, where it has to call itself again.`,
			earnsTurn(func(m *move) bool { return m.chain == 0 })),
	}
}

// chainDepthMutations are mistakes in the depth of a chain of extra turns, and in where it ends (rules 8
// and 9).
func chainDepthMutations() []search.Mutation {
	return []search.Mutation{
		mistake("depth", 8, "extra-turn-is-a-ply", "an extra turn counts as a ply like any other", `
			Your program makes the depth grow by one with every move, and stops at the cut-off. After an extra turn the
			mover's further moves stay at the same depth as the move that earned them, so the chain costs no depth. Look
			at the depth that you hand down when the mover moves again.`,
			func(h *search.Hooks) {
				extraTurnDeepens(h)
				h.Outlasts = func(search.Node) bool { return false }
			}),
		mistake("depth", 8, "extra-turn-deepens", "the moves of a chain lie deeper and deeper", `
			In your log each move after an extra turn is one deeper than the move that earned it. It stays at the same
			depth. Look at the depth that you hand down when the mover moves again; that you go on with the chain at the
			cut-off is right.`,
			extraTurnDeepens),
		mistake("depth", 9, "cut-off-stops-chains", "a node with an extra turn is a leaf at the cut-off", `
			Your program stops at the cut-off even where the move gave an extra turn. There the node is still expanded,
			and so are the nodes below it for as long as the chain lasts. Look at the test for a leaf: the depth alone
			does not decide.`,
			func(h *search.Hooks) { h.Outlasts = func(search.Node) bool { return false } }),
		mistake("depth", 9, "cut-off-stops-opponents-chains", "at the cut-off only the root player's chains go on", `
			At the cut-off your program goes on with the root player's extra turns, but takes those of the opponent for
			leaves. Both go on for as long as the chain lasts. Look at the test for a leaf in your min function.`,
			func(h *search.Hooks) {
				mutant.Wrap(&h.Outlasts, func(n search.Node, outlasts bool) bool { return n.Maximising() && outlasts })
			}),
		mistake("depth", 9, "chain-uses-up-depth", "the log shows the depth, but the cut-off counts moves", `
			Your log gives the moves of a chain one depth, as it should, but the search stops after as many moves as the
			cut-off says. What is compared with the cut-off is the depth, and a chain costs none. Look for two counters,
			one that is printed and one that is tested.`,
			func(h *search.Hooks) {
				atLimit := h.AtLimit
				h.AtLimit = func(n search.Node) bool {
					n.Depth = n.Position.(*position).made
					return atLimit(n)
				}
			}),
	}
}

// chainLogMutations are mistakes in what the log shows of chains (rules 9 and 10).
func chainLogMutations() []search.Mutation {
	return []search.Mutation{
		mistake("log", 9, "chain-logged-as-leaf-first",
			"at the cut-off a node with an extra turn is logged as a leaf and then expanded", `
			At the cut-off your program logs the evaluation of a node that has an extra turn, and then expands it. The
			node is no leaf: its first line is that of an entry, with an infinity. Look at where you log a leaf: test
			for the extra turn first.`,
			func(h *search.Hooks) {
				mutant.Wrap(&h.EntryRows, func(r search.Row, rows []search.Row) []search.Row {
					if !r.Again || r.Depth < r.Limit {
						return rows
					}
					leaf := search.Row{Node: r.Node, Value: h.Leaf(r.Node, r.Evaluate()), Window: r.Window}
					return append(h.LeafRows(leaf), rows...)
				})
			}),
		mistake("evaluation", 9, "chain-may-stop",
			"an extra turn starts from the evaluation, as if the player could stop", `
			Where a player has an extra turn your program starts from the evaluation of the position, as if the turn
			need not be used. The player has to move: the node starts from -Infinity or Infinity like any other. Look at
			what your chain compares its first move with.`,
			func(h *search.Hooks) {
				mutant.Wrap2(&h.Start, func(n search.Node, w search.Window, start int) int {
					if n.Again {
						return n.Evaluate()
					}
					return start
				})
			}),
		mistake("log", 10, "chain-entry-swapped", "after an extra turn the entry line has the other infinity", `
			After an extra turn your node starts with the infinity of the other kind of node, as the handout prints it
			for B2. The type follows who moves next: where the root player has an extra turn it is a max node and starts
			at -Infinity. Look at which infinity you log when the mover moves again; your values are right.`,
			chainEntrySwapped),
		mistake("log", 10, "log-as-the-handout-prints-it", "the log has the two mistakes of the handout's sample", `
			Your log copies the handout's sample: it has no entry line of the root, and nodes with an extra turn start
			with the wrong infinity. Both are mistakes of the handout. What was graded has root,0,-Infinity as its first
			line, and -Infinity where the root player has an extra turn.`,
			func(h *search.Hooks) {
				search.NotEntered(func(n search.Node) bool { return n.Depth == 0 })(h)
				chainEntrySwapped(h)
			}),
		mistake("log", 10, "node-type-by-depth", "max and min follow the depth, or who has just moved", `
			Your nodes are max or min by their depth, or by who has just moved. After an extra turn that is wrong: the
			type follows who moves next, so where the root player moves again it is a max node. Look at how a node after
			an extra turn is searched: it is handed to the wrong function.`,
			func(h *search.Hooks) { h.Max = func(n search.Node) bool { return n.Depth%2 == 0 } }),
	}
}

// chainCutMutations are mistakes in the cuts of chains (rule 12), and at the end of the game (rule 11).
func chainCutMutations() []search.Mutation {
	return []search.Mutation{
		mistake("cut", 12, "chain-starts-with-infinite-window", "a node with an extra turn gets a fresh window", `
			Your program searches the moves after an extra turn with a window of its own, from -Infinity to Infinity.
			They inherit the window from the node above, like all others. Look at the call that searches the extra turn.`,
			func(h *search.Hooks) {
				mutant.Wrap2(&h.Enter, func(n search.Node, handed, enter search.Window) search.Window {
					if n.Again {
						return search.Infinite
					}
					return enter
				})
			}),
		mistake("cut", 12, "no-cuts-in-chains", "nodes with an extra turn are never cut", `
			Your program searches all moves of a node that has an extra turn. Such nodes are cut by the same tests as
			all others. Look for a loop of its own for extra turns, without the test.`,
			search.NoCut(func(n search.Node) bool { return n.Again })),
		mistake("cut", 12, "cut-leaves-the-whole-chain",
			"a cut in a chain leaves all its nodes at once, without their lines", `
			When a node in a chain of extra turns is cut, your program leaves the whole chain at once, and the nodes
			above it log nothing. Each of them sees the value, logs its own line and is cut by its own test. Look for a
			return, or an exception, that skips the callers of a chain.`,
			search.NotAfterChild(func(u search.Update) bool { return u.Cut && u.ChildAgain })),
		mistake("log", 11, "game-over-has-entry-line",
			"a finished game has an entry line with an infinity before its line", `
			Your log enters a position where the game is over like an inner node and then logs its value. Such a
			position is a leaf and has one line. The course's own program wrote a line with an infinity there, marked
			OPTIONAL, which its grader accepted; here it is a difference.`,
			search.EnterGameOver),
	}
}

// earnsTurn makes a mutation that gives an extra turn only where something else holds, too.
func earnsTurn(too func(m *move) bool) func(h *hooks) {
	return func(h *hooks) { mutant.Wrap(&h.EarnsTurn, func(m *move, right bool) bool { return right && too(m) }) }
}

// extraTurnDeepens makes an extra turn lie one deeper than the move that earned it.
func extraTurnDeepens(h *search.Hooks) {
	h.ChildDepth = func(n search.Node, _ string) int { return n.Depth + 1 }
}

// chainEntrySwapped logs the other infinity as the search enters a node with an extra turn.
func chainEntrySwapped(h *search.Hooks) {
	search.Entered(func(_ *search.Hooks, r *search.Row) {
		if r.Again {
			r.Value = -r.Value
		}
	})(h)
}
