package gangwars_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
)

// Whole answers for small inputs.
func TestAnswers(t *testing.T) {
	gametest.Answers(t, &gangwars.Assignment, []gametest.Example{
		{"rule 4: the stake comes first", "", "3\nALPHABETA\nX\n1\n1 2 3\n1 1 1\n1 1 8\nX.O\n...\n...\n",
			map[string]string{"output.txt": "C3 Stake\nX.O\n...\n..X\n"}},
		{"rule 5: the board is full before the depth", "", "1\nMINIMAX\nO\n1000000\n5\n.\n",
			map[string]string{"output.txt": "A1 Stake\nO\n"}},
	})
}
