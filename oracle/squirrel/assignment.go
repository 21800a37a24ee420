package squirrel

import (
	pages "github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Assignment describes this homework to the rest of the module.
var Assignment = homework.Assignment{
	Name: "squirrel", Course: "CSCI 561 Spring 2016 HW1",
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
