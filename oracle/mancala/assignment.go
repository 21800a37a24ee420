package mancala

import (
	pages "github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Assignment describes this homework to the rest of the module.
var Assignment = homework.Assignment{
	Name: "mancala", Course: "CSCI 561 Fall 2015 HW2",
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
