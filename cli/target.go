package cli

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A target is what a command line asks to be explained.
type target struct {
	a       *oracle.Assignment
	c       *cases.Case
	edition string
	program []string // a path, or the words of a command; none without a program
	typed   bool     // it is a command
	options testscript.Options
}

// target reads an assignment, a case or an input, and a program if there is one.
func (f *explainFlags) target(cmd *cobra.Command, args []string) (*target, error) {
	before, typed := len(args), cmd.ArgsLenAtDash() >= 0
	if typed {
		before = cmd.ArgsLenAtDash()
	}
	switch {
	case before == 0:
		return nil, usagef("want an assignment and a case or an input file, found none: touchstone %s squirrel handout-alpha-beta my-submission", cmd.Name())
	case typed && before > 2:
		return nil, usagef("want a path or \"-- COMMAND\", found both: %q and %q", args[2], strings.Join(args[before:], " "))
	case typed && before == len(args):
		return nil, usagef("want a command after \"--\", found none")
	case before > 3:
		return nil, usagef("want one path, found %d: a command of several words comes after \"--\"", before-2)
	}
	a, err := oracle.Lookup(args[0])
	if err != nil {
		return nil, usage(err)
	}
	if before == 1 {
		return nil, usagef("want a case of %s or an input file, found none (\"touchstone list %s\" has all)", a.Name, a.Name)
	}
	options, err := f.options()
	if err != nil {
		return nil, usage(err)
	}
	options.Hide = f.paths
	edition, err := a.Edition(f.edition)
	if err != nil {
		return nil, usage(err)
	}
	c, err := f.findCase(a, args[1])
	if err != nil {
		return nil, err
	}
	options.Text = mostText
	return &target{a, c, edition, args[2:], typed, options}, nil
}

// question returns what is to be explained of a program's files, or of the case if there is none.
func (t *target) question(result *testscript.Result) decision.Question {
	q := decision.Question{Problem: t.c.Problem, How: homework.Options{Edition: t.edition}}
	if result != nil {
		q.Files = result.Files
	}
	return q
}

// known returns what known mistakes say of what a program made of the case, or nil if they say nothing.
func (t *target) known(ctx context.Context, result *testscript.Result) (*diagnosis.Known, error) {
	if result == nil {
		return nil, nil
	}
	faults, grade, err := diagnosis.Case(ctx, t.a, t.edition, *result)
	return diagnosis.NewKnown(faults, grade), err
}

// tried runs the target's program. It returns nil if there is none.
func (f *explainFlags) tried(cmd *cobra.Command, t *target) (*testscript.Result, error) {
	if len(t.program) == 0 {
		return nil, nil
	}
	player, err := f.player(cmd, t.a, t.program, t.typed, t.options)
	if err != nil {
		return nil, err
	}
	defer player.Close()
	runner, err := testscript.NewRunner(player, t.options)
	if err != nil {
		return nil, err
	}
	result := runner.Run(cmd.Context(), t.c)
	if err := errors.Join(result.Err, runner.Close()); err != nil {
		return nil, err
	}
	return &result, nil
}

// mostText is how much of a program's files is read for an explanation.
const mostText = 64 << 20

// blameLine marks an error as the user's that --line brought about.
func blameLine(err error, line int) error {
	if errors.Is(err, decision.ErrUnshown) || line > 0 && !errors.Is(err, context.Canceled) {
		return usage(err)
	}
	return err
}

// findCase returns a case by its name, or makes one of an input file.
func (f *explainFlags) findCase(a *oracle.Assignment, name string) (*cases.Case, error) {
	c, err := findCase(a, f.paths, name, " or an input file")
	if err == nil {
		return c, nil
	}
	info, missing := os.Stat(name)
	switch {
	case missing == nil && info.IsDir():
		return nil, usagef("want a case of %s or an input file before the submission, found the folder %q (\"touchstone list %s\" has all)", a.Name, name, a.Name)
	case missing != nil:
		if strings.ContainsAny(name, `/\.`) { // it is meant as a file
			_, err = regular.Read(name)
			return nil, usage(err)
		}
		return nil, err
	}
	made, err := inputCases(a, []string{name})
	if err != nil {
		return nil, err
	}
	return made[0], nil
}
