package mancala

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
)

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

// A layout is a board as the files show it: player 2's pits and player 1's pits from left to right,
// player 2's mancala, player 1's mancala (rules 1 and 13).
type layout struct {
	upper, lower   []int
	store2, store1 int
}

// mostStones is how many stones a board has at most (rule 1).
const mostStones = 1_000_000

// readLayout reads the board, lines 4 to 7 of the input (rule 1).
func readLayout(r *mutant.Reader, player int) layout {
	l := layout{upper: r.Numbers(0, mostStones), lower: r.Numbers(0, mostStones)}
	if len(l.upper) != len(l.lower) || len(l.lower) < 3 || len(l.lower) > 10 {
		r.Fail("found rows of %d and %d pits, expected two equal rows of 3 to 10", len(l.upper), len(l.lower))
	}
	l.store2, l.store1 = r.Number(0, mostStones), r.Number(0, mostStones)
	upper, lower := sum(l.upper), sum(l.lower)
	if total := upper + lower + l.store2 + l.store1; total > mostStones {
		r.Fail("found %d stones, expected at most %d", total, mostStones)
	}
	if player == 1 && lower == 0 || player == 2 && upper == 0 { // rule 15
		r.Fail("player %d has no legal move", player)
	}
	return l
}

// newPosition sets up a board on which a player moves first.
func newPosition(h *hooks, l layout, player int) *position {
	t := newTable(h, len(l.lower))
	p := &position{h: h, table: t, stones: map[string]int{}, mover: player, root: player}
	for i := range t.size {
		p.stones[t.pits[2][i]], p.stones[t.pits[1][i]] = l.upper[i], l.lower[i]
	}
	p.stones[t.store[2]], p.stones[t.store[1]] = l.store2, l.store1
	p.lead = p.stones[t.store[player]] - p.stones[t.store[other(player)]]
	return p
}

// layout lays out stones on the table of a position.
func (p *position) layout(stones map[string]int) layout {
	l := layout{store2: stones[p.table.store[2]], store1: stones[p.table.store[1]]}
	for i := range p.table.size {
		l.upper = append(l.upper, stones[p.table.pits[2][i]])
		l.lower = append(l.lower, stones[p.table.pits[1][i]])
	}
	return l
}

// spaced writes numbers with blanks between them.
func spaced(numbers []int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }

func sum(numbers []int) int {
	total := 0
	for _, n := range numbers {
		total += n
	}
	return total
}
