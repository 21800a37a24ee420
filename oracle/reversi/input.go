package reversi

import (
	"fmt"

	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// An Input is a parsed input file (rule 1).
type Input struct {
	Player byte          // 'X' or 'O', to move
	Depth  int           // cut-off in plies
	Board  [squares]byte // by square, of '*', 'X', 'O'
}

// Parse reads an input file; name is what errors call it.
func Parse(name string, src []byte) (homework.Problem, error) {
	in, l := new(Input), homework.NewLines(name, src)
	who, err := l.OneOf("the player", "X", "O")
	if err != nil {
		return nil, err
	}
	in.Player = "XO"[who]
	l.SkipBlank() // the handout prints blank lines
	if in.Depth, err = l.Int("the depth limit", 0, homework.MaxDepth); err != nil {
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

// String gives the input file back.
func (in *Input) String() string {
	return fmt.Sprintf("%c\n%d\n", in.Player, in.Depth) + string(homework.AppendRows(nil, in.Board[:], side))
}
