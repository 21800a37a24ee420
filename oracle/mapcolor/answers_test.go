package mapcolor_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
)

// Whole answers for small inputs.
func TestAnswers(t *testing.T) {
	gametest.Answers(t, &mapcolor.Assignment, []gametest.Example{
		{"rule 9: depth 0", "", strings.Replace(australia, "\n3\n", "\n0\n", 1),
			map[string]string{"output.txt": "SA, G, 0, 8, -inf, inf\nSA, G, 8"}},
		{"rule 9: no move at the root", "", "B, A\na: A-2, b: B-1\n5\nA: 7, B: -1\nA: 4, B: 9\na: b\nT:\n",
			map[string]string{"output.txt": "b, B, 0, -5, -inf, inf\nb, B, -5"}},
		{"rule 2: the game goes on around a state whose colours are used up", "", "A, B\na: A-1, b: B-1\n1\nA: 1, B: 1\nA: 1, B: 1\nx: a, b\na: x\nb: x, y\ny: b\n",
			map[string]string{"output.txt": "b, B, 0, -inf, -inf, inf\ny, A, 1, 3, -inf, inf\nb, B, 0, 3, 3, inf\ny, A, 3"}},
	})
}
