package record_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// checked writes, reads and checks a record.
func checked(t *testing.T, g *record.Game) error {
	t.Helper()
	g, err := record.Read("g", []byte(written(t, g)))
	if err != nil {
		return err
	}
	return g.Check("g")
}

// play plays a game of two built-in agents.
func play(t *testing.T, terms arena.Terms, first, second string, size int) *record.Game {
	t.Helper()
	var agents [2]*arena.Agent
	for i, name := range []string{first, second} {
		agents[i] = must.Get(terms.NewAgent(t.Context(), name))(t)
	}
	plan := record.Plan{Games: 1, Size: size, Seed: 5}
	return must.Get(terms.Match(t.Context(), agents[0], agents[1], plan, nil))(t).Games[0]
}

// small is a game of gangwars on a board of 2 by 2, of four moves.
func small(t *testing.T) *record.Game {
	t.Helper()
	g := play(t, arena.Terms{Assignment: &gangwars.Assignment, Nodes: 100}, "greedy", "minimax:2", 2)
	if len(g.Moves) != 4 || g.End.Winner == record.NoSide {
		t.Fatalf("the game has %d moves and ended with %+v: want another seed", len(g.Moves), g.End)
	}
	return g
}

// A record is checked line by line: the error names the first impossible entry of a changed record.
func TestCheck(t *testing.T) {
	small := small(t)
	mover, notes := small.Start.Board.Mover, small.Stage.Places[1].Note
	side := slices.Index(small.Sides[:], mover)
	piece := replay.Piece{Text: "X", Side: 1}
	// the game ends after the given number of moves
	cut := func(g *record.Game, moves, winner int, reason record.Reason) {
		g.Moves = g.Moves[:moves]
		g.End = &record.End{Winner: winner, Reason: reason, Points: g.Position().Points}
	}
	timed := func(g *record.Game, used, left time.Duration) {
		m := &g.Moves[1]
		m.Timed, m.ClockUsed, m.ClockLeft = true, used*time.Millisecond, left*time.Millisecond
		g.Clock = record.Seconds(time.Second)
	}
	won := "want the winner " + small.Sides[small.End.Winner] + ", since the points decide, found "
	for name, c := range map[string]struct {
		change func(g *record.Game)
		line   int // of the error; below 0 any
		want   string
	}{
		"nothing":                 {func(*record.Game) {}, 0, ""},
		"another agent":           {func(g *record.Game) { g.Agents[0] = "somebody" }, 0, ""},
		"another assignment":      {func(g *record.Game) { g.Assignment = "chess" }, 1, `want an assignment (` + strings.Join(oracle.Names(), ", ") + `), found "chess"`},
		"letters of another size": {func(g *record.Game) { g.Assignment = "GANGWARS" }, 1, `want "gangwars", found "GANGWARS"`},
		"another seed":            {func(g *record.Game) { g.Seed = 6 }, -1, ""},
		"another size":            {func(g *record.Game) { g.Size = 3 }, -1, ""},
		"no such size":            {func(g *record.Game) { g.Size = 1000000 }, 1, "want a size from 2 to 26, found 1000000"},
		"too small":               {func(g *record.Game) { g.Size = 1 }, 1, "want a size from 2 to 26, found 1"},
		"no such side":            {func(g *record.Game) { rename(g, "X", "Y") }, 1, `want the sides "X" and "O", found "Y" and "O"`},
		"another second side":     {func(g *record.Game) { rename(g, "O", "Y") }, 1, `want the sides "X" and "O", found "X" and "Y"`},
		"another value":           {func(g *record.Game) { g.Stage.Places[1].Note = "1000" }, 1, `want the place "B1", marked "` + notes + `", found "B1", marked "1000"`},
		"another name":            {func(g *record.Game) { g.Stage.Places[0].Name = "Z9" }, 1, `want the place "A1"`},
		"one place less": {func(g *record.Game) {
			g.Stage.Places = g.Stage.Places[:3]
			g.Start.Board.Pieces = g.Start.Board.Pieces[:3]
			for i := range g.Moves {
				g.Moves[i].After.Board.Pieces = g.Moves[i].After.Board.Pieces[:3]
			}
		}, 1, "want 4 places, found 3"},
		"another start":       {func(g *record.Game) { g.Start.Board.Pieces[0] = piece }, 1, `want "." on A1 at the start, found "+X"`},
		"points at the start": {func(g *record.Game) { g.Start.Points[1] = 7 }, 1, "want 0 and 0 points at the start, found 0 and 7"},
		"a piece more": {func(g *record.Game) {
			pieces := g.Moves[0].After.Board.Pieces
			pieces[slices.Index(pieces, replay.Piece{})] = piece
		}, 2, "found \"+X\""},
		"a piece less": {func(g *record.Game) { g.Moves[3].After.Board.Pieces[3] = replay.Piece{} }, 5, " on B2 after "},
		"more points":  {func(g *record.Game) { g.Moves[1].After.Points[0] = 1000 }, 3, "points after "},
		"the same to move": {func(g *record.Game) {
			g.Moves[0].After.Board.Mover, g.Moves[1].Side = mover, side
		}, 2, "want " + small.Sides[1-side] + " to move after "},
		"an illegal move": {func(g *record.Game) { g.Moves[1].Turn = g.Moves[0].Turn }, 3, "want a legal turn, found \"" + small.Moves[0].Turn[0] + "\""},
		"no move at all":  {func(g *record.Game) { g.Moves[1].Turn = []string{"Z99 Pass", `\x1b[2J`} }, 3, "want a legal turn, found "},
		"two moves":       {func(g *record.Game) { g.Moves[0].Turn = append(g.Moves[0].Turn, g.Moves[1].Turn...) }, 2, "want a legal turn, found "},
		"the wrong type":  {func(g *record.Game) { g.Moves[0].Turn[0] = strings.Replace(g.Moves[0].Turn[0], "Stake", "Raid", 1) }, 2, "want a legal turn, found "},
		"after the end": {func(g *record.Game) {
			more := g.Moves[3]
			more.Side, more.After.Board.Mover = 1-more.Side, g.Sides[more.Side]
			g.Moves = append(g.Moves, more)
		}, 6, "want the end of the game, found move 5"},
		"too early":                {func(g *record.Game) { cut(g, 3, 0, record.Played) }, 5, "want a reason other than played, since the game is not over"},
		"too late":                 {func(g *record.Game) { g.End.Reason = record.Missing }, 6, "want the end played, since the game is over, found missing"},
		"the loser wins":           {func(g *record.Game) { g.End.Winner = 1 - g.End.Winner }, 6, won},
		"nobody wins":              {func(g *record.Game) { g.End.Winner = record.NoSide }, 6, won + "nobody"},
		"lost by who has to move":  {func(g *record.Game) { cut(g, 2, 1-side, record.Illegal) }, 0, ""},
		"lost by who has moved":    {func(g *record.Game) { cut(g, 2, side, record.Illegal) }, 4, "want the winner " + small.Sides[1-side] + ", since " + mover + " is to move, found " + mover},
		"lost before a move":       {func(g *record.Game) { cut(g, 0, side, record.Missing) }, 2, "want the winner " + small.Sides[1-side]},
		"withdrawn after a move":   {func(g *record.Game) { cut(g, 2, 0, record.Withdrawn) }, 4, "want no moves of a game that ended with withdrawn, found 2"},
		"both withdrawn":           {func(g *record.Game) { cut(g, 0, record.NoSide, record.Withdrawn) }, 0, ""},
		"one withdrawn":            {func(g *record.Game) { cut(g, 0, 0, record.Withdrawn) }, 0, ""},
		"the other withdrawn":      {func(g *record.Game) { cut(g, 0, 1, record.Withdrawn) }, 0, ""},
		"adjourned":                {func(g *record.Game) { cut(g, 2, record.NoSide, record.Adjourned) }, 0, ""},
		"adjourned with a winner":  {func(g *record.Game) { cut(g, 2, 0, record.Adjourned) }, 4, "want the winner nobody"},
		"adjourned after its end":  {func(g *record.Game) { cut(g, 4, record.NoSide, record.Adjourned) }, 6, "want the end played, since the game is over, found adjourned"},
		"a clock":                  {func(g *record.Game) { timed(g, 250, 750) }, 0, ""},
		"a clock that gains":       {func(g *record.Game) { timed(g, 250, 800) }, 3, "want 0.750000 s left on the clock, found 0.800000"},
		"a clock that has run out": {func(g *record.Game) { timed(g, 1000, 0) }, 3, "want less than 1.000000 s used, found 1.000000"},
	} {
		g := must.Get(record.Read("g", []byte(written(t, small))))(t)
		c.change(g)
		err := checked(t, g)
		switch {
		case c.line == 0 && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.line < 0 && err == nil, c.line > 0 && (err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("g:%d: ", c.line)) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want g:%d: ... %s", name, err, c.line, c.want)
		}
	}
}

// rename gives a side another name.
func rename(g *record.Game, from, to string) {
	at := func(name *string) {
		if *name == from {
			*name = to
		}
	}
	at(&g.Sides[0])
	at(&g.Sides[1])
	at(&g.Start.Board.Mover)
	for i := range g.Moves {
		at(&g.Moves[i].After.Board.Mover)
	}
}

// The input of a move has the time left of its side.
func TestInputClock(t *testing.T) {
	g := play(t, arena.Terms{Assignment: &gangwars.Assignment, Nodes: 100}, "greedy", "minimax:2", 3)
	must.Do(t, g.Check("g"))
	for i := range g.Moves {
		g.Moves[i].Timed, g.Moves[i].ClockLeft = i != 1, time.Duration(50-i)*time.Second
	}
	g.Clock = record.Seconds(time.Minute)
	for move, want := range map[int]string{1: "60.000", 3: "50.000", 4: "60.000", 5: "48.000", 6: "47.000"} {
		expect.Contains(t, must.Get(g.Input(move))(t), "\n"+want+"\n")
	}
	for _, move := range []int{0, 8} {
		_, err := g.Input(move)
		expect.Error(t, err, fmt.Sprint("want a move from 1 to 7, found ", move))
	}
	g.Moves = g.Moves[:3] // the answer to move 4 lost the game
	expect.Contains(t, must.Get(g.Input(4))(t), "\n60.000\n")
}

// If the board is a graph, its links match those of the drawn map, and it gets a new layout.
func TestCheckMap(t *testing.T) {
	g := play(t, arena.Terms{Assignment: &mapcolor.Assignment, Depth: 1}, "random", "random", 6)
	first := g.Stage.Places[0]
	g.Stage.Places[0].X += 7
	must.Do(t, g.Check("g"))
	expect.Equal(t, first, g.Stage.Places[0], "the first place")
	input := must.Get(g.Input(1))(t)
	g.Depth++
	expect.Equal(t, false, must.Get(g.Input(1))(t) == input, "the same input for another depth")
	g.Stage.Links = g.Stage.Links[1:]
	expect.Equal(t, "g:1: want the links of the board of seed 5, found others", fmt.Sprint(g.Check("g")))
}

// The start positions are drawn as ever: a record of an earlier touchstone is one of this.
func TestStartsStable(t *testing.T) {
	for name, want := range map[string]string{
		"squirrel": "e0864a109468", "gangwars": "60a605e1b0de", "reversi": "95dfe9328ccc", "mancala": "2f587586cfa4", "mapcolor": "c728df25655e",
	} {
		c := gametest.Lookup(t, name).Contest
		var all strings.Builder
		for number := 1; number <= 5; number += 2 {
			p := record.Plan{Games: 5, Size: c.Sizes.Usual, Seed: 7}
			o, side := p.Opening(c, number)
			stage := record.StageOf(o.Start) // has no log
			expect.Equal(t, replay.Stage{Places: stage.Places, Links: stage.Links}, stage, name)
			second, other := p.Opening(c, number+1)
			expect.Equal(t, o.Start.Input(homework.Allowance{}), second.Start.Input(homework.Allowance{}), name)
			expect.Equal(t, 1-side, other, name, "side in the second game of the pair of", number)
			for _, position := range append(p.EvenPositions(c, number), o.Start) {
				all.WriteString(position.Input(homework.Allowance{Depth: 3}))
			}
		}
		expect.Equal(t, want, digest(all.String()), name, "the start positions have the digest")
	}
}

// Random agents have different random numbers in each game and on each side.
func TestDraws(t *testing.T) {
	seen := map[uint64]bool{}
	for i := range 8 {
		seen[record.Opening{Seed: uint64(i / 4), Number: i / 2 % 2}.Draws(i%2).Uint64()] = true
	}
	expect.Equal(t, 8, len(seen), "first numbers")
	expect.Equal(t, 2826987509315806722, record.Opening{Seed: 7, Number: 1}.Draws(1).Uint64(), "as ever")
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}

// In every contest the value of a search that sees the end is the difference of the points then. In reversi it is
// 10,000 times that (docs/play.md).
func TestValuesAreOutcomes(t *testing.T) {
	for _, a := range oracle.Assignments() {
		if a.Contest == nil {
			continue
		}
		g := play(t, arena.Terms{Assignment: a, Nodes: 1000}, "oracle", "oracle", a.Contest.Sizes.Min)
		last := g.Moves[len(g.Moves)-1]
		want := g.End.Points[last.Side] - g.End.Points[1-last.Side]
		expect.Equal(t, g.End.Points[0] > g.End.Points[1], g.End.Winner == 0, a.Name, "first side wins")
		if a.Name == "reversi" {
			want *= 10_000
		}
		expect.Equal(t, want, last.Thought.Value, a.Name, "the last move has the value")
	}
}

// A game that begins with one of the even starts is known to do so, by its number.
func TestCheckEven(t *testing.T) {
	a := gametest.Lookup(t, "gangwars")
	c, plan := a.Contest, record.Plan{Games: 4, Size: 4, Seed: 3}
	o, _ := plan.Opening(c, 2)
	begun := func(start homework.Position) *record.Game {
		g := record.Begin(a, record.Opening{Seed: plan.Seed, Number: 2, Games: plan.Games, Size: plan.Size, Start: start})
		g.Agents, g.End = [2]string{"a", "b"}, &record.End{Winner: record.NoSide, Reason: record.Adjourned, Points: start.Points()}
		return g
	}
	for i, start := range plan.EvenPositions(c, 2) {
		g := must.Get(record.Read("g", []byte(written(t, begun(start)))))(t)
		must.Do(t, g.Check("g"))
		expect.Equal(t, i+1, g.Even, "number of the start")
		expect.Equal(t, g.Start, record.StateOf(plan.Start(c, 2, g.Even)), "start", g.Even)
	}
	g := begun(o.Start)
	must.Do(t, g.Check("g"))
	plan.Size = c.Sizes.Max
	o, _ = plan.Opening(c, 2)
	must.Do(t, begun(o.Start).Check("the largest"))
	expect.Equal(t, 0, g.Even, "number of the opening")
	expect.Equal(t, record.StateOf(o.Start), record.StateOf(plan.Start(c, 2, 0)), "the opening")
}

// sample is a game with everything that a record can hold.
func sample() *record.Game {
	state := func(mover string, pieces ...replay.Piece) record.State {
		return record.State{Points: [2]int32{7, -3}, Board: replay.Board{Mover: mover, Pieces: pieces}}
	}
	return &record.Game{
		Head: record.Head{Assignment: "chess", Seed: 1<<64 - 1, Number: 2, Games: 5, Size: 3, Clock: record.Seconds(1500 * time.Millisecond), Depth: 4, Nodes: 5000,
			Sides: [2]string{"player 1", "X"}, Agents: [2]string{"python3 <a> & b.py", `\x1b[1A`}},
		Stage: replay.Stage{Places: []replay.Place{{Name: "A1", Note: "20", X: -0.5, Y: 1}, {Name: "b 2", X: 1e9}}, Links: [][2]int{{0, 1}, {1, 0}}},
		Start: state("X", replay.Piece{}, replay.Piece{Text: "a b%", Side: -1}),
		Moves: []record.Move{
			{Side: 1, Turn: []string{"B2", "A 1"}, Thought: &homework.Thought{Value: -5, Depth: 3, Nodes: 1 << 40}, After: state("player 1", replay.Piece{Text: "é", Side: 1}, replay.Piece{Text: "12"})},
			{Side: 0, Turn: []string{"pass"}, Timed: true, ClockUsed: time.Microsecond, ClockLeft: time.Hour, After: state("X", replay.Piece{Side: 1}, replay.Piece{Side: -1})},
		},
		End: &record.End{Winner: 1, Reason: record.WrongBoard, Text: `want "X", found "."`, Points: [2]int32{7, -3}},
	}
}

func written(t *testing.T, g *record.Game) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, g.Write(&b))
	return b.String()
}

// Reading a written record returns the whole record.
func TestRecord(t *testing.T) {
	g := sample()
	got := must.Get(record.Read("game.jsonl", []byte(written(t, g))))(t)
	expect.True(t, reflect.DeepEqual(got, g), "reads the same game", got, g)
	expect.Equal(t, g.Moves[0].After.Points, g.MoveRecord(0).Points, "points after a move")
	g.End = &record.End{Winner: record.NoSide, Reason: record.Played, Points: g.End.Points}
	expect.Equal(t, g.End, must.Get(record.Read("game.jsonl", []byte(written(t, g))))(t).End, "a draw")
}

// A record is read whole or not at all: no line may be missing, doubled, cut or changed in its form.
func TestBrokenRecord(t *testing.T) {
	text := written(t, sample())
	lines := strings.SplitAfter(text, "\n")
	lines = lines[:len(lines)-1]
	for i, line := range lines {
		for what, with := range map[string]string{
			"missing": "", "doubled": line + line, "cut": line[:len(line)-2] + "\n", "without its end": line[:len(line)-1],
			"with another field": line[:len(line)-2] + `,"more":1}` + "\n", "with a return": line[:len(line)-1] + "\r\n", "with a blank": " " + line,
			"in other words": strings.Replace(line, ":", ": ", 1), "with more behind it": line[:len(line)-1] + "{}\n",
		} {
			broken := strings.Join(lines[:i], "") + with + strings.Join(lines[i+1:], "")
			g, err := record.Read("game.jsonl", []byte(broken))
			expect.True(t, g == nil && strings.HasPrefix(fmt.Sprint(err), "game.jsonl:"), i+1, what, with, err)
		}
	}
	for text, want := range map[string]string{"": `how a game is played, in JSON, found the end of the file`,
		"x": `how a game is played, in JSON, found "x"`, "{}\n": `the format "touchstone game 1", found "{}"`} {
		_, err := record.Read("game.jsonl", []byte(text))
		expect.Error(t, err, "game.jsonl:1: want "+want, text)
	}
	for from, to := range map[string]string{
		`"seed":`: `"seed":0`, `"size":3`: `"size":-3`, `"clock":1.500000`: `"clock":1.5`, `"move":2`: `"move":3`, `"side":"player 1"`: `"side":"X"`,
		"wrong-board": "bad-luck", `"winner":"X"`: `"winner":"Y"`, `"moves":2`: `"moves":1`, `found \".\"","points":[7,-3]`: `found \".\"","points":[8,-3]`, `"+"`: `"*"`, `[0,1]`: `[0,2]`, `[1,0]`: `[1,-1]`,
		"-0.5": "-0.50", "1000000000": "1e99999", "3600.000000": "-1.000000", "a b%": `a\u001bb%`, "chess": "che\x1bss", `"points":[7,-3],"mover":"X"`: `"points":[7,-4294967296],"mover":"X"`,
		"\"mover\":\"X\",\"pieces\":[\".\",\"-a b%\"]}}\n{\"move\":1,\"side\":\"X\"": "\"mover\":\"Z\",\"pieces\":[\".\",\"-a b%\"]}}\n{\"move\":1,\"side\":\"Z\"",
		`"of":5`: `"of":0`, `"depth":4,`: `"depth":-4,`, `"nodes":5000`: `"nodes":-5000`, `"pieces":[".",`: `"pieces":[`,
		`"depth":4`: `"depth":04`, `"number":2`: `"number":0`, "touchstone game 1": "touchstone game 2", `"left":3600.000000,`: "",
	} {
		broken := strings.Replace(text, from, to, 1)
		_, err := record.Read("game.jsonl", []byte(broken))
		expect.True(t, err != nil && broken != text, to, "in place of", from, "is read")
	}
}

// Writing a record that was read returns the same text.
func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	must.Do(f, sample().Write(&b))
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, text []byte) {
		g, err := record.Read("game.jsonl", text)
		if err != nil {
			return
		}
		expect.Equal(t, string(text), written(t, g))
	})
}
