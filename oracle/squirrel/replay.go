package squirrel

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Stage describes the board.
func (in *Input) Stage() replay.Stage {
	stage := replay.Stage{First: 2}
	if !in.Battle() && in.Players[0].Algorithm != Greedy {
		stage.File = log
	}
	for i, v := range in.Values {
		stage.Places = append(stage.Places, replay.Place{
			Name: string(appendName(nil, search.Move(i))), Note: strconv.Itoa(int(v)), X: float64(i % side), Y: float64(i / side),
		})
	}
	return stage
}

// Replay searches again for the player to move, and shows each step.
func (in *Input) Replay(ctx context.Context, _ homework.Options, visit func(replay.Step) error) error {
	p := in.Players[0]
	root := in.root(in.Board, p.Piece)
	_, err := search.Replay(ctx, rules{values: &in.Values}, &root, search.Params{Limit: p.limit(), Prune: p.Algorithm == AlphaBeta}, in.show(), visit)
	return err
}

// Turns lists the turns of the player to move.
func (in *Input) Turns(homework.Options) replay.Turns {
	root := in.root(in.Board, in.Players[0].Piece)
	turns := search.Turns(rules{values: &in.Values}, &root, in.Players[0].limit(), in.show())
	turns.File, turns.First = in.Files()[0], 1
	for i, t := range turns.All {
		turns.All[i].Lines = t.Board.Rows(side, '*')
	}
	turns.Read = func(lines []string) (string, []string) { return "", replay.Rows(lines, side, squares, '*') }
	return turns
}

// Turn returns the turn of a battle that writes a line.
func (in *Input) Turn(line int, before []string) (number int, c homework.Chooser) {
	made := (line - 1) / side // turns before it
	if !in.Battle() || len(before) < made*side {
		return 0, nil
	}
	alone := *in
	alone.Players = []Player{in.Players[made%2]}
	if made > 0 {
		copy(alone.Board[:], strings.Join(before[(made-1)*side:made*side], ""))
	}
	if !slices.Contains(alone.Board[:], '*') {
		return 0, nil
	}
	return made + 1, turn{&alone, made*side + 1}
}

// A turn is one of a battle.
type turn struct {
	*Input
	first int // its first line in the answer
}

// Stage describes the board. A battle has no log.
func (t turn) Stage() replay.Stage {
	stage := t.Input.Stage()
	stage.File = ""
	return stage
}

// Turns lists the turns of the player to move, in the file of a battle.
func (t turn) Turns(how homework.Options) replay.Turns {
	turns := t.Input.Turns(how)
	turns.File, turns.First = traceState, t.first
	return turns
}

// limit returns the depth to which a player searches.
func (p Player) limit() int {
	if p.Algorithm == Greedy {
		return 1 // rule 7: the cut-off line is ignored
	}
	return p.CutOff
}

// show describes the game to those who show it.
func (in *Input) show() search.Show[position] {
	piece := in.Players[0].Piece
	return search.Show[position]{Root: "root", Name: appendName, Board: func(s *position) replay.Board {
		return replay.Sides(piece, s.mover&1 == 0, squares, func(i int) (own, foe bool) {
			return s.pieces[0]>>i&1 != 0, s.pieces[1]>>i&1 != 0
		}, func(i int) int32 { return in.Values[i] })
	}}
}
