package command

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/autograder"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/site/desk"
)

func newGradescope() *cobra.Command {
	var file courseFlag
	var out, binary string
	cmd := withHelp("gradescope", &cobra.Command{
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("want --course FILE alone, which names the assignment, found the argument %q%s",
					args[0], suggest.Hint(args[0], []string{"grade"}))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if file.path == "" {
				return usagef("want --course FILE (touchstone course init writes one)")
			}
			if err := file.load(); err != nil {
				return err
			}
			return pack(cmd, file.file, binary, out)
		},
	})
	file.add(cmd)
	cmd.Flags().StringVar(&out, "out", "autograder.zip", "the `FILE` to write")
	cmd.Flags().StringVar(&binary, "binary", "", "`FILE` with touchstone for linux/amd64, instead of this one")
	cmd.MarkFlagFilename("out", "zip")
	cmd.AddCommand(newGradescopeGrade())
	return cmd
}

// pack writes an autograder.
func pack(cmd *cobra.Command, c *course.File, binary, out string) error {
	chosen, err := courseCases(cmd.Context(), c)
	if err != nil {
		return err
	}
	if err := checkAbsent(out); err != nil {
		return err
	}
	if binary == "" {
		if binary, err = os.Executable(); err != nil {
			return err
		}
	}
	var archive bytes.Buffer
	if err := autograder.Pack(&archive, c, binary); err != nil {
		return usage(err)
	}
	if err := output.WriteFile(out, archive.Bytes()); err != nil {
		return usage(err)
	}
	for _, path := range c.Settings.AllowRead {
		warn(cmd, "%s is not packed: programs may read it if the platform has it", path)
	}
	points := strconv.FormatFloat(c.Points.Score(c.Assignment, nil).Max, 'f', -1, 64)
	printLine(cmd.OutOrStdout(), "%s: %s of %s; set the autograder points of the assignment to %s",
		out, prose.Count(len(chosen), "case"), c.Assignment.Name, points)
	return nil
}

func newGradescopeGrade() *cobra.Command {
	return withHelp("gradescope-grade", &cobra.Command{
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			root := args[0]
			err := gradeSubmission(cmd, root)
			if status := exitStatus(0); errors.As(err, &status) && status == exitFail {
				return nil // not all cases pass, which is graded
			}
			if err == nil || cmd.Context().Err() != nil {
				return err
			}
			// Results without a score mean that the autograder failed, and the platform counts no score.
			var text bytes.Buffer
			failed := escape.Encode(&text, report.GradescopeFailure(), "  ")
			return errors.Join(err, failed, output.WriteFile(filepath.Join(root, resultsFile), text.Bytes()))
		},
	})
}

// resultsFile is the file of the results below the directory of an autograder.
const resultsFile = "results/results.json"

// gradeSubmission checks the submission below root by the rules of the course file there.
func gradeSubmission(cmd *cobra.Command, root string) error {
	source := filepath.Join(root, "source")
	c, err := course.Load(filepath.Join(source, autograder.Course))
	if err != nil {
		return usage(err)
	}
	args := []string{
		"--course", c.Path, "--format", "gradescope", "--out", filepath.Join(root, resultsFile),
	}
	if c.Show == "" {
		args = append(args, "--show", string(report.ShowSummary))
	}
	if len(c.Cases) > 0 {
		args = append(args, "--cases", filepath.Join(source, autograder.Cases))
	}
	switch m, err := autograder.ReadMetadata(filepath.Join(root, "submission_metadata.json")); {
	case err == nil:
		args = append(args, "--student", m.Student(c), "--days-late", strconv.Itoa(m.DaysLate(c)))
	case c.Late.Penalty > 0:
		return usage(err)
	default:
		note(cmd, err.Error()+"; individual settings of students are ignored")
	}
	check := newCheck()
	check.SilenceErrors, check.SilenceUsage = true, true
	check.SetArgs(append(args, filepath.Join(root, "submission")))
	check.SetIn(cmd.InOrStdin())
	check.SetOut(cmd.OutOrStdout())
	check.SetErr(cmd.ErrOrStderr())
	return check.ExecuteContext(cmd.Context())
}

// newPageData is the command that package site runs: only a command has the list of its games, and a course
// file is only read on the user's machine.
func newPageData() *cobra.Command {
	var f courseFlag
	cmd := withHelp("gradescope-page-data", &cobra.Command{
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.load(); err != nil {
				return err
			}
			stock, err := f.pageData(cmd.Context())
			if err != nil {
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(stock)
		},
	})
	f.add(cmd)
	return cmd
}

// pageData returns the data of a page: the course's assignment with its cases, or the games that this command
// adds to the built-in ones, or else the built-in games.
func (f *courseFlag) pageData(ctx context.Context) (s desk.PageData, err error) {
	if f.file != nil {
		return coursePageData(ctx, f.file)
	}
	games := catalog.Added()
	if len(games) == 0 {
		games = oracle.Assignments()
	}
	for _, a := range games {
		all, err := cases.Embedded(a)
		if err != nil {
			return s, err
		}
		s.Add(a, all)
	}
	return s, nil
}

// coursePageData returns the data of the page of a course.
func coursePageData(ctx context.Context, f *course.File) (s desk.PageData, err error) {
	a := f.Assignment
	if a.Path != "" {
		return s, usagef("%s: want an assignment that is compiled into the page, found the problem package %s, "+
			"whose programs cannot run in a browser", f.Path, a.Name)
	}
	choice := checkFlags{programFlags: programFlags{course: courseFlag{file: f}}}
	choice.paths, choice.profile = f.Cases, cmp.Or(f.Profile, cases.ProfileDefault)
	if err := choice.matchCourse(a); err != nil {
		return s, err
	}
	chosen, err := choice.chooseCases(ctx, a, f.Settings.Edition)
	if err != nil {
		return s, err
	}
	if err := checkGoldens(ctx, f.Cases); err != nil {
		return s, err
	}
	s.Course = &desk.Course{
		Title: f.Title, Edition: f.Settings.Edition, Compare: f.Settings.Comparison(),
		Show:   report.Show(cmp.Or(f.Show, string(report.ShowDiff))),
		Points: f.Points, Seconds: cmp.Or(f.Settings.Wall, f.Settings.CPU).Seconds(),
		Unsupported: unsupportedSettings(f),
	}
	s.Add(a, chosen)
	return s, nil
}

// unsupportedSettings returns the settings of a course file that pages do not support.
func unsupportedSettings(f *course.File) (left []string) {
	if f.Late.Rule {
		left = append(left, "The lateness of a program is unknown here, so it costs no points.")
	}
	if len(f.Students) > 0 {
		left = append(left, "Settings of individual students, such as points by hand, are not counted here.")
	}
	return left
}
