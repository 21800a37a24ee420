package replay_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A board of two sides has the root player's pieces and the opponent's, with their worth to the root player,
// and parsing its printed rows returns the same pieces.
func TestSides(t *testing.T) {
	at := func(i int) (own, foe bool) { return i == 0 || i == 4, i == 2 || i == 5 }
	value := func(i int) int32 { return int32(i + 10) }
	for _, c := range []struct {
		piece           byte
		ownMoves        bool
		mover, own, foe string
		rows            []string
	}{
		{'X', true, "X", "X", "O", []string{"X*O", "*XO"}},
		{'X', false, "O", "X", "O", []string{"X*O", "*XO"}},
		{'O', true, "O", "O", "X", []string{"O*X", "*OX"}},
		{'O', false, "X", "O", "X", []string{"O*X", "*OX"}},
	} {
		got := replay.Sides(c.piece, c.ownMoves, 6, at, value)
		want := replay.Board{Mover: c.mover, Pieces: []replay.Piece{
			{Text: c.own, Side: 1, Worth: 10}, {}, {Text: c.foe, Side: -1, Worth: -12}, {}, {Text: c.own, Side: 1, Worth: 14}, {Text: c.foe, Side: -1, Worth: -15},
		}}
		expect.Equal(t, want, got, string(c.piece), "own moves", c.ownMoves)
		rows := got.Rows(3, '*')
		expect.Equal(t, c.rows, rows, "rows of", string(c.piece))
		expect.Equal(t, []string{c.own, "", c.foe, "", c.own, c.foe}, replay.Rows(rows, 3, 6, '*'), rows, "are read as")
	}
}

// Lines that are not a board of the given size have no texts.
func TestRowsOfAnotherBoard(t *testing.T) {
	for _, lines := range [][]string{
		nil, {"X*O"}, {"X*O", "*XO", "***"}, {"X*O", "*X"}, {"X*O", "*XO*"}, {"X*", "O*", "XO"}, {"X*O", "*xO"}, {"X*O", ".XO"}, {"X*O*XO"},
	} {
		expect.Equal(t, nil, replay.Rows(lines, 3, 6, '*'), lines, "are read as")
	}
}

// Squares are arranged in rows, with their notes if they have any.
func TestSquares(t *testing.T) {
	name := func(i int) string { return string(rune('a' + i)) }
	want := []replay.Place{{Name: "a", X: 0, Y: 0}, {Name: "b", X: 1, Y: 0}, {Name: "c", X: 2, Y: 0}, {Name: "d", X: 0, Y: 1}, {Name: "e", X: 1, Y: 1}}
	expect.Equal(t, want, replay.Squares(5, 3, name, nil))
	for i := range want {
		want[i].Note = name(i + 1)
	}
	expect.Equal(t, want, replay.Squares(5, 3, name, func(i int) string { return name(i + 1) }))
}

// A move is made at a place if its text begins with the whole name of the place.
func TestMadeAt(t *testing.T) {
	for move, want := range map[string]bool{
		"C1": true, "C1 Stake": true, "C10 Stake": false, "C1a": false, "C": false, "BC1": false, "": false,
	} {
		expect.Equal(t, want, replay.MadeAt(move, "C1"), move, "made at C1 is")
	}
}

// The rules of an area are listed in order, each with its page. Other areas have no rules.
func TestAbout(t *testing.T) {
	r := replay.Rules{Page: "docs/rules/x.md", On: map[replay.Area][]int{replay.Moves: {4, 2}}}
	expect.Equal(t, []string{"docs/rules/x.md rule 4", "docs/rules/x.md rule 2"}, r.About(replay.Moves))
	expect.Equal(t, nil, r.About(replay.End), "an area without rules")
}

// A map of few states is laid out without crossings, as it can be, and its neighbours are nearer to
// each other than others on the whole.
func TestGraph(t *testing.T) {
	for name, links := range map[string][][2]int{
		"australia": {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 4}, {2, 5}, {4, 5}},
		"path":      {{0, 5}, {5, 1}, {1, 4}, {4, 2}, {2, 3}},
		"ring":      {{0, 3}, {3, 1}, {1, 5}, {5, 2}, {2, 4}, {4, 0}},
		"wheel":     {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {1, 3}, {3, 5}, {5, 2}, {2, 4}, {4, 1}},
		"star":      {{4, 0}, {4, 1}, {4, 2}, {4, 3}, {4, 5}},
		"islands":   {{0, 1}, {2, 3}},
	} {
		names := []string{"A", "B", "C", "D", "E", "F"}
		places := replay.Graph(names, links)
		for i, a := range links {
			for _, b := range links[:i] {
				expect.True(t, !crosses(places, a, b), name, "the links", a, "and", b, "cross:", places)
			}
		}
		var near, far []float64
		for i, p := range places {
			expect.Equal(t, names[i], p.Name, name, "name of place", i)
			for j := range i {
				apart := math.Hypot(p.X-places[j].X, p.Y-places[j].Y)
				expect.Equal(t, false, apart < 0.3, name, p.Name, "and", names[j], "are", apart, "apart")
				if slices.Contains(links, [2]int{i, j}) || slices.Contains(links, [2]int{j, i}) {
					near = append(near, apart)
				} else {
					far = append(far, apart)
				}
			}
		}
		expect.True(t, mean(near) < mean(far), name, "neighbours are", mean(near), "apart, others", mean(far))
	}
}

// The places of a map are the same on all processors, to a hundredth.
func TestGraphPlaces(t *testing.T) {
	names := []string{"A", "B", "C", "D", "E", "F", "G"}
	places := replay.Graph(names, [][2]int{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 4}, {2, 5}, {4, 5}})
	want := [][2]float64{
		{-0.14, -0.95}, {0.83, -0.88}, {0.33, 0}, {1.35, 0}, {0.83, 0.88}, {-0.14, 0.95}, {-3.05, 0},
	}
	for i, w := range want {
		p := places[i]
		expect.True(t, math.Hypot(p.X-w[0], p.Y-w[1]) <= 0.01, p.Name, "is at", p.X, p.Y, "want", w[0], w[1])
	}
}

func TestGraphOfFew(t *testing.T) {
	expect.Equal(t, 0, len(replay.Graph(nil, nil)), "places without names")
	expect.Equal(t, []replay.Place{{Name: "A"}}, replay.Graph([]string{"A"}, nil), "one place")
	joined, apart := replay.Graph([]string{"A", "B"}, [][2]int{{0, 1}}), replay.Graph([]string{"A", "B"}, nil)
	near, far := joined[1].X-joined[0].X, apart[1].X-apart[0].X
	expect.True(t, math.Abs(near) <= 1.1 && math.Abs(far) >= 2, "two places are", near)
}

func mean(values []float64) (m float64) {
	for _, v := range values {
		m += v / float64(len(values))
	}
	return m
}

// crosses reports whether two links cross that have no place in common.
func crosses(places []replay.Place, a, b [2]int) bool {
	if a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1] {
		return false
	}
	side := func(of [2]int, p int) float64 {
		from, to, at := places[of[0]], places[of[1]], places[p]
		return (to.X-from.X)*(at.Y-from.Y) - (to.Y-from.Y)*(at.X-from.X)
	}
	return side(a, b[0])*side(a, b[1]) < 0 && side(b, a[0])*side(b, a[1]) < 0
}

// A map is wider than high: the first and the last of several states in a row are farther apart from left to
// right than from top to bottom.
func TestGraphIsWide(t *testing.T) {
	for n := 3; n < 30; n++ {
		var names []string
		var links [][2]int
		for i := range n {
			names = append(names, fmt.Sprintf("S%02d", i))
			if i > 0 {
				links = append(links, [2]int{i - 1, i})
			}
		}
		places := replay.Graph(names, links)
		first, last := places[0], places[n-1]
		wide, tall := math.Abs(first.X-last.X), math.Abs(first.Y-last.Y)
		expect.True(t, wide >= 3*tall, n, "states in a row are", wide, "wide and", tall, "tall")
	}
}

// A cached layout does not change with the slice that a caller got, and belongs to the same names and links.
func TestGraphIsCopied(t *testing.T) {
	names := []string{"A", "B", "C"}
	row := replay.Graph(names, [][2]int{{0, 1}, {1, 2}})
	expect.Equal(t, false, slices.Equal(row, replay.Graph(names, [][2]int{{0, 1}, {0, 2}})), "two maps with as many links have one layout")
	first := replay.Graph([]string{"A", "B"}, [][2]int{{0, 1}})
	want := first[0]
	first[0].Name = "C"
	expect.Equal(t, want, replay.Graph([]string{"A", "B"}, [][2]int{{0, 1}})[0])
}

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
		"chess": {replay.Squares(4, 2, chess, nil), nil, -1, []string{"    A  B", " 9  X [O]", "10  .  R"}},
		"values": {replay.Squares(4, 2, chess, values), nil, 0, []string{
			"    A     B",
			" 9 !X  1 [O]12",
			"10  .     R  3"}},
		"pits": {replay.Squares(4, 2, pits, nil), nil, 1, []string{" B1 X !B2 O", " A1 .  A2 R"}},
		"other letters": {replay.Squares(4, 2, func(i int) string { return []string{"A1", "B1", "C2", "D2"}[i] }, nil), nil, 1, []string{
			" A1 X !B1 O",
			" C2 .  D2 R"}},
		"other numbers": {replay.Squares(4, 2, func(i int) string { return []string{"A1", "B2", "A2", "B1"}[i] }, nil), nil, 1, []string{
			" A1 X !B2 O",
			" A2 .  B1 R"}},
		"rows in another order": {[]replay.Place{{Name: "A2", Y: 1}, {Name: "B2", X: 1, Y: 1}, {Name: "A1"}, {Name: "B1", X: 1}},
			nil, -1, []string{"    A  B", " 1  .  R", " 2  X  O"}},
		"first name is longest": {replay.Squares(4, 2, func(i int) string { return []string{"B10", "B2", "A1", "A2"}[i] }, nil), nil, 1, []string{
			" B10 X !B2 O",
			" A1 .   A2 R"}},
		"letters only": {replay.Squares(4, 4, func(i int) string { return string(rune('a' + i)) }, nil), nil, 1, []string{" a X !b O  c .  d R"}},
		"numbers only": {replay.Squares(4, 1, func(i int) string { return string(rune('1' + i)) }, nil), nil, 1, []string{" 1 X", "!2 O", " 3 .", " 4 R"}},
		"missing corners": {append(replay.Squares(3, 2, chess, nil), replay.Place{Name: "C10", X: 2, Y: 1}), nil, 3,
			[]string{" A9 X  [B9 O ]", " A10 .        !C10 R"}},
		"places": {[]replay.Place{
			{Name: "a", X: 3}, {Name: "B9", X: 1}, {Name: "c", X: 2}, {Name: "d", X: 4},
		}, nil, -1, []string{"[B9 O] c .   a X   d R"}},
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
	got := d.Lines(true)
	expect.True(t, len(got) == 1 && got[0] == want, "got", got, "want", want)
}

// A move changes the pieces that differ.
func TestEffect(t *testing.T) {
	stage := replay.Stage{Places: []replay.Place{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	before := replay.Board{Pieces: []replay.Piece{{Text: "X"}, {Text: "O"}, {Text: "O"}}}
	after := replay.Board{Pieces: []replay.Piece{{Text: "X", Side: 1}, {Text: "X"}, {}}}
	expect.Equal(t, "b X, c .", replay.Effect(stage, before, after))
}
