package mancala

import (
	"context"
	"errors"
	"slices"

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
	Name: "mancala", Course: "CSCI 561 Fall 2015 HW2",
	Python2:      true,
	Title:        "extra turns and captures: greedy, minimax, alpha-beta",
	Args:         homework.InputArgs,
	Editions:     homework.OneEdition,
	FinalNewline: true,
	Optional:     &optional,
	Situations:   situations.List(),
	Parse:        Parse,
	Generator: homework.Generator{Small: small, Course: likeCourse, GradedSize: gradedSize, Graded: graded,
		Shrink: simpler},
	Rules:   pages.Page("mancala"),
	Contest: games,
}

// maxAsked is the greatest number of stones in a pit in the course's files.
const maxAsked = 410

// Beyond implements the envelope of docs/rules/mancala.md.
func (in *Input) Beyond(_ context.Context, text []byte, _ string) (string, error) {
	if in.Task == Competition {
		return "task 4, which has no single right answer", nil
	}
	if odd := scan.OddBlanks(text, scan.Spaced); odd != "" {
		return odd, nil
	}
	for _, pits := range in.Pits {
		switch maxPit := slices.Max(pits); {
		case maxPit == 0:
			return "a start in which a side is empty", nil
		case maxPit > maxAsked:
			return "more than 410 stones in a pit", nil
		}
	}
	return "", nil
}

// games is the contest of docs/rules/mancala.md, "Contest". Six pits a side are the usual board of this game.
var games = contest.Of(homework.Contest{
	Sides:   [2]string{"player 1", "player 2"},
	Sizes:   homework.Sizes{Min: minPits, Usual: 6, Max: maxPits},
	Clocked: true,
}, startPosition)

// startPosition draws 2 to 6 stones for each pit of a side, as many for the one that the other player has in
// its place.
func startPosition(r *random.Rand, size, first int) contest.View[position] {
	in := &Input{Task: Competition, Player: first + 1}
	for range size {
		stones := int32(r.Between(2, 6))
		in.Pits[0] = append(in.Pits[0], stones)
		in.Pits[1] = append([]int32{stones}, in.Pits[1]...) // player 2 sees the board from the other side
	}
	return view{in}
}

// A view is a position as the player to move sees it: an input of task 4.
type view struct{ *Input }

func (v view) Side() int { return v.Player - 1 }

func (v view) Points() [2]int32 { return v.Stores }

func (v view) Game() search.Game[position] { return v.game() }

func (v view) Ask(a homework.Allowance) string {
	in := *v.Input
	in.Clock = engine.Seconds(a.Clock)
	return in.String()
}

func (v view) Judge(text []byte) ([]string, error) { return contest.Match(v, text, v.read) }

func (v view) read(lines []string) ([]string, error) {
	stones := v.rules().read(lines)
	if stones == nil {
		return nil, errors.New("want two lines of pits and two of mancalas")
	}
	return v.rules().lines(stones), nil
}

func (v view) Next(_ []string, after *position) contest.View[position] {
	next := &Input{Task: Competition, Player: 3 - v.Player}
	next.Pits, next.Stores = v.rules().board(after)
	return view{next}
}

var _ engine.Game[position] = rules{}

// Board implements engine.Game.
func (r rules) Board(root *position) engine.Board {
	return engine.NewStack(r, root, engine.Tactics[position]{Key: r.key})
}

// key hashes a position: two numbers of stones go into a word.
func (r rules) key(p *position) uint64 {
	var words [len(p.ring)/2 + 1]uint64
	for i := range len(p.ring) / 2 {
		words[i] = uint64(uint32(p.ring[2*i]))<<32 | uint64(uint32(p.ring[2*i+1]))
	}
	words[len(words)-1] = uint64(p.mover)
	return engine.Hash(words[:]...)
}
