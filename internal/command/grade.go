package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/grading"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/regular"
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
	// formats are the additional formats of gradebook.Formats to write
	formats []string
}

func newGrade() *cobra.Command {
	f := gradeFlags{checkFlags: checkFlags{programFlags: newProgramFlags()}}
	cmd := withHelp("grade", &cobra.Command{
		Args:              arguments(1, 2),
		ValidArgsFunction: completeAssignmentThenFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			roster := args[len(args)-1]
			if _, err := oracle.Lookup(roster); err == nil && len(args) == 1 && f.course.path == "" {
				return usagef("want a roster after the assignment, found none: touchstone grade %s submissions --out "+
					"books", roster)
			}
			a, err := f.course.lookup(args[:len(args)-1])
			if err != nil {
				return err
			}
			return f.run(cmd, a, roster)
		},
	})
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "`DIR` for the journal and the books; created if missing")
	setCommon(cmd, "out", "course", "profile", "cases", "time", "jobs", "show", "shard")
	addShard(cmd, &f.shard, "do one `PART` of the work")
	flags.StringVar(&f.export, "export-sources", "", "write the sources of all programs into this `DIR` "+
		"with a subdirectory for each student, as MOSS and JPlag read them")
	cmd.MarkFlagDirname("export-sources")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print only failures and changes of points")
	addUploads(cmd, &f.formats)
	f.addCases(cmd)
	f.Sandbox = sandbox.Separate // by default
	f.addRun(cmd, "case")
	f.course.add(cmd)
	flags.StringVar(&f.report.show, "show", string(report.ShowDiff),
		"`WHAT` students see: none, summary, diff; in their directories; none: verdicts alone; summary: also the "+
			"places of first differences; diff: also the lines")
	completeFlag(cmd, "show", report.Shows)
	return cmd
}

// addUploads adds the flag --format of the commands that write the gradebook of a class.
func addUploads(cmd *cobra.Command, formats *[]string) {
	cmd.Flags().StringSliceVar(formats, "format", nil, "write the grades for an upload, too: canvas "+
		"(DIR/canvas.csv, feedback.zip and mail.csv) or moodle (DIR/moodle.csv)")
	completeFlag(cmd, "format", gradebook.Formats)
}

// checkUploadFormats checks the value of --format.
func checkUploadFormats(formats []string) error {
	for _, format := range formats {
		if !slices.Contains(gradebook.Formats, format) {
			return usagef("want --format %s, found %q%s", strings.Join(gradebook.Formats, " or "), format,
				suggest.Hint(format, gradebook.Formats))
		}
	}
	return nil
}

func (f *gradeFlags) run(cmd *cobra.Command, a *oracle.Assignment, roster string) error {
	if err := f.resolve(cmd, a); err != nil {
		return err
	}
	options, _, err := f.resolveOptions(cmd, a, programArg{})
	if err != nil {
		return err
	}
	if err := checkUploadFormats(f.formats); err != nil {
		return err
	}
	if !slices.Contains(report.Shows, f.report.show) {
		return usagef("want --show %s, found %q", strings.Join(report.Shows, ", "), f.report.show)
	}
	chosen, err := f.chooseCases(cmd.Context(), a, f.Edition)
	if err != nil {
		return err
	}
	students, err := submissions.Roster(roster)
	if err != nil {
		return usage(err)
	}
	f.warnUnknownStudents(cmd, students)
	if slices.Contains(f.formats, "canvas") && !slices.ContainsFunc(students, func(s submissions.Student) bool {
		return s.Columns[submissions.Download] != ""
	}) {
		warn(cmd, "%s: feedback.zip is empty, since it needs the column %s, which touchstone course "+
			"collect writes", roster, submissions.Download)
	}
	if err := f.checkIdentities(cmd, roster, students); err != nil {
		return err
	}
	if err := f.checkArrivalTimes(cmd, roster, students); err != nil {
		return err
	}
	shard, err := parseShard(cmd, f.shard)
	if err != nil {
		return err
	}
	if err := errors.Join(checkBookDir(f.out, grading.HasJournal, "a class"),
		checkOutside("out", f.out, roster, students),
		checkOutside("export-sources", f.export, roster, students)); err != nil {
		return err
	}
	if err := checkSameAssignment(f.out, a.Name); err != nil {
		return err
	}
	plan, err := f.plan(cmd.Context(), a, chosen, students, options)
	if err != nil {
		return err
	}
	f.warnLateMarks(cmd, roster, plan)
	plan.Shard = shard
	journal, err := openJournal(cmd, f.out, grading.OpenJournal)
	if err != nil {
		return err
	}
	defer journal.Close()
	if err := journal.Begin(plan); err != nil {
		return err
	}
	g, err := grading.NewGrader(plan, journal, students)
	if err != nil {
		return err
	}
	g.Jobs = f.jobs
	warnMissingTools(cmd, a, f.anonymize(a, students), plan.Settings.Tools)
	hide := slices.Concat(options.Hide, []string{roster, f.out})
	if info, err := os.Stat(roster); err == nil && !info.IsDir() { // else they are in there
		for _, s := range students {
			hide = append(hide, s.Path)
		}
	}
	if f.export != "" {
		n, without, err := grading.ExportSources(cmd.Context(), a, f.anonymize(a, students), f.export)
		if err != nil {
			return usage(err)
		}
		warn(cmd, "the sources of %s are in %s", prose.Count(n, "student"), f.export)
		if len(without) > 0 {
			warn(cmd, "no source was found in the submissions of %s", joinNames(without))
		}
		hide = append(hide, f.export)
	}
	if g.Hide, err = absolutePaths(slices.DeleteFunc(hide,
		func(path string) bool { return path == "" })...); err != nil {
		return err
	}
	return f.work(cmd, g)
}

// anonymize returns the students under the names that others see them by.
func (f *gradeFlags) anonymize(a *oracle.Assignment, students []submissions.Student) []submissions.Student {
	shown := slices.Clone(students)
	for i := range shown {
		shown[i].Name = f.course.file.AnonymousName(a.Name, shown[i].Name)
	}
	return shown
}

// work runs the remaining units, and writes the gradebook.
func (f *gradeFlags) work(cmd *cobra.Command, g *grading.Grader) error {
	shown := &classProgress{progress: progress{cmd: cmd, quiet: f.quiet}, counts: map[testscript.Verdict]int{}}
	g.Watch = shown
	failed := g.Run(cmd.Context())
	shown.end()
	if cmd.Context().Err() != nil {
		warn(cmd, "%s are in %s; repeat the command to continue", shown, f.out)
		return failed
	}
	if g.Plan.Shard.N > 0 {
		if !f.quiet {
			printLine(cmd.OutOrStdout(), "%s: %s is complete in %s", g.Plan.Name(), g.Plan.Shard, f.out)
		}
		return failed
	}
	err := writeBooks(cmd, g, f.out, f.quiet, f.formats)
	if lacking := (*grading.Incomplete)(nil); failed != nil && errors.As(err, &lacking) {
		err = nil // which follows from the failure
	}
	return errors.Join(failed, err)
}

// plan returns the plan of grading students on cases.
func (f *gradeFlags) plan(ctx context.Context, a *oracle.Assignment, chosen []*cases.Case,
	students []submissions.Student, o testscript.Options) (*grading.Plan, error) {
	var err error
	if o.Tools, err = f.absoluteTools(); err != nil {
		return nil, err
	}
	p, err := grading.NewPlan(grading.Terms{Assignment: a, Cases: chosen, Settings: o,
		Course: f.course.file, Touchstone: version()}, students)
	if err == nil {
		p.Show = report.Show(f.report.show)
		p.AllTimeouts = f.course.file == nil || f.course.file.AllTimeouts
	}
	return p, err
}

// absolutePaths returns paths that do not depend on the current directory.
func absolutePaths(paths ...string) (found []string, err error) {
	for _, path := range paths {
		path, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		found = append(found, path)
	}
	return found, nil
}

// Checks before a class is graded: the roster against the course file, and the directory of the gradebook.

// warnUnknownStudents warns of students of the course file who are not in the roster: their settings would
// otherwise be ignored silently.
func (f *gradeFlags) warnUnknownStudents(cmd *cobra.Command, students []submissions.Student) {
	if f.course.file == nil {
		return
	}
	var names []string
	for _, s := range students {
		names = append(names, s.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(f.course.file.Students)) {
		if !slices.Contains(names, name) {
			warn(cmd, "%s: ignored its entry for %s: the roster has no such student%s",
				f.course.path, name, suggest.Hint(name, names))
		}
	}
}

// checkIdentities returns an error if a table for an upload would identify two students by equal cells: one
// of them would get the points of the other. Without such a table it prints a warning.
func (f *gradeFlags) checkIdentities(
	cmd *cobra.Command, roster string, students []submissions.Student,
) error {
	var all []gradebook.Student
	for _, s := range students {
		all = append(all, gradebook.Student{ID: s.Name, Columns: s.Columns})
	}
	formats := uploads(f.out, f.formats)
	if err := findDuplicates(roster, formats, all); len(err) > 0 {
		return usage(errors.Join(err...))
	}
	others := slices.DeleteFunc(slices.Clone(gradebook.Formats),
		func(format string) bool { return slices.Contains(formats, format) })
	for _, err := range findDuplicates(roster, others, all) {
		warn(cmd, "%v", err)
	}
	return nil
}

// findDuplicates returns an error for each pair of students with equal identities in the table of a format. Other
// systems ignore case and Unicode forms.
func findDuplicates(roster string, formats []string, students []gradebook.Student) (duplicates []error) {
	for _, format := range formats {
		first := map[[2]string]gradebook.Student{}
		for _, s := range students {
			for _, cell := range s.Identities(format) {
				key := [2]string{cell[0], submissions.Fold(cell[1])}
				if other, found := first[key]; found && key[1] != "" {
					duplicates = append(duplicates,
						fmt.Errorf("%s: want another %s in %s.csv for each student, found %s for %s and %s", roster,
							cell[0], format, escape.Line(cell[1]), escape.Line(other.ID), escape.Line(s.ID)))
				}
				first[key] = s
			}
		}
	}
	return duplicates
}

// warnMissingTools warns of compilers and interpreters that programs need and that are missing here: the
// students who need them are not graded.
func warnMissingTools(cmd *cobra.Command, a *oracle.Assignment, students []submissions.Student,
	tools program.Tools) {
	tried, waiting := program.MissingTools{}, map[string][]string{}
	for _, s := range students {
		if text := tried.Lacks(cmd.Context(), a, s.Path, tools); text != "" {
			waiting[text] = append(waiting[text], s.Name)
		}
	}
	for _, text := range slices.Sorted(maps.Keys(waiting)) {
		warn(cmd, "%s cannot be graded here: %s (%s)", prose.Count(len(waiting[text]), "program"), text,
			joinNames(prose.Few(waiting[text])))
	}
}

// checkOutside returns an error if the directory of a flag is inside the directory of the submissions, where it
// would be a submission, or inside a submission. It does not follow links among the submissions.
func checkOutside(flag, dir, roster string, students []submissions.Student) error {
	if dir == "" {
		return nil
	}
	if info, err := os.Stat(roster); err == nil && info.IsDir() && regular.IsWithin(dir, roster) {
		return usagef("--%s %s: want a directory outside of %s, in which each entry is a submission", flag, dir,
			roster)
	}
	for _, s := range students {
		if info, err := os.Lstat(s.Path); err == nil && info.IsDir() && regular.IsWithin(dir, s.Path) {
			return usagef("--%s %s: want a directory outside of the submissions, found it in that of %s", flag, dir,
				escape.Line(s.Name))
		}
	}
	return nil
}

// checkArrivalTimes checks that a roster has the times of arrival if the course file has a deadline: otherwise no
// student would be late. It returns an error for a column whose name is similar to the required one, and
// warns if the column is missing or useless.
func (f *gradeFlags) checkArrivalTimes(cmd *cobra.Command, roster string, students []submissions.Student) error {
	if f.course.file == nil {
		return nil
	}
	hasValues := func(column string) bool {
		return slices.ContainsFunc(students, func(s submissions.Student) bool { return s.Columns[column] != "" })
	}
	timed := hasValues(submissions.Submitted)
	if late := f.course.file.Late; !late.Rule || late.Due.IsZero() {
		if timed && late.Rule == late.Due.IsZero() { // half a rule, which was meant to be whole
			f.warnIncompleteLateRule(cmd, roster, late.Rule)
		}
		return nil
	}
	columns := map[string]string{}
	var never []string // students without a time of arrival and without a mark of the platform
	for _, s := range students {
		maps.Copy(columns, s.Columns)
		if s.Path != "" && s.Columns[submissions.Submitted] == "" && s.Columns[submissions.Marked] == "" {
			never = append(never, s.Name)
		}
	}
	if timed {
		if len(never) > 0 && !f.quiet {
			warn(cmd, "%s: no time of arrival of %s: they count as on time", roster, joinNames(prose.Few(never)))
		}
		return nil
	}
	for _, column := range slices.Sorted(maps.Keys(columns)) {
		if hint := suggest.Hint(column, []string{submissions.Submitted}); hint != "" {
			return usagef("%s: want the column %s, for %s has a penalty for late days, found %q%s", roster,
				submissions.Submitted, f.course.path, column, hint)
		}
	}
	if hasValues(submissions.Marked) { // report the students that it marks as late
		return nil
	}
	warn(cmd, "%s: the deadline is not used: %s has no column %s with times", f.course.path, roster,
		submissions.Submitted)
	return nil
}

// warnLateMarks warns of students whose late mark on a platform contradicts their time of arrival. It also
// warns if everyone is late, since the deadline may be wrong.
func (f *gradeFlags) warnLateMarks(cmd *cobra.Command, roster string, p *grading.Plan) {
	file := f.course.file
	if file == nil || !file.Late.Rule || file.Late.Due.IsZero() {
		return
	}
	due := file.Late.Due.Format("2006-01-02 15:04 -0700")
	warnStudents := func(path string, names []string, format string) {
		if len(names) > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s: "+format+"\n", escape.Line(path), joinNames(prose.Few(names)),
				due)
		}
	}
	var untimed, early, late []string
	came, after := 0, 0
	for _, s := range p.Students {
		mark, own := s.Columns[submissions.Marked], file.Students[s.Name]
		isLate := course.DaysLate(file.Due(s.Name, time.Time{}), s.Arrived) > 0
		if s.Submission != "" {
			came++
		}
		if isLate {
			after++
		}
		switch {
		case s.Submission == "" || own.Late != nil:
		case s.Arrived.IsZero() && strings.EqualFold(mark, submissions.Late):
			untimed = append(untimed, s.Name)
		case !own.Due.IsZero(): // platforms do not record individual deadlines
		case s.Arrived.IsZero():
		case !isLate && strings.EqualFold(mark, submissions.Late):
			early = append(early, s.Name)
		case isLate && strings.EqualFold(mark, submissions.OnTime):
			late = append(late, s.Name)
		}
	}
	if after > 1 && after == came {
		warn(cmd, "%s: everyone is late: is the deadline %s right?", f.course.path, due)
	}
	if len(untimed) > 0 {
		warn(cmd, "%s: marked as late, and without a time of arrival: %s; they count as on time", roster,
			joinNames(untimed))
	}
	warnStudents(roster, early, "marked as late, but on time by the column submitted: %s: is the deadline %s right?")
	warnStudents(roster, late, "marked as on time, but late by the column submitted: %s: is the deadline %s right?")
}

// warnIncompleteLateRule warns that late days are not counted, because the deadline or the penalty is missing.
func (f *gradeFlags) warnIncompleteLateRule(cmd *cobra.Command, roster string, costs bool) {
	missing := "a penalty (late: {penalty: ...})"
	if costs {
		missing = "a deadline (late: {due: ...})"
	}
	warn(cmd, "%s: the times of the column %s are not used: %s does not set %s", roster, submissions.Submitted,
		f.course.path, missing)
}

// checkBookDir checks that the directory for a gradebook contains no other files. hasJournal reports whether a
// directory has a gradebook of the same sort.
func checkBookDir(dir string, hasJournal func(dir string) bool, kind string) error {
	if dir == "" {
		return usagef("want --out DIR, a directory for the books, found none")
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return usage(fmt.Errorf("--out: %w", err))
	}
	if len(entries) > 0 && !hasJournal(dir) {
		return usagef("--out %s: want an empty directory or one with the books of %s, found other files there", dir,
			kind)
	}
	return nil
}

// checkSameAssignment checks that the directory does not contain the gradebook of a class with another assignment.
// A gradebook that cannot be read is reported later, when the gradebooks are compared.
func checkSameAssignment(dir, assignment string) error {
	before, err := grading.Before(dir)
	if before == nil {
		return err
	}
	if old, err := gradebook.AssignmentOf(before); err == nil && old != assignment {
		return usagef("--out %s: want a directory without the books of another assignment, found books of %s",
			dir, old)
	}
	return nil
}
