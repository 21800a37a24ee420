package gangwars_test

import (
	"errors"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// judged returns a position with the values 1 to 9, B1 of X and A2 of O, X to move.
func judged(t *testing.T) homework.Position {
	t.Helper()
	p, err := gangwars.Parse("input.txt", []byte("3\nCOMPETITION\nX\n1\n1 2 3\n4 5 6\n7 8 9\n.X.\nO..\n...\n"))
	must.Do(t, err)
	return gangwars.Contender(p.(*gangwars.Input))
}

// Each way to break a rule has its kind. Line ends and blanks at the ends of lines are free, as in
// inputs.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		answer string
		want   homework.FoulKind
		text   string
	}{
		{"C3 Stake\n.X.\nO..\n..X\n", "", ""},
		{"C3 Stake \r\n.X.\r\nO..\r\n..X", "", ""},
		{"B2 Raid\n.X.\nXX.\n...\n\n", "", ""},
		{"C1 Raid\n.XX\nO..\n...\n", "", ""}, // turns nothing
		{"C1 Stake\n.XX\nO..\n...\n", "", ""},

		{"", homework.Malformed, "output.txt:1: want the move, found the end of the file"},
		{"C3  Stake\n.X.\nO..\n..X\n", homework.Malformed, `output.txt:1: want a square and Stake or Raid, as in "B3 Stake", found "C3  Stake"`},
		{"C3 stake\n.X.\nO..\n..X\n", homework.Malformed, `output.txt:1: want a square and Stake or Raid, as in "B3 Stake", found "C3 stake"`},
		{"c3 Stake\n.X.\nO..\n..X\n", homework.Malformed, `output.txt:1: want a square and Stake or Raid, as in "B3 Stake", found "c3 Stake"`},
		{"C03 Stake\n.X.\nO..\n..X\n", homework.Malformed, `output.txt:1: want a square and Stake or Raid, as in "B3 Stake", found "C03 Stake"`},
		{"C Stake\n.X.\nO..\n..X\n", homework.Malformed, `output.txt:1: want a square and Stake or Raid, as in "B3 Stake", found "C Stake"`},
		{" Stake\n.X.\nO..\n..X\n", homework.Malformed, `output.txt:1: want a square and Stake or Raid, as in "B3 Stake", found " Stake"`},
		{"C-3 Stake\n.X.\nO..\n..X\n", homework.Malformed, `output.txt:1: want a square and Stake or Raid, as in "B3 Stake", found "C-3 Stake"`},
		{"C3 Stake\n.X.\nO..\n", homework.Malformed, "output.txt:4: want a board row of 3 squares, found the end of the file"},
		{"C3 Stake\n.X.\nO..\n..x\n", homework.Malformed, `output.txt:4: want a board row of the signs .XO, found "..x"`},
		{"C3 Stake\n.X.\nO..\n..X\n..X\n", homework.Malformed, `output.txt:5: want the end of the file, found "..X"`},

		{"D3 Stake\n.X.\nO..\n...\n", homework.NoSuchPlace, `output.txt:1: want a square from A1 to C3, found "D3"`},
		{"C4 Stake\n.X.\nO..\n...\n", homework.NoSuchPlace, `output.txt:1: want a square from A1 to C3, found "C4"`},
		{"C0 Raid\n.X.\nO..\n...\n", homework.NoSuchPlace, `output.txt:1: want a square from A1 to C3, found "C0"`},
		{"C99999999999999999999 Raid\n.X.\nO..\n...\n", homework.NoSuchPlace, `output.txt:1: want a square from A1 to C3, found "C99999999999999999999"`},

		{"A2 Stake\n.X.\nX..\n...\n", homework.Illegal, "output.txt: want a move on a free square, found A2 Stake, which is O's"},
		{"B1 Stake\n.X.\nO..\n...\n", homework.Illegal, "output.txt: want a move on a free square, found B1 Stake, which is X's"},
		{"A3 Raid\n.X.\nX..\nX..\n", homework.Illegal, "output.txt: want a raid next to a square of X, found A3 Raid"},
		{"C3 Raid\n.X.\nO..\n..X\n", homework.Illegal, "output.txt: want a raid next to a square of X, found C3 Raid"},

		{"B2 Stake\n.X.\nXX.\n...\n", homework.WrongType, "output.txt: want the board after B2 Stake, found the one after B2 Raid"},
		{"B2 Raid\n.X.\nOX.\n...\n", homework.WrongType, "output.txt: want the board after B2 Raid, found the one after B2 Stake"},

		{"A3 Stake\n.X.\nX..\nX..\n", homework.WrongBoard, `output.txt: want "O" on A2 after A3 Stake, found "X"`},
		{"C3 Stake\n.X.\nO..\n...\n", homework.WrongBoard, `output.txt: want "X" on C3 after C3 Stake, found "."`},
		{"C3 Stake\n.X.\nO..\n..O\n", homework.WrongBoard, `output.txt: want "X" on C3 after C3 Stake, found "O"`},
	} {
		turn, err := judged(t).Judge(map[string][]byte{"output.txt": []byte(c.answer)})
		var foul *homework.Foul
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%q: %v", c.answer, err)
		case c.want == "" && (len(turn) != 1 || turn[0] != c.answer[:len(turn[0])]):
			t.Errorf("%q: turn %q", c.answer, turn)
		case c.want != "" && (!errors.As(err, &foul) || foul.Kind != c.want || foul.Text != c.text):
			t.Errorf("%q:\n got %v\nwant %s: %s", c.answer, err, c.want, c.text)
		}
	}
}

// Half of the start positions are empty; on the others the sides have equally many pieces, of nearly equal
// worth. The side that moves first changes nothing else.
func TestStart(t *testing.T) {
	c := gangwars.Assignment.Contest
	for _, size := range []int{c.Sizes.Min, 3, c.Sizes.Usual, c.Sizes.Max} {
		empty := 0
		for seed := range uint64(100) {
			p, q := c.Start(random.New(seed), size, 0), c.Start(random.New(seed), size, 1)
			if p.Mover() != 0 || q.Mover() != 1 || p.Points() != q.Points() {
				t.Fatalf("size %d, seed %d: movers %d and %d, points %v and %v", size, seed, p.Mover(), q.Mover(), p.Points(), q.Points())
			}
			pieces := [3]int{}
			for _, piece := range p.Board().Pieces {
				pieces[piece.Side+1]++
			}
			if pieces[0] != pieces[2] || pieces[1] == 0 {
				t.Fatalf("size %d, seed %d: %d pieces of X, %d of O", size, seed, pieces[2], pieces[0])
			}
			if pieces[0] == 0 {
				empty++
			}
			if ahead := p.Points()[0] - p.Points()[1]; size > 3 && max(ahead, -ahead) > 20 {
				t.Errorf("size %d, seed %d: X is ahead by %d", size, seed, ahead)
			}
		}
		if empty < 30 || empty > 70 {
			t.Errorf("size %d: %d of 100 boards are empty", size, empty)
		}
	}
}
