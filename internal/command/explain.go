package command

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
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// explainFlags are the flags of explain.
type explainFlags struct {
	programFlags
	fault string
	line  int
	json  bool
}

func newExplain() *cobra.Command {
	f := explainFlags{programFlags: newProgramFlags()}
	cmd := withHelp("explain", &cobra.Command{
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: f.complete,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.fault != "" {
				return f.explainFault(cmd.OutOrStdout(), args)
			}
			return f.run(cmd, args)
		},
	})
	flags := cmd.Flags()
	flags.IntVar(&f.line, "line", 0, "without a program: explain line `N` of the log; or of a battle")
	flags.StringVar(&f.fault, "fault", "", "explain the mistake of this `NAME`")
	setCommon(cmd, "line", "fault", "cases", "time", "format")
	addFormat(cmd, &f.json, asDocument, "one JSON document")
	addCases(cmd, &f.paths)
	addEdition(cmd, &f.Edition)
	f.addCompare(cmd)
	f.addProgram(cmd, "run")
	f.course.add(cmd)
	return cmd
}

// explainFault explains a mistake, of one assignment or of all.
func (f *explainFlags) explainFault(out io.Writer, args []string) error {
	if len(args) > 1 {
		return usagef("want --fault NAME with at most an assignment, found %d arguments", len(args))
	}
	among, err := assignmentOrAll(args)
	if err != nil {
		return err
	}
	return explainFault(out, f.fault, among, f.json)
}

// explanation is the JSON output.
type explanation struct {
	Assignment string                `json:"assignment"`
	Case       string                `json:"case"`
	Title      string                `json:"title"`
	Verdict    testscript.Verdict    `json:"verdict,omitempty"`
	Reason     string                `json:"reason,omitempty"`
	First      *decision.Explanation `json:"first,omitempty"`
	Known      *diagnosis.Known      `json:"known,omitempty"`
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
	if f.line != 0 && len(t.program.words) > 0 {
		return usagef("want --line without a program, whose first difference is explained")
	}
	result, err := f.runTarget(cmd, t)
	if err != nil {
		return err
	}
	found := explanation{Assignment: t.a.Name, Case: t.c.Name, Title: t.c.Title}
	if result != nil {
		found.Verdict, found.Reason = result.Verdict, result.Reason
	}
	if result != nil && f.Course {
		found.First, err = diagnosis.ExplainLeniently(cmd.Context(), t.a, t.edition, *result)
	} else if q := t.question(result); result == nil || len(q.Files) > 0 {
		q.Line = f.line
		found.First, err = decision.Explain(cmd.Context(), q)
	}
	// The user has asked for a line that cannot be explained.
	if errors.Is(err, decision.ErrUnshown) || err != nil && f.line > 0 && !errors.Is(err, context.Canceled) {
		return usage(err)
	}
	if err != nil {
		return err
	}
	if found.Known, err = t.known(cmd.Context(), result); err != nil {
		return err
	}
	return f.print(cmd.OutOrStdout(), found, result)
}

// print prints an explanation, and ends with the status for it.
func (f *explainFlags) print(out io.Writer, found explanation, result *testscript.Result) error {
	if f.json {
		if err := escape.Encode(out, found, "  "); err != nil {
			return err
		}
	} else {
		verdict := ""
		if result != nil {
			verdict = result.Verdict.Head(colours(out)) + " "
		}
		fmt.Fprint(out, verdict)
		printLine(out, "%s: %s", found.Case, found.Title)
		if err := printExplained(out, found.First, result); err != nil {
			return err
		}
		printKnown(out, found.Known)
	}
	return failIf(result != nil && result.Verdict != testscript.Pass)
}

// printExplained prints an explanation, and the parts of a program's result that the explanation omits; each
// may be nil.
func printExplained(out io.Writer, first *decision.Explanation, result *testscript.Result) error {
	if result != nil {
		rest := *result
		if first != nil {
			rest.Files = slices.DeleteFunc(slices.Clone(rest.Files),
				func(r verdict.File) bool { return r.Report.First != nil })
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
		printOtherFiles(out, first.File, result.Files)
	}
	return nil
}

// printOtherFiles names the other files that differ, in addition to the explained one.
func printOtherFiles(out io.Writer, explained string, files []verdict.File) {
	for _, f := range files {
		if d := f.Report.First; d != nil && f.Name != explained {
			printLine(out, "  also   %s:%d: %s", f.Name, d.GotLine, d.Kind)
		}
	}
}

// complete completes an assignment, a case or a file, and a file.
func (f *explainFlags) complete(cmd *cobra.Command, args []string, word string) ([]string, directive) {
	switch {
	case len(args) == 0:
		return completeAssignment(cmd, args, word)
	case f.fault != "":
		return nil, noFiles
	case len(args) == 1:
		names, _ := f.completeCases(nameAndTitle)(cmd, args, word)
		return names, withFiles
	}
	return nil, withFiles
}

// A target is the subject of an explanation, as given on the command line.
type target struct {
	a       *oracle.Assignment
	c       *cases.Case
	edition string
	program programArg // no words without a program
	options testscript.Options
}

// args returns an assignment, which the course file may have, a case, and a program if there is one.
func (f *explainFlags) args(cmd *cobra.Command, args []string) (_ []string, arg programArg, err error) {
	if err := f.course.load(); err != nil {
		return nil, arg, err
	}
	dash := cmd.ArgsLenAtDash()
	if own := f.course.assignment(); own != "" && !isAssignment(args) {
		args = slices.Insert(slices.Clone(args), 0, own)
		if dash >= 0 {
			dash++
		}
	}
	before := len(args)
	if dash >= 0 {
		before = dash
	}
	switch {
	case before == 0:
		return nil, arg, usagef("want an assignment and a case or an input file, found none: touchstone %s "+
			"squirrel handout-alpha-beta my-submission", cmd.Name())
	case dash == len(args):
		return nil, arg, usagef("want a command after \"--\", found none")
	case before == 1:
		a, err := lookup(args[0])
		if err != nil {
			return nil, arg, err
		}
		return nil, arg, usagef("want a case of %s or an input file, found none (\"touchstone list %[1]s\" "+
			"lists all)", a.Name)
	}
	return args[:2], programArg{args[2:], dash >= 0}, checkSingleProgram(args, 2, dash)
}

// target reads an assignment, a case or an input, and a program if there is one.
func (f *explainFlags) target(cmd *cobra.Command, args []string) (*target, error) {
	args, arg, err := f.args(cmd, args)
	if err != nil {
		return nil, err
	}
	a, err := f.course.lookup(args)
	if err != nil {
		return nil, err
	}
	if c := f.course.file; c != nil && !cmd.Flags().Changed("cases") {
		f.paths = slices.Clone(c.Cases)
	}
	options, edition, err := f.resolveOptions(cmd, a, arg)
	if err != nil {
		return nil, err
	}
	c, err := f.findCase(a, args[1])
	if err != nil {
		return nil, err
	}
	options.Text = maxText
	return &target{a, c, edition, arg, options}, nil
}

// isAssignment reports whether the first argument is an assignment, rather than a case.
func isAssignment(args []string) bool {
	if len(args) == 0 {
		return false
	}
	_, err := oracle.Lookup(args[0])
	return err == nil
}

// question returns the question about a program's files, or about the case if there is no program.
func (t *target) question(result *testscript.Result) decision.Question {
	q := decision.Question{Problem: t.c.Problem, Options: homework.Options{Edition: t.edition}}
	if result != nil {
		q.Files = result.Files
	}
	return q
}

// known returns the known mistakes that fit a program's answer to the case, or nil if none fits.
func (t *target) known(ctx context.Context, result *testscript.Result) (*diagnosis.Known, error) {
	if result == nil {
		return nil, nil
	}
	faults, grade, err := diagnosis.Case(ctx, t.a, t.edition, *result)
	return diagnosis.NewKnown(faults, grade), err
}

// runTarget runs the target's program. It returns nil without a program.
func (f *explainFlags) runTarget(cmd *cobra.Command, t *target) (*testscript.Result, error) {
	if len(t.program.words) == 0 {
		return nil, nil
	}
	program, err := f.open(cmd, t.a, t.program, t.options)
	if err != nil {
		return nil, err
	}
	result := program.Run(cmd.Context(), t.c)
	if err := errors.Join(result.Err, program.Close()); err != nil {
		return nil, err
	}
	return &result, nil
}

// maxText is the maximum number of bytes of a program's files that are read for an explanation.
const maxText = 64 << 20

// findCase returns a case by its name, or makes one of an input file.
func (f *explainFlags) findCase(a *oracle.Assignment, name string) (*cases.Case, error) {
	c, err := findCase(a, f.paths, name, " or an input file")
	if err == nil {
		return c, nil
	}
	info, missing := os.Stat(name)
	switch {
	case missing == nil && info.IsDir():
		return nil, usagef("want a case of %s or an input file before the submission, found the directory %q "+
			"(\"touchstone list %s\" lists all)", a.Name, name, a.Name)
	case missing != nil:
		if strings.ContainsAny(name, `/\.`) { // it is meant as a file
			_, err = regular.Read(name)
			return nil, usage(err)
		}
		return nil, err
	}
	created, err := inputCases(a, []string{name})
	if err != nil {
		return nil, err
	}
	return created[0], nil
}
