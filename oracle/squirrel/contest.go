package squirrel

import (
	"errors"
	"math/bits"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/contest"
	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// games is the contest of docs/rules/squirrel.md, "Contest".
var games = contest.Of(homework.Contest{Sides: [2]string{"X", "O"}}, startPosition)

// startPosition draws values from 1 to 99, and an empty board or a piece of each side.
func startPosition(r *random.Rand, _, first int) contest.View[position] {
	in := contender("XO"[first])
	random.Fill(r, in.Values[:], 1, 99)
	copy(in.Board[:], strings.Repeat("*", squares))
	if r.Chance(2) {
		copy(in.Board[:], "XO")
		r.Shuffle(squares, func(i, j int) { in.Board[i], in.Board[j] = in.Board[j], in.Board[i] })
	}
	return view{in}
}

// contender returns an input of task 3.
func contender(piece byte) *Input {
	return &Input{Players: []Player{{Piece: piece, Algorithm: AlphaBeta}}}
}

// A view is a position as the player to move sees it: an input of task 3.
type view struct{ *Input }

func (v view) Side() int { return strings.IndexByte("XO", v.Players[0].Piece) }

func (v view) Points() [2]int32 { return contest.Worth(v) }

func (v view) Game() search.Game[position] { return v.game() }

func (v view) Ask(a homework.Allowance) string {
	in := *v.Input
	in.Players = []Player{{Piece: v.Players[0].Piece, Algorithm: AlphaBeta, CutOff: a.Depth}}
	return in.String()
}

func (v view) Judge(text []byte) ([]string, error) { return contest.Match(v, text, v.read) }

func (v view) read(lines []string) ([]string, error) {
	if len(lines) > side {
		return nil, errors.New("want 5 lines, found more")
	}
	return contest.Rows(lines, side, '*')
}

func (v view) Next(_ []string, after *position) contest.View[position] {
	next := contender('X' + 'O' - v.Players[0].Piece)
	next.Values = v.Values
	copy(next.Board[:], strings.Join(v.game().Show.Lines(nil, after), ""))
	return view{next}
}

var _ engine.Game[position] = rules{}

// Board implements engine.Game.
func (r rules) Board(root *position) engine.Board {
	return engine.NewStack(r, root, engine.Tactics[position]{
		Key: func(p *position) uint64 {
			return engine.Hash(uint64(p.pieces[0])<<32|uint64(p.pieces[1]), uint64(p.mover))
		},
		Tempo: true,
		Left:  func(p *position) int { return squares - bits.OnesCount32(p.pieces[0]|p.pieces[1]) },
	})
}
