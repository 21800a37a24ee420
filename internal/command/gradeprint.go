package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/grading"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A classProgress reports the progress of grading a class.
type classProgress struct {
	progress
	runs, known int
	done        int // known since the beginning
	counts      map[testscript.Verdict]int
}

// Begin implements grading.Watcher.
func (p *classProgress) Begin(runs, known int) {
	p.runs, p.known = runs, known
	p.begin("run", known, runs-known)
}

// joinNames lists students, in quotes where a name has a comma.
func joinNames(students []string) string {
	var names []string
	for _, name := range students {
		if strings.Contains(name, ",") {
			name = strconv.Quote(name)
		}
		names = append(names, escape.Line(name))
	}
	return strings.Join(names, ", ")
}

// Unbuilt implements grading.Watcher.
func (p *classProgress) Unbuilt(students []string, reason string, runs int) {
	printLine(p.writerAboveBar(), "%s: %s", joinNames(students), gradebook.SummarizeReason(reason))
	p.done += runs
	p.counts[testscript.Build] += runs
	p.bar.Skip(runs)
}

// Loops implements grading.Watcher.
func (p *classProgress) Loops(students []string) {
	fmt.Fprintf(p.writerAboveBar(), "%s: the program has run out of time in the first cases of a category; others are "+
		"not run and count as out of time\n", joinNames(students))
}

// Skipped implements grading.Watcher.
func (p *classProgress) Skipped(runs int) {
	p.done += runs
	p.counts[testscript.Timeout] += runs
	p.bar.Skip(runs)
}

// Ran implements grading.Watcher.
func (p *classProgress) Ran(verdict testscript.Verdict) {
	p.done++
	p.counts[verdict]++
	p.step(report.Verdicts(p.counts), p, func(perRun time.Duration) string {
		return "about " + (perRun * time.Duration(p.runs-p.known-p.done)).Round(time.Second).String()
	})
}

func (p *classProgress) String() string {
	text := fmt.Sprintf("%d of %s", p.known+p.done, prose.Count(p.runs, "run"))
	switch {
	case p.done > 0 && p.known > 0:
		text += fmt.Sprintf(" (%d of them now: %s)", p.done, report.Verdicts(p.counts))
	case p.done > 0:
		text += " (" + report.Verdicts(p.counts) + ")"
	}
	return text
}

// maxTraces is the number of pages for each student that walk a search.
const maxTraces = 3

// writeBooks writes the gradebook of a class whose results are complete, and prints a summary.
func writeBooks(cmd *cobra.Command, g *grading.Grader, dir string, quiet bool, formats []string) error {
	graded, err := g.Class(cmd.Context())
	if err != nil {
		return err
	}
	graded.Traces, graded.Formats = maxTraces, uploads(dir, formats)
	if err := findDuplicates(dir, graded.Formats, graded.Students); len(err) > 0 {
		return usage(errors.Join(err...))
	}
	warnCanvasTitle(cmd, graded)
	before, err := grading.Before(dir)
	if err != nil {
		return err
	}
	var moved *gradebook.Regrade
	var more []func(output.Sink) error
	if before != nil {
		if moved, err = gradebook.Compare(before, graded); err != nil {
			ledger := filepath.Join(dir, gradebook.Ledger)
			note(cmd, fmt.Sprintf("%s: %v; changes of points are not reported", ledger, err))
		}
	}
	// else the last change that moved points stays
	if moved != nil && len(moved.Students) > 0 {
		more = append(more, func(to output.Sink) error {
			return page.WriteFile(to, "moved.csv", moved.WriteCSV)
		})
	}
	if err := g.WriteBooks(cmd.Context(), dir, graded, more...); err != nil {
		return err
	}
	if moved != nil && (!quiet || moved.Any()) {
		if err := moved.WriteText(cmd.OutOrStdout()); err != nil {
			return err
		}
	}
	if !quiet {
		printClass(cmd.OutOrStdout(), dir, graded)
	}
	return nil
}

// warnCanvasTitle warns of a title that Canvas does not import.
func warnCanvasTitle(cmd *cobra.Command, graded *gradebook.Class) {
	if slices.Contains(graded.Formats, "canvas") && strings.Contains(strings.ToLower(graded.Title), "final") {
		warn(cmd, "canvas.csv: the import of Canvas ignores a column whose title contains \"final\", as %q: "+
			"choose another in the course file and in Canvas", graded.Title)
	}
}

// uploads returns the requested formats, and the formats whose tables are already in the directory: those
// tables would otherwise show the points of an earlier grading.
func uploads(dir string, formats []string) []string {
	return slices.DeleteFunc(slices.Clone(gradebook.Formats), func(format string) bool {
		_, err := os.Lstat(filepath.Join(dir, format+".csv"))
		return err != nil && !slices.Contains(formats, format)
	})
}

// maxLessons is the maximum number of causes printed at the end, and of groups of students with the same
// files.
const maxLessons = 5

// printClass prints a short summary of a class, and the students whose programs behaved differently in runs
// that do not count.
func printClass(w io.Writer, dir string, graded *gradebook.Class) {
	printPoints(w, graded)
	printLessons(w, graded.Students)
	var once, unsteady []string
	for _, s := range graded.Students {
		if len(s.Summary.EarlierVerdicts) > 0 {
			once = append(once, s.Name)
		}
		if slices.Contains(s.Summary.Keys(), diagnosis.Unsteady) {
			unsteady = append(unsteady, s.Name)
		}
	}
	if text := countFormatFailures(graded.Students); text != "" {
		fmt.Fprintf(w, "      %s\n", text)
	}
	if slices.Sort(unsteady); len(unsteady) > 0 {
		fmt.Fprintf(w, "      output differs between runs, so the points depend on chance: %s\n",
			joinNames(unsteady))
	}
	if slices.Sort(once); len(once) > 0 {
		printLine(w, "      results differ between runs (see %s): %s", filepath.Join(dir, gradebook.Times),
			joinNames(once))
	}
	copies := graded.Copies()
	for _, names := range copies[:min(maxLessons, len(copies))] {
		fmt.Fprintf(w, "%5d with the same files: %s\n", len(names), joinNames(names))
	}
	if more := len(copies) - maxLessons; more > 0 {
		fmt.Fprintf(w, "      and %s more with the same files, in the report\n", prose.Count(more, "group"))
	}
	printLine(w, "%s", filepath.Join(dir, "report.html"))
}

// printPoints prints the number of students and the distribution of their points.
func printPoints(w io.Writer, graded *gradebook.Class) {
	var points []float64
	late, unbuilt, failed, maximum := 0, 0, 0, 0.0
	for _, s := range graded.Students {
		if s.Summary.Score != nil && s.Summary.Score.LateDays > 0 {
			late++
		}
		if s.NoProgram != "" {
			unbuilt++
		}
		if s.UngradedReason() != "" {
			failed++
		} else if s.Summary.Score != nil {
			points = append(points, s.Summary.Score.Points)
			maximum = s.Summary.Score.Max
		}
	}
	slices.Sort(points)
	fmt.Fprintf(w, "%s: %s on %s", escape.Line(graded.Title), prose.Count(len(graded.Students), "student"),
		prose.Count(len(graded.Cases), "case"))
	if n := len(points); n > 0 {
		fmt.Fprintf(w, ", %.1f to %.1f of %.0f points, median %.1f", points[0], points[n-1], maximum,
			(points[n/2]+points[(n-1)/2])/2)
	}
	if late > 0 {
		fmt.Fprintf(w, ", %d late", late)
	}
	if unbuilt > 0 {
		fmt.Fprintf(w, ", %d without a program", unbuilt)
	}
	if failed > 0 {
		fmt.Fprintf(w, ", %d not graded", failed)
	}
	fmt.Fprintln(w)
}

// A lesson is a cause with its effect on a class.
type lesson struct {
	gradebook.Weight
	names   []string // names of the mistakes that cannot be distinguished
	effects []string // descriptions of its effects
}

// findLessons returns the causes of a class in their order.
func findLessons(students []gradebook.Student) (all []*lesson) {
	byKey := map[string]*lesson{}
	for _, s := range students {
		for _, key := range s.Summary.Keys() {
			if byKey[key] == nil {
				byKey[key] = &lesson{Weight: gradebook.Weight{Key: key}, names: []string{key}}
				all = append(all, byKey[key])
			}
			byKey[key].Students++
		}
		for _, c := range s.Summary.Causes {
			l := byKey[c.Key]
			l.Cases += len(c.Cases)
			for _, f := range c.Faults {
				l.names = appendNew(l.names, f.Name)
			}
			l.effects = appendNew(l.effects, c.Behaviour)
		}
	}
	slices.SortFunc(all, func(x, y *lesson) int { return x.Compare(y.Weight) })
	return all
}

// appendNew appends an element unless the list already has it.
func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// printLessons prints the most frequent mistakes.
func printLessons(w io.Writer, students []gradebook.Student) {
	all := findLessons(students)
	for _, l := range all[:min(maxLessons, len(all))] {
		ways := ""
		if n := len(l.effects); n > 1 {
			ways = fmt.Sprintf("in %d ways, such as: ", n)
		}
		printLine(w, "%5d %s: %s%s", l.Students, strings.Join(l.names, " or "), ways, slices.Min(l.effects))
	}
	if more := len(all) - maxLessons; more > 0 {
		fmt.Fprintf(w, "      and %d more, in the report\n", more)
	}
}

// countFormatFailures describes the number of failing cases that the comparison of the course would accept, or
// returns "". With that comparison it always returns "".
func countFormatFailures(students []gradebook.Student) string {
	failed, total := 0, 0
	for _, s := range students {
		n := s.Summary.Counts[testscript.Format]
		if failed += n; n > 0 {
			total++
		}
	}
	if failed == 0 {
		return ""
	}
	verb := "fail"
	if failed == 1 {
		verb = "fails"
	}
	return fmt.Sprintf("%s of %s %s only by blanks and line ends, which --compare course or \"compare: "+
		"course\" accepts", prose.Count(failed, "case"), prose.Count(total, "student"), verb)
}
