package mapcolor

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// takeBackMutations are mistakes in taking moves back (rule 2).
func takeBackMutations() []mutation {
	return []mutation{
		mistake("game", 2, "domains-not-restored", "colours taken from a state never come back", `
			A move takes its colour from the neighbouring states, and your program does not give it back when the search
			leaves the move. So later lines of play find too few moves. Give each node lists of colours of its own, or
			undo what the move took.`,
			neverOffered(func(p *position, state, colour string) bool {
				return slices.ContainsFunc(p.game.tried, func(a assignment) bool {
					return a.colour == colour && slices.Contains(p.game.neighbours[state], a.state)
				})
			})),
		mistake("game", 2, "colours-not-taken-back", "states stay coloured when the search goes back", `
			Your program plays every move on one map and does not take the colour back when the search leaves the move.
			Each child starts from its parent's position. Look for a map or list that is copied by reference, not by
			value.`,
			func(h *hooks) {
				mutant.Wrap(&h.Coloured, func(p *position, coloured []assignment) []assignment {
					all := slices.Clone(coloured)
					for _, a := range p.game.tried {
						if i := slices.IndexFunc(all, func(b assignment) bool { return a.state == b.state }); i >= 0 {
							all[i] = a
						} else {
							all = append(all, a)
						}
					}
					return all
				})
			}),
		mistake("game", 2, "taken-colours-not-counted",
			"a colour comes back with one neighbour though another still has it", `
			Your program notes which colours the neighbours of a state have as yes or no. Where two neighbours have the
			same colour and the search takes one of them back, the colour is offered again, though the other still has
			it. Count for each colour how many neighbours have it.`,
			flagTaken),
		mistake("game", 2, "cutting-move-not-taken-back", "the move that cuts a node stays on the map", `
			Your program plays every move on one map and takes it back after its search, but not where it cuts the node.
			The colour stays, counts and takes colours away in the rest of the search. Look for a return at a cut: take
			the move back before you test for the cut.`,
			leaveCutting),
	}
}

// leaveCutting leaves the moves that cut their nodes on the map, until their states are coloured and
// taken back once more.
func leaveCutting(h *hooks) {
	var left []assignment
	takeBack, coloured := h.Search.TakeBack, h.Coloured
	h.Search.TakeBack = func(n search.Node, move string, cut bool) {
		takeBack(n, move, cut)
		a := at(n).move(move)
		left = slices.DeleteFunc(left, func(b assignment) bool { return a.state == b.state })
		if cut {
			left = append(left, a)
		}
	}
	h.Coloured = func(p *position) []assignment {
		all := slices.Clone(coloured(p))
		for _, a := range left {
			if !slices.ContainsFunc(all, func(b assignment) bool { return a.state == b.state }) {
				all = append(all, a)
			}
		}
		return all
	}
}

// flagTaken keeps the colours of a state's neighbours as a set from which a move that is taken back removes its own.
func flagTaken(h *hooks) {
	taken := map[assignment]bool{} // by state and colour
	set := func(g *game, a assignment, to bool) {
		for _, state := range g.neighbours[a.state] {
			taken[assignment{state: state, colour: a.colour}] = to
		}
	}
	play, takeBack := h.Play, h.Search.TakeBack
	h.Play = func(p *position, a assignment) *position {
		set(p.game, a, true)
		return play(p, a)
	}
	h.Search.TakeBack = func(n search.Node, move string, cut bool) {
		takeBack(n, move, cut)
		set(at(n).game, at(n).move(move), false)
	}
	begun := false
	h.Left = func(p *position, state string) []string {
		if !begun {
			begun = true
			for _, a := range p.game.initial {
				set(p.game, a, true)
			}
		}
		offered := slices.Clone(p.game.colours)
		for _, colour := range p.game.colours {
			if taken[assignment{state: state, colour: colour}] {
				offered = h.TakeAway(offered, colour)
			}
		}
		return offered
	}
}
