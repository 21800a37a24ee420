package gangwars_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
)

// The parser never panics, and whatever it accepts (gangwars rule 1) is printed as
// an input that parses to the same problem and prints the same.
func FuzzParse(f *testing.F) {
	gametest.Fuzz(f, &gangwars.Assignment,
		"3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n", // the handout's example 1
		"2\nCOMPETITION\nX\n299.5\n1 2\n3 4\nX.\n.O",                  // competition
		"1\nALPHABETA\nX\n1\n1\nX\n",                                  // full board
	)
}
