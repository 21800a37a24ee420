// Package catalog joins each assignment with its second solver, which package oracle does not import.
package catalog

import (
	"slices"

	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/mutant"
	secondgangwars "github.com/touchstone-suite/touchstone/mutant/gangwars"
	secondmancala "github.com/touchstone-suite/touchstone/mutant/mancala"
	secondmapcolor "github.com/touchstone-suite/touchstone/mutant/mapcolor"
	secondreversi "github.com/touchstone-suite/touchstone/mutant/reversi"
	secondsquirrel "github.com/touchstone-suite/touchstone/mutant/squirrel"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// A Game is an assignment and its second solver, with the faults that it can be made to have.
type Game struct {
	Assignment *oracle.Assignment
	Second     *mutant.Solver // nil if the game has no second solver
}

var games = []Game{
	{&squirrel.Assignment, secondsquirrel.Solver},
	{&gangwars.Assignment, secondgangwars.Solver},
	{&reversi.Assignment, secondreversi.Solver},
	{&mancala.Assignment, secondmancala.Solver},
	{&mapcolor.Assignment, secondmapcolor.Solver},
}

// Add adds a game from another module, to the table of package oracle too. It must be called before anything
// else here, and not concurrently.
func Add(g Game) error {
	if err := oracle.Add(g.Assignment); err != nil {
		return err
	}
	games = append(games, g)
	if p, ok := g.Assignment.Generator.Small(random.New(1)).(homework.Replayer); ok && g.Assignment.Rules != "" {
		rules.Add(p.Stage().Rules.Page, g.Assignment.Name, g.Assignment.Rules)
	}
	return nil
}

// Remove removes an assignment that Add has added, such as a problem package that is closed.
func Remove(a *oracle.Assignment) {
	oracle.Remove(a)
	games = slices.DeleteFunc(games, func(g Game) bool { return g.Assignment == a })
}

// Added returns the assignments that Add has added.
func Added() []*oracle.Assignment { return oracle.Assignments()[builtIn:] }

// builtIn is the number of games without the ones from Add.
var builtIn = len(games)

// Second returns the second solver of an assignment, or nil if it has no second solver.
func Second(a *oracle.Assignment) *mutant.Solver {
	for _, g := range games {
		if g.Assignment == a {
			return g.Second
		}
	}
	return nil
}

// Faults returns the faults of an assignment's second solver, or none without a second solver.
func Faults(a *oracle.Assignment) []mutant.Fault {
	if second := Second(a); second != nil {
		return second.Faults()
	}
	return nil
}
