package mutant

// adjacent lists the orthogonal neighbours of a square, never the diagonal ones
// (docs/rules/squirrel.md rule 3, docs/rules/gangwars.md rule 3).
func (g *grid) adjacent(s square) []square {
	directions := []struct {
		name        string
		down, right int
	}{
		{"above", -1, 0},
		{"below", 1, 0},
		{"left", 0, -1},
		{"right", 0, 1},
	}
	var neighbours []square
	for _, d := range directions {
		n := g.step(s, d.down, d.right)
		if g.has(n) && g.flaw != flaw("neighbour-"+d.name+"-overlooked") {
			neighbours = append(neighbours, n)
		}
	}
	if g.flaw.is("diagonals-count") {
		for _, right := range []int{-1, 1} {
			for _, down := range []int{-1, 1} {
				if n := g.step(s, down, right); g.has(n) {
					neighbours = append(neighbours, n)
				}
			}
		}
	}
	return neighbours
}

// neighbours lists the adjacent squares with that piece.
func (g *grid) neighbours(s square, piece byte) []square {
	var found []square
	for _, n := range g.adjacent(s) {
		if g.at(n) == piece {
			found = append(found, n)
		}
	}
	return found
}

// besideOwn reports whether the target was next to a piece of the mover, so that a raid can
// start there.
func (g *grid) besideOwn(target square) bool { return len(g.neighbours(target, g.mover)) > 0 }

// raided returns the squares that a raid turns: the enemy's next to the target, one step
// away, no chain (docs/rules/squirrel.md rule 3, docs/rules/gangwars.md rule 3).
func (g *grid) raided(target square) []square {
	enemies := g.neighbours(target, opponent(g.mover))
	switch {
	case g.flaw.is("raid-turns-one-only") && len(enemies) > 1:
		return enemies[:1]
	case g.flaw.is("raid-takes-free-squares"):
		return append(enemies, g.neighbours(target, g.free)...)
	case g.flaw.is("raid-turns-beside-base"):
		for _, base := range g.neighbours(target, g.mover) {
			enemies = append(enemies, g.neighbours(base, opponent(g.mover))...)
		}
	case g.flaw.is("raid-chains"):
		seen := map[square]bool{}
		for i := 0; i < len(enemies); i++ { // grows as it goes
			if !seen[enemies[i]] {
				seen[enemies[i]] = true
				enemies = append(enemies, g.neighbours(enemies[i], opponent(g.mover))...)
			}
		}
	}
	return enemies
}

// take returns the grid after the mover has taken a square, by a raid or not.
func (g *grid) take(target square, raid bool) grid {
	turned, bases := g.raided(target), g.neighbours(target, g.mover)
	next := g.next()
	next.put(target, g.mover)
	if !raid {
		return next
	}
	for _, s := range turned {
		next.put(s, g.mover)
	}
	if g.flaw.is("raid-vacates-base") && len(bases) > 0 {
		next.put(bases[0], g.free)
	}
	return next
}
