package coins

import (
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// An Input is a parsed input file (rule 1).
type Input struct {
	Task   int // index in tasks
	CutOff int
	Row    []int32
}

const (
	minimax = iota
	alphaBeta
)

var tasks = []string{minimax: "MINIMAX", alphaBeta: "ALPHABETA"}

const maxCoins = 20

// Parse reads an input file; errors use name as its name.
func Parse(name string, src []byte) (homework.Problem, error) {
	in := new(Input)
	return in, scan.Parse(name, src, in.fields)
}

// String returns the input file.
func (in *Input) String() string { return scan.Print(in.fields) }

// fields describes the input file, to Parse and to String.
func (in *Input) fields(c *scan.Codec) {
	c.OneOf("the task", &in.Task, tasks...)
	c.Int("the cut-off depth", &in.CutOff, 1, maxCoins)
	c.Ints("coins", &in.Row, -1, 1, 9)
	if n := len(in.Row); c.Reading() && (n < 1 || n > maxCoins) {
		c.Fail("want 1 to %d coins, found %d", maxCoins, n)
	}
}
