package report

import (
	"fmt"
	"io"

	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// documentVersion is the version of docs/report.schema.json. It is incremented when a field
// changes its meaning or is removed, not when one is added.
const documentVersion = 1

// document reports as one JSON document, with the cases in order. It is written as the
// check proceeds, one case per line.
type document struct {
	out   io.Writer
	order InOrder
	known map[string]bool
	comma string
}

// NewJSON returns a Reporter of the format json.
func NewJSON(out io.Writer) Reporter { return &document{out: out} }

func (d *document) Start(s Start) {
	d.known = s.Expected
	fmt.Fprintf(d.out, "{\"version\":%d,\n\"check\":%s,\n\"cases\":[", documentVersion, encode(s))
}

func (d *document) Result(i int, r verdict.Result) { d.order.Put(i, r, d.write) }

func (d *document) write(r verdict.Result) {
	fmt.Fprintf(d.out, "%s\n%s", d.comma, encode(newRecord(r, d.known[r.Case.Name])))
	d.comma = ","
}

func (d *document) End(s Summary) {
	fmt.Fprintf(d.out, "\n],\n\"summary\":%s}\n", encode(s))
}

// Abort ends the document as well, with a summary that says that the check was interrupted.
func (d *document) Abort(s Summary) {
	d.order.rest(d.write)
	d.End(s)
}
