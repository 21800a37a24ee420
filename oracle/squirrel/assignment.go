package squirrel

import (
	"context"
	"regexp"
	"slices"

	pages "github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
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
	Generator:  homework.Generator{Small: small, Course: likeCourse, GradedSize: gradedSize, Graded: graded, Breadth: breadth, Shrink: simpler},
	Rules:      pages.Page("squirrel"),
	Contest:    games,
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

// form matches a line with one blank between words, and any at its end. Some of the course's files end their lines in CRLF.
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
