package mancala

import (
	"strconv"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// endTestMutations are mistakes in when the game is over (rule 6).
func endTestMutations() []mutation {
	return []mutation{
		mistake("game", 6, "end-only-when-next-player-is-stuck",
			"the game ends only when the player who is to move has no stones", `
			Your program ends the game when the player whose turn comes has nothing in the pits, as the handout says.
			In the graded files both sides are looked at after each move, so a player who empties the own side ends the
			game as well. Look at which side you test.`,
			func(h *hooks) {
				h.Ended = func(m *move) bool {
					next := opponent(m.mover)
					if h.EarnsTurn(m) {
						next = m.mover
					}
					return m.inPits(next) == 0
				}
			}),
		mistake("game", 6, "end-tests-movers-side-only",
			"only the side of the player who moved is tested for the end", `
			After a move your program looks at the side of the player who moved, and not at the other. The game ends at
			once when either side is empty, for instance by a capture. Look at the test for the end of the game.`,
			func(h *hooks) { h.Ended = func(m *move) bool { return m.inPits(m.mover) == 0 } }),
		mistake("game", 6, "end-tests-opponents-side-only",
			"only the side of the player who did not move is tested for the end", `
			After a move your program looks at the opponent's side only. The game ends at once when either side is
			empty, the mover's as well. Look at the test for the end of the game.`,
			func(h *hooks) { h.Ended = func(m *move) bool { return m.inPits(opponent(m.mover)) == 0 } }),
		mistake("game", 6, "end-needs-both-sides-empty", "the game ends only when both sides are empty", `
			Your program goes on until both sides are empty, and a player without stones just has no moves. The game
			ends as soon as either side has nothing left, and what remains is swept. Look for an "and" in the test for
			the end of the game that should be an "or".`,
			func(h *hooks) { h.Ended = bothEmpty }),
		mistake("game", 6, "end-tested-before-capture", "the end of the game is tested before the capture", `
			Your program tests for the end after sowing and captures only then. A capture can empty a side, so the test
			comes after it. Look at the order of the two steps.`,
			func(h *hooks) {
				h.Resolve = func(m *move) {
					m.ended = h.Ended(m)
					m.capture()
				}
			}),
		mistake("game", 6, "end-not-tested-after-extra-turn",
			"after a move that earns an extra turn the end of the game is not tested", `
			When a move earns an extra turn your program does not look whether it has ended the game, and the mover is
			left with a turn but no move. If either side is empty the game is over: the extra turn is void and what
			remains is swept. Look at the order of the two tests: the end of the game comes first.`,
			func(h *hooks) {
				mutant.Wrap(&h.Ended, func(m *move, ended bool) bool { return !h.EarnsTurn(m) && ended })
			}),
	}
}

// stuckMutations are mistakes in the handling of a player without a move.
func stuckMutations() []mutation {
	return []mutation{
		mistake("evaluation", 6, "void-turn-worth-infinity",
			"a void extra turn with no move left is worth minus or plus infinity", `
			When a move earns an extra turn but ends the game, your program opens the node of that turn, finds no move
			and returns the value that it started from. The extra turn is void and the position is a leaf, worth its
			evaluation after the sweep. Look at what a node without moves returns.`,
			func(h *hooks) {
				mutant.Wrap2(&h.Search.Leaf, func(n search.Node, v, leaf int) int {
					switch {
					case !n.Position.(*position).voided:
						return leaf
					case n.Maximising(): // the void turn was the opponent's, whose nodes start from infinity
						return search.Infinity
					}
					return search.MinusInfinity
				})
			}),
		mistake("game", 6, "stuck-player-skipped", "a player without stones is skipped, and the other moves on", `
			When the player to move has no stones, your program gives the turn back to the other one. The game is over
			at once and what remains is swept. Look at what happens after a move that leaves a side empty.`,
			func(h *hooks) {
				h.Ended = bothEmpty
				play := h.Play
				h.Play = func(p *position, pit string) (*position, bool) {
					next, movesAgain := play(p, pit)
					if next.over || next.inPits(next.mover) > 0 {
						return next, movesAgain
					}
					next.mover = opponent(next.mover)
					return next, false
				}
			}),
		mistake("game", 6, "stuck-player-passes", "a player without stones passes", `
			When the player to move has no stones, your program plays a pass and goes on with the other one. There are
			no passes in mancala: the game is over at once and what remains is swept. Look at what you return as moves
			when there are none.`,
			passes),
	}
}

// sweepMutations are mistakes in the ownership of the remaining stones.
func sweepMutations() []mutation {
	return []mutation{
		mistake("game", 6, "no-sweep", "what remains at the end of the game is not swept", `
			At the end of the game your program leaves the remaining stones in their pits, and they count for no player.
			They go to the mancala of the player who owns the pits, before the evaluation. Look at what you do when a
			side is empty.`,
			func(h *hooks) { h.Sweeps = func(*position, int) bool { return false } }),
		mistake("game", 6, "sweep-to-the-other-player", "what remains goes to the player whose side is empty", `
			Your sweep gives the remaining stones to the player who has none left. They go to the mancala of the player
			in whose pits they are. Look at whose mancala your sweep adds to.`,
			func(h *hooks) {
				mutant.Wrap2(&h.SweptTo, func(p *position, player, sweptTo int) int { return opponent(sweptTo) })
			}),
		mistake("game", 6, "sweep-to-the-last-mover", "what remains goes to the player who ended the game", `
			Your sweep gives the remaining stones to the player who made the last move. They go to the mancala of the
			player in whose pits they are, whoever moved. Look at whose mancala your sweep adds to.`,
			func(h *hooks) { h.SweptTo = func(p *position, _ int) int { return p.mover } }),
		mistake("game", 6, "sweep-to-the-last-movers-opponent",
			"what remains goes to the opponent of the player who ended the game", `
			Your sweep gives the remaining stones to the opponent of the player who made the last move, even where they
			lie in the mover's own pits. They go to the mancala of the player who owns the pits. Look at whose mancala
			your sweep adds to.`,
			func(h *hooks) { h.SweptTo = func(p *position, _ int) int { return opponent(p.mover) } }),
		mistake("game", 6, "sweep-of-movers-pits-only", "only the pits of the player who moved are swept", `
			At the end of the game your program sweeps the pits of the player who moved last, but not those of the
			opponent. Both rows are swept, each into its owner's mancala. Look at the loop of your sweep.`,
			sweepOf(func(p *position, player int) bool { return player == p.mover })),
		mistake("game", 6, "sweep-of-opponents-pits-only",
			"only the pits of the player who did not move are swept", `
			At the end of the game your program sweeps the pits of the player who did not move last, but not those of
			the mover. Both rows are swept, each into its owner's mancala. Look at the loop of your sweep.`,
			sweepOf(func(p *position, player int) bool { return player != p.mover })),
		mistake("game", 6, "sweep-replaces-mancala", "the sweep sets a mancala to what was swept", `
			Your sweep puts the remaining stones in place of those that the mancala held. They are added to them. Look
			for = where += should stand; the number of stones must not change.`,
			func(h *hooks) {
				mutant.Wrap2(&h.Sweeps, func(p *position, player int, swept bool) bool {
					if swept && p.inPits(player) > 0 {
						p.stones[p.table.store[p.h.SweptTo(p, player)]] = 0
					}
					return swept
				})
			}),
		mistake("game", 6, "swept-stones-stay", "swept stones are counted, but stay in their pits", `
			Your sweep adds the remaining stones to the mancala but leaves them in the pits as well, where the next
			state shows them. A sweep empties all pits. Look at what your sweep sets to 0; the number of stones must
			not change.`,
			func(h *hooks) { h.TakeSwept = (*position).count }),
	}
}

// bothEmpty reports whether a move has emptied both sides.
func bothEmpty(m *move) bool { return m.inPits(1) == 0 && m.inPits(2) == 0 }

// sweepOf makes a mutation that sweeps the pits of some players only.
func sweepOf(applies func(p *position, player int) bool) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Sweeps, func(p *position, player int, sweeps bool) bool {
			return applies(p, player) && sweeps
		})
	}
}

// passes makes a player without a move pass.
func passes(h *hooks) {
	const pass = "pass"
	h.Ended = bothEmpty
	moves := h.Moves
	h.Moves = func(p *position) []string {
		if moves := moves(p); len(moves) > 0 {
			return moves
		}
		return []string{pass}
	}
	play := h.Play
	h.Play = func(p *position, move string) (*position, bool) {
		if move != pass {
			return play(p, move)
		}
		next := p.next()
		next.turn(false)
		return next, false
	}
}

// evaluationMutations are mistakes in the evaluation (rule 7).
func evaluationMutations() []mutation {
	return []mutation{
		mistake("evaluation", 7, "evaluation-before-sweep",
			"the evaluation of a finished game leaves the sweep out", `
			Your program compares the mancalas as they are before the sweep. They are counted after it, if there was
			one. Look at the order in which you sweep and evaluate.`,
			func(h *hooks) {
				evaluate := h.Evaluate
				h.Evaluate = func(p *position) int {
					if !p.over {
						return evaluate(p)
					}
					unswept := *p
					unswept.stones = p.unswept
					return evaluate(&unswept)
				}
			}),
		mistake("evaluation", 7, "evaluation-for-player-1",
			"the score is always player 1's mancala minus player 2's", `
			Your program evaluates from player 1's side even if the input names player 2. The score is the mancala of
			the root player, the player in line 2 of the input, minus the opponent's. Look at your evaluation function.`,
			func(h *hooks) {
				evaluate := h.Evaluate
				h.Evaluate = func(p *position) int {
					of1 := *p
					of1.root = 1
					return evaluate(&of1)
				}
			}),
		mistake("evaluation", 7, "evaluation-counts-pits", "the evaluation counts the stones in the pits, too", `
			Your evaluation adds the stones that lie in the pits. Only the two mancalas count; stones in pits count
			nothing until they are swept. Look at your evaluation function.`,
			evaluated(func(p *position, v int) int { return v + p.inPits(p.root) - p.inPits(opponent(p.root)) })),
		mistake("evaluation", 7, "evaluation-of-own-mancala-only", "the score is the root player's mancala alone", `
			Your evaluation forgets the opponent's mancala. The score is the root player's mancala minus the
			opponent's. Look at your evaluation function.`,
			evaluated(func(p *position, v int) int { return v + p.inStore(opponent(p.root)) })),
		mistake("evaluation", 7, "evaluation-counts-gains-only",
			"the score leaves out the stones in the mancalas of the input", `
			Your evaluation counts only what has been won since the root. The stones that lie in the mancalas at the
			start, lines 6 and 7 of the input, count as well. Look at whether you read them, and where your evaluation
			starts from.`,
			evaluated(func(p *position, v int) int { return v - p.lead })),
	}
}

// evaluated makes a mutation that changes the score v of a position.
func evaluated(change func(p *position, v int) int) func(h *hooks) {
	return func(h *hooks) { mutant.Wrap(&h.Evaluate, change) }
}

// greedyMutations are mistakes in greedy (rule 14).
func greedyMutations() []mutation {
	return []mutation{
		mistake("output", 14, "greedy-takes-one-move-only", "greedy plays one move and ignores extra turns", `
			Your greedy takes the pit whose own move scores best and stops, even if that earns an extra turn. Greedy is
			minimax with cut-off 1, chains of extra turns included, and plays the whole chain. Let greedy use your
			minimax.`,
			func(h *hooks) {
				h.Greedy = func(root *position, _ []string) []string {
					line := moveByMove(root)
					return line[:min(1, len(line))]
				}
			}),
		mistake("output", 14, "greedy-move-by-move", "greedy chooses each move of a chain by its own score", `
			Your greedy takes the pit whose own move scores best and, after an extra turn, does the same again. Greedy
			is minimax with cut-off 1, chains included: a first move is worth what the best chain after it brings. Let
			greedy use your minimax.`,
			func(h *hooks) { h.Greedy = func(root *position, _ []string) []string { return moveByMove(root) } }),
		mistake("depth", 14, "greedy-honours-cut-off", "greedy searches as deep as the cut-off line says", `
			Your greedy uses the cut-off of the input. Greedy always looks one ply ahead and ignores that line. Look at
			the depth that you hand to the search in task 1.`,
			func(h *hooks) {
				h.GreedyLimit = func(cutOff string) int {
					limit, err := strconv.Atoi(cutOff)
					if err != nil {
						return 1
					}
					return max(1, limit)
				}
			}),
		mistake("evaluation", 14, "greedy-overlooks-sweep-of-own-stones",
			"greedy compares a move that empties the opponent's side without the sweep", `
			Your greedy compares moves by the mancalas before the sweep where a move has left the opponent without
			stones. The root player's own stones are swept then, and they count. Greedy is minimax with cut-off 1: let
			it test both sides for the end of the game, or use your minimax.`,
			func(h *hooks) {
				evaluate := h.Evaluate
				h.Evaluate = func(p *position) int {
					if !p.greedy || !p.over {
						return evaluate(p)
					}
					unswept := *p
					if unswept.stones = p.unswept; unswept.inPits(opponent(p.root)) > 0 {
						return evaluate(p)
					}
					return evaluate(&unswept)
				}
			}),
		mistake("order", 14, "greedy-takes-last-of-equals", "greedy takes the last of equally good moves", `
			Of equally good moves your greedy takes the last. It takes the first: a later one has to be strictly
			better. Look for a >= in your greedy; minimax and alpha-beta are right.`,
			func(h *hooks) {
				mutant.Wrap3(&h.Search.Tie, func(n search.Node, move, best string, tie bool) bool {
					return n.Position.(*position).greedy && n.Max || tie
				})
			}),
	}
}

// moveByMove returns a line in which each move is the best by its own evaluation, for as long as the
// turn lasts. Greedy, in contrast, considers whole chains.
func moveByMove(root *position) []string {
	var line []string
	for board := root; board.mover == root.mover; {
		board.bound()
		var next *position
		var best string
		for _, pit := range board.Moves() {
			after, _ := board.h.Play(board, pit)
			if next == nil || after.Evaluate() > next.Evaluate() {
				next, best = after, pit
			}
		}
		if next == nil {
			break
		}
		board, line = next, append(line, best)
	}
	return line
}
