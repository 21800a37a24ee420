package mapcolor

import (
	"context"
	"fmt"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/search/parallel"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// outputFile is the name of the answer's file.
const outputFile = "output.txt"

// Revised is the default edition; Handout is the edition of the handout's trace.
const (
	Revised = "revised"
	Handout = "handout"
)

// Files returns the name of the answer's file.
func (in *Input) Files() []string { return []string{outputFile} }

// Category returns the group of cases; there is only one.
func (in *Input) Category() string { return "alpha-beta" }

// Solve writes the answer (rules 7 to 9).
func (in *Input) Solve(ctx context.Context, how homework.Options, sink output.Sink) (homework.Notes, error) {
	_, _, g := in.game(how)
	best := g.Show.Root
	dialect := trace.Dialect{Separator: ", ", PlusInf: "inf", MinusInf: "-inf", Window: true, Root: best}
	log, err := trace.Begin(sink, outputFile, output.Size{}, &dialect, g.Show.Name)
	if err != nil {
		return homework.Notes{}, err
	}
	g.Params.Log = log
	found, err := parallel.Run(ctx, g.Rules, g.Root, g.Params, how)
	if err != nil {
		return homework.Notes{}, err
	}
	if len(found.Line) > 0 {
		best = string(g.Show.Name(nil, found.Line[0]))
	}
	log.Text(fmt.Sprintf("%s, %d", best, found.Value)) // rule 8
	return homework.Notes{EditionsDiffer: found.Notes.Has(editionsDiffer)}, log.Finish(nil)
}

// states returns the names of all states in ASCII order.
func (in *Input) states() []string {
	var names []string
	for _, a := range in.Initial {
		names = append(names, a.State)
	}
	for _, line := range in.Map {
		names = append(append(names, line.State), line.Neighbours...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// start numbers the states and colours and sets up the rules and the root position.
func (in *Input) start(names, colours []string) (*rules, position) {
	number := func(sorted []string, name string) uint32 {
		i, _ := slices.BinarySearch(sorted, name)
		return uint32(i)
	}
	var weights [2][]int32 // by player and colour
	for player := range weights {
		weights[player] = make([]int32, len(colours))
		for i, c := range in.Colours {
			weights[player][number(colours, c)] = in.Weights[player][i]
		}
	}
	r := newRules(len(names), weights)
	for _, line := range in.Map {
		s := number(names, line.State)
		for _, name := range slices.Backward(line.Neighbours) {
			n := number(names, name)
			r.written[s] = append(r.written[s], n)
			r.neighbours[s] = append(r.neighbours[s], n)
			r.neighbours[n] = append(r.neighbours[n], s)
		}
	}
	for s, all := range r.neighbours {
		slices.Sort(all)
		r.neighbours[s] = slices.Compact(all)
		own := slices.Clone(r.written[s])
		slices.Sort(own)
		r.symmetric = r.symmetric && slices.Equal(slices.Compact(own), r.neighbours[s])
	}

	root := r.blank()
	for _, a := range in.Initial {
		m := search.Move(number(names, a.State))*search.Move(r.count) + search.Move(number(colours, a.Colour))
		r.colour(&root, m)
		root.score += r.gains[a.Player-1][m]
	}
	return r, root
}
