package reversi

import (
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// An Input is a parsed input file (rule 1).
type Input struct {
	Player byte          // 'X' or 'O', to move
	Depth  int           // cut-off in plies
	Board  [squares]byte // by square, of '*', 'X', 'O'
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
	c.Side("the player", &in.Player)
	c.AllowBlank() // the handout prints blank lines
	c.Int("the depth limit", &in.Depth, 0, scan.MaxDepth)
	c.Board(in.Board[:], side, "*XO")
}

// Play returns the position after a number of random plies from the start, or at the end of the game if that
// comes first; X moves first. choose returns a number in [0, n). The depth is 0.
func Play(plies int, choose func(n int) int) *Input {
	in := &Input{Player: 'X'}
	for i := range in.Board {
		in.Board[i] = '*'
	}
	in.Board[27], in.Board[36] = 'O', 'O' // d4 and e5
	in.Board[28], in.Board[35] = 'X', 'X' // e4 and d5
	r, p := new(rules), in.root()
	var moves []search.Move
	for range plies {
		if moves = r.Moves(moves[:0], &p, nil); len(moves) == 0 {
			break
		}
		src := p
		r.Play(&p, &src, moves[choose(len(moves))])
	}
	copy(in.Board[:], strings.Join(show(in.Player).Lines(nil, &p), ""))
	if p.mover == 1 {
		in.Player = 'O'
	}
	return in
}
