package squirrel_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// The parser never panics, and whatever it accepts (squirrel rule 1) is printed as
// an input that parses to the same problem and prints the same.
func FuzzParse(f *testing.F) {
	gametest.Fuzz(f, &squirrel.Assignment,
		"2\nX\n2\n20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n**XX*\n**XOX\n***O*\n**OO*\n*****\n",                             // the handout's Figure 5
		"4\nX\n1\n2\nO\n2\n2\n20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n**XX*\n**XOX\n***O*\n**OO*\n*****\n",                 // battle
		"3\r\nO \r\n007\r\n20 16 1 32 30 \r\n20 12 2 11 8 \r\n28 48 9 1 1 \r\n20 12 10 6 2 \r\n25 30 23 21 10 \r\n**XX*\n**XOX\n***O*\n**OO*\n*****\n\n\n", // lenient
		"5\n", // wrong
	)
}
