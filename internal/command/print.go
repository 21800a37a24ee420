package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// The formats of machine-readable output: one document, or a line for each event as it happens.
const (
	asDocument = "json"
	asEvents   = "jsonl"
)

// addFormat adds the flag by which a command prints for machines: text, the default, or another.
// It sets machine if the user chooses the other.
func addFormat(cmd *cobra.Command, machine *bool, other, usage string) {
	cmd.Flags().Var(&formatFlag{machine, other}, "format", "text or "+other+"; "+usage)
	completeFlag(cmd, "format", []string{"text", other})
}

// A formatFlag chooses between text and another format.
type formatFlag struct {
	machine *bool
	other   string
}

func (f *formatFlag) Type() string { return "FORMAT" }

func (f *formatFlag) String() string {
	if f.machine != nil && *f.machine {
		return f.other
	}
	return "text"
}

func (f *formatFlag) Set(text string) error {
	if all := []string{"text", f.other}; !slices.Contains(all, text) {
		return fmt.Errorf("want %s, found %q", strings.Join(all, " or "), text)
	}
	*f.machine = text == f.other
	return nil
}

// A document is a file that appears complete or not at all, or a stream. The file is created at once, before
// anything runs, to find out whether it can be. It is empty until it is complete: a report contains right
// answers, and programs under check may be able to read that directory.
type document struct {
	io.Writer
	text bytes.Buffer // of the file
	dir  *output.Dir
	file output.File // nil for a stream
}

// begin begins the file at a path that a flag gives.
func (d *document) begin(flag, path string) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return usagef("%s %s: want a place for a file, found something else there", flag, path)
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return usagef("%s: %w", flag, err)
	}
	d.Writer, d.dir = &d.text, output.NewDir(filepath.Dir(path))
	d.file, err = d.dir.Begin(filepath.Base(path), output.Size{})
	return err
}

// openPage creates the page of --out, to find out before a program runs whether it can be written. Standard
// output is "-".
func openPage(cmd *cobra.Command, path string) (*document, error) {
	d := &document{Writer: cmd.OutOrStdout()}
	switch {
	case path != "-":
		return d, d.begin("--out", path)
	case isTerminal(d.Writer):
		return d, usagef("want a file or a pipe for the page, found a terminal: --out page.html")
	}
	return d, nil
}

// checkAbsent checks that there is no file at a path yet.
func checkAbsent(path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return usagef("%s: want no file of this name yet, found one", path)
	}
	return nil
}

// finish completes the file, which does not appear yet.
func (d *document) finish() error {
	if d.file == nil {
		return nil
	}
	if _, err := d.text.WriteTo(d.file); err != nil {
		return err
	}
	return d.file.Finish(nil)
}

// documents are files that appear together.
type documents []*document

// commit lets the files appear, once all of them are complete.
func (all documents) commit() error {
	for _, d := range all {
		if err := d.finish(); err != nil {
			return err
		}
	}
	for _, d := range all {
		if d.file != nil {
			if err := d.dir.Commit(); err != nil {
				return err
			}
		}
	}
	return nil
}

// abort leaves nothing of files that were not committed.
func (all documents) abort() {
	for _, d := range all {
		if d.dir != nil {
			d.dir.Abort()
		}
	}
}

// newProgress returns a bar of steps steps if the output is a terminal. more is as for report.NewBar.
func newProgress(cmd *cobra.Command, unit string, steps int, more ...func() string) *report.Bar {
	if screen := cmd.ErrOrStderr(); canDraw(screen) {
		return report.NewBar(screen, unit, steps, more...)
	}
	return nil
}

// A progress reports the progress of work: with a bar on a terminal, with a line per minute elsewhere.
type progress struct {
	cmd   *cobra.Command
	bar   *report.Bar
	shown atomic.Value // additional text of the bar, a string
	quiet bool         // nothing is printed

	// The speed is measured since the last message. At the end only programs that loop may be left, which are
	// much slower than the others.
	printed             time.Time
	steps, printedSteps int // until now, and until the last message
}

// begin begins the remaining steps. known is the number of results that exist already. unit names a step.
func (p *progress) begin(unit string, known, left int) {
	if known > 0 && !p.quiet {
		warn(p.cmd, "%d of %s are known already", known, prose.Count(known+left, unit))
	}
	p.printed, p.steps, p.printedSteps = time.Now(), 0, 0
	if left > 0 && !p.quiet {
		p.bar = newProgress(p.cmd, unit+"s", left, func() string {
			text, _ := p.shown.Load().(string)
			return text
		})
	}
}

// step counts a step. last is its text on the bar, state describes the work so far, and left returns the
// remaining time in words, given the time of a step.
func (p *progress) step(last string, state fmt.Stringer, left func(perStep time.Duration) string) {
	p.steps++
	took := time.Since(p.printed)
	speed := fmt.Sprintf("%.1f a second", float64(p.steps-p.printedSteps)/took.Seconds())
	if n := float64(p.steps - p.printedSteps); n < took.Seconds() {
		speed = fmt.Sprintf("%.1f s each", took.Seconds()/n)
	}
	p.shown.Store(fmt.Sprintf(" %s: %s", speed, last))
	p.bar.Step()
	if p.bar == nil && !p.quiet && took > time.Minute {
		warn(p.cmd, "%s, %s, %s left", state, speed, left(took/time.Duration(p.steps-p.printedSteps)))
		p.printed, p.printedSteps = time.Now(), p.steps
	}
}

// writerAboveBar returns the writer for lines that stay on the screen.
func (p *progress) writerAboveBar() io.Writer {
	if p.bar != nil {
		return p.bar.Above()
	}
	return p.cmd.ErrOrStderr()
}

func (p *progress) end() { p.bar.End() }

// printLine prints a line and escapes invisible characters.
func printLine(w io.Writer, format string, args ...any) {
	fmt.Fprintln(w, escape.Line(fmt.Sprintf(format, args...)))
}

// note prints a message of touchstone on standard error. It may have several lines.
func note(cmd *cobra.Command, text string) {
	fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: %s\n", escape.Text(text))
}

// warn prints a one-line message of touchstone on standard error.
func warn(cmd *cobra.Command, format string, args ...any) {
	printLine(cmd.ErrOrStderr(), "touchstone: "+format, args...)
}

// descriptor returns the file descriptor of w, or -1. A guarded stream has no descriptor: a program reads it.
func descriptor(w io.Writer) int {
	if o, ok := w.(*stdoutWriter); ok {
		w = o.to
	}
	if f, ok := w.(*os.File); ok {
		return int(f.Fd())
	}
	return -1
}

func isTerminal(w io.Writer) bool { return term.IsTerminal(descriptor(w)) }

// canDraw reports whether w is a terminal that supports more than plain text.
func canDraw(w io.Writer) bool { return isTerminal(w) && os.Getenv("TERM") != "dumb" }

// colours reports whether to use colours in the output to w (see no-color.org).
func colours(w io.Writer) bool { return canDraw(w) && os.Getenv("NO_COLOR") == "" }

// foldIndented wraps a text to the given width. All lines but the first begin with the indent left.
func foldIndented(text, left string, width int) string {
	return strings.Join(prose.Fold(text, width-len(left)), "\n"+left)
}

// width returns the number of columns for text: the width of the terminal, or else a readable number.
func width(w io.Writer) int {
	if columns, _, err := term.GetSize(descriptor(w)); err == nil && columns > 0 {
		return columns
	}
	return 100
}
