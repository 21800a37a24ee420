package mapcolor

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
)

// domainMutations are mistakes in the colours that a state can take (rule 2).
func domainMutations() []mutation {
	return []mutation{
		mistake("game", 2, "forward-checking", "moves that would leave a neighbour without colours are left out", `
			Your program leaves out a move that would leave an uncoloured neighbour of the state without any colour.
			Such a move is legal: only the colours of coloured neighbours are looked at. Look for a test that looks one
			step ahead, and drop it.`,
			neverOffered((*position).starves)),
		mistake("game", 2, "arc-consistency-propagated", "colours are propagated among uncoloured states", `
			Your program runs arc consistency over the whole map: an uncoloured state with one colour left takes that
			colour from its uncoloured neighbours. The rule asks for less than its name says: only coloured neighbours
			take colours away. Look for a loop or queue that repeats until nothing changes.`,
			neverOffered(func(p *position, state, colour string) bool {
				return !slices.Contains(p.domains()[state], colour)
			})),
	}
}

// deadStateMutations are mistakes in states whose colours are used up.
func deadStateMutations() []mutation {
	return []mutation{
		mistake("game", 2, "dead-state-keeps-all-colours",
			"a state whose neighbours have used up all colours may take any", `
			When the neighbours of a state have used up all colours, your program offers all colours for it. Such a
			state offers no move, and the game goes on around it. Look at what an empty list of colours means in your
			code.`,
			func(h *hooks) {
				mutant.Wrap2(&h.Left, func(p *position, state string, left []string) []string {
					if colours := left; len(colours) > 0 {
						return colours
					}
					return slices.Clone(p.game.colours)
				})
			}),
		mistake("game", 2, "dead-state-keeps-last-colour", "the last colour left to a state is never taken away", `
			Your program never takes a state's last colour away, even when a neighbour gets it. A state whose neighbours
			have used up all colours offers no move. The trace printed in the handout has such moves; the course
			corrected that. Look for a test that a list has more than one colour.`,
			func(h *hooks) {
				takeAway := h.TakeAway
				h.TakeAway = func(colours []string, colour string) []string {
					if len(colours) == 1 {
						return colours
					}
					return takeAway(colours, colour)
				}
			}),
		mistake("game", 2, "dead-state-ends-game", "a state without colours left makes the node a leaf", `
			Your program treats a position as a dead end as soon as some state has no colour left. Only that state
			offers no move; the game goes on around it. Look for a failure of your consistency check that is returned as
			no moves at all.`,
			func(h *hooks) {
				mutant.Wrap(&h.Moves, func(p *position, moves []string) []string {
					for _, state := range p.game.states {
						if !p.isColoured(state) && h.Open(p, state) && len(h.Offers(p, state)) == 0 {
							return nil
						}
					}
					return moves
				})
			}),
	}
}

// reachMutations are mistakes in which states may be coloured.
func reachMutations() []mutation {
	return []mutation{
		mistake("game", 2, "any-state-may-be-coloured", "states without a coloured neighbour may be coloured, too", `
			Your program lets a player colour any uncoloured state. The state must have at least one coloured neighbour.
			Look at the condition under which a state becomes a move.`,
			func(h *hooks) { h.Open = func(*position, string) bool { return true } }),
		mistake("game", 2, "isolated-states-may-be-coloured", "a state without neighbours may be coloured", `
			Your program lets a player colour a state that has no neighbours. The state must have at least one coloured
			neighbour, so such a state is never coloured. Look for a test that all neighbours fulfil something: with no
			neighbours it always holds.`,
			opened(func(p *position, state string, open bool) bool {
				return open || len(p.game.neighbours[state]) == 0
			})).ShownBeyond("Inside the envelope every state has neighbours (sentence 2 of the envelope)."),
		mistake("game", 2, "first-colour-counts-as-none",
			"a state whose coloured neighbours all have the first colour is no move", `
			Your program does not open a state whose coloured neighbours all have the first colour. Any coloured
			neighbour will do. Look at how you test for a colour: the first one may have the number 0, which you take
			for none.`,
			opened(func(p *position, state string, open bool) bool {
				return open && slices.ContainsFunc(p.game.h.Coloured(p), func(a assignment) bool {
					return a.colour != p.game.colours[0] && p.game.h.Beside(p.game, state, a.state)
				})
			})),
		mistake("game", 2, "only-beside-last-coloured", "only neighbours of the state coloured last may be coloured", `
			Your program looks for moves only beside the state that was coloured last. Any coloured neighbour will do,
			whoever coloured it and whenever. Look at where your list of candidates comes from: it has to grow along the
			line of play.`,
			opened(func(p *position, state string, open bool) bool {
				return open && p.besideAny(state, p.made[len(p.made)-1:])
			})),
		mistake("game", 2, "only-beside-initial-states", "only neighbours of the initial states may be coloured", `
			Your program looks for moves only beside the states that were coloured at the start. States coloured during
			the search open their neighbours, too. Look at whether your list of candidates is worked out only once.`,
			opened(func(p *position, state string, open bool) bool {
				return open && p.besideAny(state, p.game.initial)
			})),
	}
}

// forbiddenMutations are mistakes in whose colours are forbidden.
func forbiddenMutations() []mutation {
	return []mutation{
		mistake("game", 2, "colours-of-neighbours-unchecked", "a state may take the colour of its neighbour", `
			Your program offers every colour for a state. A colour that a coloured neighbour has is no move. Look at
			whether your program removes the neighbours' colours at all.`,
			func(h *hooks) { h.Forbids = func(*position, assignment) bool { return false } }),
		mistake("game", 2, "only-own-colours-forbidden",
			"only colours that the mover gave to neighbours are taken away", `
			Your program takes away the colours of those neighbours that the player to move has coloured. The colours of
			all coloured neighbours count, whoever gave them. Look for a test of the player where you look for
			conflicts.`,
			forbiddenOnly(func(p *position, a assignment) bool { return a.player == p.mover })),
		mistake("game", 2, "only-initial-colours-forbidden",
			"only the initial states take colours from their neighbours", `
			Your program takes away the colours of the states that were coloured at the start, but not of those that are
			coloured during the search. All coloured neighbours count. Look at whether your consistency check runs only
			once, before the search.`,
			forbiddenOnly(func(p *position, a assignment) bool { return slices.Contains(p.game.initial, a) })),
		mistake("game", 2, "initial-colours-not-forbidden",
			"the initial states take no colours from their neighbours", `
			Your program takes away the colours of the states that were coloured during the search, but not of those
			that were coloured at the start. All coloured neighbours count. Look at how you compare colours: in Java, ==
			asks whether two strings are one object, and those read from line 2 are others than those of line 1.`,
			forbiddenOnly(func(p *position, a assignment) bool { return !slices.Contains(p.game.initial, a) })),
	}
}

// neverOffered makes a mutation in which some colours are no moves, though the coloured neighbours
// leave them to a state.
func neverOffered(out func(p *position, state, colour string) bool) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Left, func(p *position, state string, left []string) []string {
			return slices.DeleteFunc(left, func(colour string) bool { return out(p, state, colour) })
		})
	}
}

// opened makes a mutation in which other states may be coloured.
func opened(change func(p *position, state string, open bool) bool) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Open, func(p *position, state string, open bool) bool { return change(p, state, open) })
	}
}

// forbiddenOnly makes a mutation in which only some neighbours take their colour away from a state.
func forbiddenOnly(by func(p *position, neighbour assignment) bool) func(h *hooks) {
	return func(h *hooks) {
		mutant.Wrap2(&h.Forbids, func(p *position, neighbour assignment, forbids bool) bool { return by(p, neighbour) && forbids })
	}
}

// starves reports whether a colour would leave some uncoloured neighbour of a state without colours.
func (p *position) starves(state, colour string) bool {
	return slices.ContainsFunc(p.game.neighbours[state], func(neighbour string) bool {
		if p.isColoured(neighbour) {
			return false
		}
		left := without(slices.Clone(p.game.colours), colour)
		for _, other := range p.game.neighbours[neighbour] {
			if a, ok := p.assignmentOf(other); ok {
				left = without(left, a.colour)
			}
		}
		return len(left) == 0
	})
}

// domains returns the colours that full arc consistency leaves to each state: an uncoloured state with
// a single colour left takes it away from its neighbours, too.
func (p *position) domains() map[string][]string {
	domains := map[string][]string{}
	for _, state := range p.game.states {
		domains[state] = slices.Clone(p.game.colours)
		if a, ok := p.assignmentOf(state); ok {
			domains[state] = []string{a.colour}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, state := range p.game.states {
			if len(domains[state]) != 1 {
				continue
			}
			only := domains[state][0]
			for _, neighbour := range p.game.neighbours[state] {
				if !p.isColoured(neighbour) && slices.Contains(domains[neighbour], only) {
					domains[neighbour] = without(domains[neighbour], only)
					changed = true
				}
			}
		}
	}
	return domains
}
