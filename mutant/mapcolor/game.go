package mapcolor

import (
	"math"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
)

const (
	mostStates = 1000
	mostWeight = 1_000_000
	letters    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	digits     = "0123456789"
)

// A game is what does not change while it is played.
type game struct {
	h       *hooks
	edition string

	initial    []assignment // in the order of line 2
	limit      int
	weights    [3][]weight         // by player, 1 or 2, in the order of lines 4 and 5
	written    map[string][]string // a state's own line: its neighbours as listed there
	neighbours map[string][]string // an edge holds if either side lists it

	lineOne         []string // the colours as line 1 has them
	mentioned       []string // all states, in the order in which the input first has them
	states, colours []string // in the order in which they are tried

	// What only mutations look at.
	lines []string     // the states with a line, in the order of the lines
	tried []assignment // every move that the search has played so far, on whatever line of play
}

// An assignment is a state with a colour and the player who gave it.
type assignment struct {
	state, colour string
	player        int
}

// A weight is what a colour counts for a player.
type weight struct {
	colour string
	value  int
}

// read reads the input (rule 1).
func read(h *hooks, edition string, input []byte) (*game, error) {
	r := mutant.NewReader(input)
	g := &game{h: h, edition: edition, written: map[string][]string{}, neighbours: map[string][]string{}}
	for _, colour := range list(r.Take()) {
		if !madeOf(colour, letters) || slices.Contains(g.lineOne, colour) {
			r.Fail("found %q, expected a new colour", colour)
		}
		g.lineOne = append(g.lineOne, colour)
	}
	g.readInitial(r)
	g.limit = r.Parse(strings.TrimSpace(r.Take()), 0, math.MaxInt)
	g.readWeights(r, 1)
	g.readWeights(r, 2)
	for r.More() {
		g.readState(r)
	}
	g.check(r)
	if err := r.Done(); err != nil {
		return nil, err
	}
	g.initial = h.Initial(g.initial)
	g.states, g.colours = h.States(g), h.Colours(g)
	return g, nil
}

// readInitial reads line 2: the assignments in the order in which they were made.
func (g *game) readInitial(r *mutant.Reader) {
	for _, item := range list(r.Take()) {
		state, rest := pair(item, ":")
		colour, player := pair(rest, "-")
		twice := slices.Contains(g.mentioned, state)
		if !madeOf(state, letters+digits) || twice || !slices.Contains(g.lineOne, colour) {
			r.Fail("found %q, expected a new state, a known colour and a player", item)
		}
		g.initial = append(g.initial, assignment{state, colour, r.Parse(player, 1, 2)})
		g.mention(state)
	}
	if len(g.initial) == 0 {
		r.Fail("found no initial assignment")
	}
}

// readWeights reads line 4 or 5: the weight of every colour for a player.
func (g *game) readWeights(r *mutant.Reader, player int) {
	var weights []weight
	for _, item := range list(r.Take()) {
		colour, value := pair(item, ":")
		twice := slices.ContainsFunc(weights, func(w weight) bool { return w.colour == colour })
		if twice || !slices.Contains(g.lineOne, colour) {
			r.Fail("found %q, expected one weight for each known colour", item)
		}
		weights = append(weights, weight{colour, r.Parse(value, -mostWeight, mostWeight)})
	}
	if len(weights) != len(g.lineOne) {
		r.Fail("found weights for %d colours, expected %d", len(weights), len(g.lineOne))
	}
	g.weights[player] = weights
}

// readState reads one state with its neighbours, of which there may be none.
func (g *game) readState(r *mutant.Reader) {
	line := r.Take()
	state, rest, colon := strings.Cut(line, ":")
	state = strings.TrimSpace(state)
	if !colon || slices.Contains(g.lines, state) || !madeOf(state, letters+digits) {
		r.Fail("found %q, expected a new state and its neighbours", line)
		return
	}
	g.lines = append(g.lines, state)
	g.written[state] = list(rest)
	g.mention(state)
	for _, neighbour := range g.written[state] {
		if neighbour == state || !madeOf(neighbour, letters+digits) {
			r.Fail("found %q, expected a neighbour of %s", neighbour, state)
		}
		g.mention(neighbour)
		if !slices.Contains(g.neighbours[state], neighbour) {
			g.neighbours[state] = append(g.neighbours[state], neighbour)
			g.neighbours[neighbour] = append(g.neighbours[neighbour], state)
		}
	}
}

// mention makes sure that a state exists, even without neighbours.
func (g *game) mention(state string) {
	if !slices.Contains(g.mentioned, state) {
		g.mentioned = append(g.mentioned, state)
	}
}

// check checks the map as a whole.
func (g *game) check(r *mutant.Reader) {
	if len(g.mentioned) > mostStates {
		r.Fail("found %d states, expected at most %d", len(g.mentioned), mostStates)
	}
	for _, a := range g.initial {
		for _, b := range g.initial {
			if a.colour == b.colour && slices.Contains(g.neighbours[a.state], b.state) {
				r.Fail("%s and its neighbour %s are both %s", a.state, b.state, a.colour)
			}
		}
	}
}

// list splits a list at its commas and strips the blanks; a blank text is an empty list.
func list(text string) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	items := strings.Split(text, ",")
	for i, item := range items {
		items[i] = strings.TrimSpace(item)
	}
	return items
}

// pair splits a text at its first separator and strips the blanks.
func pair(text, separator string) (left, right string) {
	left, right, _ = strings.Cut(text, separator)
	return strings.TrimSpace(left), strings.TrimSpace(right)
}

// madeOf reports whether a name is not empty and has only the allowed characters.
func madeOf(name, allowed string) bool {
	return name != "" && strings.Trim(name, allowed) == ""
}
