package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// checkArgs wants an assignment, and after it a path, or a command behind "--".
func checkArgs(cmd *cobra.Command, args []string) error {
	return countArgs(cmd.Name(), args, cmd.ArgsLenAtDash())
}

// countArgs checks the arguments of a command; dash is how many stand before "--", or -1.
func countArgs(command string, args []string, dash int) error {
	before := len(args)
	if dash >= 0 {
		before = dash
	}
	switch {
	case before == 0:
		return fmt.Errorf("want an assignment (%s) first, found none", strings.Join(oracle.Names(), ", "))
	case dash == len(args), dash < 0 && before == 1:
		if _, err := oracle.Lookup(args[0]); err != nil {
			return err
		}
		return fmt.Errorf("want a file, a folder, an archive or \"-- COMMAND\" after the assignment, found none: touchstone %s %s my-submission", command, args[0])
	case dash > 1:
		return fmt.Errorf("want a path or \"-- COMMAND\", found both: %q and %q", args[1], strings.Join(args[dash:], " "))
	case dash < 0 && before > 2:
		return fmt.Errorf("want one path, found %d: a command of several words comes after \"--\"", before-1)
	}
	return nil
}

// player prepares a command that was typed, or the program of a submission, and tells the user
// what was done for it.
func (f *runFlags) player(cmd *cobra.Command, a *oracle.Assignment, command []string, typed bool, o testscript.Options) (*testscript.Player, error) {
	player, err := testscript.NewLimiter(0).Build(cmd.Context(), func() (*testscript.Player, error) {
		return f.findPlayer(cmd.Context(), a, command, typed, o)
	})
	if err != nil {
		return nil, blame(err)
	}
	if typed {
		hintOfFlags(cmd, command)
	}
	printNote(cmd, player.Note())
	return player, nil
}

// hintOfFlags tells of flags of touchstone in a command that was typed. They are the program's: it may
// have such a flag, too.
func hintOfFlags(cmd *cobra.Command, command []string) {
	var found []string
	for _, word := range command[1:] {
		if name, is := strings.CutPrefix(word, "--"); is {
			name, _, _ = strings.Cut(name, "=")
			if name != "" && cmd.Flag(name) != nil {
				found = append(found, "--"+name)
			}
		}
	}
	if len(found) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s go to the program, since they stand behind \"--\"; what is for touchstone stands before it\n", strings.Join(found, ", "))
	}
}

// printNote tells what was built, if that is not obvious.
func printNote(cmd *cobra.Command, note string) {
	if note != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s\n", escape.Text(note))
	}
}

func (f *runFlags) findPlayer(ctx context.Context, a *oracle.Assignment, command []string, typed bool, o testscript.Options) (*testscript.Player, error) {
	if !typed {
		return testscript.FindPlayer(ctx, a, command[0], f.tools, o)
	}
	if len(f.tools) > 0 {
		return nil, usagef("want --tool with a file or a directory only: after \"--\" the command names its interpreter")
	}
	return testscript.CommandPlayer(ctx, o, command...)
}

// blame marks what is wrong with a program as the user's mistake. That it cannot be
// confined, holds answers that cannot be hidden from it, or has no room here, is not: the check fails.
func blame(err error) error {
	var answer *answers.Error
	var short testscript.Shortage
	if errors.Is(err, sandbox.ErrUnconfined) || errors.As(err, &answer) || errors.As(err, &short) {
		return err
	}
	return usage(err)
}

// conventions is a table of the names by which programs are found.
func conventions() string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, a := range oracle.Assignments() {
		fmt.Fprintf(table, "  %s\t%s\n", a.Name, strings.Join(program.HandoutNames(a), ", "))
	}
	fmt.Fprintf(table, "  all\t%s\n", strings.Join(program.OtherNames(), ", "))
	table.Flush()
	return text.String() + `
and for all of them Go source, a Cargo.toml, a Makefile with the targets agent and
run, or an executable. 3.py is Python 3, other .py Python 2.7; 11.cpp is C++11,
other .cpp C++98. In a folder the program may be at any depth, if it is the only
one: the first level that has any must have one. Hidden folders and what tools
build (node_modules, target, ...) are passed over. Of what a folder holds, a Makefile
comes first, then sources. A C++ source in a folder is linked with the others in
it, but for those with a main of their own or that are included, which is said.
A source of another name works if PATH is that file; it is compiled alone, and a
.py is Python 3 unless --tool python2=PATH is given.
Compilers run confined and under limits, on a copy of the submission, out of which
no link may lead. Cargo and Go build offline.
`
}
