package decision

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A list is printed completely if one more name takes no more room than the words about the rest. Names with
// commas are separated by semicolons.
func TestList(t *testing.T) {
	names := strings.Fields("a b c d e f g h i j")
	for n, want := range map[int]string{1: "a", 8: "a, b, c, d, e, f, g, h", 9: "a, b, c, d, e, f, g, h, i", 10: "a, b, c, d, e, f, g, h and 2 more"} {
		expect.Equal(t, want, list(names[:n]), n, "names")
	}
	expect.Equal(t, "SA, R; NSW, G", list([]string{"SA, R", "NSW, G"}))
	expect.Equal(t, "no move", moves(nil))
}

// Infinity is recognised in every spelling. A text that is not a whole number of 32 bits is no value.
func TestValue(t *testing.T) {
	for text, want := range map[string]int32{
		"inf": replay.Inf, "Inf": replay.Inf, "+INF": replay.Inf, "-infinity": -replay.Inf, "Infinity": replay.Inf, "∞": replay.Inf, "-∞": -replay.Inf,
		"0": 0, "-7": -7, "+7": 7, "2147483647": replay.Inf,
	} {
		got, ok := Value(text)
		expect.True(t, ok && got == want, text, got, ok, want)
	}
	for _, text := range []string{"", "-", "info", "infinit", "x", "1.0", "2147483648", "--1", "∞∞"} {
		v, ok := Value(text)
		expect.Equal(t, false, ok, text, "is worth", v)
	}
}

// A decision that only describes the end of a program is silent, and every other decision is not.
func TestSilent(t *testing.T) {
	for key, want := range map[string]bool{
		"": true, "ends-early": true, "turn-cut": true,
		"worse-move": false, "another-node": false, "x": false,
	} {
		expect.Equal(t, want, (Decision{Key: key}).Silent(), key, "silent")
	}
}

// The stated value of a move at the root is exact if alpha-beta computed it, and else an upper bound.
func TestChoices(t *testing.T) {
	exact, bounds, ties := 0, 0, 0
	for _, a := range oracle.Assignments() {
		all := gametest.Corpus(t, a)
		for _, c := range all {
			game, ok := c.Problem.(homework.Replayer)
			if _, battle := c.Problem.(homework.Battle); battle || !ok || game.Stage().File == "" || c.Index().Goldens[0].Lines > 300 {
				continue
			}
			x := &explainer{Question: Question{Problem: c.Problem}, ctx: t.Context(), game: game, stage: game.Stage(), turns: game.Turns(homework.Options{})}
			turn := &Turn{}
			must.Get(x.choices(turn))(t)
			values, best := must.Get(x.turns.Values(t.Context()))(t), int32(-replay.Inf)
			for i, move := range turn.Moves {
				switch v := values[i]; {
				case !move.AtMost && move.Value != v, move.AtMost && (move.Value < v || v > best || turn.OnePly):
					t.Errorf("%s %s: %s is worth %d, it says %s", a.Name, c.Name, move.Move, v, move.value())
				case move.AtMost && move.Value == best:
					ties++
				case move.AtMost:
					bounds++
				default:
					exact++
				}
				best = max(best, values[i])
			}
		}
	}
	expect.True(t, exact != 0 && bounds != 0 && ties != 0, exact, "exact values,", bounds, "bounds and", ties)
}

// Moves are reported as equal only if their exact values are known; a bound is not enough.
func TestChosen(t *testing.T) {
	best := Choice{Move: "b", Value: 3, Best: true}
	for want, c := range map[string][]Choice{
		"b is worth 3, more than every other move":                                  {{Move: "a", Value: 2}, best, {Move: "c", Value: 1, AtMost: true}},
		"b, c are worth 3 each: the first of them in order is chosen, b":            {{Move: "a", Value: 2}, best, {Move: "c", Value: 3}, {Move: "d", Value: 3, AtMost: true}},
		"b is worth 3, and no other move is worth more; of equal ones the first in": {best, {Move: "c", Value: 3, AtMost: true}},
		"no move is searched at the root":                                           {{Move: "a"}},
	} {
		got := (&explainer{}).chosen(&Turn{Moves: c, Right: []string{"b"}})
		expect.True(t, len(got) == 1 && strings.HasPrefix(got[0], want), got, "want", want)
	}
}

// The value of a move is no explanation of a turn of several moves.
func TestWorth(t *testing.T) {
	turn := &Turn{Moves: []Choice{{Move: "a", Value: 1}, {Move: "b", Value: 2}, {Move: "c", Value: 3, AtMost: true}}}
	for moves, want := range map[string]string{"": "", "a": ", worth 1", "b": ", worth 2", "c": ", worth at most 3", "b a": "", "d": ""} {
		expect.Equal(t, want, (&explainer{}).worth(turn, strings.Fields(moves)), moves)
	}
}

// Of many moves the first forty are listed, followed by the right one and the program's.
func TestManyMoves(t *testing.T) {
	for n, c := range map[int]struct {
		listed int
		more   string
	}{0: {0, ""}, 40: {40, ""}, 41: {40, "  ... and 1 moves more\n"}, 45: {42, "  ... and 3 moves more\n"}} {
		turn := &Turn{Mover: "X", Written: []string{"m44"}}
		for i := range n {
			turn.Moves = append(turn.Moves, Choice{Move: fmt.Sprintf("m%02d", i), Best: i == 43})
		}
		var text strings.Builder
		must.Do(t, (&Explanation{File: "output.txt", Turn: turn}).Print(&text, false))
		listed := len(regexp.MustCompile(`(?m)^  m\d\d `).FindAllString(text.String(), -1))
		expect.Equal(t, c.listed, listed, "moves that are listed of", n)
		expect.Contains(t, text.String(), c.more)
		words := [3]bool{strings.Contains(text.String(), "more"), strings.Contains(text.String(), "makes"), strings.Contains(text.String(), "got")}
		expect.Equal(t, [3]bool{c.more != "", n > 0, false}, words, text.String())
	}
}

// The place names the line of the program's file if it is another one. A note follows if not all boards are compared.
func TestPrintedPlace(t *testing.T) {
	for line, want := range map[int]string{0: "a.txt:7\n", 7: "a.txt:7\n", 9: "a.txt:7 (line 9 of the program's)\n"} {
		var text strings.Builder
		e := Explanation{File: "a.txt", Line: 7, GotLine: line, Turn: &Turn{More: line > 0}}
		if line == 7 {
			e.Turn.Written = []string{"a"}
		}
		must.Do(t, e.Print(&text, false))
		expect.Contains(t, text.String(), want)
		expect.Equal(t, line == 9, strings.Contains(text.String(), "after the first turns only"), line)
	}
}

// A number that belongs to neither side is no reason why a move is illegal.
func TestIllegalAtANumber(t *testing.T) {
	x := &explainer{stage: replay.Stage{Places: []replay.Place{{Name: "3"}}}}
	for _, c := range []struct {
		max  bool
		side int8
		want kind
	}{
		{true, 1, "illegal-move"}, {true, -1, "illegal-theirs"}, {true, 0, "illegal-move"},
		{false, -1, "illegal-move"}, {false, 1, "illegal-theirs"}, {false, 0, "illegal-move"},
	} {
		parent := node{max: c.max, board: replay.Board{Pieces: []replay.Piece{{Text: "7", Side: c.side}}}}
		got, _ := x.extraChild(parent, "3+5")
		expect.Equal(t, c.want, got, "max", c.max, "side", c.side)
	}
}
