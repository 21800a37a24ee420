package reversi_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// The parser never panics, and whatever it accepts (reversi rule 1) is printed as
// an input that parses to the same problem and prints the same.
func FuzzParse(f *testing.F) {
	gametest.Fuzz(f, &reversi.Assignment,
		"X\n2\n********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n",              // the handout's example
		"O\r\n\r\n0\r\n \r\n********\n\n********\n********\n***OX***\n***XO***\n********\n********\n********", // blank lines
	)
}
