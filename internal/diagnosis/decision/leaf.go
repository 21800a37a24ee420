package decision

import (
	"fmt"
	"slices"
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

// worths returns what the pieces of each side add to the evaluation of a board, and how many pieces add
// something.
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

// evaluated says which evaluation of the right position makes another value of a leaf. k is nil if none does,
// or several.
func (w words) evaluated(got int32) (k kind, says string) {
	own, foe, ok := w.sides()
	if got == -w.Value && got != 0 {
		return "leaf-value-negated", "that is the evaluation from the other side"
	}
	if !ok {
		return "", ""
	}
	fits := 0
	try := func(holds bool, other kind, text string) {
		if holds {
			k, says, fits = other, text, fits+1
		}
	}
	ownLaid, foeLaid := laid(w.board)
	counted := "that is the root player's number of pieces less the opponent's, %d - %d"
	if w.numbered() {
		counted = "that is all that lies on the root player's side less all that lies on the opponent's, %d - %d"
	}
	try(got == own && foe != 0, "leaf-value-one-side", "that is what the root player has alone")
	try(got == -foe && own != 0, "leaf-value-one-side", "that is what the opponent has alone")
	try(got == own-foe && own != 0 && foe != 0, "leaf-value-sum",
		"that is the sum of both sides, not the difference")
	try(got == ownLaid-foeLaid, "leaf-value-count", fmt.Sprintf(counted, ownLaid, foeLaid))
	if fits > 1 {
		return "", ""
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

// single says which single piece makes up for another value of a leaf, or "". Of many it is none. k is nil if
// more than one reading fits.
func (w words) single(got int32) (k kind, says string) {
	if _, _, ok := w.sides(); !ok || w.numbered() {
		return "", ""
	}
	difference := int64(got) - int64(w.Value)
	var said []string
	for i, piece := range w.board.Pieces {
		name := w.x.stage.Places[i].Name
		switch worth := int64(piece.Worth); {
		case worth == 0:
		case difference == -worth:
			k, said = "leaf-value", append(said, fmt.Sprintf("as if %s were not counted", name))
		case difference == worth:
			k, said = "leaf-value", append(said, fmt.Sprintf("as if %s were counted twice", name))
		case difference == -2*worth:
			k, said = "leaf-position", append(said, fmt.Sprintf("as if %s were the other side's", name))
		}
	}
	switch {
	case len(said) == 0 || len(said) > 3:
		return "", ""
	case len(said) > 1:
		k = ""
	}
	return k, "that is " + strings.Join(said, ", or ")
}

// leafValue returns the kind of another value of a leaf, and what makes up for it. The position comes first:
// a reading by which some squares are as they were before a move, then one by which the evaluation is
// another.
func (w words) leafValue(v int32) (k kind, says string) {
	if k, says = w.evaluated(v); k != "" && !(w.over && w.numbered()) {
		return k, says
	}
	for ply := w.Ply; ply > 0; ply-- {
		if says = w.unchanged(ply, v); says != "" {
			return "leaf-position", says
		}
	}
	k, says = w.single(v)
	switch difference := int64(v) - int64(w.Value); {
	case k != "" || says != "":
	case w.Depth < 2 || w.numbered(): // too small a difference to say so
	case difference == int64(w.Depth) || difference == -int64(w.Depth):
		return "leaf-value-depth",
			fmt.Sprintf("that is the evaluation and the depth, %d, added or taken off", w.Depth)
	}
	switch {
	case k != "":
	case w.over:
		k = "leaf-value-over"
	default:
		k = "leaf-value"
	}
	return k, says
}

// unchanged says which places the move into a ply may have left as they were, so that the leaf has a value,
// or "". It is none if several readings fit alike.
func (w words) unchanged(ply int, v int32) string {
	move, turned := w.nodes[ply].name, w.turned(ply)
	if len(turned) == 0 {
		return ""
	}
	missing := int64(v) - int64(w.Value)
	value := func(places []int) (sum int64) {
		for _, i := range places {
			sum += int64(w.nodes[ply-1].board.Pieces[i].Worth) - int64(w.board.Pieces[i].Worth)
		}
		return sum
	}
	rays := w.rays(move, turned)
	if value(turned) == missing {
		return fmt.Sprintf("that is as if %s had turned nothing: %s", move, w.still(ply, turned))
	}
	var fit [][]int
	try := func(places []int) {
		if len(places) > 0 && len(places) < len(turned) && value(places) == missing {
			fit = append(fit, places)
		}
	}
	for _, ray := range rays { // one line is left out
		try(ray)
	}
	if len(fit) == 1 {
		return "that is as if " + w.still(ply, fit[0])
	}
	if fit = nil; len(rays) > 2 {
		for _, ray := range rays { // one line alone is turned
			try(slices.DeleteFunc(slices.Clone(turned), func(i int) bool { return slices.Contains(ray, i) }))
		}
		if len(fit) == 1 {
			return fmt.Sprintf("that is as if %s had turned one line alone: %s", move, w.still(ply, fit[0]))
		}
	}
	var far []int // all but the nearest of each line
	for _, ray := range rays {
		far = append(far, ray[1:]...)
	}
	if fit = nil; len(far) > 0 {
		if try(far); len(fit) == 1 {
			return fmt.Sprintf("that is as if %s had turned one piece of each line: %s", move, w.still(ply, far))
		}
	}
	fit = nil
	for _, i := range turned { // one piece
		try([]int{i})
	}
	if len(fit) == 1 {
		return "that is as if " + w.still(ply, fit[0])
	}
	return ""
}

// turned returns the places besides its own on which the move into a ply changed whose the piece is, and that
// no later move changed.
func (w words) turned(ply int) (places []int) {
	before, after := w.nodes[ply-1].board.Pieces, w.nodes[ply].board.Pieces
	for i := range after {
		if before[i].Side*after[i].Side < 0 && !isNumber(after[i].Text) && w.board.Pieces[i] == after[i] &&
			!MadeAt(w.nodes[ply].name, w.x.stage.Places[i].Name) {
			places = append(places, i)
		}
	}
	return places
}

// rays puts places together that lie in the same direction from the place of a move, from near to far.
func (w words) rays(move string, places []int) (rays [][]int) {
	return w.x.rays(w.x.placeOf(move), places)
}

func (x *explainer) rays(from int, places []int) (rays [][]int) {
	if from < 0 {
		return nil
	}
	type direction [2]int
	sign := func(v float64) int {
		switch {
		case v < 0:
			return -1
		case v > 0:
			return 1
		}
		return 0
	}
	distance := func(i int) float64 {
		dx, dy := x.stage.Places[i].X-x.stage.Places[from].X, x.stage.Places[i].Y-x.stage.Places[from].Y
		return max(dx, -dx, dy, -dy)
	}
	known := map[direction]int{}
	for _, i := range places {
		d := direction{sign(x.stage.Places[i].X - x.stage.Places[from].X),
			sign(x.stage.Places[i].Y - x.stage.Places[from].Y)}
		at, ok := known[d]
		if !ok {
			at = len(rays)
			known[d], rays = at, append(rays, nil)
		}
		rays[at] = append(rays[at], i)
	}
	for _, ray := range rays {
		slices.SortFunc(ray, func(i, j int) int { return int(distance(i) - distance(j)) })
	}
	return rays
}

// still says that places are as they were before the move into a ply: "g5 and g6 were still O's".
func (w words) still(ply int, places []int) string {
	var names []string
	for _, i := range places {
		names = append(names, w.x.stage.Places[i].Name)
	}
	was := w.nodes[ply-1].board.Pieces[places[0]].Text
	text := names[0] + " was"
	if len(names) > 1 {
		text = strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " were"
	}
	return fmt.Sprintf("%s still %s's", text, was)
}
