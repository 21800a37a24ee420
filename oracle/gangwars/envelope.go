package gangwars

import (
	"bytes"
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// greatestAsked is the greatest value in the course's files.
const greatestAsked = 99

// Beyond implements the envelope of docs/rules/gangwars.md.
func (in *Input) Beyond(_ context.Context, text []byte, _ string) (string, error) {
	switch odd := scan.OddBlanks(text, scan.Spaced); {
	case odd != "":
		return odd, nil
	case in.Mode == Competition:
		return "the mode COMPETITION, which has no single right answer", nil
	case slices.Max(in.Values) > greatestAsked:
		return "a value above 99", nil
	case in.Depth > bytes.Count(in.Board, []byte{'.'}):
		return "a depth above the number of free squares", nil
	}
	return "", nil
}
