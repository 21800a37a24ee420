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
				mutant.Wrap(&h.Search.AtLimit, func(n search.Node, atLimit bool) bool { return n.Depth%2 == 0 && atLimit })
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
		mistake("log", 7, "root-shows-last-initial-by-name", "the root shows the initial state whose name comes last", `
			The lines of your root show the initial assignment whose state comes last by name. They show the one that
			stands last in line 2. Look at whether you keep the assignments in a sorted list, or in a table that loses
			their order.`,
			func(h *hooks) {
				h.Root = func(g *game) string {
					return slices.MaxFunc(g.initial, func(a, b assignment) int { return strings.Compare(a.state, b.state) }).name()
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
			Your lines begin with the colour. The state comes first, then the colour. Look at the order of the columns.`,
			func(h *hooks) { h.Show = func(state, colour string) string { return colour + ", " + state } }),
		mistake("log", 7, "colour-cut-to-one-letter", "only the first letter of a colour is printed", `
			Your lines show the first letter of each colour. Colours may be longer words, and are printed whole. Look at
			how you read line 1, or at an index where the whole name is meant.`,
			func(h *hooks) {
				mutant.Wrap(&h.ShowColour, func(_, showColour string) string { return showColour[:1] })
			}),
		mistake("log", 7, "names-in-upper-case", "names are printed in upper case", `
			Your lines show the names in upper case. Upper and lower case differ, and names are printed as the input has
			them. Look at a conversion where you read or print names.`,
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
			Your last line has the right move, but the value that the root's last child has returned. It shows the value
			of the chosen move, which is the root's. Look for a variable that the next child overwrites.`,
			valueOfLastChild),
		mistake("output", 8, "blank-line-before-last-line", "an empty line stands between the log and the last line", `
			Your output has an empty line before its last line. The last line follows the log directly. Look at what you
			write after the log.`,
			func(h *hooks) {
				mutant.Wrap(&h.AfterLog, func(_ string, afterLog []string) []string { return append([]string{""}, afterLog...) })
			}),
	}
}

// valueOfLastChild shows in the last line what the root's last child has returned, if there is one.
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
