package fuzz

import (
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A Failure is what is compared of two failures.
type Failure struct {
	verdict testscript.Verdict
	reason  string // how it ended, of a crash with the name of the error
	file    string // the first that is not right, but the log if that is not right: it tells most
	grade   compare.Grade
	sort    string // of the first difference
}

// same reports whether two failures look as if they had the same cause: the same verdict, the
// same file, and the same sort of first difference there.
func same(a, b Failure) bool { return a == b }

// exception is the name of an error in the last words of a program, such as IndexError.
var exception = regexp.MustCompile(`\b[A-Za-z]+(?:Error|Exception)\b`)

func newFailure(r testscript.Result) Failure {
	f := Failure{verdict: r.Verdict}
	switch r.Verdict {
	case testscript.Timeout, testscript.Memory, testscript.Output: // what it wrote until then says little
		return f
	case testscript.Crash:
		f.reason = r.Reason
		if names := exception.FindAll(r.Outcome.Errors, -1); len(names) > 0 {
			f.reason = string(names[len(names)-1])
		}
		return f
	}
	for _, file := range r.Files {
		if file.Verdict != r.Verdict {
			continue
		}
		sort := ""
		if d := file.Report.First; d != nil {
			sort = sortOf(d)
		}
		if f.file == "" || isLog[sort] && !isLog[f.sort] {
			f.file, f.grade, f.sort = file.Name, file.Report.Grade, sort
		}
	}
	return f
}

// isLog holds the sorts of differences of a log.
var isLog = map[string]bool{"node": true, "value": true, "window": true, "columns": true}

// sortOf says what sort of difference it is: of form, by its kind; of a log, whether the rows
// are those of different nodes or differ in the value or in the window; of other lines, whether
// they are rows of a board or words.
func sortOf(d *compare.Difference) string {
	switch d.Kind {
	case compare.MissingLines, compare.ExtraLines: // of a log, rows of nodes that others follow, or none
		for _, rows := range [][]string{d.Want, d.Got} {
			if len(rows) > 0 && len(columns(rows[0])) >= 3 {
				return "node"
			}
		}
		return string(d.Kind)
	case compare.LineEnds, compare.FinalNewline:
		return string(d.Kind)
	}
	if len(d.Want) == 0 || len(d.Got) == 0 {
		return string(d.Kind)
	}
	want, got := columns(d.Want[0]), columns(d.Got[0])
	switch {
	case len(want) < 3 && strings.Contains(want[0], " "):
		return "words"
	case len(want) < 3:
		return "board"
	case len(want) != len(got):
		return "columns"
	}
	value := 2 // node, depth, value; with a window there are two columns more, and mapcolor has colours
	if len(want) > 3 {
		value = len(want) - 3
	}
	for i := range want {
		switch {
		case want[i] == got[i]:
		case i < value:
			return "node"
		case i == value:
			return "value"
		default:
			return "window"
		}
	}
	return "blanks"
}

// columns splits a row at its commas.
func columns(row string) []string {
	parts := strings.Split(strings.TrimRight(row, "\r\n"), ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// alike reports whether a program answered an input twice in the same way, as far as it can be
// seen: with the same verdicts and the same first differences.
func alike(a, b testscript.Result) bool {
	if a.Verdict != b.Verdict || len(a.Files) != len(b.Files) {
		return false
	}
	for i, f := range a.Files {
		other := b.Files[i]
		if f.Verdict != other.Verdict || (f.Report.First == nil) != (other.Report.First == nil) {
			return false
		}
		if d := f.Report.First; d != nil {
			e := other.Report.First
			if d.GotLine != e.GotLine || d.Column != e.Column || !slices.Equal(d.Got, e.Got) {
				return false
			}
		}
	}
	return true
}
