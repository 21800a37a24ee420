package mancala_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
)

// The parser never panics, and whatever it accepts (mancala rule 1) is printed as
// an input that parses to the same problem and prints the same.
func FuzzParse(f *testing.F) {
	gametest.Fuzz(f, &mancala.Assignment,
		"2\n1\n2\n3 3 3\n3 3 3\n0\n0\n",   // the handout's sample
		"1\n2\n0\n7 0 0\n0 0 0\n-0\n007",  // greedy
		"4\n1\n9.5\n1 2 3\n3 2 1\n0\n0\n", // task 4
	)
}
