package mapcolor

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

const (
	wipedOut = search.Common + iota
	editionsPart
	leavesNone
	outOfReach
	equalWeights
	negativeWeights
	coloursUnsorted
	caseOrder
	numberOrder
	linesUnsorted
	oneSidedEdge
	noLine
	isolated
	oneInitial
	manyInitial
	lastByPlayerOne
	outsideMap
	thirtyStates
	sixColours
)

// Situations is the catalogue of situations that an input can show.
var Situations = append(search.Situations[:search.Common:search.Common], []homework.Situation{
	wipedOut - search.Common:        {Name: "wiped-out-state", About: "a state's colours are used up, and the game goes on"},
	editionsPart - search.Common:    {Name: "editions-part", About: "the editions disagree on the colours of a state"},
	leavesNone - search.Common:      {Name: "move-leaves-none", About: "a move takes the last colour from an uncoloured state"},
	outOfReach - search.Common:      {Name: "out-of-reach", About: "an uncoloured state has no coloured neighbour yet"},
	equalWeights - search.Common:    {Name: "equal-weights", About: "a player weighs two colours alike"},
	negativeWeights - search.Common: {Name: "negative-weights", About: "a weight is negative", Beyond: true},
	coloursUnsorted - search.Common: {Name: "colours-unsorted", About: "line 1 does not name the colours in ASCII order"},
	caseOrder - search.Common:       {Name: "case-order", About: "names in ASCII order are not in order if case is ignored"},
	numberOrder - search.Common:     {Name: "number-order", About: "names in ASCII order are not in order of their numbers"},
	linesUnsorted - search.Common:   {Name: "lines-unsorted", About: "the map's lines are not in ASCII order"},
	oneSidedEdge - search.Common:    {Name: "one-sided-edge", About: "an edge is listed on one line only", Beyond: true},
	noLine - search.Common:          {Name: "no-line", About: "a state has no line of its own", Beyond: true},
	isolated - search.Common:        {Name: "isolated", About: "a state has no neighbours", Beyond: true},
	oneInitial - search.Common:      {Name: "one-initial", About: "one initial assignment"},
	manyInitial - search.Common:     {Name: "many-initial", About: "four initial assignments or more"},
	lastByPlayerOne - search.Common: {Name: "last-by-player-1", About: "player 1 made the last initial assignment"},
	outsideMap - search.Common:      {Name: "outside-map", About: "an initial assignment to a state that the map does not have", Beyond: true},
	thirtyStates - search.Common:    {Name: "thirty-states", About: "thirty states or more"},
	sixColours - search.Common:      {Name: "six-colours", About: "six colours or more"},
}...)

// Situations returns the situations of the catalogue that the input shows in the default
// edition.
func (in *Input) Situations(ctx context.Context) (homework.Seen, error) {
	names := in.states()
	colours := slices.Sorted(slices.Values(in.Colours))
	r, root := in.start(names, colours)
	o := &observer{Observer: search.Observer[position]{Limit: in.Depth}, rules: r}
	in.look(&o.Seen, names, r)
	found, err := search.Watch(ctx, r, &root, search.Params{Limit: in.Depth, Prune: true, Log: trace.Discard()}, o)
	if err != nil {
		return 0, err
	}
	o.Seen.Add(editionsPart, found.Notes.Has(parted))
	return o.Seen, nil
}

// look notes the situations that can be seen without a search.
func (in *Input) look(seen *homework.Seen, names []string, r *rules) {
	for _, weights := range in.Weights {
		sorted := slices.Sorted(slices.Values(weights))
		seen.Add(equalWeights, len(slices.Compact(sorted)) < len(weights))
		seen.Add(negativeWeights, len(sorted) > 0 && sorted[0] < 0)
	}
	seen.Add(coloursUnsorted, !slices.IsSorted(in.Colours))
	seen.Add(caseOrder, !slices.IsSortedFunc(names, func(a, b string) int {
		return strings.Compare(strings.ToLower(a), strings.ToLower(b))
	}))
	seen.Add(numberOrder, !slices.IsSortedFunc(names, byNumber))
	var lines []string
	for _, line := range in.Map {
		lines = append(lines, line.State)
	}
	seen.Add(linesUnsorted, !slices.IsSorted(lines))
	seen.Add(oneSidedEdge, !r.symmetric)
	for i, name := range names {
		written := slices.Contains(lines, name)
		alone := len(r.neighbours[i]) == 0
		seen.Add(noLine, !written && !alone)
		seen.Add(isolated, written && alone)
		seen.Add(outsideMap, !written && alone)
	}
	seen.Add(oneInitial, len(in.Initial) == 1)
	seen.Add(manyInitial, len(in.Initial) >= 4)
	seen.Add(lastByPlayerOne, in.Initial[len(in.Initial)-1].Player == 1)
	seen.Add(thirtyStates, len(names) >= 30)
	seen.Add(sixColours, len(in.Colours) >= 6)
}

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

// An observer notes the situations specific to mapcolor.
type observer struct {
	search.Observer[position]
	rules *rules
	free  []search.Move // of one state
}

func (o *observer) Play(n search.Node[position], m search.Move, child *position, _ search.Turn) {
	state, _ := o.rules.assignment(m)
	for s, colour := range child.colours {
		if colour != 0 {
			continue
		}
		var beside bool
		o.free, beside = o.rules.appendFree(o.free[:0], child, s, o.rules.neighbours[s])
		if !beside {
			o.Seen.Add(outOfReach, true)
			continue
		}
		if len(o.free) == 0 {
			o.Seen.Add(wipedOut, true)
			o.Seen.Add(leavesNone, slices.Contains(o.rules.neighbours[state], uint32(s)))
		}
	}
}
