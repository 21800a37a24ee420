package gangwars

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// contest is the competition of the handout (docs/rules/gangwars.md, "Contest"). The course's own
// boards are 2 to 15 squares wide; 8 lies in the middle.
var contest = homework.Contest{
	Sides:   [2]string{"X", "O"},
	Sizes:   homework.Sizes{Least: 2, Usual: 8, Most: MaxN},
	Clocked: true,
	Start:   startPosition,
}

// A contender is a position of a contest: an input for the side to move.
type contender struct {
	r  *rules
	in *Input // immutable; its mode is Competition
}

func (c contender) Mover() int { return strings.IndexByte("XO", c.in.Player) }

func (c contender) Over() bool { return strings.IndexByte(string(c.in.Board), '.') < 0 }

// Points returns the sums of the values of each side's squares.
func (c contender) Points() (points [2]int32) {
	for i, owner := range c.in.Board {
		if side := strings.IndexByte("XO", owner); side >= 0 {
			points[side] += c.r.values[i]
		}
	}
	return points
}

func (c contender) Stage() replay.Stage { return c.in.Stage() }

func (c contender) Board() replay.Board {
	return replay.Sides('X', c.in.Player == 'X', len(c.in.Board), func(i int) (own, foe bool) {
		return c.in.Board[i] == 'X', c.in.Board[i] == 'O'
	}, func(i int) int32 { return c.r.values[i] })
}

func (c contender) Input(a homework.Allowance) string {
	in := *c.in
	in.Clock = engine.Seconds(a.Clock)
	return in.String()
}

func (c contender) Files() []string { return c.in.Files() }

// Judge reads the answer as leniently as an input is read: only line ends, and blanks at the ends
// of lines and of the file, are free.
func (c contender) Judge(files map[string][]byte) ([]string, error) {
	name, printed, err := c.read(files[outputFile])
	if err != nil {
		return nil, &homework.Foul{Kind: homework.Malformed, Text: err.Error()}
	}
	square, kind, _ := strings.Cut(name, " ")
	i, err := c.place(square)
	if err != nil {
		return nil, &homework.Foul{Kind: homework.NoSuchPlace, Text: err.Error()}
	}
	m := search.Move(i)
	if kind == "Raid" {
		m += search.Move(len(c.r.values))
	}
	root := c.in.root()
	based := c.r.beside(&root.pieces[0], i)
	switch {
	case c.in.Board[i] != '.':
		return nil, foul(homework.Illegal, "want a move on a free square, found %s, which is %c's", name, c.in.Board[i])
	case kind == "Raid" && !based:
		return nil, foul(homework.Illegal, "want a raid beside a square of %c, found %s", c.in.Player, name)
	case printed == c.after(m):
		return []string{name}, nil
	case based && printed == c.after(c.other(m)):
		return nil, foul(homework.WrongType, "want the board after %s, found the one after %s", name, c.in.moveName(c.r, c.other(m)))
	}
	return nil, foul(homework.WrongBoard, "%s", c.difference(name, c.after(m), printed))
}

func foul(kind homework.FoulKind, format string, args ...any) error {
	return &homework.Foul{Kind: kind, Text: outputFile + ": " + fmt.Sprintf(format, args...)}
}

// read returns the move that an answer names, and the squares of the board that it prints.
func (c contender) read(text []byte) (name, board string, err error) {
	l := scan.NewLines(outputFile, text)
	if name, err = l.Next("the move"); err != nil {
		return "", "", err
	}
	square, kind, _ := strings.Cut(name, " ")
	letter, row := square[:min(1, len(square))], square[min(1, len(square)):]
	_, number := scan.ParseInt(row)
	if letter < "A" || letter > "Z" || !number || row[0] == '-' || row[0] == '0' && row != "0" || kind != "Stake" && kind != "Raid" {
		return "", "", l.Errorf("want a square and Stake or Raid, as in %q, found %s", "B3 Stake", scan.Show(name))
	}
	for range c.in.N {
		line, err := l.Row(c.in.N, ".XO")
		if err != nil {
			return "", "", err
		}
		board += line
	}
	return name, board, l.End()
}

// place returns the number of the square of a name, a letter and a number.
func (c contender) place(square string) (int, error) {
	column := int(square[0] - 'A')
	row, _ := scan.ParseInt(square[1:])
	if column >= c.in.N || row < 1 || row > c.in.N {
		return 0, fmt.Errorf("%s:1: want a square from A1 to %c%d, found %s", outputFile, 'A'+c.in.N-1, c.in.N, scan.Show(square))
	}
	return (row-1)*c.in.N + column, nil
}

// other returns the other move on the square of m: the raid for the stake, and the reverse.
func (c contender) other(m search.Move) search.Move {
	if i, raid := c.r.square(m); raid {
		return search.Move(i)
	}
	return m + search.Move(len(c.r.values))
}

// after returns the squares after m.
func (c contender) after(m search.Move) string { return string(c.play(m).in.Board) }

// play returns the position after a move, with the other side to move.
func (c contender) play(m search.Move) contender {
	root := c.in.root()
	var after position
	c.r.Play(&after, &root, m)
	next := *c.in
	next.Board = c.in.squares(&after)
	next.Player = 'X' + 'O' - c.in.Player
	return contender{c.r, &next}
}

// difference describes the first square on which the board printed after a move is wrong.
func (c contender) difference(name, want, printed string) string {
	i := 0
	for want[i] == printed[i] {
		i++
	}
	return fmt.Sprintf("want %q on %s after %s, found %q", want[i:i+1], squareName(c.in.N, i), name, printed[i:i+1])
}

// Answer plays only what Play would; an illegal turn has no answer.
func (c contender) Answer(turn []string) map[string][]byte {
	m, err := c.move(turn)
	if err != nil {
		return nil
	}
	root := c.in.root()
	var after position
	c.r.Play(&after, &root, m)
	return map[string][]byte{outputFile: c.in.answer(c.r, m, &after)}
}

func (c contender) Play(turn []string) (homework.Position, error) {
	m, err := c.move(turn)
	if err != nil {
		return nil, err
	}
	return c.play(m), nil
}

// move returns the legal move that a turn is.
func (c contender) move(turn []string) (search.Move, error) {
	if len(turn) != 1 {
		return 0, errors.New("want a turn of one move")
	}
	root := c.in.root()
	for _, m := range c.r.Moves(nil, &root, nil) {
		if c.in.moveName(c.r, m) == turn[0] {
			return m, nil
		}
	}
	return 0, fmt.Errorf("want a legal move, found %s", scan.Show(turn[0]))
}

func (c contender) Choose(ctx context.Context, agent homework.Agent, a homework.Allowance) ([]string, homework.Thought, error) {
	r, root := c.in.start()
	moves, found, err := engine.Choose(ctx, r, &root, agent, a)
	var turn []string
	for _, m := range moves {
		turn = append(turn, c.in.moveName(r, m))
	}
	return turn, found, err
}
