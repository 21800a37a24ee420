package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A Show controls how much of a case a report reveals, for students who must not see
// everything.
type Show string

// The levels. Each shows what the previous one does.
const (
	// ShowNone shows the name and the category of a case, why no course asks it, the
	// verdict, and why a program does not compile.
	ShowNone Show = "none"
	// ShowSummary adds the title, our own description of what happened, how the program
	// ended and what it used, and the places and kinds of each file's differences.
	ShowSummary Show = "summary"
	// ShowDiff shows everything.
	ShowDiff Show = "diff"
)

// Shows lists the levels.
var Shows = []string{string(ShowNone), string(ShowSummary), string(ShowDiff)}

// ParseShow parses the name of a level.
func ParseShow(name string) (Show, error) {
	if !slices.Contains(Shows, name) {
		return "", fmt.Errorf("want --show %s, found %q", strings.Join(Shows, ", "), name)
	}
	return Show(name), nil
}

// Limit returns a Reporter that passes on only what a level shows.
func Limit(to Reporter, show Show) Reporter { return limited{to, show} }

type limited struct {
	Reporter
	show Show
}

func (l limited) Start(s Start) {
	s.Show = l.show
	l.Reporter.Start(s)
}

func (l limited) Result(i int, r verdict.Result) { l.Reporter.Result(i, l.show.limit(r)) }

func (l limited) Ran()            { Ran(l.Reporter) }
func (l limited) Judged()         { Judged(l.Reporter) }
func (l limited) End(s Summary)   { l.Reporter.End(l.show.summary(s)) }
func (l limited) Abort(s Summary) { l.Reporter.Abort(l.show.summary(s)) }

// summary leaves out causes below ShowDiff, because they reveal the right answer.
func (s Show) summary(all Summary) Summary {
	if s != ShowDiff {
		all.Causes, all.Unexplained = nil, nil
	}
	return all
}

// limit copies what may be shown into a new result, so that fields added to results later
// are hidden until somebody decides otherwise here. What a program printed, and the names
// of its files, are shown only by ShowDiff: they may be the case's input.
func (s Show) limit(r verdict.Result) verdict.Result {
	seen := verdict.Result{
		Case:    &cases.Case{Assignment: r.Case.Assignment, Name: r.Case.Name, Points: r.Case.Points, Problem: r.Case.Problem}, // of the problem, only the category
		Verdict: r.Verdict,
		Beyond:  r.Beyond,
		Excused: r.Excused,
		Before:  r.Before,
		Folder:  r.Folder, // the user asked for it

		Enforced: r.Enforced, // shown with every verdict
	}
	switch s {
	case ShowDiff:
		return r
	case ShowNone:
		if r.Verdict == verdict.Build { // the reason does not depend on any case
			seen.Reason = r.Reason
		}
		return seen
	}
	seen.Case.Title, seen.Reason, seen.Edition, seen.Hint = r.Case.Title, r.Reason, r.Edition, r.Hint
	o := r.Outcome
	seen.Allowed = r.Allowed
	seen.Outcome = outcome.Outcome{Stopped: o.Stopped, Exit: o.Exit, Signal: o.Signal, CPU: o.CPU, Wall: o.Wall, Peak: o.Peak}
	for _, f := range r.Files {
		f.Left = nil
		f.Report.First, f.Report.Form = f.Report.First.Place(), f.Report.Form.Place()
		seen.Files = append(seen.Files, f)
	}
	return seen
}
