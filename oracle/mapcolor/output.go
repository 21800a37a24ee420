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
	r, _, g := in.game(how)
	best := g.Show.Root
	dialect := trace.Dialect{Separator: ", ", PlusInf: "inf", MinusInf: "-inf", Window: true, Root: best}
	log, err := trace.Begin(sink, outputFile, output.Size{}, &dialect, g.Show.Name)
	if err != nil {
		return homework.Notes{}, err
	}
	g.Params.Log = log
	found, err := r.search(ctx, how, g.Root, g.Params)
	if err != nil {
		return homework.Notes{}, err
	}
	if len(found.Line) > 0 {
		best = string(g.Show.Name(nil, found.Line[0]))
	}
	log.Text(fmt.Sprintf("%s, %d", best, found.Value)) // rule 8
	return homework.Notes{EditionsDiffer: found.Notes.Has(editionsDiffer)}, log.Finish(nil)
}

// search searches with the swift rules where they apply.
func (r *rules) search(ctx context.Context, how homework.Options, root *position, params search.Params) (search.Result, error) {
	if swift, root, ok := r.swift(root); ok {
		return parallel.Run(ctx, swift, &root, params, how)
	}
	return parallel.Run(ctx, r, root, params, how)
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
	r := &rules{
		neighbours: make([][]uint32, len(names)),
		written:    make([][]uint32, len(names)),
	}
	for player := range 2 {
		r.weights[player] = make([]int32, len(colours))
		for i, c := range in.Colours {
			r.weights[player][number(colours, c)] = in.Weights[player][i]
		}
	}
	for _, line := range in.Map {
		s := number(names, line.State)
		for _, name := range slices.Backward(line.Neighbours) {
			n := number(names, name)
			r.written[s] = append(r.written[s], n)
			r.neighbours[s] = append(r.neighbours[s], n)
			r.neighbours[n] = append(r.neighbours[n], s)
		}
	}
	r.symmetric = true
	for s, all := range r.neighbours {
		slices.Sort(all)
		r.neighbours[s] = slices.Compact(all)
		own := slices.Clone(r.written[s])
		slices.Sort(own)
		r.symmetric = r.symmetric && slices.Equal(slices.Compact(own), r.neighbours[s])
	}

	root := position{colours: make([]uint32, len(names))}
	for _, a := range in.Initial {
		c := number(colours, a.Colour)
		root.colours[number(names, a.State)] = c + 1
		if weight := r.weights[a.Player-1][c]; a.Player == 1 {
			root.score += weight
		} else {
			root.score -= weight
		}
	}
	return r, root
}
