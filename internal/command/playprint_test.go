package command

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/oracle"
)

// greedySeats returns the terms of gangwars, and greedy for both seats.
func greedySeats(t *testing.T) (arena.Terms, [2]*arena.Agent) {
	t.Helper()
	a, err := oracle.Lookup("gangwars")
	if err != nil {
		t.Fatal(err)
	}
	terms := arena.Terms{Assignment: a, Nodes: 1}
	var seats [2]*arena.Agent
	for i := range seats {
		if seats[i], err = terms.NewAgent(t.Context(), "greedy"); err != nil {
			t.Fatal(err)
		}
	}
	return terms, seats
}

// The live board replaces the one before it, line for line, on a terminal of any size; where it does not fit, the last
// move is shown in its place.
func TestLiveBoard(t *testing.T) {
	terms, seats := greedySeats(t)
	for _, c := range []struct{ columns, rows, board int }{ // lines of the board
		{80, 24, 4}, {80, 7, 4}, {80, 6, 0}, {22, 24, 4}, {15, 24, 0}, {1, 1, 0}, {0, 24, 4},
	} {
		var out bytes.Buffer
		s := &playShow{out: &out, size: func() (int, int) { return c.columns, c.rows }}
		_, err := terms.Match(t.Context(), seats[0], seats[1], record.Plan{Games: 1, Size: 3, Seed: 1}, func(g *record.Game) {
			before := s.drawn
			out.Reset()
			s.print(g)
			if want := fmt.Sprintf("\x1b[%dA\x1b[J", before); before > 0 && !strings.HasPrefix(out.String(), want) {
				t.Errorf("%d by %d: %q, want %q before it", c.columns, c.rows, out.String(), want)
			}
			if g.End != nil || len(g.Moves) == 0 {
				return
			}
			lines := strings.Split(strings.TrimSuffix(out.String()[strings.IndexByte(out.String(), 'J')+1:], "\n"), "\n")
			if len(lines) != c.board+1 {
				t.Errorf("%d by %d: a board of %d lines, want %d", c.columns, c.rows, len(lines)-1, c.board)
			}
			want := 0
			for _, line := range lines {
				want += 1
				if c.columns > 0 {
					want += (len(line) - 1) / c.columns
				}
			}
			if s.drawn != want {
				t.Errorf("%d by %d: %d lines are to be replaced, want %d of\n%s", c.columns, c.rows, s.drawn, want, out.String())
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Of several games the board of the last one stays.
func TestLastBoardStays(t *testing.T) {
	terms, seats := greedySeats(t)
	var out bytes.Buffer
	s := &playShow{out: &out, size: func() (int, int) { return 80, 24 }}
	if _, err := terms.Match(t.Context(), seats[0], seats[1], record.Plan{Games: 3, Size: 3, Seed: 1}, func(g *record.Game) {
		out.Reset()
		s.print(g)
		want := map[int]int{1: 2, 2: 2, 3: 1} // the last position replaces the one before
		if erased := strings.Count(out.String(), "\x1b[J"); g.End != nil && erased != want[g.Number] {
			t.Errorf("at the end of game %d boards are erased %d times, want %d", g.Number, erased, want[g.Number])
		}
	}); err != nil {
		t.Fatal(err)
	}
}

// At the end of a match its games are counted, draws among them if there are any.
func TestMatchEnds(t *testing.T) {
	for _, c := range []struct {
		wins          [2]int
		draws, margin int
		want          string
	}{
		{[2]int{2, 1}, 0, -4, "ann 2, ben 1; -4 points for ann: ann wins the match\nseed 7\n"},
		{[2]int{1, 1}, 1, 0, "ann 1, ben 1, 1 draw; +0 points for ann: the match is drawn\nseed 7\n"},
		{[2]int{0, 1}, 2, -3, "ann 0, ben 1, 2 draws; -3 points for ann: ben wins the match\nseed 7\n"},
	} {
		var out bytes.Buffer
		s := &playShow{out: &out, names: [2]string{"ann", "ben"}, plan: record.Plan{Games: 3, Seed: 7}}
		s.end(&arena.Match{Games: make([]*record.Game, 3), Wins: c.wins, Draws: c.draws, Margin: c.margin})
		if got := out.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
