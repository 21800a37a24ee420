package mapcolor

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// mapMutations are mistakes in reading the map (rule 1), and in the player to move (rules 4 and 6).
func mapMutations() []mutation {
	return []mutation{
		mistake("game", 1, "edges-of-own-line-only",
			"states are neighbours only as far as the state's own line says", `
			Your program takes the neighbours of a state from its own line only. Two states are neighbours if either of
			them lists the other. Look at where you read the map, and store each pair both ways.`,
			func(h *hooks) {
				h.Beside = func(g *game, state, other string) bool { return slices.Contains(g.written[state], other) }
			}).ShownBeyond("Inside the envelope every edge stands on both lines (sentence 1 of the envelope)."),
		mistake("game", 1, "edges-of-other-lines-only",
			"states are neighbours only as far as the other state's line says", `
			Your program takes the neighbours of a state from the lines of the others, and not from its own. Two states
			are neighbours if either of them lists the other. Look at where you read the map, and store each pair both
			ways.`,
			func(h *hooks) {
				h.Beside = func(g *game, state, other string) bool { return slices.Contains(g.written[other], state) }
			}).ShownBeyond("Inside the envelope every edge stands on both lines (sentence 1 of the envelope)."),
		mistake("game", 1, "states-without-line-ignored",
			"a state that is only named as a neighbour is never coloured", `
			Your program lists moves only for states that have a line of their own. A state that is only ever named as
			a neighbour exists, too. Look at where your list of states comes from.`,
			opened(func(p *position, state string, open bool) bool {
				return open && slices.Contains(p.game.lines, state)
			})).ShownBeyond("Inside the envelope every state has a line (sentence 2 of the envelope)."),
		mistake("game", 1, "only-two-initial-assignments-read",
			"initial assignments after the second are not read", `
			Your program reads two initial assignments and no more. Line 2 may have one or many. Look at how you split
			that line.`,
			func(h *hooks) { h.Initial = func(made []assignment) []assignment { return made[:min(2, len(made))] } }),
		mistake("game", 4, "player-2-first", "player 2 moves at the root", `
			Your program lets player 2 move first. Player 1 moves at the root, which is a max node, and at all even
			depths. Look at the player who moves first in your search.`,
			func(h *hooks) { h.First = func(*game) int { return 2 } }),
		mistake("game", 4, "turn-after-last-initial",
			"the player who did not make the last initial assignment moves first", `
			Your program gives the first move to the other player than the one who made the last initial assignment.
			Player 1 moves at the root, whoever that was. It shows where the last initial assignment is player 1's;
			look at how you find the first player.`,
			func(h *hooks) { h.First = func(g *game) int { return 3 - g.initial[len(g.initial)-1].player } }),
		mistake("game", 4, "turn-by-number-coloured", "the number of coloured states decides who moves", `
			Your program finds the player to move by counting the coloured states. Player 1 moves at the root, however
			many initial assignments there are. It shows where their number is odd; look at a modulo that counts them
			in.`,
			func(h *hooks) { h.First = func(g *game) int { return 1 + len(g.initial)%2 } }),
		mistake("game", 6, "dead-end-passes", "a player without a move passes until the depth limit", `
			Where there is no move left your program lets the players pass until the depth limit. A node without moves
			is a leaf, and has one line with its score. Look at your test for a leaf: the depth is only one half of
			it.`,
			passes),
	}
}

// passes lets a player without a move pass. A pass is the last assignment made once more.
func passes(h *hooks) {
	moves, play := h.Moves, h.Play
	h.Moves = func(p *position) []string {
		if names := moves(p); len(names) > 0 {
			return names
		}
		return []string{p.made[len(p.made)-1].name()}
	}
	h.Play = func(p *position, a assignment) *position {
		if p.isColoured(a.state) {
			return &position{p.game, p.made, 3 - p.mover}
		}
		return play(p, a)
	}
}

// takeBackMutations are mistakes in taking moves back (rule 2).
func takeBackMutations() []mutation {
	return []mutation{
		mistake("game", 2, "domains-not-restored", "colours taken from a state never come back", `
			A move takes its colour from the neighbouring states, and your program does not give it back when the
			search leaves the move. So later lines of play find too few moves. Give each node lists of colours of its
			own, or undo what the move took.`,
			withholdColours(func(p *position, state, colour string) bool {
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
			Your program plays every move on one map and takes it back after its search, but not where it cuts the
			node. The colour stays, counts and takes colours away in the rest of the search. Look for a return at a
			cut: take the move back before you test for the cut.`,
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

// flagTaken keeps the colours of a state's neighbours as a set from which a move that is taken back removes
// its own.
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
