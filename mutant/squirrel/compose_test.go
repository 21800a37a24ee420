package squirrel_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant/squirrel"
)

// The squares of the handout's Figure 5.
const (
	values  = "20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n"
	initial = "**XX*\n**XOX\n***O*\n**OO*\n*****\n"
)

const (
	greedy    = "1\nX\n1\n" + values + initial
	alphaBeta = "3\nX\n2\n" + values + initial
	losing    = "2\nX\n1\n" + values + losingBoard
	full      = "2\nX\n2\n" + values + "XXXXX\nXXXXX\nXXXXX\nXXXXX\nXXXX*\n"
	edges     = "1\nX\n1\n1 1 1 1 9\n" + ones + ones + ones + ones + edgeBoard
	ones      = "1 1 1 1 1\n"
	edgeBoard = "*OOO*\nOOOOO\nOOOOO\nOOOOO\nOOOOX\n"

	// Every move of X leaves O ahead.
	losingBoard = "OOOO*\nOOOOO\nOOOOO\nOOOO*\nOOO**\n"

	battle = "4\nX\n1\n1\nO\n2\n1\n" + values + initial
)

// Two mistakes that touch different decisions both show: the file has the one text and not the other.
func TestMutationsCompose(t *testing.T) {
	const none = "no such text"
	for _, test := range []struct{ faults, input, file, has, hasNot string }{
		{"", alphaBeta, "next_state.txt", "**XX*\n**XOX\n**XX*\n**XO*\n", none},
		{"board-without-captures first-move-chosen", alphaBeta, "next_state.txt", "X*XX*\n**XOX\n***O*\n", none},
		{"board-not-updated no-entry-line", alphaBeta, "next_state.txt", initial, none},
		{"board-not-updated no-entry-line", alphaBeta, "traverse_log.txt", "Alpha,Beta\nB1,2,", "-Infinity,-Infinity"},
		{"letters-in-other-case rows-numbered-from-zero", alphaBeta, "traverse_log.txt", "\na0,1,", "C3"},
		{"digits-before-letters letters-in-other-case", alphaBeta, "traverse_log.txt", "\n1a,1,", "3c,3"},
		{"letters-in-other-case digits-before-letters", alphaBeta, "traverse_log.txt", "\n1a,1,", "3c,3"},
		{"column-and-row-swapped rows-numbered-from-below", alphaBeta, "traverse_log.txt", "\nA4,1,", "F"},
		{"moves-reversed depth-counted-from-one", alphaBeta, "traverse_log.txt",
			"\nE5,2,Infinity,-Infinity,Infinity\nD5,3,", "root,0"},
		{"evaluation-counts-pieces evaluation-own-squares-only", alphaBeta, "traverse_log.txt", "\nB1,2,5,", none},
		{"neighbour-left-overlooked neighbour-right-overlooked", greedy, "next_state.txt", "**XX*\n**XOX\n*X*O*\n", none},
		{"greedy-minimises greedy-ignores-captures", greedy, "next_state.txt", "**XX*\n**XOX\n***XX\n", none},
		{"battle-shows-initial-board battle-second-player-moves-first", battle, "trace_state.txt",
			initial + "**XX*\n**XOX\n*O*O*\n", none},
		{"battle-blank-lines battle-last-board-missing", battle, "trace_state.txt", "**OO*\n*****\n\n**XX*\n", "\n\n\n"},
		{"negative-indices-wrap raid-turns-one-only", edges, "next_state.txt", "*OOOX\nOOOOX\n", none},
		{"last-row-and-column-overlooked board-not-updated", edges, "next_state.txt", edgeBoard, none},
		{"opponents-piece-played last-move-chosen", alphaBeta, "next_state.txt", "****O\n", none},
		{"first-square-if-none-is-above-zero header-missing", losing, "next_state.txt", "XOOO*\n", none},
		{"max-starts-at-zero header-missing", losing, "next_state.txt", losingBoard, none},
		{"battle-searches-for-first-player battle-shows-initial-board", battle, "trace_state.txt",
			initial + "**XX*\n**XOX\n*X*O*\n**OO*\n*****\n**XX*\n**XOX\n*O*O*\n*OOO*\n", none},
		{"squares-sorted-as-text rows-numbered-from-zero", alphaBeta, "traverse_log.txt", "\nA0,1,Infinity,-Infinity,Infinity\nB0,2,", none},
		{"game-over-has-entry-line moves-reversed", full, "traverse_log.txt", "\nE5,1,Infinity\nE5,1,", none},
		{"battle-one-algorithm", strings.Replace(battle, "X\n1\n1\nO\n2\n1\n", "X\n2\n1\nO\n1\n0\n", 1), "trace_state.txt", "*****\n**XX*\n**OOX\n", none},
		{"crlf-line-ends final-newline-missing", battle, "trace_state.txt", "**XX*\r\n", "\n\r"},
	} {
		files := must.Get(squirrel.Solver.Solve("", []byte(test.input), strings.Fields(test.faults)...))(t)
		got := files[test.file]
		expect.True(t, strings.Contains(got, test.has) && !strings.Contains(got, test.hasNot), test.faults,
			test.file, "is", got, "want it to have", test.has, "and not", test.hasNot)
	}
}

func TestPairs(t *testing.T) {
	const rest = values + "XXXX*\n*OXOX\nXXXO*\nOOOO*\nOXO*O\n"
	gametest.Pairs(t, squirrel.Solver, "3\nX\n2\n"+rest, "4\nO\n1\n1\nX\n3\n2\n"+rest)
}

func TestChanges(t *testing.T) {
	gametest.Changes(t, gametest.Lookup(t, "squirrel"), "../testdata/squirrel.txt", false)
}
