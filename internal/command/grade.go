package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/class"
	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// gradeFlags are the flags of grade.
type gradeFlags struct {
	checkFlags
	out    string
	shard  string
	export string // where to write the sources of the programs
	quiet  bool
	// formats are those of gradebook.Formats that are written, too
	formats []string
}

func newGrade() *cobra.Command {
	f := gradeFlags{checkFlags: checkFlags{runFlags: newRunFlags()}}
	cmd := &cobra.Command{
		Use:   "grade [ASSIGNMENT] ROSTER --out DIR",
		Short: "Grade a class",
		Long: `Grade checks the submissions of a class like check does, and writes its books: the
grades, a report for each student, and one page for the teacher.

ROSTER is a folder in which each entry is a submission, a folder, a file or an
archive, of the student of that name; or a CSV file of names and paths, which are
relative to it. An empty path means that nothing was handed in.

Each submission is built once. At most --jobs programs run at a time, of many
students in turn, so that one slow program does not keep all others waiting. What is
wrong with a submission is its verdict, and stops nobody else's.

Every result is in DIR/journal.jsonl as soon as it is known. After Ctrl-C, or if the
machine fails, the same command goes on where it was; nothing that is known is run
again, unless the submission, the case, the limits, the confinement or touchstone
has changed. If points have changed since the last books, it says whose, and why.

DIR/report.html shows the class: the scores, who fails what, the mistakes most made
and what each costs, equal wrong answers, and a page for each student. DIR/grades.csv
has the points, DIR/students a folder for each student. None of these holds a time or
a place, so the same submissions give the same bytes; times are in DIR/times.html.

A program that loops takes all of its time on each case. With "limits: {all-timeouts:
false}" in the course file, cases on which "touchstone check" would not run it count as
out of time without a run.

With --shard 2/8 only the second of eight parts of the work is done, on one machine of
eight, each with a DIR of its own; "touchstone merge" makes the books of all parts.

Exit status: 0 all submissions are graded, whatever their points, 2 the command line
or the roster is wrong, 3 touchstone failed, also for a part of the class.`,
		Example: `  touchstone grade mancala submissions --out books
  touchstone grade reversi roster.csv --out books --profile graded --jobs 8
  touchstone grade --course touchstone.yaml submissions --out books
  touchstone grade squirrel submissions --out part2 --shard 2/8
  touchstone merge part1 part2 part3 part4 part5 part6 part7 part8 --out books`,
		Args:              arguments(1, 2),
		ValidArgsFunction: completeAssignmentThenFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			roster := args[len(args)-1]
			if _, err := oracle.Lookup(roster); err == nil && len(args) == 1 && f.course.path == "" {
				return usagef("want a roster after the assignment, found none: touchstone grade %s submissions --out books", roster)
			}
			a, err := f.course.lookup(args[:len(args)-1])
			if err != nil {
				return err
			}
			return f.run(cmd, a, roster)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "`FOLDER` for the journal and the books; it is made if there is none")
	setCommon(cmd, "out", "course", "profile", "cases", "time", "jobs", "show", "shard")
	addShard(cmd, &f.shard, "do one `PART` of the work")
	flags.StringVar(&f.export, "export-sources", "", "write the sources of all programs into this `FOLDER` of their own, in one for each student, as MOSS and JPlag read them")
	cmd.MarkFlagDirname("export-sources")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "tell only what went wrong, and whose points have moved")
	addUploads(cmd, &f.formats)
	f.addCases(cmd)
	f.sandbox = string(sandbox.Separate) // by default
	f.addRun(cmd, "case")
	f.course.add(cmd)
	flags.StringVar(&f.report.show, "show", string(report.ShowDiff), "`WHAT` students see: none, summary, diff; in their folders; none: verdicts alone; summary: also the places of first differences; diff: also the lines")
	cmd.RegisterFlagCompletionFunc("show", cobra.FixedCompletions(report.Shows, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// addUploads adds the flag --format of the commands that write the books of a class.
func addUploads(cmd *cobra.Command, formats *[]string) {
	cmd.Flags().StringSliceVar(formats, "format", nil, "write the grades for an upload, too: canvas (DIR/canvas.csv) or moodle (DIR/moodle.csv)")
	cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(gradebook.Formats, cobra.ShellCompDirectiveNoFileComp))
}

// areUploads checks what --format says.
func areUploads(formats []string) error {
	for _, format := range formats {
		if !slices.Contains(gradebook.Formats, format) {
			return usagef("want --format %s, found %q%s", strings.Join(gradebook.Formats, " or "), format, suggest.Hint(format, gradebook.Formats))
		}
	}
	return nil
}

func (f *gradeFlags) run(cmd *cobra.Command, a *oracle.Assignment, roster string) error {
	if err := f.resolve(cmd, a, false); err != nil {
		return err
	}
	options, err := f.options()
	if err != nil {
		return usage(err)
	}
	options.SameCPU = f.course.sameCPU(cmd, a)
	if err := areUploads(f.formats); err != nil {
		return err
	}
	if !slices.Contains(report.Shows, f.report.show) {
		return usagef("want --show %s, found %q", strings.Join(report.Shows, ", "), f.report.show)
	}
	chosen, err := f.chooseCases(cmd.Context(), a, f.edition)
	if err != nil {
		return err
	}
	students, err := submissions.Roster(roster)
	if err != nil {
		return usage(err)
	}
	f.warnOfStrangers(cmd, students)
	warnOfTwins(cmd, roster, students)
	if err := f.knowsArrivals(cmd, roster, students); err != nil {
		return err
	}
	shard, err := parseShard(cmd, f.shard)
	if err != nil {
		return err
	}
	if err := errors.Join(isForBooks(f.out, class.HasJournal, "a class"), isOutside(f.out, roster)); err != nil {
		return err
	}
	if err := isOfAssignment(f.out, a.Name); err != nil {
		return err
	}
	plan, err := f.plan(cmd.Context(), a, chosen, students, options)
	if err != nil {
		return err
	}
	f.warnOfMarks(cmd, roster, plan)
	plan.Shard, plan.Shards = shard.I, shard.N
	journal, err := openJournal(cmd, f.out, class.OpenJournal)
	if err != nil {
		return err
	}
	defer journal.Close()
	if err := journal.Begin(plan); err != nil {
		return err
	}
	g, err := class.NewGrader(plan, journal, students)
	if err != nil {
		return err
	}
	g.Jobs = f.jobs
	warnOfLacking(cmd, a, f.shownAs(a, students), plan.Tools)
	hide := slices.Concat(options.Hide, []string{roster, f.out})
	if info, err := os.Stat(roster); err == nil && !info.IsDir() { // else they are in there
		for _, s := range students {
			hide = append(hide, s.Path)
		}
	}
	if f.export != "" {
		n, without, err := class.ExportSources(cmd.Context(), a, f.shownAs(a, students), f.export)
		if err != nil {
			return usage(err)
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: the sources of %s are in %s\n", prose.Count(n, "student"), escape.Line(f.export))
		if len(without) > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: no source was found in what these handed in: %s\n", named(without))
		}
		hide = append(hide, f.export)
	}
	if g.Hide, err = absolute(slices.DeleteFunc(hide, func(path string) bool { return path == "" })...); err != nil {
		return err
	}
	return f.work(cmd, g)
}

// shownAs returns the students under the names that others see them by.
func (f *gradeFlags) shownAs(a *oracle.Assignment, students []submissions.Student) []submissions.Student {
	shown := slices.Clone(students)
	for i := range shown {
		shown[i].Name = f.course.file.Called(a.Name, shown[i].Name)
	}
	return shown
}

// work runs what is left, and writes the books.
func (f *gradeFlags) work(cmd *cobra.Command, g *class.Grader) error {
	shown := newClassProgress(cmd)
	shown.quiet = f.quiet
	g.Watch = shown
	failed := g.Run(cmd.Context())
	shown.end()
	if cmd.Context().Err() != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s are in %s; the same command goes on there\n", shown, escape.Line(f.out))
		return failed
	}
	if g.Plan.Shards > 0 && f.quiet {
		return failed
	}
	if g.Plan.Shards > 0 {
		fmt.Fprintf(cmd.OutOrStdout(), "%s: shard %d of %d is complete in %s\n", g.Plan.Name(), g.Plan.Shard, g.Plan.Shards, escape.Line(f.out))
		return failed
	}
	err := writeBooks(cmd, g, f.out, f.quiet, f.formats)
	if lacking := (*class.Incomplete)(nil); failed != nil && errors.As(err, &lacking) {
		err = nil // which follows from the failure
	}
	return errors.Join(failed, err)
}

// plan returns the plan of grading students on cases.
func (f *gradeFlags) plan(ctx context.Context, a *oracle.Assignment, chosen []*cases.Case, students []submissions.Student, o testscript.Options) (*class.Plan, error) {
	o.Hide = nil // the grader's
	tools, err := f.toolsAnywhere()
	if err != nil {
		return nil, err
	}
	p, err := class.NewPlan(class.Terms{Assignment: a, Cases: chosen, Options: o, Tools: tools, Course: f.course.file, Touchstone: version()}, students)
	if err == nil {
		p.Show = report.Show(f.report.show)
		p.AllTimeouts = f.course.file == nil || f.course.file.AllTimeouts
	}
	return p, err
}

// absolute returns paths that do not depend on the current folder.
func absolute(paths ...string) (found []string, err error) {
	for _, path := range paths {
		path, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		found = append(found, path)
	}
	return found, nil
}
