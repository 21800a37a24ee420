package command

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/class"
	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A classProgress tells how far the grading of a class is.
type classProgress struct {
	progress
	runs, known int
	done        int // known since the beginning
	counts      map[testscript.Verdict]int
}

func newClassProgress(cmd *cobra.Command) *classProgress {
	return &classProgress{progress: progress{cmd: cmd}, counts: map[testscript.Verdict]int{}}
}

// Begin implements class.Watcher.
func (p *classProgress) Begin(runs, known int) {
	p.runs, p.known = runs, known
	if known > 0 && !p.quiet {
		fmt.Fprintf(p.cmd.ErrOrStderr(), "touchstone: %d of %s are known already\n", known, prose.Count(runs, "run"))
	}
	p.begin("runs", runs-known)
}

// named lists students, in quotes where a name has a comma.
func named(students []string) string {
	var names []string
	for _, name := range students {
		if strings.Contains(name, ",") {
			name = strconv.Quote(name)
		}
		names = append(names, escape.Line(name))
	}
	return strings.Join(names, ", ")
}

// Unbuilt implements class.Watcher.
func (p *classProgress) Unbuilt(students []string, reason string, runs int) {
	fmt.Fprintf(p.above(), "%s: %s\n", named(students), escape.Line(gradebook.Brief(reason)))
	p.done += runs
	p.counts[testscript.Build] += runs
	p.bar.Skip(runs)
}

// Loops implements class.Watcher.
func (p *classProgress) Loops(students []string, spared bool) {
	so := "--all-timeouts=false spares it others, which count as out of time"
	if spared {
		so = "others are not run and count as out of time"
	}
	fmt.Fprintf(p.above(), "%s: the program has run out of time in the first cases of a category; %s\n", named(students), so)
}

// Spared implements class.Watcher.
func (p *classProgress) Spared(runs int) {
	p.done += runs
	p.counts[testscript.Timeout] += runs
	p.bar.Skip(runs)
}

// Ran implements class.Watcher.
func (p *classProgress) Ran(verdict testscript.Verdict) {
	p.done++
	p.counts[verdict]++
	p.step(report.Verdicts(p.counts), p, func() int { return p.runs - p.known - p.done })
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

// writeBooks writes the books of a class whose results are known, and tells what is in them.
func writeBooks(cmd *cobra.Command, g *class.Grader, dir string, traces int, quiet bool, formats []string) error {
	graded, err := g.Class(cmd.Context())
	if err != nil {
		return err
	}
	graded.Traces, graded.Formats = traces, uploads(dir, formats)
	before, err := class.Before(dir)
	if err != nil {
		return err
	}
	graded.Before = before
	var moved *gradebook.Regrade
	var more []func(output.Sink) error
	if before != nil {
		if moved, err = gradebook.Moved(before, graded); err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s; it is not said whose points have changed\n", escape.Text(fmt.Sprintf("%s: %v", filepath.Join(dir, gradebook.Ledger), err)))
		}
	}
	if moved != nil && (len(moved.Students) > 0 || moved.Regraded) { // else the last change that moved points stays
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
	if quiet {
		return nil
	}
	return printClass(cmd.OutOrStdout(), dir, graded)
}

// uploads returns the formats that are asked for, and those whose tables are in the folder: they would tell points of an
// earlier grading.
func uploads(dir string, formats []string) []string {
	return slices.DeleteFunc(slices.Clone(gradebook.Formats), func(format string) bool {
		_, err := os.Lstat(filepath.Join(dir, format+".csv"))
		return err != nil && !slices.Contains(formats, format)
	})
}

// mostLessons is how many causes are told at the end, and how many groups of students with the same program.
const mostLessons = 5

// printClass says how a class did, in a few lines, and whose programs did otherwise once, in runs that do not count.
func printClass(w io.Writer, dir string, graded *gradebook.Class) error {
	var points []float64
	var once []string
	unbuilt, failed, of := 0, 0, 0.0
	who := map[string]int{}       // students by cause
	ways := map[string][]string{} // in which a cause may show
	names := map[string]string{}  // of the mistakes that nothing tells apart
	for _, s := range graded.Students {
		if s.Built != "" {
			unbuilt++
		}
		if s.Ungraded() != "" {
			failed++
		} else if s.Summary.Score != nil {
			points = append(points, s.Summary.Score.Points)
			of = s.Summary.Score.Of
		}
		if len(s.Summary.Once) > 0 {
			once = append(once, s.Name)
		}
		for _, key := range s.Summary.Keys() {
			who[key]++
		}
		for _, c := range s.Summary.Causes {
			if names[c.Key] == "" {
				names[c.Key] = c.Key
			}
			for _, f := range c.Faults {
				if !slices.Contains(strings.Split(names[c.Key], " or "), f.Name) {
					names[c.Key] += " or " + f.Name
				}
			}
			if !slices.Contains(ways[c.Key], c.Does) {
				ways[c.Key] = append(ways[c.Key], c.Does)
			}
		}
	}
	slices.Sort(points)
	fmt.Fprintf(w, "%s: %s on %s", escape.Line(graded.Title), prose.Count(len(graded.Students), "student"), prose.Count(len(graded.Cases), "case"))
	if n := len(points); n > 0 {
		fmt.Fprintf(w, ", %.1f to %.1f of %.0f points, median %.1f", points[0], points[n-1], of, (points[n/2]+points[(n-1)/2])/2)
	}
	if unbuilt > 0 {
		fmt.Fprintf(w, ", %d without a program", unbuilt)
	}
	if failed > 0 {
		fmt.Fprintf(w, ", %d not graded", failed)
	}
	fmt.Fprintln(w)
	var keys []string
	for key := range who {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(x, y string) int { return cmp.Or(cmp.Compare(who[y], who[x]), cmp.Compare(x, y)) })
	for _, key := range keys[:min(mostLessons, len(keys))] {
		such := ""
		if n := len(ways[key]); n > 1 {
			such = fmt.Sprintf("in %d ways, such as: ", n)
		}
		fmt.Fprintf(w, "%5d %s: %s%s\n", who[key], names[key], such, escape.Line(slices.Min(ways[key])))
	}
	if more := len(keys) - mostLessons; more > 0 {
		fmt.Fprintf(w, "      and %d more, in the report\n", more)
	}
	for _, s := range graded.Students {
		if s.Summary.Score != nil && s.Summary.Score.Excused == len(graded.Cases) {
			fmt.Fprintf(w, "      %s\n", exempt(s.Name))
		}
	}
	if text := byForm(graded.Students); text != "" {
		fmt.Fprintf(w, "      %s\n", text)
	}
	slices.Sort(once)
	if len(once) > 0 {
		fmt.Fprintf(w, "      not the same in every run, as %s says: %s\n", escape.Line(filepath.Join(dir, "times.html")), named(once))
	}
	copies := graded.Copies()
	for _, names := range copies[:min(mostLessons, len(copies))] {
		fmt.Fprintf(w, "%5d with the same program: %s\n", len(names), named(names))
	}
	if more := len(copies) - mostLessons; more > 0 {
		fmt.Fprintf(w, "      and %s more with the same program, in the report\n", prose.Count(more, "group"))
	}
	_, err := fmt.Fprintf(w, "%s\n", escape.Line(filepath.Join(dir, "report.html")))
	return err
}

// byForm says how many cases fail that the comparison of the course would accept, or returns "". With that one there are none.
func byForm(students []gradebook.Student) string {
	failed, of := 0, 0
	for _, s := range students {
		n := s.Summary.Counts[testscript.Format]
		if failed += n; n > 0 {
			of++
		}
	}
	if failed == 0 {
		return ""
	}
	verb := "fail"
	if failed == 1 {
		verb = "fails"
	}
	return fmt.Sprintf("%s of %s %s by blanks and line ends alone, which --compare course or \"compare: course\" accepts", prose.Count(failed, "case"), prose.Count(of, "student"), verb)
}
