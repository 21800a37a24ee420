package mancala

import (
	"slices"
	"strconv"

	"github.com/touchstone-suite/touchstone/mutant/search"
)

// nameMutations are mistakes in the order of the moves and the names of the pits (rule 2).
func nameMutations() []mutation {
	return []mutation{
		mistake("order", 2, "player-1-from-right-to-left", "player 1's moves are expanded from right to left", `
			Your program expands player 1's pits from right to left. Both players expand theirs from left to right, B2
			first. Look at the loop that lists the moves.`,
			fromRightToLeft(1)),
		mistake("order", 2, "player-2-from-right-to-left", "player 2's moves are expanded from right to left", `
			Your program expands player 2's pits from right to left, which is the order of sowing. Both players expand
			theirs from left to right, A2 first. Look at the loop that lists the moves, for player 2 alone.`,
			fromRightToLeft(2)),
		mistake("order", 2, "names-in-text-order", "moves are sorted as text, B10 before B2", `
			Your program sorts the moves by their names as text, which puts B10 and B11 before B2. They are expanded
			from left to right, that is, by number. It shows with nine pits or more; look at the sort.`,
			reorder(func(_ *position, moves []string) { slices.Sort(moves) })),
		mistake("log", 2, "pits-numbered-from-1", "the leftmost pits are called A1 and B1", `
			Your log numbers the pits from 1. The leftmost pits are A2 and B2. Look at where you make the names: the
			number is the index, from 0, plus 2.`,
			renamed(func(_ *table, letter string, number int) (string, int) { return letter, number - 1 })),
		mistake("log", 2, "player-2-numbered-from-right", "player 2's pits are numbered from right to left", `
			Your log numbers player 2's pits from the right, in the order of sowing. Both rows are numbered from left to
			right, so A2 is above B2. Look at where you make the names of the upper row.`,
			renamed(func(t *table, letter string, number int) (string, int) {
				if letter == "A" {
					number = t.size + 3 - number
				}
				return letter, number
			})),
		mistake("log", 2, "letters-swapped", "player 1's pits are called A, player 2's B", `
			Your log calls player 1's pits A and player 2's B. Player 1 has the lower row, B, and player 2 the upper
			row, A. Look at where you make the names.`,
			renamed(func(_ *table, letter string, number int) (string, int) { return facing(letter), number })),
		mistake("log", 2, "all-pits-named-b", "player 2's pits are called B, too", `
			Your log gives the letter B to the pits of both players. Player 2's are A2 to A(N+1). Look at where you make
			the names.`,
			renamed(func(_ *table, _ string, number int) (string, int) { return "B", number })),
	}
}

// reorder makes a mutation that expands moves in another order.
func reorder(in func(p *position, moves []string)) func(h *hooks) {
	return func(h *hooks) {
		right := h.Moves
		h.Moves = func(p *position) []string {
			moves := right(p)
			in(p, moves)
			return moves
		}
	}
}

// fromRightToLeft makes a mutation that expands a player's moves in the reverse order.
func fromRightToLeft(player int) func(h *hooks) {
	return reorder(func(p *position, moves []string) {
		if p.mover == player {
			slices.Reverse(moves)
		}
	})
}

// renamed makes a mutation that shows pits under other names.
func renamed(change func(t *table, letter string, number int) (string, int)) func(h *hooks) {
	return func(h *hooks) {
		label := h.Search.Label
		h.Search.Label = func(n search.Node) string {
			name := label(n)
			letter, number := split(name)
			if number == 0 { // root
				return name
			}
			letter, number = change(n.Position.(*position).table, letter, number)
			return letter + strconv.Itoa(number)
		}
	}
}
