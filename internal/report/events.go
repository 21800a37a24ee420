package report

import (
	"io"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/verdict"
)

// Events reports as JSON, one event per line, as things happen. Each event has a field
// "event": "start", "case" or "summary".
type Events struct {
	out   io.Writer
	known map[string]bool
}

// NewEvents returns Events that are written to out.
func NewEvents(out io.Writer) *Events { return &Events{out: out} }

// write writes an event. The writer remembers its errors.
func (e *Events) write(event any) { _ = escape.Encode(e.out, event, "") }

// Start writes the first event.
func (e *Events) Start(s Start) {
	e.known = s.Expected
	e.write(struct {
		Event string `json:"event"`
		Start
	}{"start", s})
}

// Result writes the event of a case.
func (e *Events) Result(_ int, r verdict.Result) {
	e.write(struct {
		Event string `json:"event"`
		caseRecord
	}{"case", newRecord(r, e.known[r.Case.Name])})
}

// End writes the last event.
func (e *Events) End(s Summary) {
	e.write(struct {
		Event string `json:"event"`
		Summary
	}{"summary", s})
}

// Abort writes the last event as well, which says that the check was interrupted.
func (e *Events) Abort(s Summary) { e.End(s) }
