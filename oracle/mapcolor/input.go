package mapcolor

import (
	"fmt"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// The bounds of rule 1.
const (
	MaxStates = 1000
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
	p := parser{in: new(Input), Lines: scan.NewLines(name, src), states: map[string]bool{}, colours: map[string]int{}}
	for _, part := range []func() error{p.parseColours, p.parseInitial, p.parseDepth, p.parseWeights, p.parseMap} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	return p.in, p.checkInitial()
}

type parser struct {
	*scan.Lines
	in      *Input
	states  map[string]bool
	colours map[string]int // index in in.Colours
}

func (p *parser) parseColours() error {
	const want = "the colours, such as R, G, B"
	line, err := p.Next(want)
	if err != nil {
		return err
	}
	for _, c := range tokens(line) {
		if !word(c, false) {
			return p.Errorf("want %s, found %s", want, show(line, c))
		}
		if _, twice := p.colours[c]; twice {
			return p.Errorf("want each colour once, found %s twice", c)
		}
		p.colours[c] = len(p.in.Colours)
		p.in.Colours = append(p.in.Colours, c)
	}
	return nil
}

func (p *parser) parseInitial() error {
	const want = "an initial assignment such as WA: R-1"
	line, err := p.Next(want)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, text := range tokens(line) {
		state, rest, ok := cut(text, ":")
		colour, player, ok2 := cut(rest, "-")
		if !ok || !ok2 || !word(state, true) {
			return p.Errorf("want %s, found %s", want, show(line, text))
		}
		if _, known := p.colours[colour]; !known {
			return p.Errorf("want a colour of line 1, found %s", show(line, colour))
		}
		if player != "1" && player != "2" {
			return p.Errorf("want player 1 or 2, found %s", show(line, player))
		}
		if seen[state] {
			return p.Errorf("want each state coloured once, found %s twice", state)
		}
		seen[state] = true
		if err := p.state(state); err != nil {
			return err
		}
		p.in.Initial = append(p.in.Initial, Colouring{state, colour, int(player[0] - '0')})
	}
	return nil
}

// show quotes an item of a line, or a part of one, for an error message.
func show(line, item string) string {
	if item == "" && strings.TrimSpace(line) != "" {
		return "nothing"
	}
	return scan.Show(item)
}

func (p *parser) parseDepth() error {
	const what = "the depth limit"
	line, err := p.Next(what)
	if err != nil {
		return err
	}
	p.in.Depth, err = p.Number(what, strings.TrimSpace(line), 0, scan.MaxDepth)
	return err
}

func (p *parser) parseWeights() error {
	for player := range 2 {
		want := fmt.Sprintf("the weights of player %d, such as R: 10, G: 5", player+1)
		line, err := p.Next(want)
		if err != nil {
			return err
		}
		given := map[string]bool{}
		p.in.Weights[player] = make([]int32, len(p.in.Colours))
		for _, text := range tokens(line) {
			colour, weight, ok := cut(text, ":")
			if !ok {
				return p.Errorf("want %s, found %s", want, show(line, text))
			}
			i, known := p.colours[colour]
			if !known {
				return p.Errorf("want a colour of line 1, found %s", show(line, colour))
			}
			if given[colour] {
				return p.Errorf("want one weight a colour, found %s twice", colour)
			}
			given[colour] = true
			w, err := p.Number("the weight of "+colour, weight, -MaxWeight, MaxWeight)
			if err != nil {
				return err
			}
			p.in.Weights[player][i] = int32(w)
		}
		for _, c := range p.in.Colours {
			if !given[c] {
				return p.Errorf("want a weight for each colour, found none for %s", c)
			}
		}
	}
	return nil
}

func (p *parser) parseMap() error {
	const want = "a state and its neighbours, such as SA: WA, NT"
	lines := map[string]bool{}
	for p.More() {
		text, err := p.Next(want)
		if err != nil {
			return err
		}
		state, rest, ok := cut(text, ":")
		if !ok || !word(state, true) {
			return p.Errorf("want %s, found %s", want, scan.Show(text))
		}
		if lines[state] {
			return p.Errorf("want one line a state, found %s again", state)
		}
		lines[state] = true
		if err := p.state(state); err != nil {
			return err
		}
		line := Line{State: state}
		if rest != "" {
			line.Neighbours = tokens(rest)
		}
		for _, n := range line.Neighbours {
			if !word(n, true) {
				return p.Errorf("want %s, found %s", want, show(rest, n))
			}
			if n == state {
				return p.Errorf("want other states as neighbours, found %s itself", state)
			}
			if err := p.state(n); err != nil {
				return err
			}
		}
		p.in.Map = append(p.in.Map, line)
	}
	return nil
}

// state counts a state.
func (p *parser) state(name string) error {
	if p.states[name] = true; len(p.states) > MaxStates {
		return p.Errorf("want at most %d states, found %s as one more", MaxStates, name)
	}
	return nil
}

// checkInitial rejects initial assignments that give two neighbours the same colour.
func (p *parser) checkInitial() error {
	colour := map[string]string{}
	for _, a := range p.in.Initial {
		colour[a.State] = a.Colour
	}
	for _, line := range p.in.Map {
		for _, n := range line.Neighbours {
			if c := colour[n]; c != "" && c == colour[line.State] {
				return p.ErrorAt(2, "want neighbours of different colours, found %s and %s both %s", line.State, n, c)
			}
		}
	}
	return nil
}

// tokens splits a list at its commas and trims the blanks around each item.
func tokens(text string) []string {
	items := strings.Split(text, ",")
	for i := range items {
		items[i] = strings.TrimSpace(items[i])
	}
	return items
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

// String returns the input in its file format.
func (in *Input) String() string {
	var b strings.Builder
	b.WriteString(strings.Join(in.Colours, ", ") + "\n")
	for i, a := range in.Initial {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s: %s-%d", a.State, a.Colour, a.Player)
	}
	fmt.Fprintf(&b, "\n%d\n", in.Depth)
	for _, weights := range in.Weights {
		for i, c := range in.Colours {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%s: %d", c, weights[i])
		}
		b.WriteString("\n")
	}
	for _, line := range in.Map {
		b.WriteString(strings.TrimSpace(line.State+": "+strings.Join(line.Neighbours, ", ")) + "\n")
	}
	return b.String()
}
