package report

import (
	"encoding/json"
	"io"

	"github.com/touchstone-suite/touchstone/testscript"
)

// Events reports as JSON, one event a line, as things happen. Each event has a
// field "event": "start", "case" or "summary".
type Events struct {
	out   *json.Encoder
	known map[string]bool
}

// NewEvents reports to out.
func NewEvents(out io.Writer) *Events {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return &Events{out: e}
}

// Start writes the first event.
func (e *Events) Start(s Start) {
	e.known = s.Expected
	e.out.Encode(struct {
		Event string `json:"event"`
		Start
	}{"start", s})
}

// Result writes the event of a case.
func (e *Events) Result(_ int, r testscript.Result) {
	e.out.Encode(struct {
		Event string `json:"event"`
		caseRecord
	}{"case", newRecord(r, e.known[r.Case.Name])})
}

// End writes the last event.
func (e *Events) End(s Summary) {
	e.out.Encode(struct {
		Event string `json:"event"`
		Summary
	}{"summary", s})
}
