package squirrel

import (
	"context"
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

// The files of an answer (rule 9).
const (
	nextState  = "next_state.txt"
	log        = "traverse_log.txt"
	traceState = "trace_state.txt"
)

// Files returns the names of the files that the task requires.
func (in *Input) Files() []string {
	switch {
	case in.Battle():
		return []string{traceState}
	case in.Players[0].Algorithm == Greedy:
		return []string{nextState}
	}
	return []string{nextState, log}
}

// Category returns the group of cases that the grading rule weighs as one.
func (in *Input) Category() string {
	if in.Battle() {
		return "battle"
	}
	return [...]string{Greedy: "greedy", Minimax: "minimax", AlphaBeta: "alpha-beta"}[in.Players[0].Algorithm]
}

// Solve writes the answer.
func (in *Input) Solve(ctx context.Context, options homework.Options, sink output.Sink) (
	homework.Notes, error) {
	if in.Battle() {
		return homework.Notes{}, in.battle(ctx, options, sink)
	}
	g := in.game()
	if in.Players[0].Algorithm != Greedy {
		var err error
		if g.Params.Log, err = trace.Begin(sink, log, output.Size{}, trace.Common(g.Params.Prune),
			appendName); err != nil {
			return homework.Notes{}, err
		}
	}
	lines, _, err := turnOf(ctx, options, g)
	if err != nil {
		return homework.Notes{}, err
	}
	if err := g.Params.Log.Finish(nil); err != nil {
		return homework.Notes{}, err
	}
	return homework.Notes{}, output.Whole(sink, nextState, output.Text(lines))
}

// battle plays both sides until the board is full (rule 8).
func (in *Input) battle(ctx context.Context, options homework.Options, sink output.Sink) error {
	var text []string
	for made := 0; ; made++ {
		lines, moved, err := turnOf(ctx, options, in.turnInput(made, text).game())
		if err != nil {
			return err
		}
		if !moved {
			return output.Whole(sink, traceState, output.Text(text))
		}
		text = append(text, lines...)
	}
}

// turnOf returns the lines of the board after the best move. Without a move, it returns the lines of the
// unchanged board.
func turnOf(ctx context.Context, options homework.Options,
	g search.Game[position]) (lines []string, moved bool, err error) {
	found, err := parallel.Run(ctx, g.Rules, g.Root, g.Params, options)
	if err != nil {
		return nil, false, err
	}
	after := *g.Root
	if moved = len(found.Line) > 0; moved {
		g.Rules.Play(&after, g.Root, found.Line[0])
	}
	return g.Show.Lines(nil, &after), moved, nil
}

// root returns the position with the first player to move.
func (in *Input) root() (p position) {
	for i, c := range in.Board {
		if c == in.Players[0].Piece {
			p.pieces[0] |= 1 << i
		} else if c != '*' {
			p.pieces[1] |= 1 << i
		}
	}
	p.score = rules{values: &in.Values}.evaluate(&p)
	return p
}

// appendName appends the name of a square: a letter for the column, a digit for the row.
func appendName(dst []byte, m search.Move) []byte {
	return append(dst, byte('A'+m%side), byte('1'+m/side))
}

func squareName(i int) string { return string(appendName(nil, search.Move(i))) }

// Stage describes the board.
func (in *Input) Stage() replay.Stage {
	stage := replay.Stage{
		First: 2, Places: replay.Squares(squares, side, squareName, func(i int) string {
			return strconv.Itoa(int(in.Values[i]))
		}),
		Rules: rulesOn(nil),
	}
	switch {
	case in.Battle():
	case in.Players[0].Algorithm == Greedy:
		stage.Rules = rulesOn([]int{7})
	default:
		stage.File = log
	}
	return stage
}

// rulesOn returns the rules of each area, given the rules about the chosen move.
func rulesOn(choice []int) replay.Rules {
	return replay.Rules{Page: "docs/rules/squirrel.md", On: map[replay.Area][]int{
		replay.Input: {1}, replay.Names: {2}, replay.Moves: {2}, replay.Order: {2}, replay.Change: {3},
		replay.Leaves: {5}, replay.Depth: {5},
		replay.Evaluation: {4}, replay.Log: {6}, replay.Choice: choice, replay.Answer: {9},
	}}
}

// Replay searches again for the player to move, and shows each step.
func (in *Input) Replay(ctx context.Context, _ homework.Options, visit func(replay.Step) error) error {
	return in.game().Replay(ctx, visit)
}

// Turns lists the turns of the player to move.
func (in *Input) Turns(homework.Options) replay.Turns { return in.game().Turns() }

// Turn returns the turn of a battle that writes a line.
func (in *Input) Turn(line int, before []string) (number int, c homework.Replayer) {
	made := (line - 1) / side // turns before it
	if !in.Battle() || len(before) < made*side {
		return 0, nil
	}
	alone := in.turnInput(made, before[:made*side])
	if !slices.Contains(alone.Board[:], '*') {
		return 0, nil
	}
	return made + 1, turn{alone, made*side + 1}
}

// turnInput returns the input for the player to move in a battle after some turns, which wrote lines.
func (in *Input) turnInput(made int, lines []string) *Input {
	alone := *in
	alone.Players = []Player{in.Players[made%2]}
	if made > 0 {
		copy(alone.Board[:], strings.Join(lines[len(lines)-side:], ""))
	}
	return &alone
}

// A turn is one of a battle.
type turn struct {
	*Input
	first int // its first line in the answer
}

// Stage describes the board. A battle has no log.
func (t turn) Stage() replay.Stage {
	stage, choice := t.Input.Stage(), []int{8}
	if t.Players[0].Algorithm == Greedy {
		choice = []int{7, 8}
	}
	stage.File, stage.Rules = "", rulesOn(choice)
	return stage
}

// Turns lists the turns of the player to move, in the file of a battle.
func (t turn) Turns(options homework.Options) replay.Turns {
	turns := t.Input.Turns(options)
	turns.File, turns.First = traceState, t.first
	return turns
}

// game returns the search for the player to move.
func (in *Input) game() search.Game[position] {
	p, root := in.Players[0], in.root()
	board := func(s *position) replay.Board {
		return replay.Sides(p.Piece, s.mover&1 == 0, squares, func(i int) (own, foe bool) {
			return s.pieces[0]>>i&1 != 0, s.pieces[1]>>i&1 != 0
		}, func(i int) int32 { return in.Values[i] })
	}
	limit := p.CutOff
	if p.Algorithm == Greedy {
		limit = 1 // rule 7: the cut-off line is ignored
	}
	return search.Game[position]{
		Rules: rules{values: &in.Values}, Root: &root,
		Params: search.Params{Limit: limit, Prune: p.Algorithm == AlphaBeta},
		Show: search.Show[position]{
			Root: "root", Name: appendName, Board: board, File: in.Files()[0], First: 1,
			Lines: func(_ []string, after *position) []string { return board(after).Rows(side, '*') },
			Read:  func(lines []string) (string, []string) { return "", replay.Rows(lines, side, squares, '*') },
		},
	}
}
