package mancala

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

// The files of an answer.
const (
	nextState = "next_state.txt"
	traverse  = "traverse_log.txt"
)

// Files returns the names of the files that the task requires.
func (in *Input) Files() []string {
	if in.Task == Greedy || in.Task == Competition {
		return []string{nextState}
	}
	return []string{nextState, traverse}
}

// Category returns the category of the case. The grading rule does not distinguish categories.
func (in *Input) Category() string {
	return [...]string{Greedy: "greedy", Minimax: "minimax", AlphaBeta: "alpha-beta",
		Competition: "competition"}[in.Task]
}

// errCompetition is the error for output that does not exist for an input of task 4.
var errCompetition = homework.Refusal("competition task: rules not published by the course; " +
	"a referee plays it, and there is no single right answer, nor a search to show")

// Solve writes the answer.
func (in *Input) Solve(ctx context.Context, options homework.Options, sink output.Sink) (
	homework.Notes, error) {
	g := in.game()
	turn, err := in.choose(ctx, options, g, sink)
	if err != nil {
		return homework.Notes{}, err
	}
	p := *g.Root // after the whole chain of moves of a turn (rule 13)
	for _, m := range turn {
		src := p
		g.Rules.Play(&p, &src, m)
	}
	return homework.Notes{}, output.Whole(sink, nextState, output.Text(g.Show.Lines(nil, &p)))
}

// choose searches, and writes the log if the task requires one.
func (in *Input) choose(ctx context.Context, options homework.Options, g search.Game[position],
	sink output.Sink) (turn []search.Move, err error) {
	if in.Task == Competition { // rule 16
		return nil, errCompetition
	}
	r := in.rules()
	if options.Optional != nil {
		g.Params.Ended = logOptional
	}
	if in.Task != Greedy {
		if g.Params.Log, err = trace.Begin(sink, traverse, output.Size{}, trace.Common(g.Params.Prune),
			r.appendName); err != nil {
			return nil, err
		}
	}
	found, err := r.search(ctx, options, g.Root, g.Params)
	if err != nil {
		return nil, err
	}
	return found.Line, g.Params.Log.Finish(nil)
}

// optional are the lines that the course's own files have before a position in which the game is over, and
// that its grader did not require (rule 11). The grader accepted any infinity in their place, and did not
// read the rest of the line, a window or nothing.
var optional = homework.OptionalLines{
	Mark: "\tOPTIONAL",
	Replaces: func(line, optional string) bool {
		got, want := strings.Split(line, ","), strings.Split(optional, ",")
		return min(len(got), len(want)) > 2 && got[0] == want[0] && got[1] == want[1] &&
			(got[2] == trace.Minimax.PlusInf || got[2] == trace.Minimax.MinusInf)
	},
}

// logOptional logs such a line: the infinity of a node that nothing has been found for.
func logOptional(log *trace.Log, m search.Move, depth int, max bool, alpha, beta int32) {
	v := trace.Inf
	if max {
		v = -trace.Inf
	}
	log.Leaf(m, depth, v, alpha, beta)
	log.Mark(optional.Mark)
}

// search searches with the fast rules where they apply.
func (r rules) search(ctx context.Context, options homework.Options, root *position,
	params search.Params) (search.Result, error) {
	if fast, root, ok := r.fastForm(root); ok {
		return parallel.Run(ctx, fast, &root, params, options)
	}
	return parallel.Run(ctx, r, root, params, options)
}

func (in *Input) root(r rules) position {
	p := position{mover: r.root}
	copy(p.ring[:], in.Pits[0])
	for i, stones := range in.Pits[1] {
		p.ring[2*r.n-i] = stones
	}
	p.ring[r.store(0)], p.ring[r.store(1)] = in.Stores[0], in.Stores[1]
	return p
}

// board converts a position to the layout of the files.
func (r rules) board(p *position) (pits [2][]int32, stores [2]int32) {
	pits[0] = slices.Clone(p.ring[:r.n])
	pits[1] = slices.Clone(p.ring[r.n+1:][:r.n])
	slices.Reverse(pits[1])
	return pits, [2]int32{p.ring[r.store(0)], p.ring[r.store(1)]}
}

// appendName appends the name of a pit: B for player 1, A for player 2, and its column, from 2.
func (r rules) appendName(dst []byte, m search.Move) []byte {
	row, column := byte('B'), int64(m)
	if column >= int64(r.n) {
		row, column = 'A', column-int64(r.n)
	}
	return strconv.AppendInt(append(dst, row), column+2, 10)
}

// Stage describes the board: player 2's pits above, between the mancalas, player 1's below.
func (in *Input) Stage() replay.Stage {
	stage := replay.Stage{First: 2, Rules: replay.Rules{Page: "docs/rules/mancala.md", On: map[replay.Area][]int{
		replay.Input: {1}, replay.Names: {2}, replay.Moves: {2}, replay.Order: {2}, replay.Change: {3, 5},
		replay.Again: {4}, replay.End: {6},
		replay.Leaves: {9}, replay.Depth: {8}, replay.Levels: {10}, replay.Evaluation: {7},
		replay.Cuts: {12}, replay.Log: {11}, replay.Answer: {13},
	}}}
	if len(in.Files()) > 1 {
		stage.File = traverse
	} else {
		stage.Rules.On[replay.Choice] = []int{14}
	}
	r := in.rules()
	place := func(name string, x, y float64) {
		stage.Places = append(stage.Places, replay.Place{Name: name, X: x, Y: y})
	}
	place("A1", 0, 0.5)
	for y, player := range []int{1, 0} {
		for i := range r.n {
			place(string(r.appendName(nil, search.Move(player*r.n+i))), float64(i+1), float64(y))
		}
	}
	place("B"+strconv.Itoa(r.n+2), float64(r.n+1), 0.5)
	return stage
}

// Replay searches again and shows each step.
func (in *Input) Replay(ctx context.Context, _ homework.Options, visit func(replay.Step) error) error {
	if in.Task == Competition {
		return errCompetition
	}
	return in.game().Replay(ctx, visit)
}

// Turns lists the turns of the player to move.
func (in *Input) Turns(homework.Options) replay.Turns { return in.game().Turns() }

func (in *Input) rules() rules { return rules{n: len(in.Pits[0]), root: uint8(in.Player - 1)} }

// game returns the search, by the plain rules.
func (in *Input) game() search.Game[position] {
	r := in.rules()
	root := in.root(r)
	limit := in.CutOff
	if in.Task == Greedy || in.Task == Competition {
		limit = 1 // rule 14; the turns of task 4
	}
	return search.Game[position]{
		Rules: r, Root: &root, Params: search.Params{Limit: limit, Prune: in.Task == AlphaBeta},
		Show: search.Show[position]{
			Root: "root", Name: r.appendName, Board: r.show, File: nextState, First: 1,
			Lines: func(_ []string, after *position) []string { return r.lines(texts(r.show(after))) },
			Read:  func(lines []string) (string, []string) { return "", r.read(lines) },
		},
	}
}

// texts returns the texts of the pieces.
func texts(b replay.Board) (stones []string) {
	for _, piece := range b.Pieces {
		stones = append(stones, piece.Text)
	}
	return stones
}

// lines writes the stones, in the order of Stage's places, as the lines of a board.
func (r rules) lines(stones []string) []string {
	last := len(stones) - 1
	return []string{strings.Join(stones[1:1+r.n], " "), strings.Join(stones[1+r.n:last], " "), stones[0],
		stones[last]}
}

// read is the inverse of lines. It returns nil if the lines are not a board.
func (r rules) read(lines []string) (stones []string) {
	if len(lines) != 4 {
		return nil
	}
	stones = append(stones, lines[2])
	for _, row := range lines[:2] {
		stones = append(stones, strings.Fields(row)...)
	}
	stones = append(stones, lines[3])
	for i, text := range stones {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return nil
		}
		stones[i] = strconv.Itoa(n)
	}
	if len(stones) != 2*r.n+2 || len(strings.Fields(lines[0])) != r.n {
		return nil
	}
	return stones
}

// show returns the stones in the order of Stage's places.
func (r rules) show(p *position) replay.Board {
	b := replay.Board{Mover: "player " + strconv.Itoa(int(p.mover)+1)}
	pits, stores := r.board(p)
	lay := func(stones, worth int32, player uint8) { // worth to the player
		piece := replay.Piece{Text: strconv.Itoa(int(stones)), Side: 1, Worth: worth}
		if player != r.root {
			piece.Side, piece.Worth = -1, -worth
		}
		b.Pieces = append(b.Pieces, piece)
	}
	lay(stores[1], stores[1], 1)
	for _, player := range []uint8{1, 0} {
		for _, stones := range pits[player] {
			lay(stones, 0, player)
		}
	}
	lay(stores[0], stores[0], 0)
	return b
}
