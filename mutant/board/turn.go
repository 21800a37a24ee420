package board

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant/search"
)

// raidMutations are mistakes in raids.
func raidMutations(t Traits) []Mutation {
	if !t.Raids {
		return nil
	}
	all := append(overlooked(t), turnMutations(t)...)
	if t.Valued {
		all = append(all, t.mistake("evaluation", t.Evaluation, "captures-count-once",
			"a captured square is added for its new owner, but not taken from the old one", `
			Your score changes by the value of a captured square. But the square is the mover's now and no longer the
			enemy's, so that a capture counts twice its value. Look at the score that you update with each move, or add
			up the whole board at each leaf.`,
			countOnce))
	}
	return all
}

// countOnce counts what raids have turned once: for whose it became, and not against whose it was.
func countOnce(h *Hooks) {
	leaf := h.Search.Leaf
	h.Search.Leaf = func(n search.Node, v int) int {
		g := n.Position.(Position).Base()
		for _, t := range g.Turned {
			if worth := g.Values[t.Row][t.Column]; t.By == g.Root {
				v -= worth
			} else {
				v += worth
			}
		}
		return leaf(n, v)
	}
}

// overlooked returns the mistakes of overlooking a neighbour, one for each.
func overlooked(t Traits) []Mutation {
	var all []Mutation
	for _, n := range neighbours {
		all = append(all, t.mistake("game", t.Play, "neighbour-"+n.name+"-overlooked", "a square has no neighbour "+n.where,
			"Your program overlooks the neighbour of a square "+n.where+", so some raids are missed and "+
				"others capture too little. All four count: above, below, left and right. Look at the list of "+
				"directions and at the bounds that you test: an edge may be off by one.",
			func(h *Hooks) {
				h.Beside = slices.DeleteFunc(h.Beside, func(d Direction) bool { return d == n.Direction })
			}))
	}
	return all
}

// turnMutations are mistakes in what counts as a neighbour and in what a raid turns.
func turnMutations(t Traits) []Mutation {
	return []Mutation{
		t.mistake("game", t.Play, "diagonals-count", "diagonal squares count as neighbours", `
			Your program counts the four diagonal squares as neighbours, so it raids where there is no raid and turns
			too many pieces. Only the squares above, below, left and right are neighbours. Look at the list of
			directions.`,
			func(h *Hooks) {
				h.Beside = append(h.Beside, Direction{-1, -1}, Direction{1, -1}, Direction{-1, 1}, Direction{1, 1})
			}),
		t.mistake("game", t.Play, "raid-chains", "a turned piece turns its neighbours in turn", `
			In your program a piece that was turned turns the enemy pieces beside it, and so on. A raid goes one step:
			it turns the enemy pieces beside the new piece and nothing else. Look for a recursive call.`,
			turning(func(g *Grid, _ Square, turned []Square) []Square {
				seen := map[Square]bool{}
				for i := 0; i < len(turned); i++ { // grows as it goes
					if !seen[turned[i]] {
						seen[turned[i]] = true
						turned = append(turned, g.Neighbours(turned[i], Opponent(g.Mover))...)
					}
				}
				return turned
			})),
		t.mistake("game", t.Play, "raid-turns-one-only", "a raid turns one piece at most", `
			Your raids turn a single enemy piece. Every enemy piece beside the new one changes sides. Look for a return
			or a break inside the loop over the neighbours.`,
			turning(func(_ *Grid, _ Square, turned []Square) []Square { return turned[:min(len(turned), 1)] })),
		t.mistake("game", t.Play, "raid-turns-beside-base",
			"a raid also turns pieces beside the piece it set out from", `
			Your raids turn the enemy pieces beside the piece from which they set out, too. Only those beside the new
			piece change sides. Look at the square whose neighbours are turned.`,
			turning(func(g *Grid, target Square, turned []Square) []Square {
				for _, base := range g.Neighbours(target, g.Mover) {
					turned = append(turned, g.Neighbours(base, Opponent(g.Mover))...)
				}
				return turned
			})),
		t.mistake("game", t.Play, "raid-takes-free-squares", "a raid takes the free squares beside it", `
			Your raids take every square beside the target that is not the mover's, free ones included. Only enemy
			pieces change sides. Look at the test inside the loop over the neighbours.`,
			turning(func(g *Grid, target Square, turned []Square) []Square {
				return append(turned, g.Neighbours(target, g.Free)...)
			})),
		t.mistake("game", t.Play, "raid-vacates-base", "a raid leaves the square it set out from", `
			In your program the piece from which a raid sets out moves to the target and leaves its square free. It
			stays where it is; the raid adds a piece. Look for a line that clears the square.`,
			func(h *Hooks) {
				h.Vacated = func(g *Grid, target Square) []Square {
					bases := g.Neighbours(target, g.Mover)
					return bases[:min(len(bases), 1)]
				}
			}),
	}
}

// turning makes a mutation that changes what a raid turns.
func turning(change func(g *Grid, target Square, turned []Square) []Square) func(h *Hooks) {
	return func(h *Hooks) {
		old := h.Turned
		h.Turned = func(g *Grid, target Square) []Square { return change(g, target, old(g, target)) }
	}
}
