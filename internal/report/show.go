package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A Show says how much of a case a report may give away, to students who are not
// to see it.
type Show string

// The levels. Each shows what the one before it does.
const (
	// ShowNone leaves the name and the category of a case, why no course asks it, the
	// verdict, and why a program does not compile.
	ShowNone Show = "none"
	// ShowSummary adds the title, our own words on what happened, how the program
	// ended and what it used, and of each file the places and kinds of its
	// differences.
	ShowSummary Show = "summary"
	// ShowDiff shows everything.
	ShowDiff Show = "diff"
)

// Shows names the levels.
var Shows = []string{string(ShowNone), string(ShowSummary), string(ShowDiff)}

// ParseShow reads a level.
func ParseShow(name string) (Show, error) {
	if !slices.Contains(Shows, name) {
		return "", fmt.Errorf("want --show %s, found %q", strings.Join(Shows, ", "), name)
	}
	return Show(name), nil
}

// Limit lets a reporter know only what a level shows.
func Limit(to Reporter, show Show) Reporter { return limited{to, show} }

type limited struct {
	Reporter
	show Show
}

func (l limited) Start(s Start) {
	s.Show = l.show
	l.Reporter.Start(s)
}

func (l limited) Result(i int, r testscript.Result) { l.Reporter.Result(i, l.show.limit(r)) }

// limit makes a result anew from what may be shown, so that what is added to
// results one day is hidden until somebody decides otherwise here. What a program
// printed, and what it called its files, is shown by ShowDiff alone: it may be the
// case's input.
func (s Show) limit(r testscript.Result) testscript.Result {
	seen := testscript.Result{
		Case:    &cases.Case{Assignment: r.Case.Assignment, Name: r.Case.Name, Problem: r.Case.Problem}, // of the problem only the category is told
		Verdict: r.Verdict,
		Beyond:  r.Beyond,
		Folder:  r.Folder, // the user asked for it

		Enforced: r.Enforced, // stands beside every verdict
	}
	switch s {
	case ShowDiff:
		return r
	case ShowNone:
		if r.Verdict == testscript.Build { // no case had a part in it
			seen.Reason = r.Reason
		}
		return seen
	}
	seen.Case.Title, seen.Reason, seen.Edition, seen.Hint = r.Case.Title, r.Reason, r.Edition, r.Hint
	o := r.Outcome
	seen.Outcome = sandbox.Outcome{Stopped: o.Stopped, Exit: o.Exit, Signal: o.Signal, CPU: o.CPU, Wall: o.Wall, Peak: o.Peak}
	for _, f := range r.Files {
		f.Left = nil
		f.Report.First, f.Report.Form = f.Report.First.Place(), f.Report.Form.Place()
		seen.Files = append(seen.Files, f)
	}
	return seen
}
