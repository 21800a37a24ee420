package decision

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// An order of moves that people take for the right one.
type order struct {
	name    string
	compare func(a, b move) int
}

// A move is what orders can see of one.
type move struct {
	index  int    // in the right order
	place  int    // on the board, from 0
	name   string // in full
	letter string // of a square's column
	number int    // of its row
	worth  int    // what is written beside its square
}

var orders = []order{
	{"the right one backwards", func(a, b move) int { return b.index - a.index }},
	{"column by column", func(a, b move) int { return cmp.Or(cmp.Compare(a.letter, b.letter), a.number-b.number) }},
	{"row by row, each from right to left", func(a, b move) int { return cmp.Or(a.number-b.number, cmp.Compare(b.letter, a.letter)) }},
	{"row by row, the last row first", func(a, b move) int { return cmp.Or(b.number-a.number, cmp.Compare(a.letter, b.letter)) }},
	{"by name as text, in which 10 comes before 2", func(a, b move) int { return cmp.Compare(a.name, b.name) }},
	{"by name as text, whatever the case", func(a, b move) int { return cmp.Compare(strings.ToLower(a.name), strings.ToLower(b.name)) }},
	{"by the number of the square as text, in which 10 comes before 2", func(a, b move) int { return cmp.Compare(strconv.Itoa(a.place), strconv.Itoa(b.place)) }},
	{"by the length of the names", func(a, b move) int { return len(a.name) - len(b.name) }},
	{"by the value of the square, the greatest first", func(a, b move) int { return b.worth - a.worth }},
	{"by the value of the square, the least first", func(a, b move) int { return a.worth - b.worth }},
}

// fewestSeen is how many children must be seen before an order is told: of fewer, too many orders are possible.
const fewestSeen = 4

// orderOf returns the order in which the program tries the moves of a node, by the children seen there, or "" if none
// or more than one known order explains them all.
func (w words) orderOf(parent node, first string) (known string) {
	seen := w.children(parent, first)
	var moves, found []move
	for i, name := range parent.moves {
		m := move{index: i, name: name}
		for at, place := range w.x.stage.Places {
			if MadeAt(name, place.Name) {
				m.place = at
				m.letter = column(place.Name)
				m.number, _ = strconv.Atoi(strings.TrimPrefix(place.Name, m.letter))
				m.worth, _ = strconv.Atoi(place.Note)
			}
		}
		moves = append(moves, m)
	}
	for _, o := range orders {
		sorted := slices.Clone(moves)
		slices.SortStableFunc(sorted, o.compare)
		fits := len(seen) >= fewestSeen && len(seen) <= len(sorted)
		for i := 0; fits && i < len(seen); i++ {
			fits = sorted[i].name == seen[i]
		}
		switch {
		case fits && known != "" && !slices.Equal(sorted, found):
			return ""
		case fits && known == "":
			known, found = o.name, sorted
		}
	}
	return known
}

// children returns the children of a node that the program tries, as far as they can be seen: those before, the one whose
// line is wrong, and those that come until it is back above the node.
func (w words) children(parent node, first string) (seen []string) {
	at := slices.Index(parent.moves, w.Name)
	seen = append(slices.Clone(parent.moves[:at]), first)
	depth, after := strconv.Itoa(w.Depth), false // whether the line before is one of the parent, which stands above each child's first
	for i := 0; ; i++ {
		l, ok := w.following(i)
		if !ok || slices.ContainsFunc(w.nodes[:w.Ply-1], l.of) {
			return seen
		}
		if after && l.depth == depth && slices.Contains(parent.moves, l.name) && !slices.Contains(seen, l.name) {
			seen = append(seen, l.name)
		}
		after = l.of(parent)
	}
}

// illegal says what is wrong with a move that is none of a node's, which has others above it, and returns the kind.
func (x *explainer) illegal(parent node, above []node, name string) (k *kind, says string) {
	of := ""
	for _, on := range above {
		if of == "" && slices.Contains(on.moves, name) {
			of = ", but one of " + on.name
		}
	}
	at := x.placeOf(name)
	switch {
	case at < 0 && strings.EqualFold(name, "pass"):
		return &passedFreely, ", which has others"
	case at < 0 && of != "":
		return &illegalMove, of
	case at < 0:
		return &noSuchPlace, ", nor has the board a place of that name"
	}
	place, piece := x.stage.Places[at], parent.board.Pieces[at]
	switch {
	case piece.Text == "0":
		return &illegalOccupied, ": " + place.Name + " is empty"
	case isNumber(piece.Text) && (parent.max && piece.Side < 0 || !parent.max && piece.Side > 0):
		return &illegalMove, ": " + place.Name + " is the other side's"
	case piece.Text != "" && !isNumber(piece.Text):
		return &illegalOccupied, ": " + place.Name + " has " + piece.Text + " already"
	}
	if slices.Contains(parent.theirs, name) {
		return &illegalTheirs, ", though it would be one of the other side's"
	}
	if says = x.linked(parent, at, name); says != "" {
		return &illegalMove, says
	}
	return &illegalMove, of
}

// placeOf returns the index of the place at which a move is made, or -1.
func (x *explainer) placeOf(move string) int {
	return slices.IndexFunc(x.stage.Places, func(p replay.Place) bool { return MadeAt(move, p.Name) })
}

// elsewhere reports whether two names are of moves at different places.
func (x *explainer) elsewhere(a, b string) bool {
	at, other := x.placeOf(a), x.placeOf(b)
	return at >= 0 && other >= 0 && at != other
}

// linked says why a place cannot be given what a move names, where the board is a graph.
func (x *explainer) linked(parent node, at int, name string) string {
	if len(x.stage.Links) == 0 {
		return ""
	}
	taken, coloured := "", false
	for _, link := range x.stage.Links {
		other := link[0] + link[1] - at
		if link[0] != at && link[1] != at {
			continue
		}
		text := parent.board.Pieces[other].Text
		coloured = coloured || text != ""
		if text != "" && strings.HasSuffix(name, " "+text) {
			taken = x.stage.Places[other].Name + " beside it has " + text
		}
	}
	switch {
	case taken != "":
		return ": " + taken
	case !coloured:
		return ": no neighbour of " + x.stage.Places[at].Name + " has anything"
	}
	return ""
}
