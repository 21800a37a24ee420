package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
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
	case c == nil && (f.student != "" || given("days-late")):
		return usagef("--student and --days-late go with --course FILE")
	case f.daysLate < 0:
		return usagef("want --days-late of at least 0, found %d", f.daysLate)
	case c == nil:
		return nil
	}
	if err := f.course.agree(a); err != nil {
		return err
	}
	text := func(flag string, to *string, value string) {
		if !given(flag) && value != "" {
			*to = value
		}
	}
	text("edition", &f.edition, c.Edition)
	text("compare", &f.compare, c.Compare)
	text("profile", &f.profile, c.Profile)
	text("sandbox", &f.sandbox, string(c.Sandbox))
	text("show", &f.report.show, c.Show)
	if !given("time") && c.Time > 0 {
		f.cpu = c.Time
	}
	if !given("wall") && c.Wall > 0 {
		f.wall = c.Wall
	}
	if !given("allow-read") {
		f.allowRead = slices.Clone(c.AllowRead)
	}
	for tool, path := range c.Tools {
		if f.tools[tool] == "" && !typed {
			f.tools[tool] = path
		}
	}
	if !given("cases") && !given("input") {
		f.paths = slices.Clone(c.Cases)
		return f.match(a)
	}
	return nil
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
	o, err := f.runFlags.options()
	o.Hide = f.paths
	if c := f.course.file; c != nil {
		o.Memory, o.TimeFactor = c.Memory, c.Students[f.student].Limits
		o.Hide = append(slices.Clone(o.Hide), c.Path)
	}
	return o, err
}

// rate applies the grading rule of the course file, or of the assignment.
func (f *checkFlags) rate(a *oracle.Assignment, results []testscript.Result) testscript.Score {
	if f.course.file == nil {
		return testscript.NewScore(a, results)
	}
	return f.course.file.Score(f.student, f.daysLate, results)
}

// sameCPU reports whether all cases have one CPU time: that of the flag, or of the course file for a problem package.
func (f *checkFlags) sameCPU(cmd *cobra.Command, a *oracle.Assignment) bool {
	c := f.course.file
	return cmd.Flags().Changed("time") || a.Path != "" && c != nil && c.Time > 0
}
