package mapcolor

import (
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// depthMutations are mistakes in the depth (rules 6 and 7).
func depthMutations() []mutation {
	return []mutation{
		mistake("depth", 6, "depth-counts-initial-assignments", "the depth counts the initial assignments, too", `
			Your depth starts from the number of initial assignments, so the search stops too early. The root has depth
			0, however many states are coloured already. Look at whether you take the number of coloured states for the
			depth.`,
			func(h *hooks) {
				atLimit, depth := h.Search.AtLimit, h.Search.Depth
				h.Search.AtLimit = func(n search.Node) bool {
					n.Limit -= len(at(n).game.initial)
					return atLimit(n)
				}
				h.Search.Depth = func(n search.Node) int { return depth(n) + len(at(n).game.initial) }
			}),
		mistake("depth", 6, "depth-limit-in-whole-rounds", "an odd depth limit lets player 2 move once more", `
			Your search stops only when both players have moved equally often, so an odd limit brings one level too
			many. Each move is one level, and a node whose depth equals the limit is a leaf. Look at whether you test
			the depth after player 1's moves as well.`,
			func(h *hooks) {
				mutant.Wrap(&h.Search.AtLimit, func(n search.Node, atLimit bool) bool {
					return n.Depth%2 == 0 && atLimit
				})
			}),
		mistake("log", 7, "depth-counts-rounds", "the log shows the number of the round as the depth", `
			Your log counts a move of each player as one: depths 1 and 2 are both printed as 1. Each move is one level.
			The search itself stops where it should; look at the depth that you print.`,
			func(h *hooks) {
				mutant.Wrap(&h.Search.Depth, func(_ search.Node, depth int) int { return (depth + 1) / 2 })
			}),
	}
}

// rootMutations are mistakes in the name of the root (rule 7).
func rootMutations() []mutation {
	return []mutation{
		mistake("log", 7, "root-shows-first-initial", "the root shows the first initial assignment", `
			The lines of your root show the first assignment of line 2. They show the last one. Look at the index where
			you take it.`,
			func(h *hooks) { h.Root = func(g *game) string { return g.initial[0].name() } }),
		mistake("log", 7, "root-shows-last-initial-by-name",
			"the root shows the initial state whose name comes last", `
			The lines of your root show the initial assignment whose state comes last by name. They show the one that
			stands last in line 2. Look at whether you keep the assignments in a sorted list, or in a table that loses
			their order.`,
			func(h *hooks) {
				h.Root = func(g *game) string {
					return slices.MaxFunc(g.initial,
						func(a, b assignment) int { return strings.Compare(a.state, b.state) }).name()
				}
			}),
		mistake("log", 7, "root-called-root", "the root is called root", `
			Your log calls the root by that word, as in the other assignments. Here the root shows the last initial
			assignment, as state and colour. Look at the first line that you log.`,
			func(h *hooks) { h.Root = func(*game) string { return "root" } }),
		mistake("log", 7, "root-without-colour", "the lines of the root lack the colour", `
			The lines of your root begin with the state of the last initial assignment, but lack its colour. They have
			all six columns. Look at how the root gets its name.`,
			func(h *hooks) { mutant.Wrap(&h.Root, func(_ *game, root string) string { return stateOf(root) }) }),
	}
}

// nameMutations are mistakes in the names of other nodes (rule 7).
func nameMutations() []mutation {
	return []mutation{
		mistake("log", 7, "line-shows-parents-assignment", "a node shows the assignment of the node above it", `
			Your log shows, for each node, the assignment of its parent. A node shows the assignment that led to it.
			Look at when you set the name: before the move is played, or after.`,
			func(h *hooks) {
				label := h.Search.Label
				h.Search.Label = func(n search.Node) string {
					n.Name = at(n).parent()
					return label(n)
				}
			}),
		mistake("log", 7, "colour-printed-before-state", "lines begin with the colour, then the state", `
			Your lines begin with the colour. The state comes first, then the colour. Look at the order of the
			columns.`,
			func(h *hooks) { h.Show = func(state, colour string) string { return colour + ", " + state } }),
		mistake("log", 7, "colour-cut-to-one-letter", "only the first letter of a colour is printed", `
			Your lines show the first letter of each colour. Colours may be longer words, and are printed whole. Look
			at how you read line 1, or at an index where the whole name is meant.`,
			func(h *hooks) {
				mutant.Wrap(&h.ShowColour, func(_, showColour string) string { return showColour[:1] })
			}),
		mistake("log", 7, "names-in-upper-case", "names are printed in upper case", `
			Your lines show the names in upper case. Upper and lower case differ, and names are printed as the input
			has them. Look at a conversion where you read or print names.`,
			func(h *hooks) {
				showState, showColour := h.ShowState, h.ShowColour
				h.ShowState = func(state string) string { return strings.ToUpper(showState(state)) }
				h.ShowColour = func(colour string) string { return strings.ToUpper(showColour(colour)) }
			}),
		mistake("log", 7, "colour-not-printed", "lines have no column for the colour", `
			Your lines show the state without the colour. They have six columns: state, colour, depth, value, alpha,
			beta. Look at the name of a node, which is its state and its colour.`,
			func(h *hooks) { h.Show = func(state, _ string) string { return state } }),
	}
}

// stateOf returns the state in the name of a node.
func stateOf(name string) string {
	state, _, _ := strings.Cut(name, ", ")
	return state
}

// parent returns the name of the node above; at the root, the root's own.
func (p *position) parent() string {
	if len(p.made) <= len(p.game.initial)+1 {
		return p.game.h.Root(p.game)
	}
	return p.made[len(p.made)-2].name()
}

// lastLineMutations are mistakes in the last line (rule 8).
func lastLineMutations() []mutation {
	return []mutation{
		mistake("output", 8, "last-line-missing", "the last line, with the chosen move, is missing", `
			Your output ends with the log. One line follows, STATE, COLOUR, value: the chosen first move and its value.
			Look at what you write after the search.`,
			func(h *hooks) { h.AfterLog = func(string) []string { return nil } }),
		mistake("output", 8, "last-line-with-depth", "the last line shows the depth, too", `
			Your last line has the depth before the value, like a line of the log. It is STATE, COLOUR, value. Look at
			how you write that line.`,
			func(h *hooks) {
				lastLine := h.LastLine
				h.LastLine = func(chosen, value string) string { return lastLine(chosen+", 1", value) }
			}),
		mistake("output", 8, "last-line-without-colour", "the last line lacks the colour", `
			Your last line shows the state and the value only. It is STATE, COLOUR, value. Look at how you write that
			line.`,
			func(h *hooks) {
				mutant.Wrap2(&h.Chosen, func(root string, line []string, chosen string) string { return stateOf(chosen) })
			}),
		mistake("output", 8, "last-line-without-value", "the last line lacks the value", `
			Your last line shows the chosen move only. It is STATE, COLOUR, value. Look at how you write that line.`,
			func(h *hooks) { h.LastLine = func(chosen, _ string) string { return chosen } }),
		mistake("output", 8, "last-line-names-root", "the last line names the root's own assignment", `
			Your last line names the last initial assignment, which is the root's. It names the chosen first move, the
			child of the root that has the best value. Look at which node you take the name from.`,
			func(h *hooks) {
				chosen := h.Chosen
				h.Chosen = func(root string, _ []string) string { return chosen(root, nil) }
			}),
		mistake("output", 8, "last-line-names-best-leaf",
			"the last line names the last move of the best line of play", `
			Your last line names the last move of the best line of play. It names its first move, the one that player 1
			chooses at the root. Look at what you carry back from the leaf along with the value.`,
			func(h *hooks) {
				chosen := h.Chosen
				h.Chosen = func(root string, line []string) string { return chosen(root, line[max(0, len(line)-1):]) }
			}),
		mistake("output", 8, "last-line-shows-value-of-last-child",
			"the last line shows the value of the root's last child", `
			Your last line has the right move, but the value that the root's last child has returned. It shows the
			value of the chosen move, which is the root's. Look for a variable that the next child overwrites.`,
			valueOfLastChild),
		mistake("output", 8, "blank-line-before-last-line",
			"an empty line stands between the log and the last line", `
			Your output has an empty line before its last line. The last line follows the log directly. Look at what
			you write after the log.`,
			func(h *hooks) {
				mutant.Wrap(&h.AfterLog, func(_ string, afterLog []string) []string {
					return append([]string{""}, afterLog...)
				})
			}),
	}
}

// valueOfLastChild shows in the last line the value that the root's last child has returned, if the root has
// children.
func valueOfLastChild(h *hooks) {
	var returned []int
	rows, lastValue := h.Search.ChildRows, h.LastValue
	h.Search.ChildRows = func(u search.Update) []search.Row {
		if u.Depth == 0 {
			returned = append(returned, u.Result)
		}
		return rows(u)
	}
	h.LastValue = func(root int) int {
		if len(returned) > 0 {
			root = returned[len(returned)-1]
		}
		return lastValue(root)
	}
}

// deadEndMutations are mistakes in the value of a dead end (rule 6).
func deadEndMutations() []mutation {
	return []mutation{
		mistake("evaluation", 6, "dead-end-loses", "a player without a move has lost: minus or plus infinity", `
			Your program gives a node without moves the worst value for the player to move, an infinity, also at the
			depth limit. Such a node is a leaf and has its score like any other. Look at what your functions return
			when the list of moves is empty.`,
			deadEnds(func(n search.Node) int {
				if n.Maximising() {
					return search.MinusInfinity
				}
				return search.Infinity
			})),
		mistake("evaluation", 6, "dead-end-scores-0", "a node without moves is worth 0", `
			Your program returns 0 where there is no move left before the depth limit. Such a node is a leaf and has
			its score like any other. Look at what your functions return when the list of moves is empty.`,
			deadEnds(func(search.Node) int { return 0 })),
	}
}

// initialMutations are mistakes in the score of the initial assignments (rule 5).
func initialMutations() []mutation {
	return []mutation{
		mistake("evaluation", 5, "initial-assignments-not-scored", "the initial assignments do not count", `
			Your score counts only what is coloured during the search. The initial assignments count for the players
			named with them. Look at the score with which your search starts: in the example map it is 8.`,
			uncounted((*game).isInitial)),
		mistake("evaluation", 5, "initial-assignments-all-player-1s",
			"all initial assignments count for player 1", `
			Your score counts all initial assignments for player 1. Each counts for the player named with it, the
			number after the hyphen. Look at how you read line 2.`,
			creditInitial(func(int) int { return 1 })),
		mistake("evaluation", 5, "initial-players-alternate",
			"initial assignments count for players 1 and 2 in turn", `
			Your score gives the first initial assignment to player 1, the second to player 2, and so on. Each counts
			for the player named with it, the number after the hyphen, who may be the same for all. Look at how you
			read line 2.`,
			creditInitial(func(place int) int { return 1 + place%2 })),
		mistake("evaluation", 5, "initial-outside-map-not-scored",
			"an initial state without a line and neighbours does not count", `
			Your score leaves out a state that is named in line 2 only. It exists, has no neighbours, and its colour
			counts. Look at which list of states your evaluation goes through.`,
			uncounted(func(g *game, a assignment) bool {
				onMap := slices.Contains(g.lines, a.state) || len(g.neighbours[a.state]) > 0
				return g.isInitial(a) && !onMap
			})).ShownBeyond(`
			Inside the envelope every initial state has a line and neighbours (sentence 2 of the envelope).`),
	}
}

// weightMutations are mistakes in the weights (rules 1 and 5).
func weightMutations() []mutation {
	return []mutation{
		mistake("evaluation", 5, "opponents-weights-added", "what player 2 has coloured is added, not subtracted", `
			Your score adds the weights of the states that player 2 coloured. They are subtracted from those of player
			1. Look at the sign in your evaluation.`,
			func(h *hooks) { h.Score = func(player1, player2 int) int { return player1 + player2 } }),
		mistake("evaluation", 5, "player-1s-weights-only", "what player 2 has coloured does not count", `
			Your score is the weights of player 1's states alone. The weights of player 2's states, by player 2's
			table, are subtracted. Look at your evaluation function.`,
			func(h *hooks) { h.Score = func(player1, _ int) int { return player1 } }),
		mistake("evaluation", 5, "weights-swapped", "each player's states count by the other one's weights", `
			Your score looks up the weights in the wrong table: player 1's states in line 5 and player 2's in line 4.
			Line 4 is player 1's table and line 5 is player 2's. Look at the order in which you read them.`,
			func(h *hooks) {
				weight := h.Weight
				h.Weight = func(g *game, player int, colour string) int { return weight(g, 3-player, colour) }
			}),
		mistake("evaluation", 5, "weights-of-player-1-for-both",
			"both players' states count by player 1's weights", `
			Your score uses player 1's weights for player 2's states as well. What player 2 coloured counts by player
			2's table, line 5. Look at the table in the second half of your evaluation.`,
			func(h *hooks) {
				weight := h.Weight
				h.Weight = func(g *game, _ int, colour string) int { return weight(g, 1, colour) }
			}),
		mistake("evaluation", 1, "weights-by-place",
			"weights are read in the order of line 1, whatever their colours", `
			Your program takes the first weight of lines 4 and 5 for the first colour of line 1, the second for the
			second, and so on. Each weight stands with the name of its colour, in any order. Look at how you read these
			lines.`,
			func(h *hooks) {
				h.Weight = func(g *game, player int, colour string) int {
					return g.weights[player][slices.Index(g.lineOne, colour)].value
				}
			}),
		mistake("evaluation", 1, "weights-without-sign", "negative weights are read as positive", `
			Your program loses the minus sign of weights. Weights are integers of either sign. Look at how you read
			lines 4 and 5: a split at hyphens, or a pattern that takes digits only, drops the sign.`,
			func(h *hooks) {
				mutant.Wrap3(&h.Weight, func(g *game, player int, colour string, w int) int { return max(w, -w) })
			}).ShownBeyond("Inside the envelope no weight is negative (sentence 3 of the envelope)."),
	}
}

// deadEnds makes a mutation that gives another value to nodes without moves.
func deadEnds(value func(n search.Node) int) func(h *hooks) {
	return func(h *hooks) {
		leaf := h.Search.Leaf
		h.Search.Leaf = func(n search.Node, v int) int {
			if len(n.Moves()) == 0 {
				v = value(n)
			}
			return leaf(n, v)
		}
	}
}

// uncounted makes a mutation in which some assignments do not count.
func uncounted(out func(g *game, a assignment) bool) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Counts, func(g *game, a assignment, counts bool) bool { return counts && !out(g, a) })
	}
}

// creditInitial makes a mutation that counts the initial assignments for other players, given their
// places in line 2.
func creditInitial(player func(place int) int) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Credited, func(g *game, a assignment, credited int) int {
			if place := slices.Index(g.initial, a); place >= 0 {
				return player(place)
			}
			return credited
		})
	}
}

// isInitial reports whether an assignment is an initial one.
func (g *game) isInitial(a assignment) bool { return slices.Contains(g.initial, a) }
