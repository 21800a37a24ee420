package gangwars

import (
	"bytes"
	"context"
	"slices"

	pages "github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Assignment describes this homework to the rest of the module.
var Assignment = homework.Assignment{
	Name: "gangwars", Course: "CSCI 561 Fall 2016 HW2",
	Python2:      true,
	Title:        "stake and raid on an NxN board: the best move, no log",
	Stem:         "homework",
	Editions:     homework.OneEdition,
	FinalNewline: true,
	// One failure costs half; the other half is shared equally among the cases.
	Grading:    homework.Grading{Bonus: homework.FullMarks / 2},
	Situations: situations.List(search.EarlyLeaf), // within the envelope no game ends before the cut-off,
	Parse:      Parse,
	Generator:  homework.Generator{Small: small, Course: likeCourse, GradedSize: 50, Breadth: breadth, Shrink: simpler},
	Rules:      pages.Page("gangwars"),
	Contest:    games,
}

// greatestAsked is the greatest value in the course's files.
const greatestAsked = 99

// Beyond implements the envelope of docs/rules/gangwars.md.
func (in *Input) Beyond(_ context.Context, text []byte, _ string) (string, error) {
	switch odd := scan.OddBlanks(text, scan.Spaced); {
	case odd != "":
		return odd, nil
	case in.Mode == Competition:
		return "the mode COMPETITION, which has no single right answer", nil
	case slices.Max(in.Values) > greatestAsked:
		return "a value above 99", nil
	case in.Depth > bytes.Count(in.Board, []byte{'.'}):
		return "a depth above the number of free squares", nil
	}
	return "", nil
}
