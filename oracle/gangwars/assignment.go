package gangwars

import (
	"bytes"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	pages "github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/contest"
	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Assignment describes this homework to the rest of the module.
var Assignment = homework.Assignment{
	Name: "gangwars", Course: "CSCI 561 Fall 2016 HW2",
	Python2:      true,
	Title:        "stake and raid on an NxN board: the best move, no log",
	Stem:         "homework",
	Editions:     homework.OneEdition,
	FinalNewline: true,
	// One failure costs half; the other half is shared equally among the cases.
	Grading:    homework.Grading{Bonus: homework.FullMarks / 2},
	Situations: situations.List(search.EarlyLeaf), // within the envelope no game ends before the cut-off,
	Parse:      Parse,
	Generator:  homework.Generator{Small: small, Course: likeCourse, GradedSize: 50, Shrink: simpler},
	Rules:      pages.Page("gangwars"),
	Contest:    games,
}

// greatestAsked is the greatest value in the course's files.
const greatestAsked = 99

// Beyond implements the envelope of docs/rules/gangwars.md.
func (in *Input) Beyond(_ context.Context, text []byte, _ string) (string, error) {
	switch odd := scan.OddBlanks(text, scan.Spaced); {
	case odd != "":
		return odd, nil
	case in.Mode == Competition:
		return "the mode COMPETITION, which has no single right answer", nil
	case slices.Max(in.Values) > greatestAsked:
		return "a value above 99", nil
	case in.Depth > bytes.Count(in.Board, []byte{'.'}):
		return "a depth above the number of free squares", nil
	}
	return "", nil
}

// games is the competition of the handout (docs/rules/gangwars.md, "Contest"). The boards in the course's own
// files are 2 to 15 squares wide; 8 is the middle.
var games = contest.Of(homework.Contest{
	Sides:   [2]string{"X", "O"},
	Sizes:   homework.Sizes{Min: 2, Usual: 8, Max: maxN},
	Clocked: true,
}, startPosition)

// A view is a position as the player to move sees it: an input in mode COMPETITION.
type view struct{ *Input }

func (v view) Side() int { return strings.IndexByte("XO", v.Player) }

func (v view) Points() [2]int32 { return contest.Worth(v) }

func (v view) Game() search.Game[position] {
	_, g := v.game()
	return g
}

func (v view) Ask(a homework.Allowance) string {
	in := *v.Input
	in.Clock = engine.Seconds(a.Clock)
	return in.String()
}

func (v view) Next(_ []string, after *position) contest.View[position] {
	next := *v.Input
	next.Board = []byte(v.squares(v.Game(), after))
	next.Player = 'X' + 'O' - v.Player
	return view{&next}
}

// squares returns the board of a position, of '.', 'X' and 'O'.
func (v view) squares(g search.Game[position], p *position) string {
	return strings.Join(g.Show.Lines(nil, p), "")
}

// Judge reads the answer as leniently as an input is read: only line ends, and blanks at the ends
// of lines and of the file, are free.
func (v view) Judge(text []byte) ([]string, error) {
	name, printed, err := v.read(text)
	if err != nil {
		return nil, &homework.Foul{Kind: homework.Malformed, Text: err.Error()}
	}
	square, kind, _ := strings.Cut(name, " ")
	i, err := v.place(square)
	if err != nil {
		return nil, &homework.Foul{Kind: homework.NoSuchPlace, Text: err.Error()}
	}
	r, g := v.game()
	line, bit := r.place(i)
	based := g.Root.pieces[0].neighbours(line)&bit != 0
	stake, raid := search.Move(i), search.Move(i+len(v.Values))
	named, other := stake, raid
	if kind == "Raid" {
		named, other = raid, stake
	}
	after := func(m search.Move) string {
		var after position
		r.Play(&after, g.Root, m)
		return v.squares(g, &after)
	}
	switch {
	case v.Board[i] != '.':
		return nil, foul(homework.Illegal, "want a move on a free square, found %s, which is %c's", name,
			v.Board[i])
	case named == raid && !based:
		return nil, foul(homework.Illegal, "want a raid next to a square of %c, found %s", v.Player, name)
	case printed == after(named):
		return []string{name}, nil
	case based && printed == after(other):
		return nil, foul(homework.WrongType, "want the board after %s, found the one after %s", name, r.name(other))
	}
	return nil, foul(homework.WrongBoard, "%s", v.difference(name, after(named), printed))
}

func foul(kind homework.FoulKind, format string, args ...any) error {
	return &homework.Foul{Kind: kind, Text: outputFile + ": " + fmt.Sprintf(format, args...)}
}

// read returns the move that an answer names, and the squares of the board that it prints.
func (v view) read(text []byte) (name, board string, err error) {
	squares := make([]byte, len(v.Values))
	err = scan.Parse(outputFile, text, func(c *scan.Codec) {
		name = c.Line("the move", "")
		square, kind, _ := strings.Cut(name, " ")
		letter, row := square[:min(1, len(square))], square[min(1, len(square)):]
		_, number := scan.ParseInt(row)
		if letter < "A" || letter > "Z" || !number || row[0] == '-' || row[0] == '0' && row != "0" ||
			kind != "Stake" && kind != "Raid" {
			c.Fail("want a square and Stake or Raid, as in %q, found %s", "B3 Stake", scan.Show(name))
		}
		c.Board(squares, v.N, ".XO")
	})
	return name, string(squares), err
}

// place returns the number of the square of a name, a letter and a number.
func (v view) place(square string) (int, error) {
	column := int(square[0] - 'A')
	row, _ := scan.ParseInt(square[1:])
	if column >= v.N || row < 1 || row > v.N {
		return 0, fmt.Errorf("%s:1: want a square from A1 to %c%d, found %s", outputFile, 'A'+v.N-1, v.N,
			scan.Show(square))
	}
	return (row-1)*v.N + column, nil
}

// difference describes the first square on which the board printed after a move is wrong.
func (v view) difference(name, want, printed string) string {
	i := 0
	for want[i] == printed[i] {
		i++
	}
	return fmt.Sprintf("want %q on %s after %s, found %q", want[i:i+1], squareName(v.N, i), name, printed[i:i+1])
}

// startPosition draws values from 1 to 99, and an empty board or one with equally many pieces of each side,
// of nearly equal worth. The board does not depend on the player who moves first.
func startPosition(r *random.Rand, size, first int) contest.View[position] {
	in := &Input{N: size, Mode: Competition, Player: "XO"[first], Clock: "0"}
	in.clear()
	random.Fill(r, in.Values, 1, 99)
	pieces := 0 // of a side
	if r.Chance(2) {
		pieces = r.Between(1, max(1, min(4, size*size/8)))
	}
	const draws = 100
	rules, minImbalance := newRules(in.N, in.Values), search.Inf
	for i := 0; i < draws && minImbalance > 0; i++ {
		drawn := *in
		drawn.Board = in.scatter(r, pieces)
		if odds := drawn.imbalance(rules); odds < minImbalance {
			minImbalance, in = odds, &drawn
		}
	}
	return view{in}
}

// scatter returns a board with the given number of pieces of each side.
func (in *Input) scatter(r *random.Rand, pieces int) []byte {
	board := make([]byte, len(in.Board))
	for i := range board {
		switch {
		case i < pieces:
			board[i] = 'X'
		case i < 2*pieces:
			board[i] = 'O'
		default:
			board[i] = '.'
		}
	}
	r.Shuffle(len(board), func(i, j int) { board[i], board[j] = board[j], board[i] })
	return board
}

// imbalance measures how uneven the board is: the lead of one side, or the swing that the side to move can cause
// at once.
func (in *Input) imbalance(r *rules) int32 {
	root := in.root()
	b := newBoard(r, &root, noTempo)
	odds := max(b.score, -b.score)
	for line := 1; line <= r.n; line++ {
		for side := range uint8(2) {
			for raids := b.raids(side, line); raids != 0; raids &= raids - 1 {
				odds = max(odds, r.captures(&b.pieces[side^1], (line-1)*r.n+bits.TrailingZeros32(raids)))
			}
		}
	}
	return odds
}
