package mancala

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
)

// sowMutations are mistakes in sowing (rules 2 to 4).
func sowMutations() []mutation {
	return []mutation{
		mistake("game", 3, "sowing-clockwise", "stones are sown clockwise", `
			Your program sows clockwise, in the order of falling numbers for player 1. Stones go round counterclockwise:
			B2 up to B(N+1), player 1's mancala, A(N+1) down to A2, player 2's mancala, and B2 again. Look at the step
			from one pit to the next.`,
			func(h *hooks) {
				mutant.Wrap2(&h.Round, func(t *table, player int, places []string) []string {
					slices.Reverse(places)
					return places
				})
			}),
		mistake("game", 3, "first-stone-into-start-pit", "the first stone goes back into the pit that is being sown", `
			Your program drops the first stone into the pit from which it has just taken the stones. The first stone
			belongs into the next place of the round. Look at where your sowing loop moves on: before it drops a stone,
			not after.`,
			func(h *hooks) {
				route := h.Route
				h.Route = func(p *position, pit string, stones int) []string {
					return append([]string{pit}, route(p, pit, stones-1)...)
				}
			}),
		mistake("game", 3, "start-pit-skipped", "later laps pass over the pit that is being sown", `
			When the stones come round to the pit from which they were taken, your program passes it over. That pit gets
			its stone like any other, so one lap takes 2N + 1 stones. It shows with pits of 2N + 1 stones or more; look
			at the conditions in your sowing loop.`,
			func(h *hooks) {
				route := h.Route
				h.Route = func(p *position, pit string, stones int) []string {
					twice := route(p, pit, 2*stones) // of which the pit takes half at most
					return slices.DeleteFunc(twice, func(place string) bool { return place == pit })[:stones]
				}
			}),
		mistake("game", 3, "opponents-mancala-filled", "the opponent's mancala gets stones, too", `
			Your program drops a stone into the opponent's mancala as it passes. A player fills the own mancala only,
			and the opponent's is passed over. Look at the list of places, or the condition, in your sowing loop.`,
			fillBoth),
		mistake("game", 3, "opponents-mancala-skipped-once",
			"the opponent's mancala is passed over on the first lap only", `
			Your program passes over the opponent's mancala the first time and fills it on later laps. It is passed over
			every time, however many stones there are. It shows with pits that go round twice; look for a correction
			that is made once, outside the loop.`,
			func(h *hooks) {
				fillBoth(h)
				route := h.Route
				h.Route = func(p *position, pit string, stones int) []string {
					longer := route(p, pit, stones+1)
					skipped := slices.Index(longer, p.table.store[other(p.mover)])
					if skipped < 0 {
						return longer[:stones]
					}
					return slices.Delete(longer, skipped, skipped+1)
				}
			}),
		mistake("game", 3, "own-mancala-skipped", "the mover's own mancala gets no stone in sowing", `
			Your program sows into pits only and passes over the mover's own mancala. That mancala is a place in the
			round like any pit, and a last stone there gives an extra turn. Look at the list of places in your sowing
			loop.`,
			func(h *hooks) {
				mutant.Wrap3(&h.Fills, func(t *table, player int, place string, fills bool) bool {
					return place != t.store[player] && fills
				})
			}),
		mistake("game", 3, "lap-of-2n-plus-2", "full laps are counted as 2N + 2 stones", `
			Your program works out full laps by arithmetic and takes a lap to be 2N + 2 stones. The opponent's mancala
			is passed over, so a lap is 2N + 1. Look for a division or a modulo by the number of all places.`,
			func(h *hooks) {
				sow := h.Sow
				h.Sow = func(p *position, pit string, stones int) string {
					lap := len(p.table.round[p.mover])
					sow(p, pit, stones/(lap+1)*lap)
					return sow(p, pit, stones%(lap+1))
				}
			}),
		mistake("game", 3, "full-laps-forgotten", "of a pit with more than a lap only the rest is sown", `
			From a pit with 2N + 1 stones or more your program sows only what is left after full laps, and the stones of
			the laps vanish. Each full lap adds one stone to each place of the round. Look at a modulo on the number of
			stones.`,
			func(h *hooks) {
				sow := h.Sow
				h.Sow = func(p *position, pit string, stones int) string {
					return sow(p, pit, stones%len(p.table.round[p.mover]))
				}
			}),
		mistake("game", 4, "last-place-by-formula", "where the last stone fell is counted with the opponent's mancala", `
			Your program works out where the last stone fell from the start and the number of stones, modulo 2N + 2. The
			sowing is right, but it has passed over the opponent's mancala, so the last stone lies one place further for
			each time. Keep the place where you drop a stone, and use that.`,
			func(h *hooks) {
				mutant.Wrap3(&h.Sow, func(p *position, pit string, stones int, _ string) string {
					places := p.table.places()
					return places[(slices.Index(places, pit)+stones)%len(places)]
				})
			}),
		mistake("game", 2, "empty-pits-are-moves", "pits without stones are moves", `
			Your program lists pits without stones as moves, which do nothing and hand over the turn. A pit without
			stones is no move, so it has no node and no line. Look at where you list the moves.`,
			func(h *hooks) { h.IsMove = func(int) bool { return true } }),
		mistake("game", 4, "board-shared-by-moves", "all moves are played on one board that is never put back", `
			Your program plays every move on the same board and does not put it back, so each move starts from what the
			move before left behind. Each child starts from its parent's position. Look for a list that is copied by
			reference, not by value.`,
			func(h *hooks) { h.Copy = func(stones map[string]int) map[string]int { return stones } }),
	}
}

// fillBoth makes players drop stones into the opponent's mancala, too.
func fillBoth(h *hooks) {
	mutant.Wrap3(&h.Fills, func(t *table, player int, place string, fills bool) bool {
		return place == t.store[other(player)] || fills
	})
}
