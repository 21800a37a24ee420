package mapcolor_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
)

// The parser never panics, and whatever it accepts (mapcolor rule 1) is printed as
// an input that parses to the same problem and prints the same.
func FuzzParse(f *testing.F) {
	gametest.Fuzz(f, &mapcolor.Assignment,
		"R, G, B\nWA: R-1, SA: G-2\n3\nR: 10, G: 5, B: 0\nR: 0, G: 2, B: 8\nSA: WA, NT, Q, NSW, V\nNT: WA, SA, Q\nNSW: Q, V, SA\nWA: SA, NT\nQ: NT, SA, NSW\nV: SA, NSW\n", // the handout's example
		"R ,r\r\n a :R-2,b: r - 1 \n0\nr:-3,R :-0\nR:1,r:2\na:x ,y\nT:", // blanks
	)
}
