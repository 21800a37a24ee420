package mancala_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
)

// Each situation of the game, from both sides.
func TestSituations(t *testing.T) {
	gametest.Situations(t, &mancala.Assignment, showings)
}

// Lines are the task, the player, the cut-off, the pits of player 2 and of player 1, and
// their mancalas. One lap around three pits a side takes seven stones.
var showings = []gametest.Showing{
	{"one extra turn", "2\n1\n1\n3 3 3\n5 0 1\n0\n0\n", "extra-turn chain-at-cut-off", "own-pit-filled extra-turn-of-opponent chain-of-two player-2 two-digit-names thousand-stones lap"},
	{"one before the cut-off", "2\n1\n2\n0 0 1\n5 0 1\n0\n0\n", "extra-turn", "extra-turn-of-opponent chain-at-cut-off"},
	{"two extra turns in a row", "2\n1\n1\n3 3 3\n3 2 4\n0\n0\n", "chain-of-two", "chain-of-three long-chain"},
	{"three", "2\n1\n1\n2 5 1\n3 1 0\n0\n0\n", "chain-of-three chain-ends-game", "long-chain"},
	{"four", "2\n1\n1\n5 1 4\n3 2 6\n0\n0\n", "long-chain", "greedy-cut-off"},
	{"two equally good moves in a chain", "2\n1\n1\n3 3 3\n3 3 1\n0\n0\n", "tie-in-chain", "cut-in-chain"},
	{"two unequal ones", "2\n1\n1\n3 3 3\n3 0 4\n0\n0\n", "extra-turn own-pit-filled", "tie-in-chain"},
	{"the opponent's chain is cut", "3\n1\n2\n1 0 4\n6 4 5\n0\n0\n", "cut-in-chain extra-turn-of-opponent", "extra-turn"},
	{"no extra turn", "2\n1\n1\n3 3 3\n1 0 0\n0\n0\n", "capture", "extra-turn chain-at-cut-off chain-ends-game capture-of-opponent capture-nothing own-pit-filled"},
	{"a capture of nothing", "2\n1\n1\n3 0 3\n1 0 0\n0\n0\n", "capture-nothing mover-empties-own-side sweep", "capture opponents-side-emptied"},
	{"a capture that empties the other side", "2\n1\n1\n0 3 0\n1 0 2\n0\n0\n", "capture opponents-side-emptied", "mover-empties-own-side capture-nothing"},
	{"the last stone beside nothing", "1\n1\n1\n1 1 1\n0 0 1\n0\n0\n", "chain-ends-game mover-empties-own-side sweep", "extra-turn"},
	{"nothing is left", "1\n1\n1\n0 3 0\n1 0 0\n0\n0\n", "mover-empties-own-side opponents-side-emptied", "sweep"},
	{"the opponent captures", "2\n1\n2\n0 1 9\n2 1 0\n0\n0\n", "capture-of-opponent", "player-2"},
	{"into an empty pit of the other side", "2\n1\n1\n1 1 0\n1 1 2\n0\n0\n", "opponents-empty-pit", "capture-of-opponent"},
	{"into one that is not empty", "2\n1\n1\n1 1 1\n1 1 2\n0\n0\n", "", "opponents-empty-pit"},
	{"just a lap", "1\n1\n2\n1 1 1\n7 0 0\n0\n0\n", "lap-home capture greedy-cut-off", "lap two-laps-home lap-over-mancala"},
	{"a stone more than a lap", "1\n1\n1\n1 1 1\n8 0 0\n0\n0\n", "lap", "lap-home two-laps-home lap-over-mancala greedy-cut-off"},
	{"a lap over the mancala", "1\n1\n1\n1 1 1\n0 0 8\n0\n0\n", "lap lap-over-mancala extra-turn", "lap-home"},
	{"two laps", "1\n1\n1\n1 1 1\n14 0 0\n0\n0\n", "lap two-laps-home lap-over-mancala", "lap-home"},
	{"player 2, and a thousand stones", "1\n2\n1\n1000 1 1\n1 1 1\n0\n0\n", "player-2 thousand-stones", "two-digit-names"},
	{"nearly a thousand", "1\n2\n1\n999 1 1\n1 1 1\n1000\n1000\n", "", "thousand-stones"},
	{"ten pits", "1\n1\n1\n1 1 1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1 1 1\n0\n0\n", "two-digit-names", "player-2"},
	{"nine pits", "1\n1\n1\n1 1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1 1\n0\n0\n", "two-digit-names", "player-2"},
	{"eight pits", "1\n1\n1\n1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1\n0\n0\n", "", "two-digit-names"},
}
