package command

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// args returns the assignment, and the path or the command that are to be checked. With a course
// file, the assignment may be left out.
func (f *checkFlags) args(cmd *cobra.Command, args []string) (assignment string, program []string, typed bool, err error) {
	if err := f.course.load(); err != nil {
		return "", nil, false, err
	}
	dash := cmd.ArgsLenAtDash()
	before := len(args)
	if dash >= 0 {
		before = dash
	}
	if own := f.course.assignment(); own != "" && (dash == 0 || dash < 0 && before < 2) {
		args = slices.Insert(slices.Clone(args), 0, own)
		if dash >= 0 {
			dash++
		}
	}
	if err := countArgs(cmd.Name(), args, dash); err != nil {
		return "", nil, false, err
	}
	return args[0], args[1:], dash >= 0, nil
}

// resolve takes what flags do not say from the course file. A command that was typed needs no tools.
func (f *checkFlags) resolve(cmd *cobra.Command, a *oracle.Assignment, typed bool) error {
	c, given := f.course.file, cmd.Flags().Changed
	switch {
	case c == nil && given("days-late"):
		return usagef("--days-late goes with --course FILE")
	case f.daysLate < 0:
		return usagef("want --days-late of at least 0, found %d", f.daysLate)
	case c == nil:
		return nil
	}
	if err := f.course.agree(a); err != nil {
		return err
	}
	unlessGiven(cmd, "profile", &f.profile, c.Profile)
	unlessGiven(cmd, "show", &f.report.show, c.Show)
	f.course.resolve(cmd, &f.runFlags, typed)
	if !given("cases") && !given("input") {
		f.paths = slices.Clone(c.Cases)
		return f.match(a)
	}
	return nil
}

// unlessGiven sets what a flag does not say to what the course file says, if it does.
func unlessGiven[T comparable](cmd *cobra.Command, flag string, to *T, value T) {
	if !cmd.Flags().Changed(flag) && value != *new(T) {
		*to = value
	}
}

// resolve takes from the course file, which may be nil, what flags do not say of runs.
func (f *courseFlag) resolve(cmd *cobra.Command, run *runFlags, typed bool) {
	c := f.file
	if c == nil {
		return
	}
	unlessGiven(cmd, "edition", &run.edition, c.Edition)
	unlessGiven(cmd, "compare", &run.compare, c.Compare)
	unlessGiven(cmd, "sandbox", &run.sandbox, string(c.Sandbox))
	unlessGiven(cmd, "time", &run.cpu, c.Time)
	run.wall = c.Wall
	if !cmd.Flags().Changed("allow-read") {
		run.allowRead = slices.Clone(c.AllowRead)
	}
	for tool, path := range c.Tools {
		if run.tools[tool] == "" && !typed {
			run.tools[tool] = path
		}
	}
}

// match holds the course file against its cases, before some are chosen.
func (f *checkFlags) match(a *oracle.Assignment) error {
	all, err := findCases(a, f.paths)
	if err != nil {
		return err
	}
	return usage(f.course.file.Match(slices.DeleteFunc(all, func(c *cases.Case) bool { return !c.In(f.profile) })))
}

// options returns what the flags and the course file say of runs.
func (f *checkFlags) options() (testscript.Options, error) {
	return f.course.options(&f.runFlags, f.paths)
}

// options returns what the flags and the course file say of runs on the cases at the paths.
func (f *courseFlag) options(run *runFlags, paths []string) (testscript.Options, error) {
	o, err := run.options()
	o.Hide = paths
	if c := f.file; c != nil {
		o.Memory, o.TimeFactor = c.Memory, c.Students[f.student].Limits
		o.Hide = append(slices.Clone(o.Hide), c.Path)
	}
	return o, err
}

// rate applies the grading rule of the course file, or of the assignment.
func (f *checkFlags) rate(a *oracle.Assignment, results []testscript.Result) verdict.Score {
	if f.course.file == nil {
		return verdict.NewScore(a, results)
	}
	return f.course.file.Score(f.course.student, f.daysLate, results)
}

// sameCPU reports whether all cases have one CPU time: that of the flag, or of the course file for a problem package.
func (f *courseFlag) sameCPU(cmd *cobra.Command, a *oracle.Assignment) bool {
	c := f.file
	return cmd.Flags().Changed("time") || a.Path != "" && c != nil && c.Time > 0
}
