// Package oracle is the reference: solvers that are right to the byte.
//
// Which package holds which rules of docs/rules/:
//
//	README.md    log rules 1 to 5      oracle/search, the rows themselves oracle/trace
//	             input and bytes       oracle/homework
//	NAME.md      all                   oracle/NAME; mancala's 8 to 10 and 12 oracle/search
//
// This package holds the table of assignments. The facts about one assignment are in its own package, in a
// value of type Assignment.
package oracle

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// An Assignment is one homework, with a parser whose result solves itself.
type Assignment = homework.Assignment

// Options select one of the answers to an input.
type Options = homework.Options

// Solve answers an input file: it returns the wanted files by name. For an invalid input it
// returns an error that names the line.
func Solve(ctx context.Context, a *Assignment, input []byte, o Options) (map[string][]byte, error) {
	edition, err := a.Edition(o.Edition)
	if err != nil {
		return nil, err
	}
	p, err := a.Parse(InputFile, input)
	if err != nil {
		return nil, err
	}
	o.Edition = edition
	files, err := homework.Answer(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return files, nil
}

// InputFile is the name of the input in a program's working directory.
const InputFile = homework.InputFile

var assignments = []*Assignment{
	&squirrel.Assignment,
	&gangwars.Assignment,
	&reversi.Assignment,
	&mancala.Assignment,
	&mapcolor.Assignment,
}

// Add adds an assignment from another module to the table. The error names all parts that it lacks. It must
// be called before anything else here, and not concurrently.
func Add(a *Assignment) error {
	if !assignmentName.MatchString(a.Name) {
		return fmt.Errorf("want an assignment's name of letters, digits, dots, dashes and underscores, found %q",
			a.Name)
	}
	if slices.ContainsFunc(assignments,
		func(other *Assignment) bool { return strings.EqualFold(other.Name, a.Name) }) {
		return fmt.Errorf("want one assignment called %s, found two", a.Name)
	}
	var missing []string
	if a.Cases == nil {
		missing = append(missing, "Cases: want a file system with cases, such as an embed.FS")
	}
	if a.Path == "" { // otherwise a problem package, which was looked through already
		missing = append(missing, a.Lacks()...)
	}
	if len(missing) > 0 {
		return fmt.Errorf("%s is not whole:\n  %s", a.Name, strings.Join(missing, "\n  "))
	}
	assignments = append(assignments, a)
	return nil
}

// Remove removes an assignment from the table that Add has added.
func Remove(a *Assignment) {
	assignments = slices.DeleteFunc(assignments, func(other *Assignment) bool { return other == a })
}

var assignmentName = regexp.MustCompile("^[a-zA-Z0-9_][a-zA-Z0-9_.-]*$")

// Assignments returns all assignments in table order.
func Assignments() []*Assignment { return slices.Clone(assignments) }

// Lookup calls Open for an assignment that is not in the table, with its path or its Key. Open returns nil
// and no error if it finds no assignment. It may be nil, and must be set before any other function of this
// package is called.
var Open func(name string) (*Assignment, error)

// Lookup finds an assignment by name, ignoring case, by its Key, or with Open.
func Lookup(name string) (*Assignment, error) {
	for _, a := range assignments {
		if strings.EqualFold(a.Name, name) || a.Key() == name {
			return a, nil
		}
	}
	if Open != nil {
		if a, err := Open(name); a != nil || err != nil {
			return a, err
		}
	}
	return nil, fmt.Errorf("want an assignment (%s), found %q%s", strings.Join(Names(), ", "), name,
		suggest.Hint(name, Names()))
}

// Names returns the names of all assignments.
func Names() (names []string) {
	for _, a := range assignments {
		names = append(names, a.Name)
	}
	return names
}
