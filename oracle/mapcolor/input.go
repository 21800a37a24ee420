package mapcolor

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// The bounds of rule 1.
const (
	maxStates = 1000
	MaxWeight = 1_000_000
)

// A Colouring is a state that was coloured before the game.
type Colouring struct {
	State, Colour string
	Player        int // 1 or 2
}

// A Line is one line of the map: a state and its neighbours, as written.
type Line struct {
	State      string
	Neighbours []string
}

// An Input is a parsed input file (rule 1).
type Input struct {
	Colours []string // as written
	Initial []Colouring
	Depth   int        // cut-off in plies
	Weights [2][]int32 // by player, in the order of Colours
	Map     []Line
}

// Parse parses an input file; name is used in errors.
func Parse(name string, src []byte) (homework.Problem, error) {
	in := new(Input)
	return in, scan.Parse(name, src, in.fields)
}

// String returns the input in its file format.
func (in *Input) String() string { return scan.Print(in.fields) }

// fields describes the file (rule 1).
func (in *Input) fields(c *scan.Codec) {
	f := codec{Codec: c, in: in, states: map[string]bool{}, colours: map[string]int{}}
	f.colourNames()
	f.initial()
	const depth = "the depth limit"
	if line := c.Line(depth, strconv.Itoa(in.Depth)); c.Reading() {
		in.Depth = c.Number(depth, strings.TrimSpace(line), 0, scan.MaxDepth)
	}
	for player := range in.Weights {
		f.weights(player)
	}
	if c.Reading() {
		f.readMap()
		f.checkInitial()
		return
	}
	for _, line := range in.Map {
		c.Line("", strings.TrimSpace(line.State+": "+strings.Join(line.Neighbours, ", ")))
	}
}

// A codec is the file with the names that have been read.
type codec struct {
	*scan.Codec
	in      *Input
	states  map[string]bool
	colours map[string]int // index in in.Colours
}

func (f *codec) colourNames() {
	const want = "the colours, such as R, G, B"
	for _, c := range f.List(want, f.in.Colours) {
		if !word(c, false) {
			f.Fail("want %s, found %s", want, f.Show(c))
		}
		if _, duplicate := f.colours[c]; duplicate {
			f.Fail("want each colour once, found %s twice", c)
		}
		f.colours[c] = len(f.in.Colours)
		f.in.Colours = append(f.in.Colours, c)
	}
}

func (f *codec) initial() {
	const want = "an initial assignment such as WA: R-1"
	var printed []string
	for _, a := range f.in.Initial {
		printed = append(printed, fmt.Sprintf("%s: %s-%d", a.State, a.Colour, a.Player))
	}
	seen := map[string]bool{}
	for _, text := range f.List(want, printed) {
		state, rest, ok := cut(text, ":")
		colour, player, ok2 := cut(rest, "-")
		if !ok || !ok2 || !word(state, true) {
			f.Fail("want %s, found %s", want, f.Show(text))
		}
		f.colour(colour)
		if player != "1" && player != "2" {
			f.Fail("want player 1 or 2, found %s", f.Show(player))
		}
		if seen[state] {
			f.Fail("want each state coloured once, found %s twice", state)
		}
		seen[state] = true
		f.state(state)
		f.in.Initial = append(f.in.Initial, Colouring{state, colour, int(player[0] - '0')})
	}
}

func (f *codec) weights(player int) {
	want := fmt.Sprintf("the weights of player %d, such as R: 10, G: 5", player+1)
	var printed []string
	for i, w := range f.in.Weights[player] {
		printed = append(printed, f.in.Colours[i]+": "+strconv.Itoa(int(w)))
	}
	words := f.List(want, printed)
	if !f.Reading() {
		return
	}
	seen := map[string]bool{}
	weights := make([]int32, len(f.in.Colours))
	for _, text := range words {
		colour, weight, ok := cut(text, ":")
		if !ok {
			f.Fail("want %s, found %s", want, f.Show(text))
		}
		i := f.colour(colour)
		if seen[colour] {
			f.Fail("want one weight a colour, found %s twice", colour)
		}
		seen[colour] = true
		weights[i] = int32(f.Number("the weight of "+colour, weight, -MaxWeight, MaxWeight))
	}
	for _, c := range f.in.Colours {
		if !seen[c] {
			f.Fail("want a weight for each colour, found none for %s", c)
		}
	}
	f.in.Weights[player] = weights
}

func (f *codec) readMap() {
	const want = "a state and its neighbours, such as SA: WA, NT"
	lines := map[string]bool{}
	for f.More() {
		text := f.Line(want, "")
		state, rest, ok := cut(text, ":")
		if !ok || !word(state, true) {
			f.Fail("want %s, found %s", want, f.Show(text))
		}
		if lines[state] {
			f.Fail("want one line a state, found %s again", state)
		}
		lines[state] = true
		f.state(state)
		line := Line{State: state}
		if rest != "" {
			line.Neighbours = scan.Words(rest)
		}
		for _, n := range line.Neighbours {
			if !word(n, true) {
				f.Fail("want %s, found %s", want, f.Show(n))
			}
			if n == state {
				f.Fail("want other states as neighbours, found %s itself", state)
			}
			f.state(n)
		}
		f.in.Map = append(f.in.Map, line)
	}
}

// colour returns the number of a colour of line 1.
func (f *codec) colour(name string) int {
	i, known := f.colours[name]
	if !known {
		f.Fail("want a colour of line 1, found %s", f.Show(name))
	}
	return i
}

// state counts a state.
func (f *codec) state(name string) {
	if f.states[name] = true; len(f.states) > maxStates {
		f.Fail("want at most %d states, found %s as one more", maxStates, name)
	}
}

// checkInitial rejects initial assignments that give two neighbours the same colour.
func (f *codec) checkInitial() {
	colour := map[string]string{}
	for _, a := range f.in.Initial {
		colour[a.State] = a.Colour
	}
	for _, line := range f.in.Map {
		for _, n := range line.Neighbours {
			if c := colour[n]; c != "" && c == colour[line.State] {
				f.FailAt(2, "want neighbours of different colours, found %s and %s both %s", line.State, n, c)
			}
		}
	}
}

// cut splits text at the first separator and trims the blanks around both parts.
func cut(text, separator string) (before, after string, found bool) {
	before, after, found = strings.Cut(text, separator)
	return strings.TrimSpace(before), strings.TrimSpace(after), found
}

// word reports whether text is a name: letters and, if digits is set, digits.
func word(text string, digits bool) bool {
	for _, c := range []byte(text) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		digit := '0' <= c && c <= '9'
		if !letter && (!digits || !digit) {
			return false
		}
	}
	return text != ""
}
