package command

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/testscript"
)

// runFlags are the flags that say how programs are built, run and judged.
type runFlags struct {
	edition, compare string
	sandbox          string
	allowRead        []string
	jobs             int
	cpu, wall        time.Duration
	tools            testscript.Tools
}

// newRunFlags returns what holds for a command that has none of the flags.
func newRunFlags() runFlags {
	return runFlags{compare: "exact", jobs: 1, cpu: testscript.DefaultCPU, tools: testscript.Tools{}}
}

// addRun adds the flags that say how a program is run and judged. what it is run on is a word.
func (f *runFlags) addRun(cmd *cobra.Command, what string) {
	flags := cmd.Flags()
	addEdition(cmd, &f.edition)
	f.addCompare(cmd)
	flags.IntVar(&f.jobs, "jobs", testscript.DefaultJobs(), "`N` "+what+"s run at a time")
	f.addProgram(cmd, what)
}

// addCompare adds the flag that says how files are compared.
func (f *runFlags) addCompare(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.compare, "compare", "exact", "`HOW` to compare, exact or course; to the byte or as leniently as the course's grader")
	cmd.RegisterFlagCompletionFunc("compare", cobra.FixedCompletions([]string{"exact", "course"}, cobra.ShellCompDirectiveNoFileComp))
}

// addProgram adds the flags that say how a program is built and run.
func (f *runFlags) addProgram(cmd *cobra.Command, what string) {
	flags := cmd.Flags()
	f.cpu = testscript.DefaultCPU
	flags.Var((*span)(&f.cpu), "time", "CPU time for each "+what+", such as 10s")
	f.addConfined(cmd)
}

// addConfined adds the flags that say what a program may do, and which tools build it.
func (f *runFlags) addConfined(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.sandbox, "sandbox", cmp.Or(f.sandbox, string(sandbox.Auto)), "`HOW` programs are confined; auto: as far as this system can; separate: as auto, but run nothing where submissions could reach each other; require: run nothing unless files, network, processes and memory are confined; none: limits alone")
	cmd.RegisterFlagCompletionFunc("sandbox", cobra.FixedCompletions(sandbox.Modes, cobra.ShellCompDirectiveNoFileComp))
	flags.StringArrayVar(&f.allowRead, "allow-read", nil, "a `PATH` that the program may read, too; besides its own and the system's, repeatable")
	addTools(cmd, f.tools)
}

// confined checks the flags of addConfined, and returns what a program may read, wherever it runs.
func (f *runFlags) confined() (allowRead []string, err error) {
	if !slices.Contains(sandbox.Modes, f.sandbox) {
		return nil, fmt.Errorf("want --sandbox %s, found %q", strings.Join(sandbox.Modes, ", "), f.sandbox)
	}
	for _, path := range f.allowRead {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("--allow-read: %w", err)
		}
		if path, err = filepath.Abs(path); err != nil {
			return nil, err
		}
		allowRead = append(allowRead, path)
	}
	return allowRead, nil
}

// lenient reports whether files are compared as by the course.
func (f *runFlags) lenient() bool { return f.compare == "course" }

// options checks the flags, and returns what they say of runs.
func (f *runFlags) options() (o testscript.Options, err error) {
	o = testscript.Options{Edition: f.edition, CPU: f.cpu, Wall: f.wall, Course: f.lenient(), Sandbox: sandbox.Mode(f.sandbox)}
	if o.AllowRead, err = f.confined(); err != nil {
		return o, err
	}
	switch {
	case f.compare != "exact" && f.compare != "course":
		return o, fmt.Errorf("want --compare exact or course, found %q", f.compare)
	case f.jobs < 1:
		return o, fmt.Errorf("want --jobs of at least 1, found %d", f.jobs)
	case f.cpu <= 0:
		return o, fmt.Errorf("want --time above 0, found %s", f.cpu)
	}
	return o, nil
}

// toolsAnywhere returns the tools, with paths that do not depend on the current folder.
func (f *runFlags) toolsAnywhere() (testscript.Tools, error) {
	tools := testscript.Tools{}
	for name, path := range f.tools {
		if strings.ContainsRune(path, filepath.Separator) { // else it is looked up on the PATH
			found, err := absolute(path)
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
type toolFlag struct{ chosen program.Tools }

// addTools adds the flag --tool.
func addTools(cmd *cobra.Command, chosen program.Tools) {
	about := "the compiler or interpreter, such as cxx=clang++; repeatable; NAME is one of " +
		strings.Join(program.ToolNames(), ", ") + "; python=2 or 3 runs .py files by this Python"
	cmd.Flags().Var(toolFlag{chosen}, "tool", about)
	cmd.RegisterFlagCompletionFunc("tool", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, name := range program.ToolNames() {
			names = append(names, name+"=")
		}
		return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
}

func (f toolFlag) Type() string { return "NAME=PATH" }

func (f toolFlag) String() string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(f.chosen)) {
		all = append(all, name+"="+f.chosen[name])
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
	f.chosen[name] = path
	return nil
}
