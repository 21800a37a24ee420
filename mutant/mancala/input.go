package mancala

import "slices"

// inputMutations are mistakes in what is read (rule 1).
func inputMutations() []mutation {
	return []mutation{
		mistake("game", 1, "rows-swapped-on-input", "line 4 of the input is read as player 1's pits", `
			Your program takes line 4 of the input for player 1's pits and line 5 for player 2's. Line 4 is the upper
			row, player 2's. Look at the order in which you read the rows.`,
			read(layout.withRowsSwapped)),
		mistake("game", 1, "upper-row-reversed-on-input", "player 2's pits are read from right to left", `
			Your program reads player 2's pits in the order of sowing. Line 4 of the input has them from left to right,
			so its first number is A2. Look at where you put the numbers of the upper row.`,
			read(layout.withUpperReversed)),
		mistake("game", 1, "mancalas-swapped-on-input", "line 6 of the input is read as player 1's mancala", `
			Your program takes line 6 of the input for player 1's mancala and line 7 for player 2's. It is the other way
			round. Look at the order in which you read the two lines.`,
			read(layout.withStoresSwapped)),
		mistake("game", 1, "mancalas-start-empty", "the mancalas of the input are not read", `
			Your program starts with both mancalas empty. Lines 6 and 7 of the input say how many stones lie in player
			2's and in player 1's. Look at the last two lines that you read.`,
			read(func(l layout) layout {
				l.store2, l.store1 = 0, 0
				return l
			})),
		mistake("game", 1, "always-player-1", "player 1 moves, whatever line 2 of the input says", `
			Your program always plays for player 1. Line 2 of the input says who moves at the root. Look at whether you
			use that line.`,
			func(h *hooks) { h.Player = func(int) int { return 1 } }),
	}
}

// read makes a mutation that takes the board of the input for another one.
func read(change func(l layout) layout) func(h *hooks) {
	return func(h *hooks) {
		right := h.Read
		h.Read = func(l layout) layout { return change(right(l)) }
	}
}

func (l layout) withRowsSwapped() layout {
	l.upper, l.lower = l.lower, l.upper
	return l
}

func (l layout) withUpperReversed() layout {
	l.upper = slices.Clone(l.upper)
	slices.Reverse(l.upper)
	return l
}

func (l layout) withStoresSwapped() layout {
	l.store2, l.store1 = l.store1, l.store2
	return l
}
