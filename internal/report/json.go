package report

import (
	"io"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A caseRecord is one case in JSON, in events and in documents; docs/formats.md and
// docs/report.schema.json describe it.
type caseRecord struct {
	Case           string          `json:"case"`
	Title          string          `json:"title,omitempty"`
	Category       string          `json:"category"`
	Verdict        verdict.Verdict `json:"verdict"`
	Beyond         string          `json:"notAsked,omitempty"`
	EarlierVerdict verdict.Verdict `json:"before,omitempty"`
	Known          bool            `json:"knownFailure,omitempty"`
	Reason         string          `json:"reason,omitempty"`
	CrashLine      string          `json:"at,omitempty"`
	Edition        string          `json:"equalsEdition,omitempty"`
	Files          []fileRecord    `json:"files"`
	*ranRecord
	Hint   string `json:"hint,omitempty"`
	Stdout string `json:"stdout,omitempty"`
	Stderr string `json:"stderr,omitempty"`
	Dir    string `json:"directory,omitempty"`
	Answer string `json:"answer,omitempty"`
}

// A ranRecord describes how a program ran. It is omitted if none did, or if that is not to be shown.
type ranRecord struct {
	Exit   int     `json:"exit"`
	Signal string  `json:"signal,omitempty"`
	CPU    float64 `json:"cpuSeconds"`
	Wall   float64 `json:"wallSeconds"`
	Peak   int64   `json:"peakBytes"`
	// Sandbox names the active mechanisms.
	Sandbox []string `json:"sandbox"`
}

type fileRecord struct {
	File       string            `json:"file"`
	Verdict    verdict.Verdict   `json:"verdict"`
	Reason     string            `json:"reason,omitempty"`
	OtherFiles []string          `json:"left,omitempty"`
	Difference *differenceRecord `json:"difference,omitempty"`
	Form       *differenceRecord `json:"form,omitempty"`
}

type differenceRecord struct {
	Kind   compare.Kind `json:"kind"`
	Line   int          `json:"line"` // in the file that was found
	Column int          `json:"column"`
	Says   string       `json:"says,omitempty"` // by a judge
	*linesRecord
}

// A linesRecord holds the lines around a difference. It is omitted if they are not to be shown.
type linesRecord struct {
	From        int      `json:"from,omitempty"` // bytes omitted at the start of a very long line
	LinesBefore []string `json:"before"`
	Want        []string `json:"want"`
	Got         []string `json:"got"`
}

func newRecord(r verdict.Result, known bool) caseRecord {
	if r.Verdict == verdict.Build {
		r.Reason = unbuilt(r)
	}
	record := caseRecord{
		Case:           r.Case.Name,
		Title:          r.Case.Title,
		Category:       r.Case.Problem.Category(),
		Verdict:        r.Verdict,
		Beyond:         r.Beyond,
		EarlierVerdict: r.EarlierVerdict,
		Known:          known,
		Reason:         r.Reason,
		CrashLine:      r.CrashLine,
		Edition:        r.Edition,
		Files:          []fileRecord{},
		Hint:           r.Hint,
		Stderr:         string(r.Outcome.Errors),
		Dir:            r.Dir,
		Answer:         r.Answer,
	}
	if r.Verdict == verdict.Missing {
		record.Stdout = string(r.Outcome.First)
	}
	if o := r.Outcome; o.Wall > 0 {
		record.ranRecord = &ranRecord{
			o.Exit,
			o.Signal,
			o.CPU.Seconds(),
			o.Wall.Seconds(),
			o.Peak,
			append([]string{}, r.Enforced...),
		}
	}
	for _, f := range r.Files {
		record.Files = append(record.Files, fileRecord{
			f.Name, f.Verdict, f.Reason, f.OtherFiles, newDifference(f.Report.First), newDifference(f.Report.Form),
		})
	}
	return record
}

// Record returns the JSON record of a result, for other events about it.
func Record(r verdict.Result) any { return newRecord(r, false) }

func newDifference(d *compare.Difference) *differenceRecord {
	if d == nil {
		return nil
	}
	record := &differenceRecord{Kind: d.Kind, Line: d.GotLine, Column: d.Column, Says: d.Says}
	if !d.OnlyPlace() {
		list := func(lines []string) []string { return append([]string{}, lines...) }
		record.linesRecord = &linesRecord{d.From, list(d.LinesBefore), list(d.Want), list(d.Got)}
	}
	return record
}

// encode returns a value as one line of JSON, without the newline.
func encode(value any) string {
	var line strings.Builder
	_ = escape.Encode(&line, value, "") // our own types: encoding cannot fail
	return strings.TrimSuffix(line.String(), "\n")
}

// documentVersion is the version of docs/report.schema.json. It is incremented when a field
// changes its meaning or is removed, not when one is added.
const documentVersion = 1

// document reports as one JSON document. It is written as the check proceeds, one case per line.
type document struct {
	format
	comma string
}

// NewJSON returns a Reporter of the format json.
func NewJSON(out io.Writer) Reporter { return &document{format: format{out: out}} }

func (d *document) Start(s Start) {
	d.start = s
	d.printf("{\"version\":%d,\n\"check\":%s,\n\"cases\":[", documentVersion, encode(s))
}

func (d *document) Result(r verdict.Result) {
	d.printf("%s\n%s", d.comma, encode(newRecord(r, d.start.Expected[r.Case.Name])))
	d.comma = ","
}

func (d *document) End(s Summary) { d.printf("\n],\n\"summary\":%s}\n", encode(s)) }

// events reports as JSON, one event per line, as things happen. Each event has a field
// "event": "start", "case" or "summary".
type events struct{ format }

// write writes an event. The writer remembers its errors.
func (e *events) write(event any) { _ = escape.Encode(e.out, event, "") }

// Start writes the first event.
func (e *events) Start(s Start) {
	e.start = s
	e.write(struct {
		Event string `json:"event"`
		Start
	}{"start", s})
}

// Result writes the event of a case.
func (e *events) Result(r verdict.Result) {
	e.write(struct {
		Event string `json:"event"`
		caseRecord
	}{"case", newRecord(r, e.start.Expected[r.Case.Name])})
}

// End writes the last event.
func (e *events) End(s Summary) {
	e.write(struct {
		Event string `json:"event"`
		Summary
	}{"summary", s})
}
