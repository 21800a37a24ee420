package gangwars

import (
	"fmt"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
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

// MaxValue is the greatest value of a square; the handout says 99.
const MaxValue = 1_000_000

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
	in, l := new(Input), scan.NewLines(name, src)
	var err error
	if in.N, err = l.Int("the board's width", 1, MaxN); err != nil {
		return nil, err
	}
	mode, err := l.OneOf("the mode", modes...)
	if err != nil {
		return nil, err
	}
	in.Mode = Mode(mode)
	who, err := l.OneOf("the player", "X", "O")
	if err != nil {
		return nil, err
	}
	in.Player = "XO"[who]
	if in.Mode == Competition {
		in.Clock, err = l.Seconds("the CPU time left")
	} else {
		in.Depth, err = l.Int("the depth", 1, scan.MaxDepth)
	}
	if err != nil {
		return nil, err
	}
	if err := in.parseBoard(l); err != nil {
		return nil, err
	}
	return in, l.End()
}

func (in *Input) parseBoard(l *scan.Lines) error {
	for range in.N {
		values, err := l.Ints("values", in.N, 1, MaxValue)
		if err != nil {
			return err
		}
		in.Values = append(in.Values, values...)
	}
	for range in.N {
		line, err := l.Row(in.N, ".XO")
		if err != nil {
			return err
		}
		in.Board = append(in.Board, line...)
	}
	if !strings.Contains(string(in.Board), ".") {
		return l.Errorf("want at least one free square, found a full board")
	}
	return nil
}

// String returns the input in its file format.
func (in *Input) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d\n%s\n%c\n", in.N, in.Mode, in.Player)
	if in.Mode == Competition {
		fmt.Fprintln(&b, in.Clock)
	} else {
		fmt.Fprintln(&b, in.Depth)
	}
	for row := range in.N {
		fmt.Fprintln(&b, strings.Trim(fmt.Sprint(in.Values[row*in.N:][:in.N]), "[]"))
	}
	b.Write(output.AppendRows(nil, in.Board, in.N))
	return b.String()
}
