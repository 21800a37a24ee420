package decision

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// sides returns what the pieces of each side add to the evaluation. ok is false if that is not how
// the game evaluates.
func (p *place) sides() (own, foe int32, ok bool) {
	own, foe, pieces := worths(p.board)
	return own, foe, pieces > 0 && own+foe == p.Value
}

// worths returns what the pieces of each side add to the evaluation of a board, and how many pieces add something.
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

// evaluated says which evaluation of the right position makes another value of a leaf. k is nil if none does, or several.
func (w words) evaluated(got int32) (k *kind, says string) {
	own, foe, ok := w.sides()
	if got == -w.Value && got != 0 {
		return &leafValueNegated, "that is the evaluation from the other side"
	}
	if !ok {
		return nil, ""
	}
	fits := 0
	try := func(holds bool, other *kind, text string) {
		if holds {
			k, says, fits = other, text, fits+1
		}
	}
	ownLaid, foeLaid := laid(w.board)
	counted := "that is the root player's number of pieces less the opponent's, %d - %d"
	if w.numbered() {
		counted = "that is all that lies on the root player's side less all that lies on the opponent's, %d - %d"
	}
	try(got == own && foe != 0, &leafValueOneSide, "that is what the root player has alone")
	try(got == -foe && own != 0, &leafValueOneSide, "that is what the opponent has alone")
	try(got == own-foe && own != 0 && foe != 0, &leafValueSum, "that is the sum of both sides, not the difference")
	try(got == ownLaid-foeLaid, &leafValueCount, fmt.Sprintf(counted, ownLaid, foeLaid))
	if fits > 1 {
		return nil, ""
	}
	return k, says
}

// numbered reports whether what lies on the places are numbers of stones.
func (p *place) numbered() bool {
	for _, piece := range p.board.Pieces {
		if !isNumber(piece.Text) {
			return false
		}
	}
	return len(p.board.Pieces) > 0
}

// laid counts what lies on each side of a board: pieces or, where places have numbers, stones.
func laid(b replay.Board) (own, foe int32) {
	for _, piece := range b.Pieces {
		n, err := strconv.Atoi(piece.Text)
		if err != nil {
			n = 1
		}
		switch {
		case piece.Text == "":
		case piece.Side > 0:
			own += int32(n)
		case piece.Side < 0:
			foe += int32(n)
		}
	}
	return own, foe
}

// single says which single piece makes up for another value of a leaf, or "". Of many it is none. k is nil if more than
// one reading fits.
func (w words) single(got int32) (k *kind, says string) {
	if _, _, ok := w.sides(); !ok || w.numbered() {
		return nil, ""
	}
	difference := int64(got) - int64(w.Value)
	var said []string
	for i, piece := range w.board.Pieces {
		name := w.x.stage.Places[i].Name
		switch worth := int64(piece.Worth); {
		case worth == 0:
		case difference == -worth:
			k, said = &leafValue, append(said, fmt.Sprintf("as if %s were not counted", name))
		case difference == worth:
			k, said = &leafValue, append(said, fmt.Sprintf("as if %s were counted twice", name))
		case difference == -2*worth:
			k, said = &leafPosition, append(said, fmt.Sprintf("as if %s were the other side's", name))
		}
	}
	switch {
	case len(said) == 0 || len(said) > 3:
		return nil, ""
	case len(said) > 1:
		k = nil
	}
	return k, "that is " + strings.Join(said, ", or ")
}
