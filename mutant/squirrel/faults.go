package squirrel

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// traits describe squirrel.
var traits = board.Traits{
	Traits: search.Traits{
		Page: page, Order: 2, Depth: 5, Tasks: 1,
		Dialect: &search.AlphaBeta, Format: 6,
		Large: true,
	},
	Evaluation: 4, Play: 3, State: 9, Names: 2,
	Valued: true, Captures: true, Raids: true, Letters: board.SmallInReversi,
}

func mutations() []mutation {
	return slices.Concat(
		mutant.Lift(board.Mutations(traits), func(h *hooks) *board.Hooks { return &h.Hooks }),
		moveMutations(), battleMutations())
}

// moveMutations are mistakes in raids and in greedy.
func moveMutations() []mutation {
	return []mutation{
		mistake("game", 3, "sneak-conquers", "a sneak turns the enemy pieces next to it", `
			In your program every move turns the enemy pieces next to it. It does so only if a square next to it already
			belonged to the mover; without such a neighbour the move is a sneak and turns nothing. Look for the test
			that tells the two apart.`,
			func(h *hooks) { h.Raids = func(*position, board.Square) bool { return true } }),
		mistake("game", 3, "raid-conquers-nothing", "no move turns anything", `
			In your program no move turns enemy pieces. If a square next to the new piece already belonged to the mover,
			the move is a raid and every enemy piece next to it changes sides. Look at where a move is made.`,
			func(h *hooks) { h.Raids = func(*position, board.Square) bool { return false } }),
		mistake("depth", 7, "greedy-searches-to-the-cut-off", "greedy searches as deep as the cut-off says", `
			Your greedy player runs a minimax search down to the cut-off depth. Greedy looks one ply ahead; the cut-off
			line is there, but has no effect. Use depth 1 for task 1 and for greedy players in a battle.`,
			func(h *hooks) {
				mutant.Wrap(&h.Algorithm, func(_, algorithm string) string {
					if algorithm == "1" {
						return "2"
					}
					return algorithm
				})
			}),
		mistake("evaluation", 7, "greedy-minimises", "greedy takes the smallest evaluation", `
			Your greedy player takes the move with the smallest evaluation. It has to take the greatest. Look at the
			comparison, and at whose side the evaluation takes after the move.`,
			func(h *hooks) {
				start, better := h.GreedyStart, h.GreedyBetter
				h.GreedyStart = func() int { return -start() }
				h.GreedyBetter = func(v, best int) bool { return better(-v, -best) }
			}),
		mistake("evaluation", 7, "greedy-starts-at-zero", "greedy finds no move that is worth 0 or less", `
			Your greedy player starts from a best score of 0, so it finds no move where all scores are 0 or negative.
			Start from a number below all scores, or from the first move.`,
			func(h *hooks) { h.GreedyStart = func() int { return 0 } }),
		mistake("order", 7, "greedy-takes-last-tie", "of equal moves greedy takes the last", `
			Of several moves with the same evaluation your greedy player takes the last. It has to take the first in
			order: a move replaces the best so far only if it is strictly better. Look for >= where > should stand.`,
			func(h *hooks) {
				mutant.Wrap2(&h.GreedyBetter, func(v, best int, better bool) bool { return v == best || better })
			}),
		mistake("evaluation", 7, "greedy-ignores-captures", "greedy looks at the square's own value only", `
			Your greedy player takes the free square of greatest value and does not count what a raid would turn. It
			has to evaluate the whole board after each move. Call the evaluation that the searches use.`,
			func(h *hooks) {
				h.GreedyValue = func(p *position, move string, _ int) int {
					target, _ := board.SquareOf(move)
					return p.Values[target.Row][target.Column]
				}
			}),
	}
}

// battleMutations are mistakes in battles.
func battleMutations() []mutation {
	return []mutation{
		mistake("game", 8, "battle-x-moves-first", "in a battle X always moves first", `
			In your battle X moves first, whatever the input says. The player named first moves first, also when that
			is O. Look at how the loop begins.`,
			players(func(first, second player) (player, player) {
				if second.piece == 'X' {
					return second, first
				}
				return first, second
			})),
		mistake("game", 8, "battle-second-player-moves-first", "in a battle the player named second begins", `
			In your battle the player named second moves first. The player named first begins. Look at how the loop
			begins: the players may be swapped once too often.`,
			players(func(first, second player) (player, player) { return second, first })),
		mistake("game", 8, "battle-one-algorithm", "in a battle both play by the first player's algorithm", `
			In your battle both players use the algorithm of the first. Each has its own, in the line below its name.
			Look at what the second player's turn passes to the search.`,
			players(func(first, second player) (player, player) {
				second.algorithm = first.algorithm
				second.cutOff = max(second.cutOff, 1)
				return first, second
			})),
		mistake("depth", 8, "battle-one-cut-off", "in a battle both use the first player's cut-off", `
			In your battle both players search to the first player's cut-off. Each has its own, in the third line of
			its block. Look at what the second player's turn passes to the search.`,
			players(func(first, second player) (player, player) {
				second.cutOff = max(first.cutOff, 1)
				return first, second
			})),
		mistake("game", 8, "battle-settings-swapped",
			"in a battle each plays by the other's algorithm and cut-off", `
			In your battle each player uses the algorithm and the cut-off of the other. Lines 2 to 4 belong to the
			player named first, lines 5 to 7 to the second. Look at how the input is read, or at where the turns
			change.`,
			players(func(first, second player) (player, player) {
				first.piece, second.piece = second.piece, first.piece
				return second, first
			})),
		mistake("evaluation", 8, "battle-evaluates-for-first-player",
			"in a battle the second player maximises the first one's score", `
			In your battle both players maximise the evaluation of the first. Each maximises its own: on its turn a
			player is the root player of a search of its own. Look at which player the evaluation is called with.`,
			func(h *hooks) {
				evaluate := h.Evaluate
				h.Evaluate = func(p *position) int {
					seen := *p
					if p.first != 0 {
						seen.Root = p.first
					}
					return evaluate(&seen)
				}
			}),
		mistake("game", 8, "battle-searches-for-first-player",
			"in a battle all turns are searched as if the first player were to move", `
			In your battle the second player's turns are searched as if the first player were to move, and then the
			second takes the square that is best for the first. On its turn each player is the root player of a search
			of its own. Look at the variable that holds the side: the search may see an old one.`,
			func(h *hooks) { h.Searches = func(_, first byte) byte { return first } }),
		mistake("output", 9, "battle-shows-initial-board", "the trace of a battle begins with the input's board", `
			Your battle trace begins with the board of the input. The initial board is not part of it: the first five
			rows show the board after the first move. Write the board after each move, not before it.`,
			changeTrace(func(initial []string, boards [][]string) [][]string {
				return append([][]string{initial}, boards...)
			})),
		mistake("output", 9, "battle-last-board-missing", "the trace of a battle lacks the full board", `
			Your battle trace ends one board too early. It includes the board after the last move, which is full. Look
			at the condition of the loop, or at whether each board is written before the move.`,
			changeTrace(func(_ []string, boards [][]string) [][]string { return boards[:max(len(boards)-1, 0)] })),
		mistake("output", 9, "battle-last-board-only", "the trace of a battle has the last board only", `
			Your battle trace holds the last board only. It has to hold the board after every move, one directly below
			the other. Look at whether the file is opened again, and so emptied, at each turn.`,
			changeTrace(func(_ []string, boards [][]string) [][]string { return boards[max(len(boards)-1, 0):] })),
		mistake("output", 9, "battle-blank-lines", "blank lines stand between the boards of a battle", `
			Your battle trace has a blank line between boards. Each board stands directly below the one before it,
			without a separator. Look at what is written after a board.`,
			func(h *hooks) {
				join := h.Join
				h.Join = func(boards [][]string) []string {
					var apart [][]string
					for i, board := range boards {
						if i > 0 {
							apart = append(apart, []string{""})
						}
						apart = append(apart, board)
					}
					return join(apart)
				}
			}),
	}
}

// players makes a mutation that confuses the player who begins a battle, or how the players play.
func players(change func(first, second player) (player, player)) func(h *hooks) {
	return func(h *hooks) {
		old := h.Players
		h.Players = func(first, second player) (player, player) { return change(old(first, second)) }
	}
}

// changeTrace makes a mutation that changes the boards in the trace of a battle.
func changeTrace(change func(initial []string, boards [][]string) [][]string) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Shown, func(initial []string, boards, old [][]string) [][]string {
			return change(initial, old)
		})
	}
}
