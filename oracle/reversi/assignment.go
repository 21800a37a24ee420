package reversi

import (
	pages "github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Assignment describes this homework to the rest of the module.
var Assignment = homework.Assignment{
	Name: "reversi", Course: "CSCI 561 Spring 2017 HW1",
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
