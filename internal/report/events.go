package report

import (
	"io"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// events reports as JSON, one event per line, as things happen. Each event has a field
// "event": "start", "case" or "summary".
type events struct {
	out   io.Writer
	known map[string]bool
}

// write writes an event. The writer remembers its errors.
func (e *events) write(event any) { _ = escape.Encode(e.out, event, "") }

// Start writes the first event.
func (e *events) Start(s Start) {
	e.known = s.Expected
	e.write(struct {
		Event string `json:"event"`
		Start
	}{"start", s})
}

// Result writes the event of a case.
func (e *events) Result(_ int, r verdict.Result) {
	e.write(struct {
		Event string `json:"event"`
		caseRecord
	}{"case", newRecord(r, e.known[r.Case.Name])})
}

// End writes the last event.
func (e *events) End(s Summary) {
	e.write(struct {
		Event string `json:"event"`
		Summary
	}{"summary", s})
}

// Abort writes the last event as well, which says that the check was interrupted.
func (e *events) Abort(s Summary) { e.End(s) }
