package gangwars

import (
	"bytes"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// A Mode is the algorithm requested by the input.
type Mode int

const (
	Minimax Mode = iota
	AlphaBeta
	Competition
)

var modes = []string{"MINIMAX", "ALPHABETA", "COMPETITION"}

func (m Mode) String() string { return modes[m] }

// maxValue is the greatest value of a square; the handout sets 99.
const maxValue = 1_000_000

// An Input is a parsed input file (rule 1).
type Input struct {
	N      int
	Mode   Mode
	Player byte    // 'X' or 'O', to move
	Depth  int     // cut-off in plies; 0 in competition mode
	Clock  string  // CPU seconds left, as written; set only in competition mode
	Values []int32 // by square, row-major
	Board  []byte  // by square, of '.', 'X', 'O'
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
	c.Int("the board's width", &in.N, 1, maxN)
	c.OneOf("the mode", (*int)(&in.Mode), modes...)
	c.Side("the player", &in.Player)
	if in.Mode == Competition {
		c.Seconds("the CPU time left", &in.Clock)
	} else {
		c.Int("the depth", &in.Depth, 1, scan.MaxDepth)
	}
	if c.Reading() {
		in.clear()
	}
	c.Grid("values", in.Values, in.N, 1, maxValue)
	c.Board(in.Board, in.N, ".XO")
	if c.Reading() && bytes.IndexByte(in.Board, '.') < 0 {
		c.Fail("want at least one free square, found a full board")
	}
}

// clear allocates the values and the board for the width N.
func (in *Input) clear() { in.Values, in.Board = make([]int32, in.N*in.N), make([]byte, in.N*in.N) }
