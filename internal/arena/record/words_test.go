package record

import (
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// played is a game of four moves, in turns.
func played() *Game {
	g := &Game{Head: Head{Assignment: "chess", Number: 2, Games: 5, Sides: [2]string{"X", "O"}, Agents: [2]string{"first", "second"}}}
	g.Stage.Places = []replay.Place{{Name: "A1"}}
	g.Start = State{Points: [2]int32{2, 1}, Board: replay.Board{Mover: "O"}}
	for i := range 4 {
		m := Move{Side: (i + 1) % 2, Turn: []string{"m" + string(rune('1'+i))}}
		m.After = State{Points: [2]int32{int32(i), 20 - int32(i)}, Board: replay.Board{Mover: g.Sides[i%2]}}
		g.Moves = append(g.Moves, m)
	}
	g.Moves[1].Turn = []string{"a", "b\x1b"}
	g.Moves[1].Thought = &homework.Thought{Value: -5, Depth: 3}
	g.Moves[2].Thought = &homework.Thought{Value: 4, Depth: 2, Nodes: 77}
	g.Moves[2].Timed, g.Moves[2].ClockUsed, g.Moves[2].ClockLeft = true, 1500*time.Millisecond, 2*time.Second+time.Millisecond/2
	g.End = &End{Winner: 0, Reason: Played, Points: [2]int32{16, 14}}
	return g
}

// The outcome of a game is described for either winner, for no winner, and for each way in which it can end;
// the winner and the margin agree.
func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		end     *End
		want    string
		margins [2]int
	}{
		{nil, "not over", [2]int{}},
		{&End{Winner: 0, Reason: Played, Points: [2]int32{9, 4}}, "X (first) wins, 9 to 4", [2]int{5, -5}},
		{&End{Winner: 1, Reason: Played, Points: [2]int32{4, 9}}, "O (second) wins, 9 to 4", [2]int{-5, 5}},
		{&End{Winner: NoSide, Reason: Played, Points: [2]int32{4, 4}}, "a draw, 4 to 4", [2]int{}},
		{&End{Winner: NoSide, Reason: Adjourned, Points: [2]int32{7, 3}}, "adjourned at 7 to 3", [2]int{}},
		{&End{Winner: NoSide, Reason: Withdrawn}, "a draw: both are withdrawn", [2]int{}},
		{&End{Winner: 0, Reason: Stale, Points: [2]int32{4, 9}}, "X (first) wins: O (second) loses by stale", [2]int{}},
		{&End{Winner: 1, Reason: Illegal, Text: "B7 is taken", Points: [2]int32{4, 9}}, "O (second) wins: X (first) loses by illegal-move: B7 is taken", [2]int{-5, 5}},
	} {
		g := played()
		g.End = c.end
		expect.Equal(t, c.want, g.Outcome())
		for side, want := range c.margins {
			expect.Equal(t, want, g.Margin(side), c.want, "side", side, "is ahead by")
		}
	}
}

// A scored position has given points.
type scored struct {
	homework.Position
	points [2]int32
}

func (p scored) Points() [2]int32 { return p.points }

// The side with more points wins, if there is one.
func TestEnded(t *testing.T) {
	for points, winner := range map[[2]int32]int{{3, 2}: 0, {-3, 2}: 1, {2, 2}: NoSide} {
		expect.Equal(t, &End{Winner: winner, Reason: Played, Points: points}, Ended(scored{points: points}))
	}
}

// The page of a game has a position for the start and for each move, with the description of the move.
func TestWalk(t *testing.T) {
	g := played()
	got := g.Walk()
	want := walk.Game{
		Assignment: "chess", Name: "game 2 of 5", Stage: g.Stage, Title: "X is first, O is second: X (first) wins, 16 to 14",
		Positions: []walk.Position{
			{Move: "start", Line: "the start position", Value: 1, Text: []string{"X has 2, O 1.", "O moves next."}},
			{Move: "m1", Line: "1 O m1", First: true, Value: -20, Text: []string{
				"O (second) plays m1.", "X has 0, O 20.", "X moves next."}},
			{Move: `a, then b\x1b`, Line: `2 X a, then b\x1b`, Value: -18, Text: []string{
				`X (first) plays a, then b\x1b.`, "Value -5 at depth 3.", "X has 1, O 19.", "O moves next."}},
			{Move: "m3", Line: "3 O m3", First: true, Value: -16, Text: []string{
				"O (second) plays m3.", "Value 4 at depth 2, 77 nodes, 1.500 s, 2.001 s left.", "X has 2, O 18.", "X moves next."}},
			{Move: "m4", Line: "4 X m4", Value: -14, Text: []string{
				"X (first) plays m4.", "X has 3, O 17.", "The end: X (first) wins, 16 to 14."}},
		},
	}
	for i := range want.Positions {
		want.Positions[i].Board.Mover = []string{"O", "X"}[i%2]
	}
	expect.Equal(t, want, got)
}

// A piece is written in the form in which it is read, for both sides.
func TestPieces(t *testing.T) {
	for text, p := range map[string]replay.Piece{
		".": {}, "+": {Side: 1}, "-": {Side: -1}, "+X": {Text: "X", Side: 1}, "-X": {Text: "X", Side: -1}, "=12": {Text: "12"}, "=.": {Text: "."}, "+-": {Text: "-", Side: 1},
	} {
		expect.Equal(t, text, pieceText(p), p, "is written as")
		got, ok := parsePiece(text)
		expect.True(t, ok && got == p, text, "is read as", got, ok, p)
	}
	for _, text := range []string{"", "X", "..", "*X", " "} {
		_, ok := parsePiece(text)
		expect.Equal(t, false, ok, text, "is a piece")
	}
}

// Long texts are cut: the text of a game after 1000 bytes, texts in errors after 80.
func TestLongTexts(t *testing.T) {
	for n, want := range map[int]int{999: 999, 1000: 1000, 1001: 1000} {
		expect.Equal(t, want, len(Line(strings.Repeat("x", n))), "bytes of", n)
	}
	long := strings.Repeat("x", 80)
	for text, want := range map[string]string{long: long, long + "\n": long, long + "y": long + "...", "a\n": "a"} {
		expect.Equal(t, want, shorten(text))
	}
}

// Times are written to the microsecond, and only such are read.
func TestSeconds(t *testing.T) {
	for text, want := range map[string]time.Duration{"0.000000": 0, "0.000001": time.Microsecond, "61.500000": 61*time.Second + 500*time.Millisecond, "4611686018.427387": 4611686018427387 * time.Microsecond} {
		var s Seconds
		must.Do(t, s.UnmarshalJSON([]byte(text)))
		expect.Equal(t, want, time.Duration(s), text)
		expect.Equal(t, text, string(must.Get(Seconds(want+time.Microsecond-1).MarshalJSON())(t)), want)
	}
	for _, text := range []string{"", "1", "1.0", "1.00000", "1.0000000", "-1.000000", "1,000000", "4611686018.427388", "x.000000", "1e3.000000"} {
		expect.Error(t, new(Seconds).UnmarshalJSON([]byte(text)), "", text)
	}
}
