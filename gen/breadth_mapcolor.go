package gen

import (
	"fmt"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
)

// country is a mapcolor input: a map of a grid that has lost some edges.
type country struct {
	states  int
	colours []string
	depth   int
	top     int // the greatest weight
	lost    int // of ten edges so many
	initial int // assignments: two are to neighbours
	last    int // the player who made the last of them
	naming  func(r *Rand, n int) []string
}

func (s country) draw(r *Rand) homework.Problem {
	in := colouring(r, s.colours, s.depth, s.top)
	states := s.naming(r, s.states)
	adjacent := grid(r, len(states), func() bool { return r.Intn(10) < s.lost })
	in.Map = writeMap(r, states, adjacent, false)
	s.assign(r, in, states, adjacent)
	return in
}

// assign makes the initial assignments, by the players in turn: each state but the first
// touches one before it. A map on which they find no room has fewer.
func (s country) assign(r *Rand, in *mapcolor.Input, states []string, adjacent [][]bool) {
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

// Names of colours: of one letter, and longer ones.
var (
	colours3 = words("R G B")
	colours4 = words("R G B Y")
	colours5 = words("R G B Y W")
	colours6 = words("R G B Y W K")
	long     = words("Red Green Blue")
	alike    = words("Blue Black Brown Red Rose")
)

// Names of states: of few capital letters, of letters of both cases and digits, and
// numbered.
func capitals(r *Rand, n int) []string { return names(r, n, 3, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") }
func mixed(r *Rand, n int) []string    { return names(r, n, 4, "ABab12") }
func numbered(_ *Rand, n int) (states []string) {
	for i := range n {
		states = append(states, fmt.Sprintf("S%d", i+1))
	}
	return states
}

// mapcolorBreadth: maps of 6 to 30 states, whole and in parts, with 3 to 6 colours,
// depths 1 to 4, weights far apart and alike, and all ways to name states.
var mapcolorBreadth = []Recipe{
	{"six-states-at-depth-2", "six states at depth 2", nil, country{6, colours3, 2, 15, 2, 2, 2, capitals}},
	{"six-states-at-depth-4", "six states at depth 4", words("cut-at-max cut-at-min"), country{6, colours3, 4, 15, 2, 2, 2, mixed}},
	{"eight-states-at-depth-3", "eight states at depth 3", words("cut-at-max out-of-reach"), country{8, colours3, 3, 15, 3, 2, 2, capitals}},
	{"eight-states-six-colours", "eight states and six colours", words("six-colours cut-at-min"), country{8, colours6, 2, 15, 3, 2, 2, capitals}},
	{"ten-states-at-depth-4", "ten states at depth 4", words("wiped-out-state"), country{10, colours3, 4, 15, 3, 2, 2, capitals}},
	{"eight-states-in-parts", "eight states, some out of reach at the end", words("out-of-reach game-over-before-cut-off"), country{8, colours3, 4, 15, 7, 2, 2, mixed}},
	{"parts-that-nobody-reaches", "the game ends with states uncoloured", words("out-of-reach game-over-before-cut-off move-leaves-none"), country{6, colours3, 4, 15, 6, 2, 2, numbered}},
	{"fifteen-numbered-states", "fifteen numbered states", words("number-order tie-at-root"), country{15, colours4, 2, 15, 3, 2, 2, numbered}},
	{"fifteen-states-of-all-letters", "fifteen states of letters of both cases and digits", words("case-order number-order"), country{15, colours3, 2, 15, 4, 2, 2, mixed}},
	{"twenty-states-at-depth-2", "twenty states at depth 2", words("out-of-reach cut-at-min"), country{20, colours4, 2, 15, 3, 2, 2, capitals}},
	{"twenty-states-at-depth-3", "twenty states at depth 3", words("cut-at-max"), country{20, colours3, 3, 15, 3, 2, 2, mixed}},
	{"thirty-states-at-depth-2", "thirty states at depth 2", words("thirty-states colours-unsorted"), country{30, colours6, 2, 15, 3, 2, 2, capitals}},
	{"thirty-states-at-depth-3", "thirty numbered states at depth 3", words("thirty-states number-order"), country{30, colours3, 3, 15, 4, 2, 2, numbered}},
	{"thirty-states-at-depth-1", "thirty states at depth 1", words("thirty-states"), country{30, colours5, 1, 15, 2, 2, 2, mixed}},
	{"equal-weights-of-both-players", "weights of 0 and 1", words("equal-weights tie-at-root tie-below cut-on-equality-at-max cut-on-equality-at-min"), country{9, colours3, 3, 1, 3, 2, 2, capitals}},
	{"weights-of-nothing", "all weights are 0", words("equal-weights tie-at-root"), country{8, colours3, 3, 0, 3, 2, 2, mixed}},
	{"weights-of-0-to-3", "weights of 0 to 3, with ties", words("tie-at-root tie-below cut-on-equality-at-max"), country{10, colours4, 3, 3, 4, 2, 2, mixed}},
	{"player-1-behind", "every move leaves player 1 behind", words("negative-best cut-at-max"), country{8, colours4, 3, 15, 3, 2, 2, capitals}},
	{"player-1-behind-for-long", "every move of four plies leaves player 1 behind", words("negative-best cut-on-equality-at-min"), country{7, colours3, 4, 9, 3, 2, 2, numbered}},
	{"last-colours-of-a-state", "moves that take a state's last colour", words("move-leaves-none wiped-out-state"), country{9, colours3, 4, 15, 1, 2, 2, capitals}},
	{"player-1-was-last", "player 1 made the last initial assignment", words("last-by-player-1"), country{9, colours4, 2, 15, 3, 2, 1, mixed}},
	{"player-1-was-last-of-four", "player 1 made the last of four initial assignments", words("last-by-player-1 many-initial"), country{12, colours4, 2, 15, 3, 4, 1, capitals}},
	{"one-state-coloured", "one initial assignment, by player 2", words("one-initial"), country{8, colours3, 3, 15, 3, 1, 2, capitals}},
	{"one-state-coloured-by-player-1", "one initial assignment, by player 1", words("one-initial last-by-player-1"), country{12, colours5, 2, 15, 4, 1, 1, mixed}},
	{"three-states-coloured", "three initial assignments", words("wiped-out-state"), country{10, colours3, 3, 15, 3, 3, 2, capitals}},
	{"five-states-coloured", "five initial assignments", words("many-initial"), country{16, colours4, 3, 15, 4, 5, 2, numbered}},
	{"colours-with-long-names", "colours named by words", nil, country{8, long, 3, 15, 3, 2, 2, capitals}},
	{"colours-that-begin-alike", "names of colours that begin alike", words("colours-unsorted"), country{12, alike, 2, 15, 3, 2, 2, mixed}},
	{"one-move-at-the-root", "one move at the root, and some below", words("one-move-at-root one-move-below"), country{6, colours3, 3, 15, 5, 3, 2, capitals}},
	{"one-move-in-a-small-corner", "one move at the root, in parts of a map", words("one-move-at-root game-over-before-cut-off"), country{7, colours3, 4, 15, 7, 2, 2, mixed}},
	{"editions-that-part", "the editions disagree on the colours of a state", words("editions-part"), country{14, colours3, 3, 15, 1, 4, 2, capitals}},
}
