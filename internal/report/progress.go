package report

import (
	"io"

	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Progress returns a Reporter that only shows a bar on a screen, while the report goes
// elsewhere.
func Progress(screen io.Writer) Reporter { return &progress{screen: screen} }

type progress struct {
	screen io.Writer
	bar    *Bar
}

func (p *progress) Start(s Start)              { p.bar = NewBar(p.screen, s.Assignment, s.Cases) }
func (p *progress) Result(int, verdict.Result) {}
func (p *progress) Ran()                       { p.bar.Step() }
func (p *progress) Judged()                    { p.bar.Say(lookingForCauses) }
func (p *progress) End(Summary)                { p.bar.End() }
func (p *progress) Abort(Summary)              { p.bar.End() }

// lookingForCauses is shown after the last case.
const lookingForCauses = "looking for causes ..."

// A watched reporter has a bar.
type watched interface {
	Ran()
	Judged()
}

// Ran tells a reporter with a bar that one more case has ended. Its result may have to wait for others before it.
func Ran(to Reporter) {
	if w, ok := to.(watched); ok {
		w.Ran()
	}
}

// Judged tells a reporter with a bar that no case runs any more, and that causes are looked for, until End or
// Abort.
func Judged(to Reporter) {
	if w, ok := to.(watched); ok {
		w.Judged()
	}
}
