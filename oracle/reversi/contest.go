package reversi

import (
	"math/bits"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/contest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

var kind = contest.Kind{Sides: [2]string{"X", "O"}}

// games is the contest of docs/rules/reversi.md, "Contest".
var games = homework.Contest{Sides: kind.Sides, Start: startPosition}

// startPosition plays some moves from the usual start, as many by either side. If O is to move first the colours
// are exchanged.
func startPosition(r *random.Rand, _, first int) homework.Position {
	in := Play(2*r.Between(0, 3), r.Intn)
	root := in.root()
	root.score = weight(root.pieces[0]) - weight(root.pieces[1])
	return contest.New(kind, view{&root, "XO"[first]})
}

// A view is a position as the player to move sees it, whose piece is told. Unlike an input it knows of the pass
// before.
type view struct {
	root  *position
	piece byte
}

func (v view) in() *Input {
	in := &Input{Player: v.piece}
	in.Board = in.board(v.root)
	return in
}

func (v view) Stage() replay.Stage { return v.in().Stage() }

func (v view) Side() int { return strings.IndexByte("XO", v.piece) }

// Points counts the pieces: whoever has more wins (docs/rules/reversi.md, "Contest").
func (v view) Points() (points [2]int32) {
	for i, pieces := range v.root.pieces {
		points[i^v.Side()] = int32(bits.OnesCount64(pieces))
	}
	return points
}

func (v view) Start() (search.Rules[position], *position, search.Show[position]) {
	return new(rules), v.root, v.in().show()
}

func (v view) Ask(a homework.Allowance) string {
	in := v.in()
	in.Depth = a.Depth
	return in.String()
}

func (v view) File() string { return outputFile }

func (v view) Shows(_ []string, after *position) []string {
	return v.in().show().Board(after).Rows(side, '*')
}

func (v view) Judge(text []byte) ([]string, error) { return contest.Match(v, text, v.read) }

// read reads the board, which the log follows.
func (v view) read(lines []string) ([]string, error) { return contest.Rows(lines, side, '*') }

func (v view) Next(_ []string, after *position) contest.View[position] {
	next := &position{pieces: [2]uint64{after.pieces[1], after.pieces[0]}, mover: after.mover ^ 1, passes: after.passes, score: -after.score}
	return view{next, 'X' + 'O' - v.piece}
}
