package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/cli/internal/diagnose"
	"github.com/touchstone-suite/touchstone/cli/internal/explain"
	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/visible"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript"
)

// explainFlags are the flags of explain.
type explainFlags struct {
	checkFlags // how the program is built and run
	fault      string
	line       int
	json       bool
}

func newExplain() *cobra.Command {
	f := explainFlags{checkFlags: checkFlags{tools: testscript.Tools{}, compare: "exact", jobs: 1}}
	cmd := &cobra.Command{
		Use: `explain ASSIGNMENT CASE|INPUT PATH [flags]
  touchstone explain ASSIGNMENT CASE|INPUT [flags] -- COMMAND [ARG...]
  touchstone explain ASSIGNMENT CASE|INPUT [--line N]
  touchstone explain --fault NAME [ASSIGNMENT]`,
		Short: "Explain where a program first goes wrong, or a line of a log",
		Long: `Explain runs a program on one case, by its name, or on an input file, and shows the
first difference as a player would see it: the moves that lead there, the board, who
moves, the node with its value and window, the right line and why it is so, the line
that the program wrote, and the rule. Where there is no log, or where it is right, it
lists the moves at the root with their values, which one is right, and which one the
program's output shows. In a battle that is the first wrong turn. Of the known mistakes
those are named that fit this one case, if they are few; "touchstone check" looks at
all cases, and is surer.

The program is built, run and confined as by "touchstone check", which describes PATH
and COMMAND. Without a program, --line N explains line N of the right log, or the turn
of a battle that writes it; without --line, the chosen move.

With --fault it explains a mistake of "touchstone audit --list" by its name: what a
program with it does and what it should do, the rule that it breaks, and cases that
catch it. Several assignments may have a mistake of that name.

Exit status: 0 the program is right, or there is none; 1 it is not; 2 the command line
or the input is wrong; 3 touchstone failed.`,
		Example: `  touchstone explain reversi handout-start -- python3 my_solver.py
  touchstone explain squirrel input.txt my-submission
  touchstone explain squirrel handout-alpha-beta --line 49
  touchstone explain gangwars handout-example-1
  touchstone explain --fault strict-cut-at-max
  touchstone explain --fault sneak-conquers squirrel`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: f.complete,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.fault != "" {
				return f.explainFault(cmd.OutOrStdout(), args)
			}
			return f.run(cmd, args)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.line, "line", 0, "without a program: explain this line of the log, or of a battle")
	flags.StringVar(&f.fault, "fault", "", "explain this mistake")
	cmd.RegisterFlagCompletionFunc("fault", completeFault)
	flags.BoolVar(&f.json, "json", false, "print one JSON document")
	addCases(cmd, &f.paths)
	addEdition(cmd, &f.edition)
	f.addProgram(cmd, "run")
	return cmd
}

// explainFault explains a mistake, of one assignment or of all.
func (f *explainFlags) explainFault(out io.Writer, args []string) error {
	among := oracle.Assignments()
	if len(args) > 1 {
		return usagef("want --fault NAME with at most an assignment, found %d arguments", len(args))
	}
	if len(args) == 1 {
		a, err := oracle.Lookup(args[0])
		if err != nil {
			return usage(err)
		}
		among = []*oracle.Assignment{a}
	}
	return explainFault(out, f.fault, among, f.json)
}

// explanation is what is printed in JSON.
type explanation struct {
	Assignment string               `json:"assignment"`
	Case       string               `json:"case"`
	Title      string               `json:"title"`
	Verdict    testscript.Verdict   `json:"verdict,omitempty"`
	Reason     string               `json:"reason,omitempty"`
	First      *explain.Explanation `json:"first,omitempty"`
	Known      *known               `json:"known,omitempty"`
}

// run explains a case, with a program or without.
func (f *explainFlags) run(cmd *cobra.Command, args []string) error {
	if f.line < 0 {
		return usagef("want --line of at least 1, found %d", f.line)
	}
	t, err := f.target(cmd, args)
	if err != nil {
		return err
	}
	if f.line != 0 && len(t.program) > 0 {
		return usagef("want --line without a program, whose first difference is explained")
	}
	result, err := f.tried(cmd, t)
	if err != nil {
		return err
	}
	q := t.question(result)
	q.Line = f.line
	found := explanation{Assignment: t.a.Name, Case: t.c.Name, Title: t.c.Title}
	if result != nil {
		found.Verdict, found.Reason = result.Verdict, result.Reason
	}
	if result == nil || len(q.Files) > 0 {
		found.First, err = explain.Explain(cmd.Context(), q)
		plain := errors.Is(err, explain.ErrUnshown) && result != nil // a difference is shown as by check
		if err != nil && !plain {
			return blameLine(err, f.line)
		}
	}
	if result != nil {
		faults, grade, err := diagnose.Case(cmd.Context(), t.a, f.edition, diagnose.Read(*result, mostText))
		if err != nil {
			return err
		}
		found.Known = newKnown(faults, grade)
	}
	return f.tell(cmd.OutOrStdout(), found, result)
}

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
	case before < 2:
		return nil, usagef("want an assignment and a case or an input file, found %s: touchstone %s squirrel handout-alpha-beta my-submission", count(before, "argument"), cmd.Name())
	case typed && before > 2:
		return nil, usagef("want a path or \"-- COMMAND\", found both: %q and %q", args[2], strings.Join(args[before:], " "))
	case typed && before == len(args):
		return nil, usagef("want a command after \"--\", found none")
	case before > 3:
		return nil, usagef("want one path, found %d: a command of several words comes after \"--\"", before-2)
	}
	a, options, err := f.options(args[0])
	if err != nil {
		return nil, usage(err)
	}
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
func (t *target) question(result *testscript.Result) explain.Question {
	q := explain.Question{Problem: t.c.Problem, How: homework.Options{Edition: t.edition}}
	if result != nil {
		q.Files = result.Files
	}
	return q
}

// tried runs the target's program. It returns nil if there is none.
func (f *explainFlags) tried(cmd *cobra.Command, t *target) (*testscript.Result, error) {
	if len(t.program) == 0 {
		return nil, nil
	}
	return f.try(cmd, t.a, t.c, t.program, t.typed, t.options)
}

// mostText is how much of a program's files is read for an explanation.
const mostText = 64 << 20

// blameLine marks an error as the user's that --line brought about.
func blameLine(err error, line int) error {
	if errors.Is(err, explain.ErrUnshown) || line > 0 && !errors.Is(err, context.Canceled) {
		return usage(err)
	}
	return err
}

// findCase returns a case by its name, or makes one of an input file.
func (f *explainFlags) findCase(a *oracle.Assignment, name string) (*cases.Case, error) {
	c, err := findCase(a, f.paths, name)
	if err == nil {
		return c, nil
	}
	if _, missing := os.Stat(name); missing != nil {
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

// try runs a program on a case.
func (f *explainFlags) try(cmd *cobra.Command, a *oracle.Assignment, c *cases.Case, command []string, typed bool, o testscript.Options) (*testscript.Result, error) {
	player, err := f.player(cmd, a, command, typed, o)
	if err != nil {
		return nil, err
	}
	defer player.Close()
	runner, err := testscript.NewRunner(player, o)
	if err != nil {
		return nil, err
	}
	result := runner.Run(cmd.Context(), c)
	if err := errors.Join(result.Err, runner.Close()); err != nil {
		return nil, err
	}
	return &result, nil
}

// tell prints an explanation, and ends with the status for it.
func (f *explainFlags) tell(out io.Writer, found explanation, result *testscript.Result) error {
	status := exitStatus(exitPass)
	if result != nil && result.Verdict != testscript.Pass {
		status = exitFail
	}
	if f.json {
		if err := visible.Encode(out, found, "  "); err != nil {
			return err
		}
	} else {
		verdict := ""
		if result != nil {
			verdict = fmt.Sprintf("%-8s ", result.Verdict)
		}
		fmt.Fprintf(out, "%s%s: %s\n", verdict, visible.Line(found.Case), visible.Line(found.Title))
		if err := printExplained(out, found.First, result); err != nil {
			return err
		}
		found.Known.print(out)
	}
	if status == exitPass {
		return nil
	}
	return status
}

// printExplained prints an explanation, and of the result of a program what it does not tell; each
// may be nil.
func printExplained(out io.Writer, first *explain.Explanation, result *testscript.Result) error {
	if result != nil {
		rest := *result
		if first != nil {
			rest.Files = slices.DeleteFunc(slices.Clone(rest.Files), func(r testscript.FileResult) bool { return r.Report.First != nil })
		}
		rest.Explain(out, compare.Style{Indent: "    ", Colour: colours(out)})
	}
	if first == nil {
		return nil
	}
	if err := first.Print(out, colours(out)); err != nil {
		return err
	}
	if result != nil {
		printOthers(out, first.File, result.Files)
	}
	return nil
}

// printOthers names the files that differ besides the explained one.
func printOthers(out io.Writer, explained string, files []testscript.FileResult) {
	for _, f := range files {
		if d := f.Report.First; d != nil && f.Name != explained {
			fmt.Fprintf(out, "  also   %s:%d: %s\n", visible.Line(f.Name), d.GotLine, d.Kind)
		}
	}
}

// complete completes an assignment, a case or a file, and a file.
func (f *explainFlags) complete(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	switch {
	case len(args) == 0:
		return completeAssignment(cmd, args, word)
	case f.fault != "":
		return nil, cobra.ShellCompDirectiveNoFileComp
	case len(args) == 1:
		return caseNames(args[0], f.paths), cobra.ShellCompDirectiveDefault
	}
	return nil, cobra.ShellCompDirectiveDefault
}
