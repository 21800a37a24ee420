// Package oracle is the reference: five solvers that are right to the byte.
//
// Which package holds which rules of docs/rules/:
//
//	README.md    log rules 1 to 5      oracle/search, the rows themselves oracle/trace
//	             input and bytes       oracle/homework
//	squirrel.md  all                   oracle/squirrel
//	gangwars.md  all                   oracle/gangwars
//	reversi.md   all                   oracle/reversi
//	mancala.md   all                   oracle/mancala; rules 8 to 10 and 12 oracle/search
//	mapcolor.md  all                   oracle/mapcolor
//
// This package is the table of the five and what a caller needs of each: how a
// program for it is run, its editions, and a parser whose result solves itself.
package oracle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// An Assignment is one of the five homeworks.
type Assignment struct {
	Name   string // "squirrel"
	Course string // the course run it comes from
	Title  string // in a few words
	// Args are what a program for the assignment gets on its command line. The
	// input is the file input.txt in its working directory.
	Args []string
	// Editions are the answers that the course has called right, the default
	// one first. Most assignments have only the one called "final".
	Editions []Edition
	// FinalNewline tells whether the assignment's files end with a line end
	// (docs/rules/README.md, "Bytes").
	FinalNewline bool
	// OptionalLines tells whether the course's files had lines that its grader
	// did not ask for (homework.Options.Optional).
	OptionalLines bool
	// Situations is the catalogue of what an input can show.
	Situations []homework.Situation
	// Parse reads an input file; name is what errors call it.
	Parse func(name string, src []byte) (homework.Problem, error)
}

// An Edition is a state of the course's own solver.
type Edition struct {
	Name  string
	About string
}

// InputFile is the name of the input in a program's working directory.
const InputFile = "input.txt"

var withInput = []string{"-i", InputFile}

var assignments = []*Assignment{
	{
		Name: "squirrel", Course: "CSCI 561 Spring 2016 HW1",
		Title:        "raid and sneak on a 5x5 board: greedy, minimax, alpha-beta, battle",
		Args:         withInput,
		Editions:     []Edition{{"final", "the only one"}},
		FinalNewline: true,
		Situations:   squirrel.Situations,
		Parse:        squirrel.Parse,
	},
	{
		Name: "gangwars", Course: "CSCI 561 Fall 2016 HW2",
		Title:        "stake and raid on an NxN board: the best move, no log",
		Editions:     []Edition{{"final", "the only one"}},
		FinalNewline: true,
		Situations:   gangwars.Situations,
		Parse:        gangwars.Parse,
	},
	{
		Name: "reversi", Course: "CSCI 561 Spring 2017 HW1",
		Title: "Othello with positional weights: alpha-beta",
		Editions: []Edition{
			{reversi.Final, "two passes in a row end the game, and nothing else"},
			{reversi.First, "the first release: a side without a piece ends the game at once"},
		},
		Situations: reversi.Situations,
		Parse:      reversi.Parse,
	},
	{
		Name: "mancala", Course: "CSCI 561 Fall 2015 HW2",
		Title:         "extra turns and captures: greedy, minimax, alpha-beta",
		Args:          withInput,
		Editions:      []Edition{{"final", "the only one"}},
		FinalNewline:  true,
		OptionalLines: true,
		Situations:    mancala.Situations,
		Parse:         mancala.Parse,
	},
	{
		Name: "mapcolor", Course: "CSCI 561 Summer 2017 HW2",
		Title: "the map-colouring game with arc consistency: alpha-beta",
		Args:  withInput,
		Editions: []Edition{
			{mapcolor.Revised, "a state whose colours are used up offers none"},
			{mapcolor.Handout, "the handout's trace: such a state keeps one illegal colour"},
		},
		Situations: mapcolor.Situations,
		Parse:      mapcolor.Parse,
	},
}

// Assignments gives all five in the order of this package's table.
func Assignments() []*Assignment { return slices.Clone(assignments) }

// Lookup finds an assignment by its name, in letters of either case.
func Lookup(name string) (*Assignment, error) {
	for _, a := range assignments {
		if strings.EqualFold(a.Name, name) {
			return a, nil
		}
	}
	return nil, fmt.Errorf("want an assignment (%s), found %q", strings.Join(Names(), ", "), name)
}

// Names gives the names of all five.
func Names() (names []string) {
	for _, a := range assignments {
		names = append(names, a.Name)
	}
	return names
}

// EditionNames gives the names of the editions, the default one first.
func (a *Assignment) EditionNames() (names []string) {
	for _, e := range a.Editions {
		names = append(names, e.Name)
	}
	return names
}

// Edition checks the name of an edition; "" is the default one.
func (a *Assignment) Edition(name string) (string, error) {
	if name == "" {
		return a.Editions[0].Name, nil
	}
	if names := a.EditionNames(); !slices.Contains(names, name) {
		return "", fmt.Errorf("want an edition of %s (%s), found %q", a.Name, strings.Join(names, ", "), name)
	}
	return name, nil
}
