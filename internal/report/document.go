package report

import (
	"fmt"
	"io"

	"github.com/touchstone-suite/touchstone/testscript"
)

// documentVersion is that of docs/report.schema.json. It grows when a field
// changes its meaning or goes, not when one is added.
const documentVersion = 1

// document reports as one JSON document, the cases in their order. It is written
// as the check goes on, a case a line.
type document struct {
	out   io.Writer
	order inOrder
	known map[string]bool
	comma string
}

func (d *document) Start(s Start) {
	d.known = s.Expected
	fmt.Fprintf(d.out, "{\"version\":%d,\n\"check\":%s,\n\"cases\":[", documentVersion, encode(s))
}

func (d *document) Result(i int, r testscript.Result) {
	d.order.put(i, r, func(r testscript.Result) {
		fmt.Fprintf(d.out, "%s\n%s", d.comma, encode(newRecord(r, d.known[r.Case.Name])))
		d.comma = ","
	})
}

func (d *document) End(s Summary) {
	fmt.Fprintf(d.out, "\n],\n\"summary\":%s}\n", encode(s))
}

// Abort leaves the document without its end: who reads a part of it takes it for none.
func (d *document) Abort(Summary) {}
