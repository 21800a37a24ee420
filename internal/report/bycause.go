package report

import (
	"io"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
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
func (t *ByCause) Result(i int, r verdict.Result) { t.order.Put(i, r, t.hold) }

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
	causes := diagnosis.Teller{Out: t.out, Colour: t.colour, Failed: t.held, Passed: s.Passed(), Said: &t.said}
	for _, c := range s.Causes {
		causes.Tell(c)
	}
	for _, r := range t.held {
		switch {
		case !s.caused(r.Case.Name) && (r.Verdict != verdict.Pass || t.start.known(r)):
			t.print(t.out, r)
		case r.Folder != "":
			t.printf("%s %s\n", r.Verdict.Head(t.colour), escape.Line(r.Case.Name))
			kept(t.out, r)
		}
	}
}
