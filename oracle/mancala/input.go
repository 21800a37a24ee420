package mancala

import (
	"slices"
	"strconv"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// An Algorithm is the task of the input.
type Algorithm int

const (
	Greedy      Algorithm = 1
	Minimax     Algorithm = 2
	AlphaBeta   Algorithm = 3
	Competition Algorithm = 4
)

// maxAllStones is the greatest number of stones on a board. The handout allows up to 1000 in a pit.
const maxAllStones = 1_000_000

// An Input is a parsed input file (rule 1). In Pits and Stores, index 0 is player 1 and
// index 1 is player 2; pits go from left to right.
type Input struct {
	Task   Algorithm
	Player int    // 1 or 2
	CutOff int    // in plies; 0 in task 4
	Clock  string // CPU seconds left, as written; set only in task 4
	Pits   [2][]int32
	Stores [2]int32
}

// Parse parses an input file; name is used in errors.
func Parse(name string, src []byte) (homework.Problem, error) {
	in := new(Input)
	return in, scan.Parse(name, src, in.fields)
}

// String returns the input in its file format.
func (in *Input) String() string { return scan.Print(in.fields) }

// fields describes the file (rule 1).
func (in *Input) fields(c *scan.Codec) {
	c.Int("the task", (*int)(&in.Task), int(Greedy), int(Competition))
	c.Int("the player", &in.Player, 1, 2)
	switch in.Task {
	case Competition:
		c.Seconds("the CPU time left", &in.Clock)
	case Greedy: // rule 14: the line is ignored
		c.Int("the cut-off depth", &in.CutOff, 0, scan.MaxDepth)
	default:
		c.Int("the cut-off depth", &in.CutOff, 1, scan.MaxDepth)
	}
	in.board(c)
}

// board describes the pits and mancalas, player 2's before player 1's.
func (in *Input) board(c *scan.Codec) {
	total := int32(0)
	count := func(stones int32) {
		if total += stones; c.Reading() && total > maxAllStones {
			c.Fail("want at most %d stones on the board, found more", maxAllStones)
		}
	}
	n := -1 // as many as there are
	for player := 1; player >= 0; player-- {
		pits, field := &in.Pits[player], "pits of player "+strconv.Itoa(player+1)
		c.Ints(field, pits, n, 0, maxAllStones)
		if n = len(*pits); c.Reading() && (n < minPits || n > maxPits) {
			c.Fail("want %d to %d %s, found %d", minPits, maxPits, field, n)
		}
		for _, stones := range *pits {
			count(stones)
		}
		if c.Reading() && player == in.Player-1 && slices.Max(*pits) == 0 {
			c.Fail("want a stone in the %s, who is to move, found none", field)
		}
	}
	for player := 1; player >= 0; player-- {
		stones := int(in.Stores[player])
		c.Int("the stones in the mancala of player "+strconv.Itoa(player+1), &stones, 0, maxAllStones)
		if count(int32(stones)); c.Reading() {
			in.Stores[player] = int32(stones)
		}
	}
}
