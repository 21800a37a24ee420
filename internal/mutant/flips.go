package mutant

import "slices"

// reversiDirections are the eight ways in which a move turns pieces.
var reversiDirections = []struct {
	name        string
	down, right int
}{
	{"up-left", -1, -1},
	{"up", -1, 0},
	{"up-right", -1, 1},
	{"left", 0, -1},
	{"right", 0, 1},
	{"down-left", 1, -1},
	{"down", 1, 0},
	{"down-right", 1, 1},
}

// isLegal reports whether the mover may play on a free square: the move has to turn something
// (docs/rules/reversi.md rule 3).
func (g *reversi) isLegal(s square) bool {
	if len(g.flips(s)) > 0 {
		return true
	}
	if g.flaw.is("legal-beside-any-enemy") {
		for _, d := range reversiDirections {
			if n := g.step(s, d.down, d.right); g.has(n) && g.at(n) == opponent(g.mover) {
				return true
			}
		}
	}
	return false
}

// flips returns the pieces that turn when the mover plays on a free square.
func (g *reversi) flips(from square) []square {
	var all []square
	for _, d := range reversiDirections {
		if g.flaw == flaw("direction-"+d.name+"-overlooked") {
			continue
		}
		if g.flaw.is("diagonals-overlooked") && d.down != 0 && d.right != 0 {
			continue
		}
		all = append(all, g.flipsTowards(from, d.down, d.right)...)
		if g.flaw.is("flips-in-one-direction") && len(all) > 0 {
			break
		}
	}
	return all
}

// flipsTowards returns the enemy pieces in one direction up to the mover's next piece; none
// if there is no such piece at the end of an unbroken line.
func (g *reversi) flipsTowards(from square, down, right int) []square {
	var line []square
	s := g.step(from, down, right)
	for g.has(s) && g.at(s) == opponent(g.mover) {
		line = append(line, s)
		s = g.step(s, down, right)
	}
	switch {
	case !g.has(s):
		if !g.flaw.is("line-to-the-edge-counts") {
			return nil
		}
	case g.at(s) != g.mover:
		if !g.flaw.is("line-to-a-free-square-counts") {
			return nil
		}
	}
	if g.flaw.is("flips-one-piece-a-line") && len(line) > 1 {
		return line[:1]
	}
	return line
}

// reversiWeights returns the weights of docs/rules/reversi.md rule 2. Rows 5 to 8 mirror
// rows 1 to 4.
func reversiWeights(f flaw) [][]int {
	upper := [][]int{
		{99, -8, 8, 6, 6, 8, -8, 99},
		{-8, -24, -4, -3, -3, -4, -24, -8},
		{8, -4, 7, 4, 4, 7, -4, 8},
		{6, -3, 4, 0, 0, 4, -3, 6},
	}
	weights := upper
	for i := range upper {
		if f.is("weights-of-rows-not-mirrored") {
			weights = append(weights, upper[i])
		} else {
			weights = append(weights, upper[len(upper)-1-i])
		}
	}
	if f != "" {
		weights = copyWeights(f, weights)
	}
	return weights
}

// copyWeights copies the weights and applies the faults in them.
func copyWeights(f flaw, weights [][]int) [][]int {
	var copied [][]int
	for _, row := range weights {
		row = slices.Clone(row)
		for column, weight := range row {
			switch {
			case f.is("weights-of-columns-not-mirrored"):
				row[column] = row[column%(reversiSize/2)]
			case f.is("weight-signs-lost"):
				row[column] = max(weight, -weight)
			case f.is("corner-weight-one-digit") && weight == 99:
				row[column] = 9
			}
		}
		copied = append(copied, row)
	}
	return copied
}
