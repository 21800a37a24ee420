package squirrel

import (
	"context"
	"errors"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	pages "github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/contest"
	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Assignment describes this homework to the rest of the module.
var Assignment = homework.Assignment{
	Name: "squirrel", Course: "CSCI 561 Spring 2016 HW1",
	Python2:      true,
	Title:        "raid and sneak on a 5x5 board: greedy, minimax, alpha-beta, battle",
	Args:         homework.InputArgs,
	SourceFile:   "hw1cs561s16.py",
	Editions:     homework.OneEdition,
	FinalNewline: true,
	Grading: homework.Grading{Shares: []homework.Share{
		{Category: "greedy", Points: 30},
		{Category: "minimax", Points: 30},
		{Category: "alpha-beta", Points: 30},
		{Category: "battle", Points: 10},
	}},
	Situations: situations.List(),
	Parse:      Parse,
	Generator: homework.Generator{Small: small, Course: likeCourse, GradedSize: gradedSize, Graded: graded,
		Shrink: simpler},
	Rules:   pages.Page("squirrel"),
	Contest: games,
}

// greatestAsked is the greatest value in the course's files.
const greatestAsked = 100

// handoutGreedy is the handout's Figure 5 as an input for greedy. Its cut-off of 2 is the
// only one other than 1 seen for a greedy player.
const handoutGreedy = `1
X
2
20 16 1 32 30
20 12 2 11 8
28 48 9 1 1
20 12 10 6 2
25 30 23 21 10
**XX*
**XOX
***O*
**OO*
*****
`

// form matches a line with one blank between words, and any at its end. Some of the course's files end their
// lines in CRLF.
var form = regexp.MustCompile(`^\S+( \S+)*\s*$`)

// Beyond implements the envelope of docs/rules/squirrel.md.
func (in *Input) Beyond(_ context.Context, text []byte, _ string) (string, error) {
	if odd := scan.OddBlanks(text, form); odd != "" {
		return odd, nil
	}
	switch {
	case slices.Max(in.Values[:]) > greatestAsked:
		return "a value above 100", nil
	case !slices.Contains(in.Board[:], '*'):
		return "a full board", nil
	}
	for _, p := range in.Players {
		switch {
		case p.Algorithm == Greedy && p.CutOff != 1 && in.String() != handoutGreedy:
			return "a greedy player's cut-off that is not 1", nil
		case p.Algorithm != Greedy && p.CutOff == 0:
			return "a cut-off of 0", nil
		}
	}
	return "", nil
}

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
		Tempo:        true,
		MaxMovesLeft: func(p *position) int { return squares - bits.OnesCount32(p.pieces[0]|p.pieces[1]) },
	})
}
