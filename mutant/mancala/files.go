package mancala

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// inputMutations are mistakes in reading the input (rule 1).
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
			Your program takes line 6 of the input for player 1's mancala and line 7 for player 2's. It is the other
			way round. Look at the order in which you read the two lines.`,
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

// read makes a mutation that replaces the board of the input by another.
func read(change func(l layout) layout) func(h *hooks) {
	return func(h *hooks) { mutant.Wrap(&h.Read, func(_, right layout) layout { return change(right) }) }
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

// maxStones is the maximum number of stones on a board (rule 1).
const maxStones = 1_000_000

// readLayout reads the board, lines 4 to 7 of the input (rule 1).
func readLayout(r *mutant.Reader, player int) layout {
	l := layout{upper: r.Numbers(0, maxStones), lower: r.Numbers(0, maxStones)}
	if len(l.upper) != len(l.lower) || len(l.lower) < 3 || len(l.lower) > 10 {
		r.Fail("found rows of %d and %d pits, expected two equal rows of 3 to 10", len(l.upper), len(l.lower))
	}
	l.store2, l.store1 = r.Number(0, maxStones), r.Number(0, maxStones)
	upper, lower := sum(l.upper), sum(l.lower)
	if total := upper + lower + l.store2 + l.store1; total > maxStones {
		r.Fail("found %d stones, expected at most %d", total, maxStones)
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
	p.lead = p.stones[t.store[player]] - p.stones[t.store[opponent(player)]]
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

// joinNumbers writes numbers with blanks between them.
func joinNumbers(numbers []int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }

func sum(numbers []int) int {
	total := 0
	for _, n := range numbers {
		total += n
	}
	return total
}

// outputMutations are mistakes in the next state (rule 13).
func outputMutations() []mutation {
	return []mutation{
		mistake("output", 13, "rows-swapped-on-output", "the next state has player 1's pits in its first line", `
			Your next state shows player 1's pits first. Its first line has player 2's pits, its second player 1's, as
			in the input. Look at the order in which you write the lines.`,
			changeBoard(layout.withRowsSwapped)),
		mistake("output", 13, "upper-row-reversed-on-output",
			"the next state has player 2's pits from right to left", `
			Your next state shows player 2's pits in the order of sowing. They stand from left to right, A2 first, as
			in the input. Look at the loop that writes the first line.`,
			changeBoard(layout.withUpperReversed)),
		mistake("output", 13, "mancalas-swapped-on-output",
			"the next state has player 1's mancala in its third line", `
			Your next state shows player 1's mancala before player 2's. The third line is player 2's mancala, the
			fourth player 1's, as in the input. Look at the order in which you write the lines.`,
			changeBoard(layout.withStoresSwapped)),
		mistake("output", 13, "next-state-after-first-move",
			"the next state stops after the first move of a chain", `
			Your next state is the board after the first move, even if that gave an extra turn. It is the board when
			the root player's turn is over, after the whole chain of own moves. Look at how you carry the best line
			back to the root.`,
			func(h *hooks) { h.TurnOver = func(_, _ *position) bool { return true } }),
		mistake("output", 13, "next-state-chain-takes-first-pits",
			"after the first move, the next state goes on with the first pit each time", `
			Your next state starts with the best move and then plays the first pit of each extra turn. At every choice
			in the chain the first best move counts. Look at how you keep the best move of a node that has an extra
			turn.`,
			follow(func(board *position, line []string) []string {
				if board.made == 0 {
					return line
				}
				moves := board.Moves()
				return moves[:min(1, len(moves))]
			})),
		mistake("output", 13, "next-state-after-best-line", "the next state shows the opponent's answers, too", `
			Your next state is the board at the end of the best line, after the opponent's moves as well. It is the
			board when the root player's turn is over. Look at which board you carry back to the root: not that of the
			leaf.`,
			func(h *hooks) { h.TurnOver = func(_, _ *position) bool { return false } }),
		mistake("output", 13, "next-state-after-last-move-searched",
			"the next state is that of the last move searched, not of the best", `
			Your next state is the board of the last move that the search has tried. It is that of the best move, the
			first of those with the greatest value. Look for a board that is overwritten by each move, whether that is
			better or not.`,
			follow(func(board *position, _ []string) []string {
				moves := board.Moves()
				return moves[max(0, len(moves)-1):]
			})),
		mistake("output", 13, "next-state-of-any-max-node",
			"the next state is that of the move which last became the best of any max node", `
			Your next state is the board of the move that became the best of a max node last, at whatever depth that
			was. Only the best move of the root counts, and the chain that it opens. Look at the variable that keeps
			the board: all your max nodes write it; return the board with the value.`,
			stateOfAnyMaxNode),
		mistake("output", 13, "next-state-not-swept", "the next state shows a finished game before its sweep", `
			If the chosen turn ends the game, your next state shows the board before the sweep. It shows the swept
			board, with all pits empty. Look at where you sweep: in the evaluation only, or in the move itself.`,
			func(h *hooks) {
				mutant.Wrap(&h.Shown, func(board *position, shown map[string]int) map[string]int {
					if board.over {
						return board.unswept
					}
					return shown
				})
			}),
	}
}

// stateOfAnyMaxNode shows the position after the move that became the best of a max node last, if that move
// ends the turn.
func stateOfAnyMaxNode(h *hooks) {
	var best *position
	improved, shown := h.Search.Improved, h.Shown
	h.Search.Improved = func(n, child search.Node) {
		improved(n, child)
		if n.Max && !child.ExtraTurn {
			best = child.Position.(*position)
		}
	}
	h.Shown = func(board *position) map[string]int {
		if best == nil {
			return shown(board)
		}
		return shown(best)
	}
}

// changeBoard makes a mutation that writes the board otherwise.
func changeBoard(change func(l layout) layout) func(h *hooks) {
	return func(h *hooks) { mutant.Wrap(&h.Write, func(_, right layout) layout { return change(right) }) }
}

// follow makes a mutation that leads to the next state along another line than the best.
func follow(along func(board *position, line []string) []string) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Follow, func(board *position, line, right []string) []string {
			board.bound()
			return along(board, right)
		})
	}
}

// bound gives up a turn without end, which several mistakes together can bring about.
func (p *position) bound() {
	if p.made > search.MaxNodes {
		panic(mutant.ErrGaveUp)
	}
}

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
		mistake("log", 2, "pit-number-of-one-character", "pits from 10 on are named by one character", `
			Your log writes the number of a pit as one character, counted on from a digit, so that B10 is called B and
			a colon. It shows with nine pits or more. Convert the number to text in place of adding it to a
			character.`,
			func(h *hooks) {
				mutant.Wrap(&h.Search.Label, func(n search.Node, label string) string {
					letter, number := split(label)
					if number < 10 {
						return label
					}
					return letter + string(rune('0'+number))
				})
			}),
		mistake("log", 2, "player-2-numbered-from-right", "player 2's pits are numbered from right to left", `
			Your log numbers player 2's pits from the right, in the order of sowing. Both rows are numbered from left
			to right, so A2 is above B2. Look at where you make the names of the upper row.`,
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
			Your log gives the letter B to the pits of both players. Player 2's are A2 to A(N+1). Look at where you
			make the names.`,
			renamed(func(_ *table, _ string, number int) (string, int) { return "B", number })),
	}
}

// reorder makes a mutation that expands moves in another order.
func reorder(in func(p *position, moves []string)) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap(&h.Moves, func(p *position, moves []string) []string {
			in(p, moves)
			return moves
		})
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
		mutant.Wrap(&h.Search.Label, func(n search.Node, name string) string {
			letter, number := split(name)
			if number == 0 { // root
				return name
			}
			letter, number = change(n.Position.(*position).table, letter, number)
			return letter + strconv.Itoa(number)
		})
	}
}
