package mapcolor

import "github.com/touchstone-suite/touchstone/mutant/search"

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
				chosen := h.Chosen
				h.Chosen = func(root string, line []string) string { return stateOf(chosen(root, line)) }
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
				afterLog := h.AfterLog
				h.AfterLog = func(last string) []string { return append([]string{""}, afterLog(last)...) }
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
