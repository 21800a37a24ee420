package mancala

import (
	"context"
	"slices"

	pages "github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
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
	Generator:    homework.Generator{Small: small, Course: likeCourse, GradedSize: gradedSize, Graded: graded, Breadth: breadth, Shrink: simpler},
	Rules:        pages.Page("mancala"),
	Contest:      games,
}

// mostAsked is the greatest number of stones in a pit in the course's files.
const mostAsked = 410

// Beyond implements the envelope of docs/rules/mancala.md.
func (in *Input) Beyond(_ context.Context, text []byte, _ string) (string, error) {
	if in.Task == Competition {
		return "task 4, which has no single right answer", nil
	}
	if odd := scan.OddBlanks(text, scan.Spaced); odd != "" {
		return odd, nil
	}
	for _, pits := range in.Pits {
		switch most := slices.Max(pits); {
		case most == 0:
			return "a start in which a side is empty", nil
		case most > mostAsked:
			return "more than 410 stones in a pit", nil
		}
	}
	return "", nil
}
