package page

import (
	"encoding/csv"
	"io"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
)

// WriteCSV writes a table as RFC 4180 has it. No cell is a formula to a spreadsheet, and none holds
// what cannot be seen.
func WriteCSV(w io.Writer, rows [][]string) error {
	to := csv.NewWriter(w)
	to.UseCRLF = true
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			if cell = escape.Line(cell); cell != "" && strings.ContainsRune("=+-@", rune(cell[0])) && !isNumber(cell) {
				cell = "'" + cell
			}
			cells[i] = cell
		}
		if err := to.Write(cells); err != nil {
			return err
		}
	}
	to.Flush()
	return to.Error()
}

// isNumber reports whether a cell is nothing but a number with a sign, as changes of points are.
func isNumber(cell string) bool {
	return len(cell) > 1 && (cell[0] == '+' || cell[0] == '-') && strings.Trim(cell[1:], "0123456789.") == ""
}
