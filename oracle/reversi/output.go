package reversi

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/search/parallel"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// outputFile is the name of the answer's file (rule 6).
const outputFile = "output.txt"

// First is the edition of the course's first release; Final is the default.
const (
	Final = "final"
	First = "first"
)

var dialect = func() trace.Dialect {
	d := trace.AlphaBeta
	d.FinalNewline = false
	return d
}()

// Files returns the name of the answer's file.
func (in *Input) Files() []string { return []string{outputFile} }

// Category returns the group of cases; there is only one.
func (in *Input) Category() string { return "alpha-beta" }

// Solve writes the answer.
func (in *Input) Solve(ctx context.Context, options homework.Options, sink output.Sink) (
	homework.Notes, error) {
	g := in.game(options)
	log, err := trace.Begin(sink, outputFile, output.Size{Lines: side, Bytes: side * (side + 1)}, &dialect,
		appendName)
	if err != nil {
		return homework.Notes{}, err
	}
	g.Params.Log = log
	found, err := parallel.Run(ctx, g.Rules, g.Root, g.Params, options)
	if err != nil {
		return homework.Notes{}, err
	}
	after := *g.Root
	if len(found.Line) > 0 {
		g.Rules.Play(&after, g.Root, found.Line[0])
	}
	return homework.Notes{EditionsDiffer: found.Notes.Has(editionsDiffer)},
		log.Finish(output.Text(g.Show.Lines(nil, &after)))
}

func (in *Input) root() (root position) {
	for i, c := range in.Board {
		if c == in.Player {
			root.pieces[0] |= 1 << i
		} else if c != '*' {
			root.pieces[1] |= 1 << i
		}
	}
	root.score = weight(root.pieces[0]) - weight(root.pieces[1])
	return root
}

// appendName appends the name of a move: a letter for the column and a digit for the row, or pass.
func appendName(dst []byte, m search.Move) []byte {
	if m == pass {
		return append(dst, "pass"...)
	}
	return append(dst, byte('a'+m%side), byte('1'+m/side))
}

// Stage describes the board. The log has the rows of the board at its top.
func (in *Input) Stage() replay.Stage {
	name := func(i int) string { return string(appendName(nil, search.Move(i))) }
	return replay.Stage{
		File: outputFile, First: side + 2, Places: replay.Squares(squares, side, name, nil),
		Rules: replay.Rules{Page: "docs/rules/reversi.md", On: map[replay.Area][]int{
			replay.Input: {1}, replay.Names: {3}, replay.Moves: {3}, replay.Order: {3},
			replay.Change: {3}, replay.Again: {3},
			replay.Leaves: {4}, replay.Depth: {3}, replay.Levels: {3}, replay.Evaluation: {2},
			replay.Log: {5}, replay.Answer: {6},
		}},
	}
}

// Replay searches again and shows each step.
func (in *Input) Replay(ctx context.Context, options homework.Options, visit func(replay.Step) error) error {
	return in.game(options).Replay(ctx, visit)
}

// Turns lists the moves of the player to move.
func (in *Input) Turns(options homework.Options) replay.Turns { return in.game(options).Turns() }

// game returns the search.
func (in *Input) game(options homework.Options) search.Game[position] {
	root := in.root()
	return search.Game[position]{
		Rules: &rules{first: options.Edition == First}, Root: &root,
		Params: search.Params{Limit: in.Depth, Prune: true}, Show: show(in.Player),
	}
}

// show returns the description of the game for display; piece is the root player's piece.
func show(piece byte) search.Show[position] {
	board := func(s *position) replay.Board {
		return replay.Sides(piece, s.mover&1 == 0, squares, func(i int) (own, foe bool) {
			return s.pieces[0]>>i&1 != 0, s.pieces[1]>>i&1 != 0
		}, func(i int) int32 { return squareWeight[i] })
	}
	return search.Show[position]{
		Root: "root", Name: appendName, Board: board, File: outputFile, First: 1,
		Turned: func(s position) position {
			s.mover ^= 1
			return s
		},
		Lines: func(_ []string, after *position) []string { return board(after).Rows(side, '*') },
		Read:  func(lines []string) (string, []string) { return "", replay.Rows(lines, side, squares, '*') },
	}
}
