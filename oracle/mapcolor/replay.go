package mapcolor

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Stage describes the map: its states on a circle, linked to their neighbours.
func (in *Input) Stage() replay.Stage {
	stage := replay.Stage{File: outputFile, First: 1}
	names := in.states()
	r, _ := in.start(names, slices.Sorted(slices.Values(in.Colours)))
	for i, name := range names {
		turn := 2 * math.Pi * float64(i) / float64(len(names))
		stage.Places = append(stage.Places, replay.Place{Name: name, X: math.Sin(turn), Y: -math.Cos(turn)})
		for _, n := range r.neighbours[i] {
			if int(n) > i {
				stage.Links = append(stage.Links, [2]int{i, int(n)})
			}
		}
	}
	return stage
}

// Replay searches again and shows each step. The log does not tell who coloured a state, so no
// piece has a side.
func (in *Input) Replay(ctx context.Context, how homework.Options, visit func(replay.Step) error) error {
	r, root, show := in.shown()
	r.handout = how.Edition == Handout
	_, err := search.Replay(ctx, r, &root, search.Params{Limit: in.Depth, Prune: true}, show, visit)
	return err
}

// Turns lists the moves of player 1. The answer names the chosen one in its last line, without the
// map, and with the value that it is worth, which Lines leave out.
func (in *Input) Turns(how homework.Options) replay.Turns {
	r, root, show := in.shown()
	r.handout = how.Edition == Handout
	turns := search.Turns(r, &root, in.Depth, show)
	turns.File = outputFile
	for i, t := range turns.All {
		if turns.All[i].Lines = t.Moves; len(t.Moves) == 0 { // rule 9
			turns.All[i].Lines = []string{show.Root}
		}
	}
	turns.Read = func(lines []string) (string, []string) {
		if len(lines) == 0 {
			return "", nil
		}
		last := lines[len(lines)-1]
		return last[:max(0, strings.LastIndexByte(last, ','))], nil
	}
	return turns
}

// shown returns the rules and the root position, and describes the game to those who show it.
func (in *Input) shown() (*rules, position, search.Show[position]) {
	names := in.states()
	colours := slices.Sorted(slices.Values(in.Colours))
	r, root := in.start(names, colours)
	last := in.Initial[len(in.Initial)-1]
	return r, root, search.Show[position]{Root: last.State + ", " + last.Colour, Name: func(dst []byte, m search.Move) []byte {
		state, colour := r.assignment(m)
		return append(append(append(dst, names[state]...), ", "...), colours[colour]...)
	}, Board: func(s *position) replay.Board {
		b := replay.Board{Mover: "player " + strconv.Itoa(int(s.mover)+1)}
		for _, colour := range s.colours {
			piece := replay.Piece{}
			if colour != 0 {
				piece.Text = colours[colour-1]
			}
			b.Pieces = append(b.Pieces, piece)
		}
		return b
	}}
}
