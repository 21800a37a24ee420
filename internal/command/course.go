package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/docs"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

func newCourse() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "course",
		Short: "Write and check a course file, which sets how a course grades",
	}
	cmd.AddCommand(newCourseInit(), newCourseCheck(), newCourseSchema(), newCourseCollect())
	return cmd
}

func newCourseInit() *cobra.Command {
	return withHelp("course-init", &cobra.Command{
		Args:              arguments(1, 2),
		ValidArgsFunction: completeAssignmentThenFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			out := course.Name
			if len(args) == 2 {
				out = args[1]
			}
			a, err := lookup(args[0])
			if err != nil {
				return err
			}
			name, err := nameFrom(filepath.Dir(out), a)
			if err != nil {
				return err
			}
			text := course.Example(a, name)
			if out == "-" {
				_, err := io.WriteString(cmd.OutOrStdout(), text)
				return err
			}
			if err := checkAbsent(out); err != nil {
				return err
			}
			if err := output.WriteFile(out, []byte(text)); err != nil {
				return usage(err)
			}
			printLine(cmd.OutOrStdout(), "%s: edit it, and then check it: touchstone course check %[1]s",
				out)
			return nil
		},
	})
}

// nameFrom returns how a course file in a directory names an assignment: a problem package by its path from
// there.
func nameFrom(dir string, a *oracle.Assignment) (string, error) {
	if a.Path == "" {
		return a.Name, nil
	}
	full, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	path, err := filepath.Rel(full, a.Path)
	if err != nil { // it is on another drive
		path = a.Path
	}
	return strconv.Quote(filepath.ToSlash(path)), nil
}

func newCourseCheck() *cobra.Command {
	return withHelp("course-check", &cobra.Command{
		Args: arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := course.Load(append(args, course.Name)[0])
			if err != nil {
				return usage(err)
			}
			chosen, err := courseCases(cmd.Context(), f)
			if err != nil {
				return err
			}
			if err := checkGoldens(cmd.Context(), f.Cases); err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if !f.Late.Rule && !f.Late.Due.IsZero() {
				fmt.Fprintln(out, "late days have no penalty (late: {penalty: ...})")
			}
			fmt.Fprintln(out, describePoints(f, chosen))
			printLine(out, "%s: %s of %s, %s with individual settings", f.Path, prose.Count(len(chosen), "case"),
				f.Assignment.Name, prose.Count(len(f.Students), "student"))
			printLine(out, "no command reads it by default: touchstone check --course %s my-submission", f.Path)
			return nil
		},
	})
}

// describePoints describes the points of the cases of each category under a course file.
func describePoints(f *course.File, all []*cases.Case) string {
	var results []verdict.Result
	for _, c := range all {
		results = append(results, verdict.Result{Case: c, Verdict: verdict.Pass})
	}
	score := f.Score("", 0, results)
	text := settings.FormatNumber(score.Max) + " points"
	if score.Bonus > 0 {
		text += fmt.Sprintf(", %s of them only if all cases pass", settings.FormatNumber(score.Bonus))
	}
	between := ": "
	for _, part := range score.Parts {
		text += fmt.Sprintf("%s%s %s (%s)", between, part.Category, settings.FormatNumber(part.Weight),
			prose.Count(part.Cases, "case"))
		between = ", "
	}
	return text
}

// checkGoldens checks that the right answers in a course's own cases equal the oracle's.
func checkGoldens(ctx context.Context, paths []string) error {
	var wrong []error
	for _, path := range paths {
		changed, err := cases.UpdateFiles(ctx, path, true)
		for _, change := range changed {
			if !change.GoldenMissing { // else they are made when they are needed
				wrong = append(wrong, fmt.Errorf("%s: its goldens are not the oracle's: \"touchstone cases update %s\" "+
					"makes them again", change.Path, path))
			}
		}
		wrong = append(wrong, err)
	}
	return usage(errors.Join(wrong...))
}

func newCourseSchema() *cobra.Command {
	return withHelp("course-schema", &cobra.Command{
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), docs.CourseSchema)
			return err
		},
	})
}

// courseCases prepares the assignment of a course file, and returns its cases, against which it is checked.
func courseCases(ctx context.Context, f *course.File) ([]*cases.Case, error) {
	if err := preparePackage(ctx, f.Assignment, f.Settings); err != nil {
		return nil, err
	}
	for _, path := range f.Cases {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, usagef("%s: want cases at %s, found nothing there", f.Path, path)
		}
	}
	profile := cmp.Or(f.Profile, cases.ProfileDefault)
	in := func(c *cases.Case) (bool, error) { return c.In(profile), nil }
	chosen, err := casesInProfile(f.Assignment, f.Cases, profile, in, "\"profile: graded\" takes them")
	if err != nil {
		return nil, usage(err)
	}
	return chosen, usage(f.Match(chosen))
}

// A courseFlag is the flag --course of the commands that read a course file.
type courseFlag struct {
	path    string
	file    *course.File // nil without the flag
	student string       // the program's student, or ""
}

func (f *courseFlag) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.path, "course", "", "a course `FILE` with defaults for the flags; ASSIGNMENT "+
		"is then optional")
	cmd.MarkFlagFilename("course", "yaml", "yml")
}

// load reads the course file, once.
func (f *courseFlag) load() (err error) {
	if f.path == "" && f.student != "" {
		return usagef("--student requires --course FILE")
	}
	if f.path == "" || f.file != nil {
		return nil
	}
	if f.file, err = course.Load(f.path); err != nil {
		return usage(err)
	}
	if _, known := f.file.Students[f.student]; known || f.student == "" {
		return nil
	}
	if hint := suggest.Hint(f.student, slices.Collect(maps.Keys(f.file.Students))); hint != "" {
		return usagef("--student %s: %s has no such student%s", f.student, f.path, hint)
	}
	return nil
}

// lookup returns the assignment that is the first argument, or without one the course file's.
func (f *courseFlag) lookup(args []string) (*oracle.Assignment, error) {
	if err := f.load(); err != nil {
		return nil, err
	}
	if len(args) == 0 && f.file != nil {
		return f.file.Assignment, nil
	}
	if len(args) == 0 {
		return nil, usagef("want an assignment (%s) first, found none", strings.Join(oracle.Names(), ", "))
	}
	a, err := lookup(args[0])
	if err != nil {
		return nil, err
	}
	return a, f.checkAssignment(a)
}

// preparePackage confines the programs of a problem package as set by the flag --sandbox or the course file.
func (f *courseFlag) preparePackage(cmd *cobra.Command, a *oracle.Assignment, mode *string) error {
	var read []string
	if f.file != nil {
		unlessGiven(cmd, "sandbox", mode, string(f.file.Settings.Sandbox))
		read = f.file.Settings.AllowRead
	}
	if err := checkSandboxMode(*mode); err != nil {
		return err
	}
	return preparePackage(cmd.Context(), a, testscript.Options{Sandbox: sandbox.Mode(*mode), AllowRead: read})
}

// assignment is the name of the course file's assignment, or "".
func (f *courseFlag) assignment() string {
	if f.file == nil {
		return ""
	}
	return f.file.Assignment.Name
}

// checkAssignment checks that an assignment named on the command line is the course file's assignment.
func (f *courseFlag) checkAssignment(a *oracle.Assignment) error {
	if f.file == nil || f.file.Assignment == a {
		return nil
	}
	return usagef("want %s, the assignment of %s, found %s", f.file.Assignment.Name, f.path, a.Name)
}

func newCourseCollect() *cobra.Command {
	var out, table string
	cmd := withHelp("course-collect", &cobra.Command{
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := submissions.Collect(cmd.Context(), args[0], table, out)
			if err != nil {
				return usage(err)
			}
			printCollection(cmd, c, filepath.Join(out, submissions.RosterName), table != "")
			return nil
		},
	})
	cmd.Flags().StringVar(&out, "out", "handed-in", "the `DIR` to write, which is new or empty")
	cmd.Flags().StringVar(&table, "table", "", "the platform's table of grades, a CSV `FILE`")
	return cmd
}

func printCollection(cmd *cobra.Command, c *submissions.Collection, roster string, table bool) {
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "%s: %s", escape.Line(roster), prose.Count(c.Students, "student"))
	if c.Without > 0 {
		fmt.Fprintf(w, ", %d of them without a submission", c.Without)
	}
	fmt.Fprintf(w, ", %s\n", prose.Count(c.Files, "file"))
	some := func(list []string, format string) {
		if len(list) > 0 {
			fmt.Fprintf(w, format+"\n", joinNames(list))
		}
	}
	if table {
		some(c.Unknown, "not in the table: %s")
	} else {
		fmt.Fprintln(w, "students without a submission are known only with --table FILE")
	}
	some(c.Late, `late, but without a penalty until the column "submitted" has the times: %s`)
	some(c.Superseded, "skipped, since a newer file has the same name: %s")
	some(c.Passed, "skipped, since their names have another form: %s")
}
