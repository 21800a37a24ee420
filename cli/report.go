package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/touchstone-suite/touchstone/cli/internal/report"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// reportFlags are the flags that say how a check is told.
type reportFlags struct {
	format, out, show, by string
	json                  bool
}

// add adds the flags to a command.
func (f *reportFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", "text", "of the report: text, json (one document), junit, tap or gradescope")
	cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(report.Formats, cobra.ShellCompDirectiveNoFileComp))
	flags.StringVar(&f.out, "out", "", "write the report into this file, whole or not at all; the text still goes to standard output")
	flags.StringVar(&f.show, "show", string(report.ShowDiff), "none: verdicts alone; summary: also the places of first differences; diff: also the lines")
	cmd.RegisterFlagCompletionFunc("show", cobra.FixedCompletions(report.Shows, cobra.ShellCompDirectiveNoFileComp))
	flags.StringVar(&f.by, "by", byCause, "of the text: cause, each mistake once with the smallest case that shows it, or case, the first difference of each case")
	cmd.RegisterFlagCompletionFunc("by", cobra.FixedCompletions([]string{byCause, byCase}, cobra.ShellCompDirectiveNoFileComp))
	flags.BoolVar(&f.json, "json", false, "print events as JSON, one a line, as they happen")
}

// A telling is a check's report on its way to the user.
type telling struct {
	report.Reporter
	document *document
}

// open begins to tell. All that the user may have got wrong is found here, before
// any case runs.
func (f *reportFlags) open(cmd *cobra.Command) (*telling, error) {
	show, err := report.ParseShow(f.show)
	if err != nil {
		return nil, usage(err)
	}
	if f.json && (cmd.Flags().Changed("format") || f.out != "") {
		return nil, usagef("--json prints events as they happen; it goes without --format and --out (one document: --format json)")
	}
	d := &document{Writer: cmd.OutOrStdout()}
	to, err := report.New(f.format, d)
	if err != nil {
		return nil, usage(err)
	}
	if f.format == "text" {
		to = f.text(d, false, nil, false)
	}
	if f.out != "" {
		if err := d.into(f.out); err != nil {
			return nil, usage(err)
		}
	}
	return &telling{report.Limit(f.reporter(cmd, to), show), d}, nil
}

// text returns the report for people.
func (f *reportFlags) text(out io.Writer, colour bool, screen io.Writer, shared bool) report.Reporter {
	if f.by == byCause {
		return report.NewByCause(out, colour, screen, shared)
	}
	return report.NewText(out, colour, screen, shared)
}

// By what the text is arranged.
const (
	byCause = "cause"
	byCase  = "case"
)

// settle checks by what the text is arranged: without causes, by cases.
func (f *reportFlags) settle(cmd *cobra.Command, why bool) error {
	switch {
	case f.by != byCause && f.by != byCase:
		return usagef("want --by %s or %s, found %q", byCause, byCase, f.by)
	case why && f.show == string(report.ShowDiff):
	case f.by == byCause && cmd.Flags().Changed("by"):
		return usagef("--by cause needs causes: it goes without --why=false, and with --show diff")
	default:
		f.by = byCase
	}
	return nil
}

// reporter adds to a document what the user looks at meanwhile.
func (f *reportFlags) reporter(cmd *cobra.Command, document report.Reporter) report.Reporter {
	out, screen := cmd.OutOrStdout(), cmd.ErrOrStderr()
	if !canDraw(screen) {
		screen = nil
	}
	text := f.text(out, colours(out), screen, isTerminal(out))
	switch {
	case f.json:
		return report.NewEvents(out)
	case f.out != "":
		return report.Both(document, text)
	case f.format == "text":
		return text
	case screen != nil && !isTerminal(out):
		return report.Both(document, report.Progress(screen))
	}
	return document
}

// A document is where a report goes that must be whole: to standard output, or
// into a file that is begun at once, to know that it can be, and filled at the end.
// Until then the text is in memory: it tells of right answers, and programs under
// check may be able to read that folder.
type document struct {
	io.Writer
	text   bytes.Buffer // of the file
	folder *output.Folder
	file   output.File
}

// into directs the document to a file.
func (d *document) into(path string) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("--out %s: want a place for a file, found something else there", path)
	}
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	d.folder = output.NewFolder(dir)
	d.file, err = d.folder.Begin(filepath.Base(path), output.Size{})
	d.Writer = &d.text
	return err
}

// commit lets the file appear.
func (d *document) commit() error {
	if d.folder == nil {
		return nil
	}
	if _, err := d.text.WriteTo(d.file); err != nil {
		return err
	}
	if err := d.file.Finish(nil); err != nil {
		return err
	}
	return d.folder.Commit()
}

// abort leaves nothing of a document that was not committed.
func (d *document) abort() {
	if d.folder != nil {
		d.folder.Abort()
	}
}

// isTerminal reports whether somebody looks at w.
func isTerminal(w io.Writer) bool {
	if o, ok := w.(*standard); ok {
		w = o.to
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// canDraw reports whether w is a terminal that knows more than plain text.
func canDraw(w io.Writer) bool { return isTerminal(w) && os.Getenv("TERM") != "dumb" }

// colours reports whether to paint what goes to w (see no-color.org).
func colours(w io.Writer) bool { return canDraw(w) && os.Getenv("NO_COLOR") == "" }
