package squirrel

import (
	"fmt"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// An Algorithm is how a player chooses a move. The values are those of the input, where
// they also name tasks 1 to 3.
type Algorithm int

const (
	Greedy    Algorithm = 1
	Minimax   Algorithm = 2
	AlphaBeta Algorithm = 3
)

// battleTask is the input's number for a battle.
const battleTask = 4

// MaxValue is the greatest value of a square. The handout says 99, but the course's own
// cases also contain 100.
const MaxValue = 1_000_000

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
	in, l := new(Input), scan.NewLines(name, src)
	task, err := l.Int("the task", 1, battleTask)
	if err != nil {
		return nil, err
	}
	if task == battleTask {
		err = in.parseBattle(l)
	} else {
		err = in.parseSingle(l, Algorithm(task))
	}
	if err != nil {
		return nil, err
	}
	if err := in.parseBoard(l); err != nil {
		return nil, err
	}
	return in, l.End()
}

func (in *Input) parseSingle(l *scan.Lines, a Algorithm) error {
	who, err := l.OneOf("the player", "X", "O")
	if err != nil {
		return err
	}
	cutOff, err := l.Int("the cut-off depth", 0, scan.MaxDepth)
	in.Players = []Player{{Piece: "XO"[who], Algorithm: a, CutOff: cutOff}}
	return err
}

func (in *Input) parseBattle(l *scan.Lines) error {
	for _, which := range []string{"first", "second"} {
		who, err := l.OneOf("the "+which+" player", "X", "O")
		if err != nil {
			return err
		}
		p := Player{Piece: "XO"[who]}
		if len(in.Players) == 1 && in.Players[0].Piece == p.Piece {
			return l.Errorf("want another player than the first, found %c again", p.Piece)
		}
		a, err := l.Int("the "+which+" player's algorithm", int(Greedy), int(AlphaBeta))
		if err != nil {
			return err
		}
		p.Algorithm = Algorithm(a)
		least := 1 // a search of depth 0 would never move
		if p.Algorithm == Greedy {
			least = 0
		}
		p.CutOff, err = l.Int("the "+which+" player's cut-off depth", least, scan.MaxDepth)
		if err != nil {
			return err
		}
		in.Players = append(in.Players, p)
	}
	return nil
}

func (in *Input) parseBoard(l *scan.Lines) error {
	for row := range side {
		values, err := l.Ints("values", side, 1, MaxValue)
		if err != nil {
			return err
		}
		copy(in.Values[row*side:], values)
	}
	for row := range side {
		line, err := l.Row(side, "*XO")
		if err != nil {
			return err
		}
		copy(in.Board[row*side:], line)
	}
	return nil
}

// String returns the input in its file format.
func (in *Input) String() string {
	var b strings.Builder
	if in.Battle() {
		fmt.Fprintln(&b, battleTask)
		for _, p := range in.Players {
			fmt.Fprintf(&b, "%c\n%d\n%d\n", p.Piece, p.Algorithm, p.CutOff)
		}
	} else {
		p := in.Players[0]
		fmt.Fprintf(&b, "%d\n%c\n%d\n", p.Algorithm, p.Piece, p.CutOff)
	}
	for row := range side {
		fmt.Fprintln(&b, strings.Trim(fmt.Sprint(in.Values[row*side:][:side]), "[]"))
	}
	b.Write(output.AppendRows(nil, in.Board[:], side))
	return b.String()
}
