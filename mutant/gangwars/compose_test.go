package gangwars_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant/gangwars"
)

const (
	values = "20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n"
	rows   = "..XX.\n..XOX\n...O.\n..OO.\n.....\n"
	input  = "5\nALPHABETA\nX\n2\n" + values + rows
	tie    = "2\nMINIMAX\nX\n1\n1 7\n7 7\nX.\n..\n" // B1, A2 and B2 are worth the same
)

// A free board of ten rows, whose squares are all worth the same.
var ten = "10\nMINIMAX\nX\n1\n" + strings.Repeat("1 1 1 1 1 1 1 1 1 1\n", 10) + strings.Repeat("..........\n", 10)

// Two mistakes that touch different decisions both show: the output is, or begins so.
func TestMutationsCompose(t *testing.T) {
	for _, test := range []struct{ faults, input, want string }{
		{"", input, "C3 Raid\n..XX.\n..XOX\n..XX.\n..XO.\n.....\n"},
		{"kind-in-capitals rows-numbered-from-zero", input, "C2 RAID\n..XX.\n"},
		{"kind-stake-always kind-in-capitals", input, "C3 STAKE\n..XX.\n"},
		{"kind-in-capitals kind-stake-always", input, "C3 STAKE\n..XX.\n"},
		{"letters-in-other-case digits-before-letters", input, "3c Raid\n..XX.\n"},
		{"board-without-captures row-number-of-one-digit", input, "C3 Raid\n..XX.\n..XOX\n..XO.\n..OO.\n"},
		{"board-not-updated move-below-board", input, rows + "C3 Raid\n"},
		{"move-line-missing board-without-captures", input, "..XX.\n..XOX\n..XO.\n..OO.\n"},
		{"raid-vacates-base last-move-chosen", input, "E3 Raid\n..XX.\n..XO.\n...XX\n..OO.\n.....\n"},
		{"", tie, "B1 Stake\nXX\n..\n"},
		{"ties-prefer-raid column-by-column", tie, "A2 Raid\nX.\nX.\n"},
		{"raids-before-stakes column-by-column", tie, "A2 Raid\nX.\nX.\n"},
		{"moves-square-by-square raids-before-stakes", tie, "B1 Raid\nXX\n..\n"},
		{"raid-from-anywhere stake-only-where-no-raid", tie, "B2 Stake\nX.\n.X\n"}, // the list's order: no stake where a raid was
		{"last-tie-at-root kind-in-capitals", tie, "A2 RAID\nX.\nX.\n"},
		{"moves-in-order-of-names kind-in-capitals", tie, "A2 STAKE\nX.\nX.\n"},
		{"row-as-one-character rows-numbered-from-below", ten, "A: Stake\n"},
		{"opponents-piece-played kind-in-capitals", tie, "B1 STAKE\nXO\n..\n"},
		{"crlf-line-ends final-newline-missing", tie, "B1 Stake\r\nXX\r\n..\r"},
	} {
		files := must.Get(gangwars.Solver.Solve("", []byte(test.input), strings.Fields(test.faults)...))(t)
		if got := files["output.txt"]; !strings.HasPrefix(got, test.want) {
			t.Errorf("%s:\n%s\nwant it to begin with\n%s", test.faults, got, test.want)
		}
	}
}

func TestPairs(t *testing.T) {
	const rest = "\nO\n3\n12 2 1000\n3 4 5\n6 7 8\nX.O\n.XO\n..O\n"
	gametest.Pairs(t, gangwars.Solver, "3\nMINIMAX"+rest, "3\nALPHABETA"+rest)
}

func TestChanges(t *testing.T) {
	gametest.Changes(t, gametest.Lookup(t, "gangwars"), "../testdata/gangwars.txt", false)
}
