package command

import (
	"cmp"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/report"
)

// reportFlags are the flags that determine how a check is reported.
type reportFlags struct {
	formats       []string // as given
	out, show, by string
	outputs       []formatted // the result of formats and out, once they are checked
}

// A formatted is a report in a format. Its file is "" for standard output.
type formatted struct{ format, file string }

// add adds the flags to a command.
func (f *reportFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.formats, "format", nil, "the `FORMAT` instead of text, such as json or junit; "+
		"there are json, jsonl, junit, gradescope, github and markdown; json is one document, jsonl an "+
		"event on each line, as it happens; FORMAT=FILE writes a further report into a file; repeatable")
	completeFlag(cmd, "format", report.Formats)
	flags.StringVar(&f.out, "out", "", "write the report into this `FILE`; it appears whole or not at all, "+
		"and the text still goes to standard output")
	flags.StringVar(&f.show, "show", string(report.ShowDiff), "show `WHAT` of cases, none, summary or diff; "+
		"none: verdicts alone; summary: also the places of first differences; diff: also the lines")
	completeFlag(cmd, "show", report.Shows)
	flags.StringVar(&f.by, "by", byCause, "arrange by `WHAT`, cause or case; cause: each mistake once with the "+
		"smallest case that shows it; case: the first difference of each case")
	completeFlag(cmd, "by", []string{byCause, byCase})
}

// resolveOutputs determines the destination of each output.
func (f *reportFlags) resolveOutputs() error {
	bare := ""
	for _, chosen := range f.formats {
		format, file, to := strings.Cut(chosen, "=")
		switch {
		case to && file == "":
			return usagef("want --format %s=FILE, found no file", format)
		case to && f.writes(file):
			return usagef("want a file for each report, found %s twice", file)
		case to:
			f.outputs = append(f.outputs, formatted{format, file})
		case bare != "":
			return usagef("want one --format without a file, found %s and %s: --format %s=FILE", bare, format, format)
		default:
			bare = format
		}
	}
	switch {
	case f.out != "" && f.writes(f.out):
		return usagef("want a file for each report, found %s twice", f.out)
	// the text goes to standard output in addition to the files
	case bare == "" && f.out == "" && len(f.outputs) > 0:
	default:
		f.outputs = append(f.outputs, formatted{cmp.Or(bare, "text"), f.out})
	}
	return nil
}

// writes reports whether a report goes into this file.
func (f *reportFlags) writes(file string) bool {
	file = filepath.Clean(file)
	return slices.ContainsFunc(f.outputs, func(o formatted) bool { return filepath.Clean(o.file) == file })
}

// has reports whether a report has this format.
func (f *reportFlags) has(format string) bool {
	return slices.ContainsFunc(f.outputs, func(o formatted) bool { return o.format == format })
}

// hasText reports whether there is a text on standard output: unless another report goes there.
func (f *reportFlags) hasText() bool {
	return !slices.ContainsFunc(f.outputs, func(o formatted) bool { return o.file == "" && o.format != "text" })
}

// An openReport is a check's report on its way to the user.
type openReport struct {
	report.Reporter
	documents
}

// open starts the report. It finds all errors in the user's flags before any case runs.
func (f *reportFlags) open(cmd *cobra.Command) (*openReport, error) {
	show, err := report.ParseShow(f.show)
	if err != nil {
		return nil, usage(err)
	}
	var all []report.Reporter
	t := &openReport{}
	for _, o := range f.outputs {
		d := &document{Writer: cmd.OutOrStdout()}
		if o.format == "github" {
			d.Writer = escape.Commands(d.Writer)
		}
		to, err := report.New(o.format, d)
		if err == nil && o.file != "" {
			if err = d.begin("--"+f.flagOf(o), o.file); err == nil {
				t.documents = append(t.documents, d)
			}
		}
		if err != nil {
			t.abort()
			return nil, usage(err)
		}
		switch {
		case o.format == "text" && o.file != "":
			all = append(all, f.text(d, false, nil, false))
		case o.format != "text":
			all = append(all, to)
		}
	}
	t.Reporter = report.Limit(report.Multi(append(all, f.watched(cmd)...)...), show)
	return t, nil
}

// flagOf names the flag that requests a file.
func (f *reportFlags) flagOf(o formatted) string {
	if o.file == f.out {
		return "out"
	}
	return "format " + o.format
}

// text returns the report for people.
func (f *reportFlags) text(out io.Writer, colour bool, screen io.Writer, shared bool) report.Reporter {
	if f.by == byCause {
		return report.NewByCause(out, colour, screen, shared)
	}
	return report.NewText(out, colour, screen, shared)
}

// The arrangements of the text.
const (
	byCause = "cause"
	byCase  = "case"
)

// resolve checks the flags. Without differences, the text is arranged by cases.
func (f *reportFlags) resolve(cmd *cobra.Command) error {
	if err := f.resolveOutputs(); err != nil {
		return err
	}
	switch {
	case f.by != byCause && f.by != byCase:
		return usagef("want --by %s or %s, found %q", byCause, byCase, f.by)
	case f.show == string(report.ShowDiff):
	case f.by == byCause && cmd.Flags().Changed("by"):
		return usagef("--by cause requires --show diff")
	default:
		f.by = byCase
	}
	return nil
}

// watched returns the reporters for the user: text, or progress in addition to a document. Where no bar can
// be drawn, a message explains why the check takes long.
func (f *reportFlags) watched(cmd *cobra.Command) []report.Reporter {
	out, screen := cmd.OutOrStdout(), cmd.ErrOrStderr()
	var all []report.Reporter
	if !canDraw(screen) {
		all, screen = append(all, &timeoutWarning{out: screen}), nil
	}
	switch {
	case f.hasText():
		all = append(all, f.text(out, colours(out), screen, isTerminal(out)))
	case screen != nil && !isTerminal(out):
		all = append(all, report.Progress(screen))
	}
	return all
}
