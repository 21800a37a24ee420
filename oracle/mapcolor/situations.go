package mapcolor

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// situations are those of this game.
var situations = search.Catalogue[searched, position, move]{
	{Name: "wiped-out-state", About: "a state's colours are used up, and the game goes on",
		At: func(m *move) bool { return m.usedUp }},
	{Name: "editions-part", About: "the editions disagree on the colours of a state",
		Of: func(in searched) bool { return in.notes.Has(editionsDiffer) }},
	{Name: "move-leaves-none", About: "a move takes the last colour from an uncoloured state",
		At: func(m *move) bool { return m.takesLast }},
	{Name: "out-of-reach", About: "an uncoloured state has no coloured neighbour yet",
		At: func(m *move) bool { return m.outOfReach }},
	{Name: "equal-weights", About: "a player weighs two colours alike",
		Of: func(in searched) bool {
			return slices.ContainsFunc(in.Weights[:], func(weights []int32) bool {
				return len(slices.Compact(slices.Sorted(slices.Values(weights)))) < len(weights)
			})
		}},
	{Name: "negative-weights", About: "a weight is negative", Beyond: true,
		Of: func(in searched) bool { return min(slices.Min(in.Weights[0]), slices.Min(in.Weights[1])) < 0 }},
	{Name: "colours-unsorted", About: "line 1 does not name the colours in ASCII order",
		Of: func(in searched) bool { return !slices.IsSorted(in.Colours) }},
	{Name: "case-order", About: "names in ASCII order are not in order if case is ignored",
		Of: func(in searched) bool { return !slices.IsSortedFunc(in.names, ignoringCase) }},
	{Name: "number-order", About: "names in ASCII order are not in order of their numbers",
		Of: func(in searched) bool { return !slices.IsSortedFunc(in.names, byNumber) }},
	{Name: "lines-unsorted", About: "the map's lines are not in ASCII order",
		Of: func(in searched) bool { return !slices.IsSorted(in.lines) }},
	{Name: "one-sided-edge", About: "an edge is listed on one line only", Beyond: true,
		Of: func(in searched) bool { return !in.rules.symmetric }},
	{Name: "no-line", About: "a state has no line of its own", Beyond: true,
		Of: func(in searched) bool {
			return in.hasState(func(written, alone bool) bool { return !written && !alone })
		}},
	{Name: "isolated", About: "a state has no neighbours", Beyond: true,
		Of: func(in searched) bool { return in.hasState(func(written, alone bool) bool { return written && alone }) }},
	{Name: "one-initial", About: "one initial assignment",
		Of: func(in searched) bool { return len(in.Initial) == 1 }},
	{Name: "many-initial", About: "four initial assignments or more",
		Of: func(in searched) bool { return len(in.Initial) >= 4 }},
	{Name: "last-by-player-1", About: "player 1 made the last initial assignment",
		Of: func(in searched) bool { return in.Initial[len(in.Initial)-1].Player == 1 }},
	{Name: "outside-map", About: "an initial assignment to a state that the map does not have", Beyond: true,
		Of: func(in searched) bool {
			return in.hasState(func(written, alone bool) bool { return !written && alone })
		}},
	{Name: "thirty-states", About: "thirty states or more",
		Of: func(in searched) bool { return len(in.names) >= 30 }},
	{Name: "six-colours", About: "six colours or more",
		Of: func(in searched) bool { return len(in.Colours) >= 6 }},
}

// Situations returns the situations of the catalogue that the input shows in the default
// edition.
func (in *Input) Situations(ctx context.Context) (homework.Seen, error) {
	r, names, g := in.game(homework.Options{})
	var free []search.Move // of one state
	return situations.Watch(ctx, g, func(_ search.Node[position], m search.Move, child *position, _ search.Turn) (seen move) {
		state, _ := r.assignment(m)
		for s, colour := range child.colours {
			if colour != 0 {
				continue
			}
			if child.border[s/wordBits]>>(s%wordBits)&1 == 0 {
				seen.outOfReach = true
			} else if free = r.appendFree(free[:0], child, s); len(free) == 0 {
				seen.usedUp = true
				seen.takesLast = seen.takesLast || slices.Contains(r.neighbours[state], uint32(s))
			}
		}
		return seen
	}, func(found search.Result) searched {
		seen := searched{Input: in, rules: r, names: names, notes: found.Notes}
		for _, line := range in.Map {
			seen.lines = append(seen.lines, line.State)
		}
		return seen
	})
}

// A searched input is what the situations look at when the search is over.
type searched struct {
	*Input
	rules *rules
	names []string // of the states, in ASCII order
	lines []string // the states that have one, in their order
	notes search.Notes
}

// hasState reports whether there is a state that has a line of its own or not, and neighbours or not.
func (in searched) hasState(such func(written, alone bool) bool) bool {
	for i, name := range in.names {
		if such(slices.Contains(in.lines, name), len(in.rules.neighbours[i]) == 0) {
			return true
		}
	}
	return false
}

// A move is what they look at while it lasts: what uncoloured states are like after a move.
type move struct {
	outOfReach bool // one has no coloured neighbour
	usedUp     bool // the neighbours of one have all colours,
	takesLast  bool // and the move coloured one of them
}

func ignoringCase(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) }

// byNumber compares names of equal letters by the number at their ends.
func byNumber(a, b string) int {
	const digits = "0123456789"
	headA, headB := strings.TrimRight(a, digits), strings.TrimRight(b, digits)
	if headA != headB || len(a) == len(headA) || len(b) == len(headB) {
		return strings.Compare(a, b)
	}
	numberA, numberB := strings.TrimLeft(a[len(headA):], "0"), strings.TrimLeft(b[len(headB):], "0")
	return cmp.Or(cmp.Compare(len(numberA), len(numberB)), strings.Compare(numberA, numberB))
}
