package board

import "github.com/touchstone-suite/touchstone/mutant/search"

// A Position is a position on a square board as the search sees it.
type Position interface {
	search.Position
	Base() *Grid
}

// After returns the position after some moves.
func After(p Position, moves ...string) Position {
	for _, move := range moves {
		next, _ := p.Play(move)
		p = next.(Position)
	}
	return p
}

// NextState returns the lines of the board that the outputs show: the root's with the first move of
// the best line made on it. Without a move it is the root's.
func (h *Hooks) NextState(s *search.Search, root Position, line []string) []string {
	if len(line) == 0 {
		return root.Base().Lines()
	}
	return h.Written(root, line, s.Last).Lines()
}
