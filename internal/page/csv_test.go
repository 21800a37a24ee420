package page_test

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/page"
)

// full is a writer that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// No cell is a formula, whatever sign it begins with; numbers with a sign stay numbers.
func TestWriteCSV(t *testing.T) {
	if err := page.WriteCSV(full{}, [][]string{{"x"}}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("error %v, want that of the writer", err)
	}
	for cell, want := range map[string]string{
		"": "", "ann": "ann", "7": "7", "a=1": "a=1", "-1.50": "-1.50", "+2": "+2",
		"=1+1": "'=1+1", "+cmd": "'+cmd", "-cmd|' /C calc'!A0": "'-cmd|' /C calc'!A0", "@SUM(A1)": "'@SUM(A1)",
		"-": "'-", "+": "'+", "=1": "'=1", "@1": "'@1", "-1-1": "'-1-1", "+1+A1": "'+1+A1",
		"two\nlines": `two\nlines`, "a \"b\", c": `a "b", c`,
	} {
		var to strings.Builder
		if err := page.WriteCSV(&to, [][]string{{"first", "second"}, {"x", cell}}); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(to.String())).ReadAll()
		if err != nil || len(rows) != 2 || rows[0][1] != "second" || rows[1][0] != "x" || rows[1][1] != want {
			t.Errorf("%q: %q, %v, want the second of the second row %q", cell, rows, err, want)
		}
		if strings.Count(to.String(), "\r\n") != 2 {
			t.Errorf("%q: want lines that end in CRLF, found %q", cell, to.String())
		}
	}
}
