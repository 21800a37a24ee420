package command

import (
	"fmt"
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
	so := "with \"limits: {all-timeouts: false}\" in the course file, others are not run and count as out of time"
	if spared {
		so = "others are not run and count as out of time"
	}
	fmt.Fprintf(p.above(), "%s: the program has run out of time in the first cases of a category; %s\n", named(students), so)
}

// Slow implements class.Watcher.
func (p *classProgress) Slow(students []string, timeouts int) {
	fmt.Fprintf(p.above(), "%s: the program has run out of time in %d cases, on each of which it takes all of it\n", named(students), timeouts)
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
// maxTraces is the number of pages for each student that walk a search.
const maxTraces = 3

func writeBooks(cmd *cobra.Command, g *class.Grader, dir string, quiet bool, formats []string) error {
	graded, err := g.Class(cmd.Context())
	if err != nil {
		return err
	}
	graded.Traces, graded.Formats = maxTraces, uploads(dir, formats)
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
