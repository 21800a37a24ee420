package reversi

import (
	"context"

	pages "github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/homework"
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
		{Name: Final, About: "two passes in a row end the game, and nothing else"},
		{Name: First, About: "the first release: a side without a piece ends the game at once"},
	},
	Situations: situations.List(),
	Parse:      Parse,
	// The number of cases that the course graded with is not known.
	Generator: homework.Generator{Small: small, Course: likeCourse, GradedSize: 50, Breadth: breadth, Shrink: simpler},
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
	return "a search in which a side loses all its pieces: the editions differ there, and none was asked for", nil
}
