package mancala

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
)

// captureMutations are mistakes in what a capture does (rules 4 and 5).
func captureMutations() []mutation {
	return []mutation{
		mistake("game", 5, "no-capture", "nothing is ever captured", `
			Your program leaves a last stone that falls into an empty own pit where it is. That stone and all stones in
			the pit across go to the mover's mancala. Look at what you do after the last stone has fallen.`,
			captures(func(*move) bool { return false })),
		mistake("game", 5, "capture-needs-stones-across", "a last stone opposite an empty pit is not captured", `
			Your program captures only if there are stones in the pit across. The capture holds even when that pit is
			empty: then the one stone goes to the mancala alone. Look at the condition of your capture.`,
			captures(func(m *move) bool { return m.stones[m.h.Across(m.table, m.last)] > 0 })),
		mistake("game", 5, "capture-leaves-own-stone",
			"a capture takes the stones across and leaves the capturing stone", `
			Your captures take the stones across but leave the last stone in its pit. The last stone goes to the mancala
			together with them. Look at what your capture sets to 0.`,
			func(h *hooks) { h.TakeLast = func(*position, string, string) {} }),
		mistake("game", 5, "capture-loses-own-stone", "the capturing stone vanishes", `
			Your captures put the stones across into the mancala and empty both pits, so that the last stone is gone
			from the board. It counts, too: the mancala gets the stones across and one more. Look at the sum in your
			capture; the number of stones must not change.`,
			func(h *hooks) { h.TakeLast = func(p *position, pit, _ string) { p.stones[pit] = 0 } }),
		mistake("game", 5, "capture-replaces-mancala", "a capture sets the mancala to what was captured", `
			Your captures put the captured stones in place of those that the mancala held. They are added to them. Look
			for = where += should stand; the number of stones must not change.`,
			func(h *hooks) {
				takeLast := h.TakeLast
				h.TakeLast = func(p *position, pit, store string) {
					p.stones[store] = 0
					takeLast(p, pit, store)
				}
			}),
		mistake("game", 5, "captured-stones-stay", "captured stones are counted, but stay in the pit across", `
			Your captures add the stones across to the mancala but leave them in their pit as well. A capture empties
			both pits. Look at what your capture sets to 0; the number of stones must not change.`,
			func(h *hooks) { h.TakeAcross = (*position).count }),
		mistake("game", 4, "capture-gives-extra-turn", "a capture gives an extra turn", `
			Your program lets a player move again after a capture, perhaps because stones have come into the mancala.
			Only a last stone that is sown into the own mancala gives an extra turn. Look at how you decide that the
			mover moves again.`,
			func(h *hooks) {
				mutant.Wrap(&h.EarnsTurn, func(m *move, earnsTurn bool) bool { return m.captured || earnsTurn })
			}),
	}
}

// captureTestMutations are mistakes in what is a capture.
func captureTestMutations() []mutation {
	return []mutation{
		mistake("game", 5, "capture-for-root-player-only", "only the root player captures", `
			Your program lets the player of the input capture, but not the opponent. Both players capture by the same
			rule. Look for a comparison with the root player's side where the side of the mover is meant.`,
			captures(func(m *move) bool { return m.mover == m.root })),
		mistake("game", 5, "capture-judged-before-sowing",
			"whether a pit is empty is judged by the board before the move", `
			Your program asks whether the pit of the last stone was empty before the move. What counts is that it holds
			exactly one stone after it. The two differ when a move goes round: one lap home captures, and a pit that was
			passed on an earlier lap does not.`,
			func(h *hooks) { h.Alone = func(m *move) bool { return m.before.stones[m.last] == 0 } }),
		mistake("game", 5, "lap-home-never-captures",
			"one full lap, back into the pit that was sown, does not capture", `
			A move of exactly 2N + 1 stones ends in the pit that it came from, and your program does not capture there.
			The pit was emptied when it was sown, so the last stone is alone in it and captures. Look at whether you
			test the pit after sowing, and whether you left the start pit out.`,
			captures(func(m *move) bool { return m.last != m.pit })),
		mistake("game", 5, "laps-home-always-capture", "two or more full laps home capture, too", `
			Your program captures whenever a move ends in the pit that it came from. After two or more laps there are
			stones of the earlier laps in it, and then there is no capture. Look at the condition of your capture: the
			pit must hold exactly one stone.`,
			func(h *hooks) {
				mutant.Wrap(&h.Alone, func(m *move, alone bool) bool { return m.last == m.pit || alone })
			}),
		mistake("game", 5, "capture-onto-stones", "a last stone onto other stones of an own pit captures", `
			Your program captures also where the last stone falls onto other stones in an own pit. There is a capture
			only if the pit then holds exactly one stone. Look at the condition of your capture.`,
			func(h *hooks) { h.Alone = func(*move) bool { return true } }),
		mistake("game", 5, "capture-in-opponents-empty-pit", "a last stone in an empty pit of the opponent captures", `
			Your program captures also where the last stone falls into an empty pit of the opponent's. Only the mover's
			own pits capture. Look at whether your condition asks whose pit it is.`,
			func(h *hooks) {
				mutant.Wrap2(&h.CapturesIn, func(p *position, place string, capturesIn bool) bool {
					return slices.Contains(p.table.pits[other(p.mover)], place) || capturesIn
				})
			}),
	}
}

// capturePlaceMutations are mistakes in where the stones come from and go to.
func capturePlaceMutations() []mutation {
	return []mutation{
		mistake("game", 5, "capture-from-mirrored-pit",
			"a capture takes from the mirrored pit, not from the one across", `
			Your captures take from the pit as far from the other end: in a row of three, that of A4 for B2. The pit
			across is the one with the same number, above or below. Look at the index: it is mirrored only if you keep
			the upper row in the order of sowing.`,
			captureFrom(func(t *table, number int) int { return t.size + 3 - number })),
		mistake("game", 5, "capture-one-pit-off", "a capture takes from the pit next to the one across", `
			Your captures take from the pit to the right of the one across. The pit across is the one with the same
			number and the other letter. Look for an index that is off by one, perhaps because the mancala was counted.`,
			captureFrom(func(_ *table, number int) int { return number + 1 })),
		mistake("game", 5, "capture-into-opponents-mancala", "captured stones go to the opponent's mancala", `
			Your captures put the stones into the opponent's mancala. They go to the mover's. Look at whose mancala your
			capture adds to, for both players.`,
			func(h *hooks) { mutant.Wrap(&h.Captor, func(_ *move, captor int) int { return other(captor) }) }),
	}
}

// captures makes a mutation that captures only where something else holds, too.
func captures(too func(m *move) bool) func(h *hooks) {
	return func(h *hooks) { mutant.Wrap(&h.Captures, func(m *move, right bool) bool { return right && too(m) }) }
}

// captureFrom makes a mutation that captures from a pit with another number.
func captureFrom(change func(t *table, number int) int) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Across, func(t *table, pit, across string) string {
			letter, number := split(across)
			return t.pit(letter, change(t, number))
		})
	}
}

// count adds the stones of a pit to a mancala and leaves them in the pit.
func (p *position) count(pit, store string) { p.stones[store] += p.stones[pit] }
