package reversi

import (
	"fmt"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
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
	in, l := new(Input), scan.NewLines(name, src)
	who, err := l.OneOf("the player", "X", "O")
	if err != nil {
		return nil, err
	}
	in.Player = "XO"[who]
	l.SkipBlank() // the handout prints blank lines
	if in.Depth, err = l.Int("the depth limit", 0, scan.MaxDepth); err != nil {
		return nil, err
	}
	for row := range side {
		l.SkipBlank()
		line, err := l.Row(side, "*XO")
		if err != nil {
			return nil, err
		}
		copy(in.Board[row*side:], line)
	}
	return in, l.End()
}

// String returns the input in its file format.
func (in *Input) String() string {
	return fmt.Sprintf("%c\n%d\n", in.Player, in.Depth) + string(output.AppendRows(nil, in.Board[:], side))
}

// Play returns the position after a number of random plies from the start, or at the end of
// the game if that comes first; X moves first. choose returns a number in [0, n). The depth
// is 0.
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
	in.Board = in.board(&p)
	if p.mover == 1 {
		in.Player = 'O'
	}
	return in
}
