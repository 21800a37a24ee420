package board

import "slices"

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
