package mutant

// boardPosition is a position on a square board.
type boardPosition interface {
	position
	base() *grid
}

// nextState returns the board that the outputs show: the root's with the first move of the
// best line played on it; without a move, the root's as it is (docs/rules/squirrel.md rule
// 9, gangwars.md rule 7, reversi.md rule 6).
func (s *search) nextState(root boardPosition, line []string) [][]byte {
	if len(line) == 0 || s.flaw.is("board-not-updated") {
		return root.base().board
	}
	switch {
	case s.flaw.is("board-without-captures") && line[0] != "pass":
		bare := root.base().next()
		bare.put(squareNamed(place(line[0])), root.base().mover)
		return bare.board
	case s.flaw.is("board-of-last-leaf") && s.last != nil:
		return s.last.(boardPosition).base().board
	case s.flaw.is("board-of-best-leaf"):
		return after(root, line...).base().board
	}
	return after(root, line[0]).base().board
}

// after returns the position after some moves.
func after(p boardPosition, moves ...string) boardPosition {
	for _, move := range moves {
		next, _ := p.play(move)
		p = next.(boardPosition)
	}
	return p
}
