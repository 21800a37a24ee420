package decision

import (
	"fmt"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// sides returns the contributions of each side's pieces to the evaluation. ok is false if the game evaluates
// in another way.
func (p *place) sides() (own, foe int32, ok bool) {
	own, foe, pieces := worths(p.board)
	return own, foe, pieces > 0 && own+foe == p.Value
}

// worths returns the contributions of each side's pieces to the evaluation of a board, and the number of
// pieces that contribute.
func worths(b replay.Board) (own, foe int32, pieces int) {
	for _, piece := range b.Pieces {
		if piece.Worth != 0 {
			pieces++
		}
		if piece.Side > 0 {
			own += piece.Worth
		} else {
			foe += piece.Worth
		}
	}
	return own, foe, pieces
}

// maxSummed is the maximum number of pieces of a side that are listed.
const maxSummed = 12

// sum writes an evaluation as a sum: "the pieces of X, A1 20 + B1 16 = 36, minus ...".
func (x *explainer) sum(p *place) string {
	own, foe, ok := p.sides()
	if !ok {
		return ""
	}
	side := func(of int8, total int32) string {
		var parts []string
		for i, piece := range p.board.Pieces {
			if piece.Side == of && piece.Worth != 0 {
				parts = append(parts, fmt.Sprintf("%s %d", x.stage.Places[i].Name, int32(of)*piece.Worth))
			}
		}
		switch {
		case len(parts) == 0:
			return "0"
		case len(parts) > maxSummed:
			return fmt.Sprintf("%d (of %d places)", total, len(parts))
		}
		return fmt.Sprintf("%d (%s)", total, strings.Join(parts, ", "))
	}
	return fmt.Sprintf("that is %s - %s", side(1, own), side(-1, -foe))
}

// leafValue returns the kind of a wrong value of a leaf, and further notes.
func (w words) leafValue(v int32) (k kind, says string) {
	switch {
	case v == -w.Value:
		return "leaf-value-negated", "that is the evaluation from the other side"
	case w.over:
		return "leaf-value-over", ""
	}
	return "leaf-value", ""
}
