package gangwars

import (
	pages "github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Assignment describes this homework to the rest of the module.
var Assignment = homework.Assignment{
	Name: "gangwars", Course: "CSCI 561 Fall 2016 HW2",
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
