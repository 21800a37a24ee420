package command

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/class"
	"github.com/touchstone-suite/touchstone/internal/class/course"
	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// What is looked at before a class is graded: the roster against the course file, and the folder of the books.

// warnOfStrangers tells of students of the course file who are not in the roster: what it says of them
// would otherwise be lost without a word.
func (f *gradeFlags) warnOfStrangers(cmd *cobra.Command, students []submissions.Student) {
	if f.course.file == nil {
		return
	}
	var names []string
	for _, s := range students {
		names = append(names, s.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(f.course.file.Students)) {
		if !slices.Contains(names, name) {
			fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s: what it says of %s is not used: the roster has nobody of this name%s\n",
				escape.Line(f.course.path), escape.Line(name), escape.Line(suggest.Hint(name, names)))
		}
	}
}

// warnOfTwins tells of students whom an upload of the grades could not tell apart: a copied cell gives one the points of the other.
func warnOfTwins(cmd *cobra.Command, roster string, students []submissions.Student) {
	for _, column := range gradebook.Identifying {
		first := map[string]string{}
		for _, s := range students {
			switch value := s.Columns[column]; {
			case value == "":
			case first[value] != "":
				fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s: want the column %s to tell students apart in an upload, found %s for %s and %s\n",
					escape.Line(roster), column, escape.Line(value), escape.Line(first[value]), escape.Line(s.Name))
			default:
				first[value] = s.Name
			}
		}
	}
}

// warnOfLacking tells of compilers and interpreters that programs need and that are not here: who needs them is not graded.
func warnOfLacking(cmd *cobra.Command, a *oracle.Assignment, students []submissions.Student, tools testscript.Tools) {
	tried, who := program.Tried{}, map[string][]string{}
	for _, s := range students {
		if text := tried.Lacks(cmd.Context(), a, s.Path, program.Tools(tools)); text != "" {
			who[text] = append(who[text], s.Name)
		}
	}
	for _, text := range slices.Sorted(maps.Keys(who)) {
		fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s cannot be graded here: %s (%s)\n", prose.Count(len(who[text]), "program"), escape.Line(text), named(prose.Few(who[text])))
	}
}

// isOutside wants the books not to be a submission of a folder of these.
func isOutside(dir, roster string) error {
	all, err := absolute(dir, roster)
	if err != nil {
		return err
	}
	if info, err := os.Stat(roster); err == nil && info.IsDir() && regular.Beneath(all[0], all[1]) {
		return usagef("--out %s: want a folder for the books outside of %s, in which each entry is a submission", dir, roster)
	}
	return nil
}

// knowsArrivals wants a roster to say when anything was handed in, if the course file says when it was due: nobody would be late
// otherwise. It refuses a column that may be meant to say so, and tells that there is none, or that it is of no use.
func (f *gradeFlags) knowsArrivals(cmd *cobra.Command, roster string, students []submissions.Student) error {
	if f.course.file == nil {
		return nil
	}
	tells := func(column string) bool {
		return slices.ContainsFunc(students, func(s submissions.Student) bool { return s.Columns[column] != "" })
	}
	timed := tells(submissions.Submitted)
	if late := f.course.file.Late; !late.Rule || late.Due.IsZero() {
		if timed && late.Rule == late.Due.IsZero() { // half a rule, which was meant to be whole
			f.warnOfHalfRule(cmd, roster, late.Rule)
		}
		return nil
	}
	columns := map[string]string{}
	var never []string // and the platform does not say either whether it was on time
	for _, s := range students {
		maps.Copy(columns, s.Columns)
		if s.Path != "" && s.Columns[submissions.Submitted] == "" && s.Columns[submissions.Marked] == "" {
			never = append(never, s.Name)
		}
	}
	if timed {
		if len(never) > 0 && !f.quiet {
			fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s: no time of arrival of %s: they count as on time\n", escape.Line(roster), named(prose.Few(never)))
		}
		return nil
	}
	for _, column := range slices.Sorted(maps.Keys(columns)) {
		if hint := suggest.Hint(column, []string{submissions.Submitted}); hint != "" {
			return usagef("%s: want the column %s, for %s says what late days cost, found %q%s", roster, submissions.Submitted, f.course.path, column, hint)
		}
	}
	if tells(submissions.Marked) { // of whom it marks as late, that is told
		return nil
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s: when it was due is not used: %s has no column %s with times\n", escape.Line(f.course.path), escape.Line(roster), submissions.Submitted)
	return nil
}

// warnOfMarks tells whom a platform marks otherwise than their times of arrival say, and if everyone is late: when it was due may
// be wrong.
func (f *gradeFlags) warnOfMarks(cmd *cobra.Command, roster string, p *class.Plan) {
	file := f.course.file
	if file == nil || !file.Late.Rule || file.Late.Due.IsZero() {
		return
	}
	due := file.Late.Due.Format("2006-01-02 15:04 -0700")
	tell := func(path string, names []string, format string) {
		if len(names) > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s: "+format+"\n", escape.Line(path), named(prose.Few(names)), due)
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
		case !own.Due.IsZero(): // of which no platform knows
		case s.Arrived.IsZero():
		case !isLate && strings.EqualFold(mark, submissions.Late):
			early = append(early, s.Name)
		case isLate && strings.EqualFold(mark, submissions.OnTime):
			late = append(late, s.Name)
		}
	}
	if after > 1 && after == came {
		fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s: everyone is late: is it due %s?\n", escape.Line(f.course.path), due)
	}
	if len(untimed) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s: marked as late, and without a time of arrival: %s; they count as on time\n", escape.Line(roster), named(untimed))
	}
	tell(roster, early, "marked as late, and on time by the column submitted: %s: is it due %s?")
	tell(roster, late, "marked as on time, and late by the column submitted: %s: is it due %s?")
}

// warnOfHalfRule tells that late days are not counted, for want of when it was due, or of what they cost.
func (f *gradeFlags) warnOfHalfRule(cmd *cobra.Command, roster string, costs bool) {
	lacks := "what late days cost (late: {penalty: ...})"
	if costs {
		lacks = "when it was due (late: {due: ...})"
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s: the times of the column %s are not used: %s does not say %s\n", escape.Line(roster), submissions.Submitted, escape.Line(f.course.path), lacks)
}

// isForBooks checks that nobody else's files are where the books of something are to be. hasJournal
// reports whether a folder has such books.
func isForBooks(dir string, hasJournal func(dir string) bool, of string) error {
	if dir == "" {
		return usagef("want --out DIR, a folder for the books, found none")
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return usage(fmt.Errorf("--out: %w", err))
	}
	if len(entries) > 0 && !hasJournal(dir) {
		return usagef("--out %s: want an empty folder or one with the books of %s, found other files there", dir, of)
	}
	return nil
}

// isOfAssignment checks that no books of a class with another assignment are where those of this one are to be. Books that
// cannot be read are told of when they are compared.
func isOfAssignment(dir, assignment string) error {
	before, err := class.Before(dir)
	if before == nil {
		return err
	}
	if old, err := gradebook.AssignmentOf(before); err == nil && old != assignment {
		return usagef("--out %s: want a folder without the books of another assignment, found those of %s there", dir, old)
	}
	return nil
}
