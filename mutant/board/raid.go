package board

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// raidMutations are mistakes in raids.
func raidMutations(t Traits) []Mutation {
	if !t.Raids {
		return nil
	}
	return append(overlooked(t), turnMutations(t)...)
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

// turnMutations are mistakes in what counts as a neighbour, in what a raid turns and in what that is worth.
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
		t.mistake("game", t.Play, "raid-seen-too-late", "a raid turns only what it meets behind the first own piece", `
			Your program goes round the squares beside the target once, and turns enemies from the first own piece on
			that it meets: those before it stay. Every enemy piece beside the new one changes sides. Find out first
			whether the move is a raid, and turn in a second loop.`,
			turning(behindOwn)),
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
		t.mistake("evaluation", t.Evaluation, "captures-count-once",
			"a captured square is added for its new owner, but not taken from the old one", `
			Your score changes by the value of a captured square. But the square is the mover's now and no longer the
			enemy's, so that a capture counts twice its value. Look at the score that you update with each move, or add
			up the whole board at each leaf.`,
			countOnce).If(t.Valued),
	}
}

// behindOwn returns those of the turned squares that come after the first own piece, going round a target.
func behindOwn(g *Grid, target Square, turned []Square) (behind []Square) {
	own := false
	for _, d := range g.hooks.Beside {
		s := g.Step(target, d)
		own = own || g.Has(s) && g.At(s) == g.Mover
		if own && slices.Contains(turned, s) {
			behind = append(behind, s)
		}
	}
	return behind
}

// turning makes a mutation that changes what a raid turns.
func turning(change func(g *Grid, target Square, turned []Square) []Square) func(h *Hooks) {
	return func(h *Hooks) {
		mutant.Wrap2(&h.Turned, func(g *Grid, target Square, old []Square) []Square { return change(g, target, old) })
	}
}

// neighbours are the ways to the squares beside a square, with the words for them.
var neighbours = []struct {
	Direction
	name, where string
}{
	{Direction{-1, 0}, "above", "above it"},
	{Direction{1, 0}, "below", "below it"},
	{Direction{0, -1}, "left", "to its left"},
	{Direction{0, 1}, "right", "to its right"},
}

// Neighbours returns the squares beside a square that have such a piece.
func (g *Grid) Neighbours(s Square, piece byte) []Square {
	var found []Square
	for _, d := range g.hooks.Beside {
		if n := g.Step(s, d); g.Has(n) && g.At(n) == piece {
			found = append(found, n)
		}
	}
	return found
}

// BesideOwn reports whether a target is next to a piece of the mover, so that a raid can start
// there.
func (g *Grid) BesideOwn(target Square) bool { return len(g.Neighbours(target, g.Mover)) > 0 }

// Take returns the grid after the mover has taken a square, by a raid or not.
func (g *Grid) Take(target Square, raid bool) Grid {
	var turned, vacated []Square
	if raid {
		turned, vacated = g.hooks.Turned(g, target), g.hooks.Vacated(g, target)
	}
	next := g.Next()
	next.Put(target, g.Mover)
	if len(turned) > 0 {
		next.Turned = slices.Grow(slices.Clip(next.Turned), len(turned)) // a copy
	}
	for _, s := range turned {
		next.Put(s, g.Mover)
		next.Turned = append(next.Turned, Turned{s, g.Mover})
	}
	for _, s := range vacated {
		next.Put(s, g.Free)
	}
	return next
}
