package reversi_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant/reversi"
)

const (
	blank = "********\n"
	start = blank + blank + blank + "***OX***\n***XO***\n" + blank + blank + blank
	after = blank + blank + "***X****\n***XX***\n***XO***\n" + blank + blank + blank

	input = "X\n2\n" + start
	// Neither side can move, and the piece on d3 counts 4.
	over = "X\n3\n" + blank + blank + "***X****\n" + blank + blank + blank + blank + blank
)

// The only move, h4, brackets two lines.
const twoLines = "X\n1\n" + blank + "*******X\n*******O\n" + blank + "******O*\n*****X**\n" + blank + blank

// Two mistakes that touch different decisions both show: the output has the one text and not the other.
func TestMutationsCompose(t *testing.T) {
	const none = "no such text"
	for _, test := range []struct{ edition, faults, input, has, hasNot string }{
		{"", "", input, after + "Node,Depth,Value,Alpha,Beta\nroot,0,-Infinity,-Infinity,Infinity\nd3,1,", none},
		{"", "board-not-updated board-below-log", input, "Infinity\n" + start[:len(start)-1], "X****"},
		{"", "blank-line-below-board header-missing", input, after + "\nroot,0,", "Node"},
		{"", "board-missing header-with-blanks", input, "Node, Depth, Value, Alpha, Beta\nroot", "***"},
		{"", "direction-up-overlooked direction-left-overlooked", input, "\nd3,1,", "e6,1,"},
		{"", "diagonals-overlooked direction-down-overlooked", input, "\nc4,1,", "d3,1,"},
		{"", "letters-in-other-case rows-numbered-from-zero", input, "\nD2,1,", "d3"},
		{"", "weight-signs-lost corner-weight-one-digit",
			"O\n0\n" + strings.Replace(start, "********", "OX******", 1), "\nroot,0,1,", none},
		{"", "weights-of-rows-not-mirrored weights-of-columns-not-mirrored",
			"X\n0\n" + blank + blank + blank + blank + blank + "******OX\n" + blank + blank, "\nroot,0,1,", none},
		{"", "", over, "\npass,1,Infinity,-Infinity,Infinity\npass,2,4,", none},
		{"", "pass-in-capitals depth-counted-from-one", over, "\nPASS,2,Infinity,-Infinity,Infinity\nPASS,3,4,", "pass"},
		{"", "game-ends-on-one-pass piece-difference-at-game-end", over, "\npass,1,4,", "pass,2"},
		{"", "game-ends-on-three-passes piece-difference-at-game-end", over, "\npass,3,1,", none},
		{"", "pass-keeps-node-type pass-in-capitals", over, "\nPASS,1,-Infinity,-Infinity,Infinity\nPASS,2,4,", "pass"},
		{"", "move-for-each-line last-line-shows-old-window", twoLines,
			"\nh4,1,10,-Infinity,Infinity\nroot,0,10,10,Infinity\nh4,1,10,10,Infinity\nroot,0,10,10,Infinity", none},
		{"", "flips-in-the-last-direction-only header-missing", twoLines,
			"\n*******X\n*******O\n*******X\n******X*\n*****X**\n", "Node"},
		{"", "pass-starts-with-infinite-window beta-not-updated", over, "\npass,1,4,-Infinity,Infinity", none},
		{"", "pass-outlasts-limit depth-one-too-shallow", over, "\npass,2,4,", none},
		{"", "last-line-shows-old-window", twoLines, "\nh4,1,10,-Infinity,Infinity\nroot,0,10,-Infinity,Infinity", none},
		{"", "pass-costs-no-ply game-ends-on-three-passes", over, "\npass,0,4,", "pass,1"},
		{"", "pass-not-logged evaluation-counts-pieces", over, "\nroot,0,1,1,Infinity", "pass"},
		{"first", "evaluation-counts-pieces header-missing", over, blank + "root,0,1,-Infinity,Infinity", "Node"},
		{"", "game-ends-when-wiped-out final-newline-added", over, "\nroot,0,4,-Infinity,Infinity\n", "pass"},
		{"", "x-moves-first-always moves-reversed",
			strings.Replace(input, "X", "O", 1), "-Infinity,Infinity\ne6,1,", none},
	} {
		faults := strings.Fields(test.faults)
		got := must.Get(reversi.Solver.Solve(test.edition, []byte(test.input), faults...))(t)["output.txt"]
		expect.True(t, strings.Contains(got, test.has) && !strings.Contains(got, test.hasNot), test.faults, got,
			"want it to have", test.has, "and not", test.hasNot)
	}
}

func TestPairs(t *testing.T) {
	gametest.Pairs(t, reversi.Solver, over,
		"O\n3\nXXXXXXXX\nXOOXOXOX\nXXXXXXXX\nOOOOOOO*\nXXXXXXX*\nXOXOXOXO\nXOOOOOXO\n*XXXXXXO\n")
}

func TestChanges(t *testing.T) {
	gametest.Changes(t, gametest.Lookup(t, "reversi"), "../testdata/reversi.txt", false)
}
