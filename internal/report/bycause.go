package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/verdict"
)

// ByCause reports in plain text what a program does wrong, once each, with the smallest case that
// shows it. Cases that pass are only counted.
type ByCause struct {
	*Text
	held []verdict.Result // what is not told by a cause, in the order of the cases
}

// NewByCause returns a ByCause; its arguments are those of NewText.
func NewByCause(out io.Writer, colour bool, screen io.Writer, shared bool) *ByCause {
	return &ByCause{Text: NewText(out, colour, screen, shared)}
}

// Result keeps a result for the end, if it has anything to tell.
func (t *ByCause) Result(i int, r verdict.Result) {
	t.order.Put(i, r, t.hold)
	t.bar.Step()
}

func (t *ByCause) hold(r verdict.Result) {
	if r.Verdict == verdict.Build || r.Verdict == verdict.Pass && r.Folder == "" && !t.start.known(r) || t.start.Quiet && t.start.AsExpected(r) {
		return
	}
	t.held = append(t.held, r.WithoutTexts())
}

// End tells the causes, what has none, and the summary.
func (t *ByCause) End(s Summary) {
	t.bar.End()
	t.tell(s)
	t.confined()
	t.sum(s)
}

// Abort tells likewise what is known so far.
func (t *ByCause) Abort(s Summary) {
	t.bar.End()
	t.order.rest(t.hold)
	t.tell(s)
	t.aborted(s)
}

// tell tells the causes, and one by one what has none.
func (t *ByCause) tell(s Summary) {
	for i, c := range s.Causes {
		t.cause(i, c, s)
	}
	for _, r := range t.held {
		switch {
		case !s.caused(r.Case.Name) && (r.Verdict != verdict.Pass || t.start.known(r)):
			t.print(t.out, r)
		case r.Folder != "":
			t.printf("%s %s\n", t.verdict(r.Verdict), escape.Line(r.Case.Name))
			kept(t.out, r)
		}
	}
}

// mostShown is how many causes are shown by a case.
const mostShown = 3

// cause tells a cause.
func (t *ByCause) cause(i int, c diagnosis.Cause, s Summary) {
	head := fmt.Sprintf("%d. %s", i+1, c.Brief())
	if t.colour {
		head = "\x1b[1m" + head + "\x1b[0m"
	}
	t.printf("%s\n", head)
	for _, line := range c.About(s.Passed()) {
		t.printf("   %s\n", line)
	}
	smallest := c.Cases[0]
	held := slices.IndexFunc(t.held, func(r verdict.Result) bool { return r.Case.Name == smallest })
	title := ""
	if held >= 0 && t.held[held].Case.Title != "" {
		title = ": " + escape.Line(t.held[held].Case.Title)
	}
	t.printf("\n   %s %s%s\n", t.verdictOf(held), escape.Line(smallest), title)
	switch {
	case c.Second && c.First == nil:
		t.printf("   %s\n", anothers)
	case i >= mostShown:
		t.printf("   touchstone explain %s %s shows it\n", t.start.Assignment, escape.Line(smallest))
	case held >= 0:
		t.difference(c, t.held[held])
	}
	t.ended(c, held)
	if more := len(c.Cases) - 1; more > 0 {
		t.printf("   %d more %s alike: %s\n", more, begin(more), diagnosis.Listed(c.Cases[1:]))
	}
	t.printf("\n")
}

// ended tells of cases that end worse than the one that is shown.
func (t *ByCause) ended(c diagnosis.Cause, shown int) {
	for _, v := range []verdict.Verdict{verdict.Crash, verdict.Timeout, verdict.Memory, verdict.Output} {
		if shown >= 0 && t.held[shown].Verdict == v {
			continue
		}
		var ended []verdict.Result
		for _, r := range t.held {
			if r.Verdict == v && slices.Contains(c.Cases, r.Case.Name) {
				ended = append(ended, r)
			}
		}
		if len(ended) > 0 {
			t.printf("   %s %d of these, as %s: %s\n", t.verdict(v), len(ended), escape.Line(ended[0].Case.Name), escape.Line(ended[0].Reason))
		}
	}
}

// begin is the verb for a number of cases.
func begin(cases int) string {
	if cases == 1 {
		return "begins"
	}
	return "begin"
}

// verdictOf returns the verdict of a result that is kept, or nothing.
func (t *ByCause) verdictOf(i int) string {
	if i < 0 {
		return ""
	}
	return t.verdict(t.held[i].Verdict)
}

// difference shows where a case goes wrong: as a player sees it, or as lines.
func (t *ByCause) difference(c diagnosis.Cause, r verdict.Result) {
	for line := range strings.Lines(difference(c, t.said.once(r), t.colour)) {
		if line = strings.TrimRight(line, "\n"); len(line) > 0 {
			line = "     " + line
		}
		t.printf("%s\n", line)
	}
	if note := notAsked(r); note != "" {
		t.printf("     %s\n", note)
	}
}

// difference returns where a case of a cause goes wrong.
func difference(c diagnosis.Cause, r verdict.Result, colour bool) string {
	var text bytes.Buffer
	if c.First != nil {
		r.Files = slices.DeleteFunc(slices.Clone(r.Files), func(f verdict.File) bool { return f.Report.First != nil })
		r.Explain(&text, compare.Style{Colour: colour})
		_ = c.First.Print(&text, colour) // a buffer takes all
	} else {
		r.Explain(&text, compare.Style{Colour: colour})
	}
	return text.String()
}

// Difference returns where the first of a cause's cases goes wrong, as the text report shows it.
func Difference(c diagnosis.Cause, r verdict.Result) string {
	if c.Second && c.First == nil {
		return anothers + "\n"
	}
	return escape.Text(difference(c, r, false))
}

// anothers is all there is to say of a case that first shows another cause.
const anothers = "its first difference is that of another mistake"
