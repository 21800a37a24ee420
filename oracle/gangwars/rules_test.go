package gangwars

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

func parse(t *testing.T, text string) *Input {
	t.Helper()
	p, err := Parse("input.txt", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p.(*Input)
}

// Stakes come first, row by row, then raids, row by row; next to an own piece a square has
// both, even if the raid captures nothing (rules 2 to 4).
func TestMoves(t *testing.T) {
	in := parse(t, "3\nMINIMAX\nX\n1\n1 2 3\n1 1 1\n1 1 8\nX.O\n...\n...\n")
	r, root := newRules(in.N, in.Values), in.root()
	var got []string
	for _, m := range r.Moves(nil, &root, nil) {
		var after position
		r.Play(&after, &root, m)
		got = append(got, strings.Fields(strings.ReplaceAll(string(in.answer(r, m, &after)), "\n", "/"))...)
	}
	want := strings.Fields("B1 Stake/XXO/.../.../ A2 Stake/X.O/X../.../ B2 Stake/X.O/.X./.../ C2 Stake/X.O/..X/.../ " +
		"A3 Stake/X.O/.../X../ B3 Stake/X.O/.../.X./ C3 Stake/X.O/.../..X/ " +
		"B1 Raid/XXX/.../.../ A2 Raid/X.O/X../.../")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("moves with boards (-want +got):\n%s", diff)
	}
}

// A raid turns the enemies on all four sides, one step away only, and none across an edge
// (rule 3). Columns go up to Z and rows to 26.
func TestRaid(t *testing.T) {
	for _, c := range []struct {
		name, square string
		board, want  []string
	}{
		{"four sides", "B2", []string{".OO.", "X.OO", ".O..", "...."}, []string{".XO.", "XXXO", ".X..", "...."}},
		{"right edge", "C1", []string{".X.", "O.O", "..."}, []string{".XX", "O.X", "..."}},
		{"left edge", "A2", []string{"..O", "..O", "X.."}, []string{"..O", "X.O", "X.."}},
		{"across a corner", "A1", []string{".X", "OO"}, []string{"XX", "XO"}},
	} {
		n := len(c.board)
		in := &Input{N: n, Player: 'X', Values: make([]int32, n*n), Board: []byte(strings.Join(c.board, ""))}
		r, root := newRules(n, in.Values), in.root()
		m := search.Move(int(c.square[0]-'A') + n*int(c.square[1]-'1') + n*n)
		if !slices.Contains(r.Moves(nil, &root, nil), m) {
			t.Errorf("%s: no raid on %s", c.name, c.square)
		}
		var after position
		r.Play(&after, &root, m)
		want := c.square + " Raid\n" + strings.Join(c.want, "\n") + "\n"
		if diff := cmp.Diff(want, string(in.answer(r, m, &after))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}

	last := parse(t, "26\nALPHABETA\nO\n1\n"+strings.Repeat(strings.Repeat("1 ", 26)+"\n", 26)+
		strings.Repeat(strings.Repeat("X", 26)+"\n", 25)+strings.Repeat("X", 25)+".\n")
	r, root := newRules(last.N, last.Values), last.root()
	moves := r.Moves(nil, &root, nil)
	if len(moves) != 1 {
		t.Fatalf("%d moves on the last free square, want 1", len(moves))
	}
	if text := string(last.answer(r, moves[0], &root)); !strings.HasPrefix(text, "Z26 Stake\n") {
		t.Errorf("the last square is called %.9q", text)
	}
}

// The score that Play updates equals the one counted from the pieces (rule 5), on boards of
// every width.
func TestScoreIsKept(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= maxN; n++ {
		values := make([]int32, n*n)
		for i := range values {
			values[i] = 1 + random.Int32N(maxValue)
		}
		r := newRules(n, values)
		var p position
		for free := n * n; free > 0; free-- {
			moves := r.Moves(nil, &p, nil)
			before := p
			r.Play(&p, &before, moves[random.IntN(len(moves))])
			if want := r.evaluate(&p); p.score != want {
				t.Fatalf("width %d: score %d, want %d", n, p.score, want)
			}
		}
		if moves := r.Moves(nil, &p, nil); len(moves) > 0 {
			t.Fatalf("width %d: moves %v on a full board", n, moves)
		}
	}
}
