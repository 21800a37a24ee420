package command

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/shortage"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// runFlags are the flags that determine how programs are built, run and judged.
type runFlags struct {
	testscript.Options
	compare string
	jobs    int
}

// newRunFlags returns the defaults for a command without these flags.
func newRunFlags() runFlags {
	return runFlags{compare: outcome.Comparisons[0], jobs: 1, Options: testscript.Options{
		CPU: testscript.DefaultCPU, Tools: program.Tools{},
	}}
}

// addRun adds the flags for running and judging a program. unit is a word for the input of a run.
func (f *runFlags) addRun(cmd *cobra.Command, unit string) {
	flags := cmd.Flags()
	addEdition(cmd, &f.Edition)
	f.addCompare(cmd)
	flags.IntVar(&f.jobs, "jobs", testscript.DefaultJobs(), "`N` "+unit+"s run at a time")
	f.addProgram(cmd, unit)
}

// addCompare adds the flag for the comparison of files.
func (f *runFlags) addCompare(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.compare, "compare", outcome.Comparisons[0], "`HOW` to compare, exact or course; "+
		"to the byte or as leniently as the course's grader")
	completeFlag(cmd, "compare", outcome.Comparisons)
}

// addProgram adds the flags for building and running a program.
func (f *runFlags) addProgram(cmd *cobra.Command, unit string) {
	flags := cmd.Flags()
	flags.DurationVar(&f.CPU, "time", testscript.DefaultCPU, "CPU time for each "+unit+", such as 10s")
	f.addConfined(cmd)
}

// addConfined adds the flags for the permissions of a program, and for the tools that build it.
func (f *runFlags) addConfined(cmd *cobra.Command) {
	addSandbox(cmd, (*string)(&f.Sandbox))
	cmd.Flags().StringArrayVar(&f.AllowRead, "allow-read", nil, "a `PATH` that the program may read, in addition "+
		"to its own and the system's; repeatable")
	addTools(cmd, f.Tools)
}

// addSandbox adds the flag --sandbox.
func addSandbox(cmd *cobra.Command, mode *string) {
	cmd.Flags().StringVar(mode, "sandbox", cmp.Or(*mode, string(sandbox.Auto)),
		"`HOW` programs are confined; auto: as far as this system can; separate: as auto, but run nothing where "+
			"submissions could reach each other; require: run nothing unless files, network, processes and memory "+
			"are confined; none: limits alone")
	completeFlag(cmd, "sandbox", sandbox.Modes)
}

// checkSandboxMode checks the value of --sandbox.
func checkSandboxMode(mode string) error {
	if !slices.Contains(sandbox.Modes, mode) {
		return usagef("want --sandbox %s, found %q", strings.Join(sandbox.Modes, ", "), mode)
	}
	return nil
}

// options checks the flags, and returns the options of runs.
func (f *runFlags) options() (o testscript.Options, err error) {
	if err := checkSandboxMode(string(f.Sandbox)); err != nil {
		return o, err
	}
	switch {
	case !slices.Contains(outcome.Comparisons, f.compare):
		return o, usagef("want --compare %s, found %q", strings.Join(outcome.Comparisons, " or "), f.compare)
	case f.jobs < 1:
		return o, usagef("want --jobs of at least 1, found %d", f.jobs)
	case f.CPU <= 0:
		return o, usagef("want --time above 0, found %s", f.CPU)
	}
	for _, path := range f.AllowRead {
		if _, err := os.Stat(path); err != nil {
			return o, usagef("--allow-read: %w", err)
		}
	}
	f.Course = f.compare == outcome.Comparisons[1]
	o = f.Options
	o.AllowRead, err = absolutePaths(f.AllowRead...)
	return o, err
}

// settingFlags are the flags of settings, by field.
var settingFlags = map[string]string{
	"Edition": "edition", "Course": "compare", "CPU": "time", "Sandbox": "sandbox", "AllowRead": "allow-read",
}

// merge takes from the course file the settings that no flag gives. Tools are chosen one by one.
func (f *runFlags) merge(cmd *cobra.Command, c testscript.Options) {
	tools := map[string]string{}
	maps.Copy(tools, c.Tools)
	maps.Copy(tools, f.Tools)
	to, from := reflect.ValueOf(&f.Options).Elem(), reflect.ValueOf(c)
	for i := range to.NumField() {
		flag := settingFlags[to.Type().Field(i).Name]
		if (flag == "" || !cmd.Flags().Changed(flag)) && !from.Field(i).IsZero() {
			to.Field(i).Set(from.Field(i))
		}
	}
	f.Tools = tools
	if !cmd.Flags().Changed("compare") {
		f.compare = c.Comparison()
	}
}

// absoluteTools returns the tools, with paths that do not depend on the current directory.
func (f *runFlags) absoluteTools() (map[string]string, error) {
	tools := map[string]string{}
	for name, path := range f.Tools {
		if strings.ContainsRune(path, filepath.Separator) { // else it is looked up on the PATH
			found, err := absolutePaths(path)
			if err != nil {
				return nil, err
			}
			path = found[0]
		}
		tools[name] = path
	}
	return tools, nil
}

// A toolFlag is the flag --tool, which chooses compilers and interpreters.
type toolFlag struct{ tools program.Tools }

// addTools adds the flag --tool.
func addTools(cmd *cobra.Command, chosen program.Tools) {
	usage := "the compiler or interpreter, such as cxx=clang++; repeatable; NAME is one of " +
		strings.Join(program.ToolNames(), ", ") + "; python=2 or 3 runs .py files by this Python"
	cmd.Flags().Var(toolFlag{chosen}, "tool", usage)
}

func (f toolFlag) Type() string { return "NAME=PATH" }

func (f toolFlag) String() string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(f.tools)) {
		all = append(all, name+"="+f.tools[name])
	}
	return strings.Join(all, ",")
}

func (f toolFlag) Set(text string) error {
	name, path, ok := strings.Cut(text, "=")
	known := program.ToolNames()
	switch {
	case !ok || path == "":
		return fmt.Errorf("want NAME=PATH, such as cxx=clang++")
	case !slices.Contains(known, name):
		return fmt.Errorf("want one of %s, found %q%s", strings.Join(known, ", "), name, suggest.Hint(name, known))
	case name == program.PythonFlag && !slices.Contains(program.PythonVersions, path):
		return fmt.Errorf("want python=2 or python=3")
	}
	f.tools[name] = path
	return nil
}

// A programArg is the program that the user gives: a path, or a command that was typed.
type programArg struct {
	words []string
	typed bool
}

// path returns the path, or "" for a command.
func (p programArg) path() string {
	if p.typed {
		return ""
	}
	return p.words[0]
}

// source returns the source file of the program, or "".
func (p programArg) source(a *oracle.Assignment) string {
	if p.typed {
		return program.SourceOfCommand(p.words...)
	}
	return program.SourceFile(a, p.words[0])
}

// args returns the assignment and the program. With a course file, the assignment may be left out.
func (f *checkFlags) args(cmd *cobra.Command, args []string) (assignment string, arg programArg,
	err error) {
	if err := f.course.load(); err != nil {
		return "", arg, err
	}
	dash := cmd.ArgsLenAtDash()
	if own := f.course.assignment(); own != "" && (dash == 0 || dash < 0 && len(args) < 2) {
		args = slices.Insert(slices.Clone(args), 0, own)
		if dash >= 0 {
			dash++
		}
	}
	if err := countArgs(cmd.Name(), args, dash); err != nil {
		return "", arg, err
	}
	return args[0], programArg{args[1:], dash >= 0}, nil
}

// resolve takes from the course file the flags that only check and grade have.
func (f *checkFlags) resolve(cmd *cobra.Command, a *oracle.Assignment) error {
	c, isSet := f.course.file, cmd.Flags().Changed
	switch {
	case c == nil && isSet("days-late"):
		return usagef("--days-late requires --course FILE")
	case f.daysLate < 0:
		return usagef("want --days-late of at least 0, found %d", f.daysLate)
	case c == nil:
		return nil
	}
	if err := f.course.checkAssignment(a); err != nil {
		return err
	}
	unlessGiven(cmd, "profile", &f.profile, c.Profile)
	unlessGiven(cmd, "show", &f.report.show, c.Show)
	if !isSet("cases") && !isSet("input") {
		f.paths = slices.Clone(c.Cases)
		return f.matchCourse(a)
	}
	return nil
}

// unlessGiven sets a flag that is not given to the value of the course file, unless that is zero.
func unlessGiven[T comparable](cmd *cobra.Command, flag string, to *T, value T) {
	if !cmd.Flags().Changed(flag) && value != *new(T) {
		*to = value
	}
}

// programFlags are the flags of the commands that run a program on cases.
type programFlags struct {
	runFlags
	caseFlags
	course courseFlag
}

func newProgramFlags() programFlags { return programFlags{runFlags: newRunFlags()} }

// resolveOptions returns the options and the edition of runs. Flags override the course file. A command that was
// typed needs no tools.
func (f *programFlags) resolveOptions(cmd *cobra.Command, a *oracle.Assignment,
	from programArg) (o testscript.Options, edition string, err error) {
	c, isSet := f.course.file, cmd.Flags().Changed
	if c != nil {
		chosen := c.Settings
		if from.typed {
			chosen.Tools = nil
		}
		f.merge(cmd, chosen)
	}
	if o, err = f.options(); err != nil {
		return o, "", err
	}
	if err := preparePackage(cmd.Context(), a, o); err != nil {
		return o, "", err
	}
	o.Hide = slices.Clone(f.paths)
	o.SameCPU = isSet("time") || a.Path != "" && c != nil && c.Settings.CPU > 0
	if c != nil {
		o.Hide = append(o.Hide, c.Path)
	}
	edition, err = a.Edition(f.Edition)
	return o, edition, usage(err)
}

// matchCourse holds the course file against its cases, before some are chosen.
func (f *checkFlags) matchCourse(a *oracle.Assignment) error {
	all, err := findCases(a, f.paths)
	if err != nil {
		return err
	}
	return usage(f.course.file.Match(slices.DeleteFunc(all,
		func(c *cases.Case) bool { return !c.In(f.profile) })))
}

// applyRule applies the grading rule of the course file, or of the assignment.
func (f *checkFlags) applyRule(a *oracle.Assignment, results []testscript.Result) verdict.Score {
	if f.course.file == nil {
		return verdict.NewScore(a, results)
	}
	return f.course.file.Score(f.course.student, f.daysLate, results)
}

// countArgs checks the arguments of a command; dash is the number of arguments before "--", or -1.
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
		return fmt.Errorf("want a file, a directory, an archive or \"-- COMMAND\" after the assignment, found "+
			"none: touchstone %s %s my-submission", command, args[0])
	}
	return checkSingleProgram(args, 1, dash)
}

// checkSingleProgram checks that the first n arguments are followed by at most one path, or a command after "--".
func checkSingleProgram(args []string, n, dash int) error {
	switch {
	case dash > n:
		return usagef("want a path or \"-- COMMAND\", found both: %q and %q", args[n],
			strings.Join(args[dash:], " "))
	case dash < 0 && len(args) > n+1:
		return usagef("want one path, found %d: a command of several words comes after \"--\"", len(args)-n)
	}
	return nil
}

// open builds the program and prints notes about the build.
func (f *runFlags) open(cmd *cobra.Command, a *oracle.Assignment, arg programArg,
	o testscript.Options) (*testscript.Program, error) {
	runner, err := testscript.NewRunner(o, f.jobs)
	if err != nil {
		return nil, err
	}
	source := testscript.Path(arg.words[0])
	if arg.typed {
		source = testscript.Command(arg.words...)
		if len(f.Tools) > 0 {
			return nil, usagef("want --tool with a file or a directory only: after \"--\" the command names its " +
				"interpreter")
		}
	}
	program, err := runner.Open(cmd.Context(), a, source)
	if err != nil {
		return nil, asUsageError(err)
	}
	if arg.typed {
		warnMisplacedFlags(cmd, arg.words)
	}
	if text := program.Note(); text != "" {
		note(cmd, text)
	}
	return program, nil
}

// warnMisplacedFlags prints a note about flags of touchstone in a command that was typed. They belong to the
// program, which may have such a flag, too.
func warnMisplacedFlags(cmd *cobra.Command, command []string) {
	var found []string
	for _, word := range command[1:] {
		if name, ok := strings.CutPrefix(word, "--"); ok {
			name, _, _ = strings.Cut(name, "=")
			if cmd.Flag(name) != nil {
				found = append(found, "--"+name)
			}
		}
	}
	if len(found) > 0 {
		warn(cmd, "%s after \"--\" belong to the program; flags of touchstone come before \"--\"",
			strings.Join(found, ", "))
	}
}

// asUsageError turns an error in a program into a usage error. It leaves other errors, which fail the check: a
// program that cannot be confined, that has answers which cannot be hidden from it, or that has no space
// here.
func asUsageError(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, sandbox.ErrUnconfined) || errors.As(err, new(*answers.Error)) ||
		errors.As(err, new(shortage.Error)) {
		return err
	}
	return usage(err)
}

// programNameTable is a table of the names by which programs are found.
func programNameTable() string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, a := range oracle.Assignments() {
		fmt.Fprintf(table, "  %s\t%s\n", a.Name, strings.Join(program.HandoutNames(a), ", "))
	}
	fmt.Fprintf(table, "  all\t%s\n", strings.Join(program.OtherNames(), ", "))
	table.Flush()
	return text.String()
}
