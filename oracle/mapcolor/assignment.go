package mapcolor

import (
	pages "github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Assignment describes this homework to the rest of the module.
var Assignment = homework.Assignment{
	Name: "mapcolor", Course: "CSCI 561 Summer 2017 HW2",
	Title:      "the map-colouring game with arc consistency: alpha-beta",
	Args:       homework.InputArgs,
	SourceFile: "hw2cs561s17.py",
	Editions: []homework.Edition{
		{Name: Revised, About: "a state whose colours are used up offers none"},
		{Name: Handout, About: "the handout's trace: such a state keeps one illegal colour"},
	},
	Situations: situations.List(),
	Parse:      Parse,
	Generator:  homework.Generator{Small: small, Course: likeCourse, GradedSize: 100, Breadth: breadth, Shrink: simpler},
	Rules:      pages.Page("mapcolor"),
	Contest:    games,
}
