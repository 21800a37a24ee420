package reversi

import (
	"context"
	"math/bits"
	"strings"

	pages "github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/contest"
	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Assignment describes this homework to the rest of the module.
var Assignment = homework.Assignment{
	Name: "reversi", Course: "CSCI 561 Spring 2017 HW1",
	Python2:    true,
	Title:      "Othello with positional weights: alpha-beta",
	SourceFile: "hw1cs561s2017.py",
	Editions: []homework.Edition{
		{Name: Final, Description: "two passes in a row end the game, and nothing else"},
		{Name: First, Description: "the first release: a side without a piece ends the game at once"},
	},
	Situations: situations.List(),
	Parse:      Parse,
	// The number of cases that the course graded with is not known.
	Generator: homework.Generator{Small: small, Course: likeCourse, GradedSize: 50, Shrink: simpler},
	Rules:     pages.Page("reversi"),
	Contest:   games,
}

// Beyond implements the envelope of docs/rules/reversi.md. Whether the editions differ
// takes a search, which costs as much as a solution.
func (in *Input) Beyond(ctx context.Context, text []byte, edition string) (string, error) {
	switch odd := scan.OddBlanks(text, scan.Spaced); {
	case odd != "":
		return odd, nil
	case in.Depth == 0:
		return "depth 0", nil
	case edition != "":
		return "", nil
	}
	g := in.game(homework.Options{})
	found, err := search.Run(ctx, g.Rules, g.Root, g.Params)
	if err != nil || !found.Notes.Has(editionsDiffer) {
		return "", err
	}
	return "a search in which a side loses all its pieces: the editions differ there, and none was asked for",
		nil
}

// games is the contest of docs/rules/reversi.md, "Contest".
var games = contest.Of(homework.Contest{Sides: [2]string{"X", "O"}}, startPosition)

// startPosition plays some moves from the usual start, as many by either side. If O is to move first the
// colours are exchanged.
func startPosition(r *random.Rand, _, first int) contest.View[position] {
	root := Play(2*r.Between(0, 3), r.Intn).root()
	return view{&root, "XO"[first]}
}

// A view is a position from the perspective of the player to move, whose piece it holds. Unlike an input it
// records whether the previous move was a pass.
type view struct {
	root  *position
	piece byte
}

func (v view) Stage() replay.Stage { return new(Input).Stage() }

func (v view) Side() int { return strings.IndexByte("XO", v.piece) }

// Points counts the pieces: the player with more wins (docs/rules/reversi.md, "Contest").
func (v view) Points() (points [2]int32) {
	for i, pieces := range v.root.pieces {
		points[i^v.Side()] = int32(bits.OnesCount64(pieces))
	}
	return points
}

func (v view) Game() search.Game[position] {
	return search.Game[position]{Rules: new(rules), Root: v.root, Show: show(v.piece)}
}

func (v view) Ask(a homework.Allowance) string {
	in := &Input{Player: v.piece, Depth: a.Depth}
	copy(in.Board[:], strings.Join(show(v.piece).Lines(nil, v.root), ""))
	return in.String()
}

func (v view) Judge(text []byte) ([]string, error) { return contest.Match(v, text, v.read) }

// read reads the board, which the log follows.
func (v view) read(lines []string) ([]string, error) { return contest.Rows(lines, side, '*') }

func (v view) Next(_ []string, after *position) contest.View[position] {
	next := &position{pieces: [2]uint64{after.pieces[1], after.pieces[0]}, mover: after.mover ^ 1,
		passes: after.passes, score: -after.score}
	return view{next, 'X' + 'O' - v.piece}
}

var _ engine.Game[position] = (*rules)(nil)

// Board implements engine.Game.
func (r *rules) Board(root *position) engine.Board {
	return engine.NewStack(r, root, engine.Tactics[position]{Key: key, MaxMovesLeft: left, Value: r.worth})
}

func key(p *position) uint64 {
	return engine.Hash(p.pieces[0], p.pieces[1], uint64(p.mover&1)|uint64(p.passes)<<1)
}

// left counts a pass before each move, and two at the end.
func left(p *position) int {
	return 2*(squares-bits.OnesCount64(p.pieces[0]|p.pieces[1])) + 2 - int(p.passes)
}

// perPiece scales the outcome of a game so that it exceeds any sum of weights.
const perPiece = 10_000

// mobility is the value of each additional legal move. With 5, the engine wins 399 of 400 games of depth 4
// against greedy and 364 against alpha-beta of depth 4, whose score has no such term; with 2, 397 and 312;
// with 10, 375 and 378; with 0, 369 and 166.
const mobility = 5

// worth is the score with the mobility and, at the end, by how many pieces the root player wins.
func (*rules) worth(p *position) int32 {
	if p.passes < 2 && p.pieces[0]|p.pieces[1] != ^uint64(0) {
		return p.score + mobility*int32(
			bits.OnesCount64(targets(p.pieces[0], p.pieces[1]))-bits.OnesCount64(targets(p.pieces[1], p.pieces[0])))
	}
	return perPiece * int32(bits.OnesCount64(p.pieces[0])-bits.OnesCount64(p.pieces[1]))
}
