package mapcolor

import (
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

// simpler returns simpler inputs, by this measure: states, colours, initial assignments,
// edges, depth, weights, letters of names.
func simpler(p homework.Problem) []homework.Problem {
	s := shrink.From(p, (*Input).clone, func(in *Input) bool {
		if len(in.Map) == 0 {
			in.Map = nil // as Parse has it
		}
		return len(in.Initial) > 0 && len(in.Colours) > 0
	})
	in, states := s.In, s.In.states()
	for _, span := range shrink.Spans(len(states)) {
		s.Try(func(in *Input) { in.without(states[span[0]:span[1]]...) })
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

// without removes states, and then those that have lost their last neighbour.
func (in *Input) without(states ...string) {
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

// lists reports whether a state's line names another one.
func (in *Input) lists(state, other string) bool {
	return slices.ContainsFunc(in.Map, func(l Line) bool { return l.State == state && slices.Contains(l.Neighbours, other) })
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

// letters counts those of all names of states.
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
