package replay_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A drawing has the letters and numbers of a chessboard or the name of each place, the values of squares, and
// marks for the last move and for wrong squares. Colours are the same text in escape sequences.
func TestDraw(t *testing.T) {
	pieces := []replay.Piece{{Text: "X", Side: 1}, {Text: "O", Side: -1}, {}, {Text: "R", Side: 0}}
	chess := func(i int) string { return []string{"A9", "B9", "A10", "B10"}[i] }
	pits := func(i int) string { return []string{"B1", "B2", "A1", "A2"}[i] }
	values := func(i int) string { return []string{"1", "12", "", "3"}[i] }
	for name, c := range map[string]struct {
		places []replay.Place
		links  [][2]int
		wrong  int
		want   []string
	}{
		"chess": {replay.Squares(4, 2, chess, nil), nil, -1, []string{
			"    A  B",
			" 9  X [O]",
			"10  .  R"}},
		"values": {replay.Squares(4, 2, chess, values), nil, 0, []string{
			"    A     B",
			" 9 !X  1 [O]12",
			"10  .     R  3"}},
		"pits": {replay.Squares(4, 2, pits, nil), nil, 1, []string{
			" B1 X !B2 O",
			" A1 .  A2 R"}},
		"other letters": {replay.Squares(4, 2, func(i int) string { return []string{"A1", "B1", "C2", "D2"}[i] }, nil), nil, 1, []string{
			" A1 X !B1 O",
			" C2 .  D2 R"}},
		"letters only": {replay.Squares(4, 4, func(i int) string { return string(rune('a' + i)) }, nil), nil, 1, []string{" a X !b O  c .  d R"}},
		"numbers only": {replay.Squares(4, 1, func(i int) string { return string(rune('1' + i)) }, nil), nil, 1, []string{" 1 X", "!2 O", " 3 .", " 4 R"}},
		"missing corners": {append(replay.Squares(3, 2, chess, nil), replay.Place{Name: "C10", X: 2, Y: 1}), nil, 3,
			[]string{
				" A9 X  [B9 O ]",
				" A10 .        !C10 R"}},
		"places": {[]replay.Place{
			{Name: "a", X: 3}, {Name: "B9", X: 1}, {Name: "c", X: 2}, {Name: "d", X: 4},
		}, nil, -1, []string{
			"[B9 O] c .   a X   d R"}},
		"graph": {replay.Squares(4, 4, chess, nil), [][2]int{{0, 1}, {3, 0}}, 3, []string{
			" A9: X; neighbours B9, B10",
			"[B9: O]; neighbours A9",
			" A10: .",
			"!B10: R; neighbours A9"}},
	} {
		board := replay.Board{Mover: "X", Pieces: pieces}
		d := replay.Draw(replay.Stage{Places: c.places, Links: c.links}, board, "B9 raid")
		if c.wrong >= 0 {
			d.Squares[c.wrong].Wrong = true
		}
		expect.Equal(t, c.want, d.Lines(false), name)
		colours := strings.NewReplacer(replay.Cyan, "", replay.Yellow, "", replay.Red, "", replay.Dim, "",
			replay.Bold, "", "\x1b[0m", "")
		var plain []string
		for _, line := range d.Lines(true) {
			plain = append(plain, strings.TrimRight(colours.Replace(line), " "))
		}
		expect.Equal(t, c.want, plain, name, "in colours")
	}
}

// The root player's pieces are cyan, the opponent's yellow, and wrong ones red. The last move is bold.
func TestDrawColours(t *testing.T) {
	d := &replay.Drawing{Squares: []replay.Square{
		{Name: "a", Text: "X", Side: 1}, {Name: "b", Text: "O", Side: -1, X: 1}, {Name: "c", X: 2},
		{Name: "d", Text: "X", Side: 1, Wrong: true, X: 3},
		{Name: "e", Text: "O", Side: -1, Last: true, X: 4},
	}}
	want := "\x1b[36m a X \x1b[0m\x1b[33m b O \x1b[0m c . \x1b[31m!d X \x1b[0m\x1b[33m\x1b[1m[e O]\x1b[0m"
	if got := d.Lines(true); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A move changes the pieces that differ.
func TestEffect(t *testing.T) {
	stage := replay.Stage{Places: []replay.Place{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	before := replay.Board{Pieces: []replay.Piece{{Text: "X"}, {Text: "O"}, {Text: "O"}}}
	after := replay.Board{Pieces: []replay.Piece{{Text: "X", Side: 1}, {Text: "X"}, {}}}
	expect.Equal(t, "b X, c .", replay.Effect(stage, before, after))
}
