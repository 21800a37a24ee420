package squirrel

import (
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// An Algorithm is a player's method of choosing a move. The values are the numbers in the input, where they
// also name tasks 1 to 3.
type Algorithm int

const (
	Greedy    Algorithm = 1
	Minimax   Algorithm = 2
	AlphaBeta Algorithm = 3
)

// battleTask is the input's number for a battle.
const battleTask = 4

// maxValue is the greatest value of a square. The handout sets 99, but the course's own cases also contain
// 100.
const maxValue = 1_000_000

// A Player is one side of a game.
type Player struct {
	Piece     byte // 'X' or 'O'
	Algorithm Algorithm
	CutOff    int // in plies
}

// An Input is a parsed input file (rule 1).
type Input struct {
	// Players holds the player to move and, in a battle, the other one.
	Players []Player
	Values  [squares]int32 // by square, row-major
	Board   [squares]byte  // by square, of '*', 'X', 'O'
}

// Battle reports whether this is task 4.
func (in *Input) Battle() bool { return len(in.Players) == 2 }

// Parse parses an input file; name is used in errors.
func Parse(name string, src []byte) (homework.Problem, error) {
	in := new(Input)
	return in, scan.Parse(name, src, in.fields)
}

// String returns the input in its file format.
func (in *Input) String() string { return scan.Print(in.fields) }

// fields describes the file (rule 1).
func (in *Input) fields(c *scan.Codec) {
	task := battleTask
	if len(in.Players) == 1 {
		task = int(in.Players[0].Algorithm)
	}
	if c.Int("the task", &task, 1, battleTask); task == battleTask {
		in.battleFields(c)
	} else {
		in.singleFields(c, Algorithm(task))
	}
	c.Grid("values", in.Values[:], side, 1, maxValue)
	c.Board(in.Board[:], side, "*XO")
}

func (in *Input) singleFields(c *scan.Codec, a Algorithm) {
	if c.Reading() {
		in.Players = []Player{{Algorithm: a}}
	}
	c.Side("the player", &in.Players[0].Piece)
	c.Int("the cut-off depth", &in.Players[0].CutOff, 0, scan.MaxDepth)
}

func (in *Input) battleFields(c *scan.Codec) {
	if c.Reading() {
		in.Players = make([]Player, 2)
	}
	first := &in.Players[0]
	for i, which := range []string{"first", "second"} {
		p := &in.Players[i]
		if c.Side("the "+which+" player", &p.Piece); p != first && p.Piece == first.Piece {
			c.Fail("want another player than the first, found %c again", p.Piece)
		}
		which = "the " + which + " player's "
		c.Int(which+"algorithm", (*int)(&p.Algorithm), int(Greedy), int(AlphaBeta))
		minCutOff := 1 // a search of depth 0 would never move
		if p.Algorithm == Greedy {
			minCutOff = 0
		}
		c.Int(which+"cut-off depth", &p.CutOff, minCutOff, scan.MaxDepth)
	}
}
