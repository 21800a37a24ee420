package report

import (
	"encoding/json"
	"io"

	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Events reports as JSON, one event a line, as things happen. Each event has a
// field "event": "start", "case" or "summary".
type Events struct{ out *json.Encoder }

// NewEvents reports to out.
func NewEvents(out io.Writer) *Events {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return &Events{e}
}

// Start writes the first event.
func (e *Events) Start(s Start) {
	e.out.Encode(struct {
		Event string `json:"event"`
		Start
	}{"start", s})
}

// End writes the last event.
func (e *Events) End(s Summary) {
	e.out.Encode(struct {
		Event string `json:"event"`
		Summary
	}{"summary", s})
}

// caseEvent is the event of one case.
type caseEvent struct {
	Event    string             `json:"event"`
	Case     string             `json:"case"`
	Title    string             `json:"title"`
	Category string             `json:"category"`
	Verdict  testscript.Verdict `json:"verdict"`
	Reason   string             `json:"reason,omitempty"`
	Edition  string             `json:"equalsEdition,omitempty"`
	Files    []fileEvent        `json:"files"`
	Exit     int                `json:"exit"`
	Signal   string             `json:"signal,omitempty"`
	CPU      float64            `json:"cpuSeconds"`
	Wall     float64            `json:"wallSeconds"`
	Peak     int64              `json:"peakBytes"`
	Stderr   string             `json:"stderr,omitempty"`
	Folder   string             `json:"folder,omitempty"`
}

type fileEvent struct {
	File       string             `json:"file"`
	Verdict    testscript.Verdict `json:"verdict"`
	Reason     string             `json:"reason,omitempty"`
	Difference *differenceEvent   `json:"difference,omitempty"`
	Form       *differenceEvent   `json:"form,omitempty"`
}

type differenceEvent struct {
	Kind   compare.Kind `json:"kind"`
	Line   int          `json:"line"` // in the file that was found
	Column int          `json:"column"`
	From   int          `json:"from,omitempty"` // bytes left out at the start of a very long line
	Before []string     `json:"before"`
	Want   []string     `json:"want"`
	Got    []string     `json:"got"`
}

// Result writes the event of a case.
func (e *Events) Result(_ int, r testscript.Result) {
	event := caseEvent{
		Event:    "case",
		Case:     r.Case.Name,
		Title:    r.Case.Title,
		Category: r.Case.Problem.Category(),
		Verdict:  r.Verdict,
		Reason:   r.Reason,
		Edition:  r.Edition,
		Files:    []fileEvent{},
		Exit:     r.Outcome.Exit,
		Signal:   r.Outcome.Signal,
		CPU:      r.Outcome.CPU.Seconds(),
		Wall:     r.Outcome.Wall.Seconds(),
		Peak:     r.Outcome.Peak,
		Stderr:   string(r.Outcome.Errors),
		Folder:   r.Folder,
	}
	for _, f := range r.Files {
		event.Files = append(event.Files, fileEvent{f.Name, f.Verdict, f.Reason, newDifference(f.Report.First), newDifference(f.Report.Form)})
	}
	e.out.Encode(event)
}

func newDifference(d *compare.Difference) *differenceEvent {
	if d == nil {
		return nil
	}
	list := func(lines []string) []string { return append([]string{}, lines...) }
	return &differenceEvent{d.Kind, d.GotLine, d.Column, d.From, list(d.Before), list(d.Want), list(d.Got)}
}
