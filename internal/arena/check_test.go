package arena_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A text is a record as lines of fields.
type text [][]string

func textOf(t *testing.T, g *arena.Game) (all text) {
	t.Helper()
	for line := range strings.Lines(written(t, g)) {
		all = append(all, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return all
}

// line returns the number of the first line of a kind, from 1, or of the one so many lines later.
func (x text) line(kind string, later int) int {
	return slices.IndexFunc(x, func(f []string) bool { return f[0] == kind }) + later + 1
}

// check reads and checks a record.
func (x text) check() error {
	var b strings.Builder
	for _, fields := range x {
		b.WriteString(strings.Join(fields, "\t") + "\n")
	}
	g, err := arena.Read("g", []byte(b.String()))
	if err != nil {
		return err
	}
	return g.Check("g")
}

// small is a game of gangwars on a board of 2 by 2, of four moves.
func small(t *testing.T) *arena.Game {
	t.Helper()
	tt := terms(t, "gangwars")
	tt.Nodes = 100
	m, err := tt.Match(t.Context(), agent(t, tt, "greedy"), agent(t, tt, "minimax:2"), arena.Plan{Games: 1, Size: 2, Seed: 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	g := m.Games[0]
	if len(g.Moves) != 4 || g.End.Winner == arena.NoSide {
		t.Fatalf("the game has %d moves and ended with %+v: want another seed", len(g.Moves), g.End)
	}
	return g
}

// A record is checked against the rules, line by line: of what somebody has changed in it, the first
// thing that cannot be is told.
func TestCheck(t *testing.T) {
	g := small(t)
	other := func(side string) string { return strings.Trim("XO", side) }
	move := func(x text, i int) []string { return x[x.line("move", i)-1] }
	pieces := func(f []string, change func(p []string)) {
		all := strings.Split(f[len(f)-1], " ")
		change(all)
		f[len(f)-1] = strings.Join(all, " ")
	}
	timed := func(x text, used, left string) {
		f := move(x, 1)
		f[7], f[8] = used, left
		x[x.line("clock", 0)-1][1] = "1.000000"
	}
	cut := func(x *text, moves int, winner, reason string) { // the game ends after so many moves
		end := (*x)[x.line("end", 0)-1]
		at := (*x)[x.line("move", moves-1)-1]
		*x = append((*x)[:x.line("move", moves-1)], end)
		copy(end, []string{"end", fmt.Sprint(moves), winner, reason, at[9], at[10], ""})
	}
	mover := g.Start.Board.Mover
	for name, c := range map[string]struct {
		change func(x *text)
		line   int // of the error
		want   string
	}{
		"nothing":                 {func(*text) {}, 0, ""},
		"another agent":           {func(x *text) { (*x)[8][2] = "somebody" }, 0, ""},
		"another assignment":      {func(x *text) { (*x)[1][1] = "chess" }, 2, `want an assignment (squirrel, gangwars, reversi, mancala, mapcolor), found "chess"`},
		"letters of another size": {func(x *text) { (*x)[1][1] = "GANGWARS" }, 2, `want "gangwars", found "GANGWARS"`},
		"another seed":            {func(x *text) { (*x)[2][1] = "6" }, -1, ""},
		"another size":            {func(x *text) { (*x)[4][1] = "3" }, -1, ""},
		"no such size":            {func(x *text) { (*x)[4][1] = "1000000" }, 5, "want a size from 2 to 26, found 1000000"},
		"no such side":            {func(x *text) { *x = replaced(*x, "X", "Y") }, 9, `want the sides "X" and "O", found "Y" and "O"`},
		"another value":           {func(x *text) { (*x)[11][4] = "1000" }, 12, `want the place "B1", marked "` + g.Stage.Places[1].Note + `", found "B1", marked "1000"`},
		"another name":            {func(x *text) { (*x)[10][1] = "Z9" }, 11, `want the place "A1"`},
		"one place less": {func(x *text) {
			*x = slices.Delete(*x, 13, 14)
			for _, f := range *x {
				if f[0] == "start" || f[0] == "move" {
					f[len(f)-1] = f[len(f)-1][:strings.LastIndex(f[len(f)-1], " ")]
				}
			}
		}, 11, "want 4 places, found 3"},
		"another start":       {func(x *text) { pieces((*x)[14], func(p []string) { p[0] = "+X" }) }, 15, `want "." on A1 at the start, found "+X"`},
		"points at the start": {func(x *text) { (*x)[14][1] = "7" }, 15, "want 0 and 0 points at the start, found 7 and 0"},
		"a piece more": {func(x *text) {
			pieces(move(*x, 0), func(p []string) { p[slices.Index(p, ".")] = "+X" })
		}, 16, "found \"+X\""},
		"a piece less":     {func(x *text) { pieces(move(*x, 3), func(p []string) { p[0] = "." }) }, 19, " on A1 after "},
		"more points":      {func(x *text) { move(*x, 1)[9] = "1000" }, 17, "points after "},
		"the same to move": {func(x *text) { move(*x, 0)[11] = mover; move(*x, 1)[2] = mover }, 16, "want " + other(mover) + " to move after "},
		"an illegal move":  {func(x *text) { move(*x, 1)[3] = move(*x, 0)[3] }, 17, "want a legal turn, found \"" + g.Moves[0].Turn[0] + "\""},
		"no move at all":   {func(x *text) { move(*x, 1)[3] = "Z99 Pass, then \\x1b[2J" }, 17, "want a legal turn, found "},
		"two moves":        {func(x *text) { move(*x, 0)[3] += ", then " + g.Moves[1].Turn[0] }, 16, "want a legal turn, found "},
		"the wrong type":   {func(x *text) { move(*x, 0)[3] = strings.Replace(move(*x, 0)[3], "Stake", "Raid", 1) }, 16, "want a legal turn, found "},
		"after the end": {func(x *text) {
			last, end := move(*x, 3), (*x)[len(*x)-1]
			more := slices.Clone(last)
			more[1], more[2], more[11] = "5", last[11], last[2]
			end[1] = "5"
			*x = append((*x)[:len(*x)-1], more, end)
		}, 20, "want the end of the game, found move 5"},
		"too early":                {func(x *text) { cut(x, 3, "X", "played") }, 19, "want a reason other than played, since the game is not over"},
		"too late":                 {func(x *text) { (*x)[19-0][3] = "missing" }, 20, "want the end played, since the game is over, found missing"},
		"the loser wins":           {func(x *text) { f := (*x)[19]; f[2] = other(f[2]) }, 20, "want the winner " + g.Sides[g.End.Winner] + ", since the points decide, found "},
		"nobody wins":              {func(x *text) { (*x)[19][2] = "-" }, 20, "want the winner " + g.Sides[g.End.Winner] + ", since the points decide, found -"},
		"lost by who has to move":  {func(x *text) { cut(x, 2, other(mover), "illegal-move") }, 0, ""},
		"lost by who has moved":    {func(x *text) { cut(x, 2, mover, "illegal-move") }, 18, "want the winner " + other(mover) + ", since " + mover + " is to move, found " + mover},
		"withdrawn after a move":   {func(x *text) { cut(x, 2, "X", "withdrawn") }, 18, "want no moves of a game that ended with withdrawn, found 2"},
		"a clock":                  {func(x *text) { timed(*x, "0.250000", "0.750000") }, 0, ""},
		"a clock that gains":       {func(x *text) { timed(*x, "0.250000", "0.800000") }, 17, "want 0.750000 s left on the clock, found 0.800000"},
		"a clock that has run out": {func(x *text) { timed(*x, "1.000000", "0.000000") }, 17, "want less than 1.000000 s used, found 1.000000"},
	} {
		x := textOf(t, g)
		c.change(&x)
		err := x.check()
		switch {
		case c.line == 0 && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.line < 0 && err == nil, c.line > 0 && (err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("g:%d: ", c.line)) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want g:%d: ... %s", name, err, c.line, c.want)
		}
	}
}

// replaced returns a record with a side that has another name.
func replaced(x text, from, to string) text {
	for _, f := range x {
		for i := range f {
			switch {
			case f[i] == from:
				f[i] = to
			case f[0] == "start" || f[0] == "move":
				f[i] = strings.ReplaceAll(f[i], from, to)
			}
		}
	}
	return x
}

// Where the board is a graph, its links are those of the map that is drawn, and it is laid out anew.
func TestCheckMap(t *testing.T) {
	tt := terms(t, "mapcolor")
	tt.Depth = 1
	m, err := tt.Match(t.Context(), agent(t, tt, "random"), agent(t, tt, "random"), arena.Plan{Games: 1, Size: 6, Seed: 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	g := m.Games[0]
	first := g.Stage.Places[0]
	g.Stage.Places[0].X += 7
	if err := g.Check("g"); err != nil || g.Stage.Places[0] != first {
		t.Errorf("%v, the first place is %+v", err, g.Stage.Places[0])
	}
	g.Stage.Links = g.Stage.Links[1:]
	if err := g.Check("g"); err == nil || err.Error() != "g:17: want other links: those of the board that seed 5 draws" {
		t.Error(err)
	}
}

// A game of which one agent or both were withdrawn is a record, too.
func TestCheckWithdrawn(t *testing.T) {
	g := small(t)
	for _, winner := range []int{0, 1, arena.NoSide} {
		g.Moves, g.End = nil, &arena.End{Winner: winner, Reason: arena.Withdrawn, Points: g.Start.Points}
		if err := textOf(t, g).check(); err != nil {
			t.Errorf("winner %d: %v", winner, err)
		}
	}
}

// The start positions are drawn as ever: a record of an earlier touchstone is one of this.
func TestStartsAsEver(t *testing.T) {
	for name, want := range map[string]string{
		"squirrel": "e0864a109468", "gangwars": "60a605e1b0de", "reversi": "95dfe9328ccc", "mancala": "2f587586cfa4", "mapcolor": "c728df25655e",
	} {
		c := terms(t, name).Assignment.Contest
		var all strings.Builder
		for number := 1; number <= 5; number += 2 {
			p := arena.Plan{Games: 5, Size: c.Sizes.Usual, Seed: 7}
			o, _ := p.Opening(c, number)
			for _, position := range append(p.Evens(c, number), o.Start) {
				all.WriteString(position.Input(homework.Allowance{Depth: 3}))
			}
		}
		if got := digest(all.String()); got != want {
			t.Errorf("%s: the start positions have the digest %s, want %s", name, got, want)
		}
	}
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}
