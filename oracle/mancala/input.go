package mancala

import (
	"fmt"
	"strconv"
	"strings"

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

// MaxStones is the greatest number of stones on a board. The handout allows up to 1000 in a
// pit.
const MaxStones = 1_000_000

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
	in, l := new(Input), scan.NewLines(name, src)
	task, err := l.Int("the task", int(Greedy), int(Competition))
	if err != nil {
		return nil, err
	}
	in.Task = Algorithm(task)
	if in.Player, err = l.Int("the player", 1, 2); err != nil {
		return nil, err
	}
	switch in.Task {
	case Competition:
		in.Clock, err = l.Seconds("the CPU time left")
	case Greedy: // rule 14: the line is ignored
		in.CutOff, err = l.Int("the cut-off depth", 0, scan.MaxDepth)
	default:
		in.CutOff, err = l.Int("the cut-off depth", 1, scan.MaxDepth)
	}
	if err != nil {
		return nil, err
	}
	if err := in.parseBoard(l); err != nil {
		return nil, err
	}
	return in, l.End()
}

// parseBoard reads the pits and mancalas, player 2's before player 1's.
func (in *Input) parseBoard(l *scan.Lines) error {
	total := int32(0)
	count := func(stones ...int32) error {
		for _, s := range stones {
			if total += s; total > MaxStones {
				return l.Errorf("want at most %d stones on the board, found more", MaxStones)
			}
		}
		return nil
	}
	n := -1
	for player := 1; player >= 0; player-- {
		what := fmt.Sprintf("pits of player %d", player+1)
		pits, err := l.Ints(what, n, 0, MaxStones)
		if err != nil {
			return err
		}
		if n = len(pits); n < MinPits || n > MaxPits {
			return l.Errorf("want %d to %d %s, found %d", MinPits, MaxPits, what, n)
		}
		in.Pits[player] = pits
		if err := count(pits...); err != nil {
			return err
		}
		if player == in.Player-1 && strings.Trim(fmt.Sprint(pits), "[0 ]") == "" {
			return l.Errorf("want a stone in the %s, who is to move, found none", what)
		}
	}
	for player := 1; player >= 0; player-- {
		stones, err := l.Int(fmt.Sprintf("the stones in the mancala of player %d", player+1), 0, MaxStones)
		if err != nil {
			return err
		}
		in.Stores[player] = int32(stones)
		if err := count(int32(stones)); err != nil {
			return err
		}
	}
	return nil
}

// String returns the input in its file format.
func (in *Input) String() string {
	third := in.Clock
	if in.Task != Competition {
		third = strconv.Itoa(in.CutOff)
	}
	return fmt.Sprintf("%d\n%d\n%s\n", in.Task, in.Player, third) + string(appendBoard(nil, in.Pits, in.Stores))
}
