package mapcolor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// small draws a random map. Names mix cases, digits and lengths, so that ASCII order
// differs from other orders. One map in four is odd: some edges are on one line only, some
// states have no line, some weights are negative, and the first coloured states are not
// adjacent.
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
	most := 3
	if r.Chance(6) {
		most = 7
	}
	colour(r, in, states, adjacent, r.Between(1, most), odd && r.Chance(2))
	if odd && r.Chance(4) {
		in.Map = slices.Delete(in.Map, 0, 1) // its state remains on its neighbours' lines, if it has any
	}
	return in
}

// likeCourse makes 6 to 30 states, 3 to 6 colours, depths 2 to 4 and weights 0 to 15. Two
// adjacent states are coloured, one by player 1 and then one by player 2. The map is a grid
// with some edges removed.
func likeCourse(r *random.Rand) homework.Problem {
	in := colouring(r, []string{"R", "G", "B", "Y", "W", "K"}[:r.Between(3, 6)], r.Between(2, 4), 15)
	in.lay(r, r.Between(6, 30))
	return in
}

// lay draws a map of so many states, of which two are coloured.
func (in *Input) lay(r *random.Rand, n int) {
	states := courseStates(r, n)
	in.Map = writeMap(r, states, grid(r, len(states), func() bool { return r.Chance(4) }), false)
	first := random.Pick(r, in.Map...)
	colours := slices.Clone(in.Colours)
	r.Shuffle(len(colours), func(i, j int) { colours[i], colours[j] = colours[j], colours[i] })
	in.Initial = []Colouring{
		{State: first.State, Colour: colours[0], Player: 1},
		{State: random.Pick(r, first.Neighbours...), Colour: colours[1], Player: 2},
	}
}

// colouring makes an input without a map: colours in random order, with weights up to top.
func colouring(r *random.Rand, colours []string, depth, top int) *Input {
	in := &Input{Colours: slices.Clone(colours), Depth: depth}
	r.Shuffle(len(in.Colours), func(i, j int) { in.Colours[i], in.Colours[j] = in.Colours[j], in.Colours[i] })
	for player := range in.Weights {
		for range in.Colours {
			in.Weights[player] = append(in.Weights[player], int32(r.Between(0, top)))
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

// A country draws mapcolor inputs: maps that are grids with some edges removed.
type country struct {
	states  int
	colours []string
	depth   int
	top     int // the greatest weight
	lost    int // how many edges out of ten are removed
	initial int // number of assignments; two are to neighbours
	last    int // the player who makes the last of them
	naming  func(r *random.Rand, n int) []string
}

func (s country) Draw(r *random.Rand) homework.Problem {
	in := colouring(r, s.colours, s.depth, s.top)
	states := s.naming(r, s.states)
	adjacent := grid(r, len(states), func() bool { return r.Intn(10) < s.lost })
	in.Map = writeMap(r, states, adjacent, false)
	s.assign(r, in, states, adjacent)
	return in
}

// assign makes the initial assignments, with the players taking turns: each state but the
// first is next to an earlier one. A map without room for all of them gets fewer.
func (s country) assign(r *random.Rand, in *Input, states []string, adjacent [][]bool) {
	for range 50 {
		in.Initial = nil
		if colour(r, in, states, adjacent, s.initial, false); len(in.Initial) == s.initial {
			break
		}
	}
	player := s.last
	for i := range in.Initial {
		in.Initial[len(in.Initial)-1-i].Player = player
		player = 3 - player
	}
}

// Names of colours: single letters, and longer ones.
var (
	colours3 = strings.Fields("R G B")
	colours4 = strings.Fields("R G B Y")
	colours5 = strings.Fields("R G B Y W")
	colours6 = strings.Fields("R G B Y W K")
	long     = strings.Fields("Red Green Blue")
	alike    = strings.Fields("Blue Black Brown Red Rose")
)

// Names of states: of few capital letters, of mixed-case letters and digits, and numbered.
func capitals(r *random.Rand, n int) []string { return names(r, n, 3, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") }
func mixed(r *random.Rand, n int) []string    { return names(r, n, 4, "ABab12") }
func numbered(_ *random.Rand, n int) (states []string) {
	for i := range n {
		states = append(states, fmt.Sprintf("S%d", i+1))
	}
	return states
}

// breadth covers maps of 6 to 30 states, connected or not, with 3 to 6 colours, depths 1 to
// 4, weights far apart and close together, and all ways of naming states. Some recipes were
// added after it was known how many faults escaped the first ones.
var breadth = []homework.Recipe{
	homework.NewRecipe("six-states-at-depth-2", "six states at depth 2", "", country{6, colours3, 2, 15, 2, 2, 2, capitals}),
	homework.NewRecipe("six-states-at-depth-4", "six states at depth 4", "cut-at-max cut-at-min", country{6, colours3, 4, 15, 2, 2, 2, mixed}),
	homework.NewRecipe("eight-states-at-depth-3", "eight states at depth 3", "cut-at-max out-of-reach", country{8, colours3, 3, 15, 3, 2, 2, capitals}),
	homework.NewRecipe("eight-states-six-colours", "eight states and six colours", "six-colours cut-at-min", country{8, colours6, 2, 15, 3, 2, 2, capitals}),
	homework.NewRecipe("ten-states-at-depth-4", "ten states at depth 4", "wiped-out-state", country{10, colours3, 4, 15, 3, 2, 2, capitals}),
	homework.NewRecipe("eight-states-in-parts", "eight states, some out of reach at the end", "out-of-reach game-over-before-cut-off", country{8, colours3, 4, 15, 7, 2, 2, mixed}),
	homework.NewRecipe("parts-that-nobody-reaches", "the game ends with states uncoloured", "out-of-reach game-over-before-cut-off move-leaves-none", country{6, colours3, 4, 15, 6, 2, 2, numbered}),
	homework.NewRecipe("fifteen-numbered-states", "fifteen numbered states", "number-order tie-at-root", country{15, colours4, 2, 15, 3, 2, 2, numbered}),
	homework.NewRecipe("fifteen-states-of-all-letters", "fifteen states of letters of both cases and digits", "case-order number-order", country{15, colours3, 2, 15, 4, 2, 2, mixed}),
	homework.NewRecipe("twenty-states-at-depth-2", "twenty states at depth 2", "out-of-reach cut-at-min", country{20, colours4, 2, 15, 3, 2, 2, capitals}),
	homework.NewRecipe("twenty-states-at-depth-3", "twenty states at depth 3", "cut-at-max", country{20, colours3, 3, 15, 3, 2, 2, mixed}),
	homework.NewRecipe("thirty-states-at-depth-2", "thirty states at depth 2", "thirty-states colours-unsorted", country{30, colours6, 2, 15, 3, 2, 2, capitals}),
	homework.NewRecipe("thirty-states-at-depth-3", "thirty numbered states at depth 3", "thirty-states number-order", country{30, colours3, 3, 15, 4, 2, 2, numbered}),
	homework.NewRecipe("thirty-states-at-depth-1", "thirty states at depth 1", "thirty-states", country{30, colours5, 1, 15, 2, 2, 2, mixed}),
	homework.NewRecipe("equal-weights-of-both-players", "weights of 0 and 1", "equal-weights tie-at-root tie-below cut-on-equality-at-max cut-on-equality-at-min", country{9, colours3, 3, 1, 3, 2, 2, capitals}),
	homework.NewRecipe("weights-of-nothing", "all weights are 0", "equal-weights tie-at-root", country{8, colours3, 3, 0, 3, 2, 2, mixed}),
	homework.NewRecipe("weights-of-0-to-3", "weights of 0 to 3, with ties", "tie-at-root tie-below cut-on-equality-at-max", country{10, colours4, 3, 3, 4, 2, 2, mixed}),
	homework.NewRecipe("player-1-behind", "every move leaves player 1 behind", "negative-best cut-at-max", country{8, colours4, 3, 15, 3, 2, 2, capitals}),
	homework.NewRecipe("player-1-behind-for-long", "every move of four plies leaves player 1 behind", "negative-best cut-on-equality-at-min", country{7, colours3, 4, 9, 3, 2, 2, numbered}),
	homework.NewRecipe("last-colours-of-a-state", "moves that take a state's last colour", "move-leaves-none wiped-out-state", country{9, colours3, 4, 15, 1, 2, 2, capitals}),
	homework.NewRecipe("player-1-was-last", "player 1 made the last initial assignment", "last-by-player-1", country{9, colours4, 2, 15, 3, 2, 1, mixed}),
	homework.NewRecipe("player-1-was-last-of-four", "player 1 made the last of four initial assignments", "last-by-player-1 many-initial", country{12, colours4, 2, 15, 3, 4, 1, capitals}),
	homework.NewRecipe("one-state-coloured", "one initial assignment, by player 2", "one-initial", country{8, colours3, 3, 15, 3, 1, 2, capitals}),
	homework.NewRecipe("one-state-coloured-by-player-1", "one initial assignment, by player 1", "one-initial last-by-player-1", country{12, colours5, 2, 15, 4, 1, 1, mixed}),
	homework.NewRecipe("three-states-coloured", "three initial assignments", "wiped-out-state", country{10, colours3, 3, 15, 3, 3, 2, capitals}),
	homework.NewRecipe("five-states-coloured", "five initial assignments", "many-initial", country{16, colours4, 3, 15, 4, 5, 2, numbered}),
	homework.NewRecipe("colours-with-long-names", "colours named by words", "", country{8, long, 3, 15, 3, 2, 2, capitals}),
	homework.NewRecipe("colours-that-begin-alike", "names of colours that begin alike", "colours-unsorted", country{12, alike, 2, 15, 3, 2, 2, mixed}),
	homework.NewRecipe("one-move-at-the-root", "one move at the root, and some below", "one-move-at-root one-move-below", country{6, colours3, 3, 15, 5, 3, 2, capitals}),
	homework.NewRecipe("one-move-in-a-small-corner", "one move at the root, in parts of a map", "one-move-at-root game-over-before-cut-off", country{7, colours3, 4, 15, 7, 2, 2, mixed}),
	homework.NewRecipe("editions-that-part", "the editions disagree on the colours of a state", "editions-part", country{14, colours3, 3, 15, 1, 4, 2, capitals}),
}
