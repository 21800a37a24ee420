package mapcolor

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/replay"
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
func (in *Input) Solve(ctx context.Context, options homework.Options, sink output.Sink) (
	homework.Notes, error) {
	_, _, g := in.game(options)
	best := g.Show.Root
	dialect := trace.Dialect{Separator: ", ", PlusInf: "inf", MinusInf: "-inf", Window: true, Root: best}
	log, err := trace.Begin(sink, outputFile, output.Size{}, &dialect, g.Show.Name)
	if err != nil {
		return homework.Notes{}, err
	}
	g.Params.Log = log
	found, err := parallel.Run(ctx, g.Rules, g.Root, g.Params, options)
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

// Stage describes the map: its states, linked to their neighbours.
func (in *Input) Stage() replay.Stage {
	stage := replay.Stage{File: outputFile, First: 1,
		Rules: replay.Rules{Page: "docs/rules/mapcolor.md", On: map[replay.Area][]int{
			replay.Input: {1}, replay.Names: {7}, replay.Moves: {2}, replay.Order: {3}, replay.Leaves: {6},
			replay.Depth: {6}, replay.Levels: {4}, replay.Evaluation: {5}, replay.Log: {7}, replay.Answer: {8},
		}}}
	r, names, _ := in.game(homework.Options{})
	for i := range names {
		for _, n := range r.neighbours[i] {
			if int(n) > i {
				stage.Links = append(stage.Links, [2]int{i, int(n)})
			}
		}
	}
	stage.Places = replay.Graph(names, stage.Links)
	return stage
}

// Replay searches again and shows each step. A position of a search does not record who coloured a state, so
// Replay derives the owners from the moves that lead to it.
func (in *Input) Replay(ctx context.Context, options homework.Options, visit func(replay.Step) error) error {
	_, _, g := in.game(options)
	var path []string // the moves from the root
	return g.Replay(ctx, func(s replay.Step) error {
		if s.Kind != replay.Update && s.Ply > 0 {
			path = append(path[:s.Ply-1], s.Name)
		}
		moves, board := path[:s.Ply], s.Board
		s.Board = func() replay.Board { return in.owned(board(), g.Root.mover, moves) }
		return visit(s)
	})
}

// owned returns a board with the owners of the states. The initial states keep their owners; the moves made
// since then belong to the players in turn, beginning with the one to move at the root.
func (in *Input) owned(b replay.Board, first uint8, moves []string) replay.Board {
	names := in.states()
	own := func(state, colour string, player int) {
		i, _ := slices.BinarySearch(names, state)
		worth := in.Weights[player][slices.Index(in.Colours, colour)]
		b.Pieces[i].Side, b.Pieces[i].Worth = 1, worth
		if player == 1 {
			b.Pieces[i].Side, b.Pieces[i].Worth = -1, -worth
		}
	}
	for _, c := range in.Initial {
		own(c.State, c.Colour, c.Player-1)
	}
	for i, move := range moves {
		state, colour, _ := strings.Cut(move, ", ")
		own(state, colour, (int(first)+i)%2)
	}
	return b
}

// Turns lists the moves of player 1.
func (in *Input) Turns(options homework.Options) replay.Turns {
	_, _, g := in.game(options)
	return g.Turns()
}

// game returns the search by the plain rules, and the names of the states in the order of their numbers.
func (in *Input) game(options homework.Options) (*rules, []string, search.Game[position]) {
	names, colours := in.states(), slices.Sorted(slices.Values(in.Colours))
	r, root := in.start(names, colours)
	r.handout = options.Edition == Handout
	last := in.Initial[len(in.Initial)-1]
	show := search.Show[position]{Root: last.State + ", " + last.Colour, File: outputFile}
	show.Name = func(dst []byte, m search.Move) []byte {
		state, colour := r.assignment(m)
		return append(append(append(dst, names[state]...), ", "...), colours[colour]...)
	}
	show.Board = func(s *position) replay.Board {
		b := replay.Board{Mover: "player " + strconv.Itoa(int(s.mover)+1),
			Pieces: make([]replay.Piece, len(s.colours))}
		for i, colour := range s.colours {
			if colour != 0 {
				b.Pieces[i].Text = colours[colour-1]
			}
		}
		return b
	}
	// The answer names the chosen move in its last line, without the map, and with the value that it is
	// worth, which the lines of a turn leave out.
	show.Lines = func(turn []string, _ *position) []string {
		if len(turn) == 0 { // rule 9
			return []string{show.Root}
		}
		return turn
	}
	show.Read = func(lines []string) (string, []string) {
		if len(lines) == 0 {
			return "", nil
		}
		last := lines[len(lines)-1]
		return last[:max(0, strings.LastIndexByte(last, ','))], nil
	}
	return r, names, search.Game[position]{Rules: r, Root: &root,
		Params: search.Params{Limit: in.Depth, Prune: true}, Show: show}
}
