package command

import (
	"context"
	"errors"
	"os"
	"slices"
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

// args returns an assignment, which the course file may have, a case, and the words of a program if there is one, which may be
// a command that was typed.
func (f *explainFlags) args(cmd *cobra.Command, args []string) (_ []string, typed bool, err error) {
	before, typed := len(args), cmd.ArgsLenAtDash() >= 0
	if typed {
		before = cmd.ArgsLenAtDash()
	}
	if err := f.course.load(); err != nil {
		return nil, typed, err
	}
	if own := f.course.assignment(); own != "" && !isAssignment(args) {
		args, before = slices.Insert(slices.Clone(args), 0, own), before+1
	}
	switch {
	case before == 0:
		return nil, typed, usagef("want an assignment and a case or an input file, found none: touchstone %s squirrel handout-alpha-beta my-submission", cmd.Name())
	case typed && before > 2:
		return nil, typed, usagef("want a path or \"-- COMMAND\", found both: %q and %q", args[2], strings.Join(args[before:], " "))
	case typed && before == len(args):
		return nil, typed, usagef("want a command after \"--\", found none")
	case before == 1:
		a, err := oracle.Lookup(args[0])
		if err != nil {
			return nil, typed, usage(err)
		}
		return nil, typed, usagef("want a case of %s or an input file, found none (\"touchstone list %[1]s\" has all)", a.Name)
	case before > 3:
		return nil, typed, usagef("want one path, found %d: a command of several words comes after \"--\"", before-2)
	}
	return args, typed, nil
}

// target reads an assignment, a case or an input, and a program if there is one.
func (f *explainFlags) target(cmd *cobra.Command, args []string) (*target, error) {
	args, typed, err := f.args(cmd, args)
	if err != nil {
		return nil, err
	}
	a, err := f.course.lookup(args)
	if err != nil {
		return nil, err
	}
	f.course.resolve(cmd, &f.runFlags, typed)
	if c := f.course.file; c != nil && !cmd.Flags().Changed("cases") {
		f.paths = slices.Clone(c.Cases)
	}
	options, err := f.course.options(&f.runFlags, f.paths)
	if err != nil {
		return nil, usage(err)
	}
	options.SameCPU = f.course.sameCPU(cmd, a)
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

// isAssignment reports whether the first argument is an assignment, rather than a case.
func isAssignment(args []string) bool {
	if len(args) == 0 {
		return false
	}
	_, err := oracle.Lookup(args[0])
	return err == nil
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
