package decision

import (
	"fmt"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// sides returns what the pieces of each side add to the evaluation. ok is false if that is not how
// the game evaluates.
func (p *place) sides() (own, foe int32, ok bool) {
	pieces := 0
	for _, piece := range p.board.Pieces {
		if piece.Worth != 0 {
			pieces++
		}
		if piece.Side > 0 {
			own += piece.Worth
		} else {
			foe += piece.Worth
		}
	}
	return own, foe, pieces > 0 && own+foe == p.Value
}

// mostSummed is how many pieces of a side are listed.
const mostSummed = 12

// sum takes an evaluation apart: "the pieces of X, A1 20 + B1 16 = 36, minus ...".
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
		case len(parts) > mostSummed:
			return fmt.Sprintf("%d (of %d places)", total, len(parts))
		}
		return fmt.Sprintf("%d (%s)", total, strings.Join(parts, ", "))
	}
	return fmt.Sprintf("that is %s - %s", side(1, own), side(-1, -foe))
}

// guess says which single piece makes up for another value of a leaf, or "". Of several it is none.
func (x *explainer) guess(p *place, got int32) string {
	own, foe, ok := p.sides()
	difference := int64(got) - int64(p.Value)
	switch {
	case !ok || got == replay.Inf || got == -replay.Inf:
		return ""
	case got == -p.Value:
		return "that is the evaluation from the other side"
	case got == own && foe != 0:
		return "that is what the root player has alone"
	case int64(got) == -int64(foe) && own != 0:
		return "that is what the opponent has alone"
	case int64(got) == int64(own)-int64(foe) && own != 0 && foe != 0:
		return "that is the sum of both sides, not the difference"
	}
	var said []string
	for i, piece := range p.board.Pieces {
		name := x.stage.Places[i].Name
		switch w := int64(piece.Worth); {
		case w == 0:
		case difference == -w:
			said = append(said, fmt.Sprintf("as if %s were not counted", name))
		case difference == w:
			said = append(said, fmt.Sprintf("as if %s were counted twice", name))
		case difference == -2*w:
			said = append(said, fmt.Sprintf("as if %s were the other side's", name))
		}
	}
	if len(said) == 0 || len(said) > 3 {
		return ""
	}
	return "that is " + strings.Join(said, ", or ")
}
