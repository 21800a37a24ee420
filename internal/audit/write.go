package audit

import (
	_ "embed"
	"encoding/csv"
	"io"
	"strconv"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/page/render"
)

// WriteCSV writes matrices as one table, with a row for each fault of each assignment: what
// it is, how many cases kill it, and which.
func WriteCSV(w io.Writer, matrices []*Matrix) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"assignment", "fault", "kind", "about", "rule", "equivalent", "beyond", "kills", "case"}}
	for _, m := range matrices {
		for f, fault := range m.Faults {
			row := []string{m.Assignment.Name, fault.ID, fault.Kind, fault.About, fault.Rule.String(), fault.Equivalent, fault.Beyond, strconv.Itoa(m.Kills(f))}
			for c := range m.Cases {
				if m.Counts(c, f) {
					row = append(row, escape.Line(m.Cases[c].Name))
				}
			}
			rows = append(rows, row)
		}
	}
	return out.WriteAll(rows)
}

// The parts of the page of matrices, which has no script.
var (
	//go:embed page/matrix.html
	matrixBody string
	//go:embed page/matrix.css
	matrixStyle string
)

// WriteHTML writes matrices as a page: for each assignment a table with a row for each
// fault and a column for each case.
func WriteHTML(w io.Writer, matrices []*Matrix) error {
	body, err := render.Body(matrixBody, nil, matrices)
	if err != nil {
		return err
	}
	p := page.Page{Title: "touchstone: which cases kill which mutants", Style: page.BookStyle + matrixStyle, Body: body}
	return p.Write(w)
}
