package mapcolor

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

// small draws a random map. Names mix cases, digits and lengths, so that ASCII order differs from other
// orders. One map in four is odd: some edges are on one line only, some states have no line, some weights are
// negative, and the first coloured states are not adjacent.
func small(r *random.Rand) homework.Problem {
	odd := r.Chance(4)
	in := &Input{
		Colours: names(r, r.Between(1, 4), 3, "BGRbgr"),
		Depth:   r.Between(1, 3),
	}
	if odd && r.Chance(4) {
		in.Depth = 0
	}
	if r.Chance(12) {
		in.Colours = names(r, r.Between(5, 8), 3, "BGRbgr")
		in.Depth = r.Between(1, 2)
	}
	top := random.Pick(r, 0, 1, 3, 15, 1_000_000)
	for player := range in.Weights {
		for range in.Colours {
			weight := r.Between(0, top)
			if odd && r.Chance(6) {
				weight = -weight
			}
			in.Weights[player] = append(in.Weights[player], int32(weight))
		}
	}
	states := names(r, r.Between(2, 9), 3, "ABab12")
	if r.Chance(20) {
		states = names(r, r.Between(28, 34), 3, "ABab12")
		in.Depth = 1
	}
	adjacent := matrix(len(states))
	density := r.Between(1, 3)
	for i := range states {
		for j := range i {
			edge := r.Intn(4) < density && (len(states) < 20 || r.Chance(6))
			adjacent[i][j], adjacent[j][i] = edge, edge
		}
	}
	if !odd {
		link(r, adjacent)
	}
	in.Map = writeMap(r, states, adjacent, odd && r.Chance(2))
	maxInitial := 3
	if r.Chance(6) {
		maxInitial = 7
	}
	colour(r, in, states, adjacent, r.Between(1, maxInitial), odd && r.Chance(2))
	if odd && r.Chance(4) {
		in.Map = slices.Delete(in.Map, 0, 1) // its state remains on its neighbours' lines, if it has any
	}
	return in
}

// likeCourse makes 6 to 30 states, 3 to 6 colours, depths 2 to 4 and weights 0 to 15. Two adjacent states are
// coloured, one by player 1 and then one by player 2. The map is a grid with some edges removed.
func likeCourse(r *random.Rand) homework.Problem {
	in := colouring(r, []string{"R", "G", "B", "Y", "W", "K"}[:r.Between(3, 6)], r.Between(2, 4))
	in.drawLayout(r, r.Between(6, 30))
	return in
}

// drawLayout draws a map of n states, of which two are coloured.
func (in *Input) drawLayout(r *random.Rand, n int) {
	states := courseStates(r, n)
	in.Map = writeMap(r, states, grid(r, len(states)), false)
	first := random.Pick(r, in.Map...)
	colours := slices.Clone(in.Colours)
	r.Shuffle(len(colours), func(i, j int) { colours[i], colours[j] = colours[j], colours[i] })
	in.Initial = []Colouring{
		{State: first.State, Colour: colours[0], Player: 1},
		{State: random.Pick(r, first.Neighbours...), Colour: colours[1], Player: 2},
	}
}

// colouring makes an input without a map: colours in random order, with weights up to 15.
func colouring(r *random.Rand, colours []string, depth int) *Input {
	in := &Input{Colours: slices.Clone(colours), Depth: depth}
	r.Shuffle(len(in.Colours), func(i, j int) { in.Colours[i], in.Colours[j] = in.Colours[j], in.Colours[i] })
	for player := range in.Weights {
		for range in.Colours {
			in.Weights[player] = append(in.Weights[player], int32(r.Between(0, 15)))
		}
	}
	return in
}

// courseStates names states as the course does: short names, longer names or numbered ones.
func courseStates(r *random.Rand, n int) []string {
	if r.Chance(3) {
		return numbered(r, n)
	}
	return names(r, n, random.Pick(r, 3, 6), "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

func numbered(_ *random.Rand, n int) (states []string) {
	for i := range n {
		states = append(states, fmt.Sprintf("S%d", i+1))
	}
	return states
}

func matrix(n int) [][]bool {
	m := make([][]bool, n)
	for i := range m {
		m[i] = make([]bool, n)
	}
	return m
}

// link gives every isolated state a neighbour.
func link(r *random.Rand, adjacent [][]bool) {
	for i := range adjacent {
		if !slices.Contains(adjacent[i], true) {
			j := (i + r.Between(1, len(adjacent)-1)) % len(adjacent)
			adjacent[i][j], adjacent[j][i] = true, true
		}
	}
}

// writeMap returns the lines of a map in random order, each with its neighbours in random
// order. If oneSided is set, an edge may be on only one of its two lines.
func writeMap(r *random.Rand, states []string, adjacent [][]bool, oneSided bool) []Line {
	lines := make([]Line, len(states))
	for i, s := range states {
		lines[i].State = s
	}
	for i := range states {
		for j := range i {
			if !adjacent[i][j] {
				continue
			}
			listedBy := 3 // both lines
			if oneSided {
				listedBy = r.Between(1, 3)
			}
			if listedBy&1 != 0 {
				lines[i].Neighbours = append(lines[i].Neighbours, states[j])
			}
			if listedBy&2 != 0 {
				lines[j].Neighbours = append(lines[j].Neighbours, states[i])
			}
		}
	}
	for i := range lines {
		n := lines[i].Neighbours
		r.Shuffle(len(n), func(i, j int) { n[i], n[j] = n[j], n[i] })
	}
	r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return lines
}

// colour makes at least one and up to maxInitial initial assignments that no edge forbids. Unless
// apart is set, each is next to an earlier one.
func colour(r *random.Rand, in *Input, states []string, adjacent [][]bool, maxInitial int, apart bool) {
	order := make([]int, len(states))
	for i := range order {
		order[i] = i
	}
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	taken := map[int]string{}
	for _, s := range order {
		if len(taken) == maxInitial {
			return
		}
		c := random.Pick(r, in.Colours...)
		beside := func(n int) bool { return adjacent[s][n] && taken[n] != "" }
		if len(taken) > 0 && !apart && !slices.ContainsFunc(order, beside) ||
			slices.ContainsFunc(order, func(n int) bool { return adjacent[s][n] && taken[n] == c }) {
			continue
		}
		taken[s] = c
		in.Initial = append(in.Initial, Colouring{State: states[s], Colour: c, Player: r.Between(1, 2)})
	}
}

// names returns n distinct names of at most maxLength letters from an alphabet.
func names(r *random.Rand, n, maxLength int, alphabet string) (out []string) {
	for len(out) < n {
		name := ""
		for range r.Between(1, maxLength) {
			name += string(alphabet[r.Intn(len(alphabet))])
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// grid returns the edges of n states arranged in rows. Each state touches its neighbours to the side, below
// and diagonally below, except that a quarter of the edges is dropped.
func grid(r *random.Rand, n int) (adjacent [][]bool) {
	width := r.Between(2, 5)
	adjacent = matrix(n)
	for i := range n {
		for _, j := range []int{i - 1, i - width, i - width - 1} {
			if j >= 0 && (j != i-1 || i%width > 0) && !r.Chance(4) {
				adjacent[i][j], adjacent[j][i] = true, true
			}
		}
	}
	link(r, adjacent)
	return adjacent
}

// situations are the situations of this game.
var situations = search.Catalogue[searched, position, move]{
	{Name: "wiped-out-state", Title: "a state's colours are used up, and the game goes on",
		AfterMove: func(m *move) bool { return m.usedUp }},
	{Name: "editions-part", Title: "the editions disagree on the colours of a state",
		AfterSearch: func(in searched) bool { return in.notes.Has(editionsDiffer) }},
	{Name: "move-leaves-none", Title: "a move takes the last colour from an uncoloured state",
		AfterMove: func(m *move) bool { return m.takesLast }},
	{Name: "out-of-reach", Title: "an uncoloured state has no coloured neighbour yet",
		AfterMove: func(m *move) bool { return m.outOfReach }},
	{Name: "equal-weights", Title: "a player weighs two colours alike",
		AfterSearch: func(in searched) bool {
			return slices.ContainsFunc(in.Weights[:], func(weights []int32) bool {
				return len(slices.Compact(slices.Sorted(slices.Values(weights)))) < len(weights)
			})
		}},
	{Name: "negative-weights", Title: "a weight is negative", Beyond: true,
		AfterSearch: func(in searched) bool {
			return min(slices.Min(in.Weights[0]),
				slices.Min(in.Weights[1])) < 0
		}},
	{Name: "colours-unsorted", Title: "line 1 does not name the colours in ASCII order",
		AfterSearch: func(in searched) bool { return !slices.IsSorted(in.Colours) }},
	{Name: "case-order", Title: "names in ASCII order are not in order if case is ignored",
		AfterSearch: func(in searched) bool { return !slices.IsSortedFunc(in.names, ignoringCase) }},
	{Name: "number-order", Title: "names in ASCII order are not in order of their numbers",
		AfterSearch: func(in searched) bool { return !slices.IsSortedFunc(in.names, byNumber) }},
	{Name: "lines-unsorted", Title: "the map's lines are not in ASCII order",
		AfterSearch: func(in searched) bool { return !slices.IsSorted(in.lines) }},
	{Name: "one-sided-edge", Title: "an edge is listed on one line only", Beyond: true,
		AfterSearch: func(in searched) bool { return !in.rules.symmetric }},
	{Name: "no-line", Title: "a state has no line of its own", Beyond: true,
		AfterSearch: func(in searched) bool {
			return in.hasState(func(written, alone bool) bool { return !written && !alone })
		}},
	{Name: "isolated", Title: "a state has no neighbours", Beyond: true,
		AfterSearch: func(in searched) bool {
			return in.hasState(func(written, alone bool) bool { return written && alone })
		}},
	{Name: "one-initial", Title: "one initial assignment",
		AfterSearch: func(in searched) bool { return len(in.Initial) == 1 }},
	{Name: "many-initial", Title: "four initial assignments or more",
		AfterSearch: func(in searched) bool { return len(in.Initial) >= 4 }},
	{Name: "last-by-player-1", Title: "player 1 made the last initial assignment",
		AfterSearch: func(in searched) bool { return in.Initial[len(in.Initial)-1].Player == 1 }},
	{Name: "outside-map", Title: "an initial assignment to a state that the map does not have", Beyond: true,
		AfterSearch: func(in searched) bool {
			return in.hasState(func(written, alone bool) bool { return !written && alone })
		}},
	{Name: "thirty-states", Title: "thirty states or more",
		AfterSearch: func(in searched) bool { return len(in.names) >= 30 }},
	{Name: "six-colours", Title: "six colours or more",
		AfterSearch: func(in searched) bool { return len(in.Colours) >= 6 }},
}

// Situations returns the situations of the catalogue that the input shows in the default edition.
func (in *Input) Situations(ctx context.Context) (homework.Seen, error) {
	r, names, g := in.game(homework.Options{})
	var free []search.Move // of one state
	return situations.Watch(ctx, g,
		func(_ search.Node[position], m search.Move, child *position, _ search.Turn) (seen move) {
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

// A searched input is the data that the situations examine when the search is over.
type searched struct {
	*Input
	rules *rules
	names []string // of the states, in ASCII order
	lines []string // the states that have one, in their order
	notes search.Notes
}

// hasState reports whether there is a state that has a line of its own or not, and neighbours or not.
func (in searched) hasState(matches func(written, alone bool) bool) bool {
	for i, name := range in.names {
		if matches(slices.Contains(in.lines, name), len(in.rules.neighbours[i]) == 0) {
			return true
		}
	}
	return false
}

// A move is the data that the situations examine for each move of the search: the uncoloured states after it.
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

// simpler returns simpler inputs, by this measure: states, colours, initial assignments,
// edges, depth, weights, letters of names.
func simpler(p homework.Problem) []homework.Problem {
	s := shrink.From(p, (*Input).clone, func(in *Input) bool {
		if len(in.Map) == 0 {
			in.Map = nil // as Parse has it
		}
		return len(in.Initial) > 0 && len(in.Colours) > 0
	})
	in, states := s.Input, s.Input.states()
	for _, span := range shrink.Spans(len(states)) {
		s.Try(func(in *Input) { in.removeStates(states[span[0]:span[1]]...) })
	}
	for i := range in.Colours {
		s.Try(func(in *Input) { in.withoutColour(i) })
	}
	for _, span := range shrink.Spans(len(in.Initial)) {
		s.Try(func(in *Input) { in.Initial = slices.Delete(in.Initial, span[0], span[1]) })
	}
	for _, line := range in.Map {
		for _, n := range line.Neighbours {
			if line.State < n || !in.lists(n, line.State) { // an edge of two lines once
				s.Try(func(in *Input) { in.cut(line.State, n) })
			}
		}
	}
	s.Int(&in.Depth, 1)
	for _, weights := range in.Weights {
		s.Ints(weights, 0)
	}
	if letters(in.short()) < letters(in) {
		s.Try(func(in *Input) { *in = *in.short() })
	}
	return s.All
}

func (in *Input) clone() *Input {
	c := *in
	c.Colours, c.Initial, c.Map = slices.Clone(in.Colours), slices.Clone(in.Initial), slices.Clone(in.Map)
	for player, weights := range in.Weights {
		c.Weights[player] = slices.Clone(weights)
	}
	for i, line := range c.Map {
		c.Map[i].Neighbours = slices.Clone(line.Neighbours)
	}
	return &c
}

// removeStates removes states, and then the states that have lost their last neighbour.
func (in *Input) removeStates(states ...string) {
	for len(states) > 0 {
		gone := func(name string) bool { return slices.Contains(states, name) }
		in.Initial = slices.DeleteFunc(in.Initial, func(a Colouring) bool { return gone(a.State) })
		in.Map = slices.DeleteFunc(in.Map, func(line Line) bool { return gone(line.State) })
		var alone []string
		for i, line := range in.Map {
			if len(line.Neighbours) == 0 {
				continue
			}
			if in.Map[i].Neighbours = deleteNames(line.Neighbours, gone); len(in.Map[i].Neighbours) == 0 {
				alone = append(alone, line.State)
			}
		}
		states = alone
	}
}

func (in *Input) withoutColour(i int) {
	in.Initial = slices.DeleteFunc(in.Initial, func(a Colouring) bool { return a.Colour == in.Colours[i] })
	in.Colours = slices.Delete(in.Colours, i, i+1)
	for player, weights := range in.Weights {
		in.Weights[player] = slices.Delete(weights, i, i+1)
	}
}

// lists reports whether the line of a state lists the other state.
func (in *Input) lists(state, other string) bool {
	return slices.ContainsFunc(in.Map, func(l Line) bool {
		return l.State == state && slices.Contains(l.Neighbours, other)
	})
}

// cut removes the edge of two states.
func (in *Input) cut(a, b string) {
	for i, line := range in.Map {
		in.Map[i].Neighbours = deleteNames(line.Neighbours, func(name string) bool {
			return line.State == a && name == b || line.State == b && name == a
		})
	}
}

// deleteNames removes names from a list, which is nil if none is left, as Parse has it.
func deleteNames(names []string, gone func(string) bool) []string {
	if names = slices.DeleteFunc(names, gone); len(names) == 0 {
		return nil
	}
	return names
}

// letters returns the total number of letters in the names of the states.
func letters(in *Input) (n int) {
	for _, name := range in.states() {
		n += len(name)
	}
	return n
}

// short returns the input with the states called A, B, C and so on, in the order of their
// names, if there are enough letters.
func (in *Input) short() *Input {
	states, c := in.states(), in.clone()
	if len(states) > 26 {
		return in
	}
	rename := func(name *string) {
		i, _ := slices.BinarySearch(states, *name)
		*name = string(rune('A' + i))
	}
	for i := range c.Initial {
		rename(&c.Initial[i].State)
	}
	for i := range c.Map {
		rename(&c.Map[i].State)
		for j := range c.Map[i].Neighbours {
			rename(&c.Map[i].Neighbours[j])
		}
	}
	return c
}
