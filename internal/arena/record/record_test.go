package record_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

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
	expect.Equal(t, true, reflect.DeepEqual(got, g), "reads the same game", got, g)
	expect.Equal(t, g.Moves[0].After.Points, g.MoveRecord(0).Points, "points after a move")
	g.End = &record.End{Winner: record.NoSide, Reason: record.Played, Points: g.End.Points}
	expect.Equal(t, g.End, must.Get(record.Read("game.jsonl", []byte(written(t, g))))(t).End, "a draw")
}

// A record is read whole or not at all: not one line of it may be missing, doubled, cut or changed
// in its form.
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
			if g, err := record.Read("game.jsonl", []byte(broken)); err == nil || g != nil || !strings.HasPrefix(err.Error(), "game.jsonl:") {
				t.Errorf("line %d %s is read: %q, %v", i+1, what, with, err)
			}
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
		expect.Equal(t, true, err != nil && broken != text, to, "in place of", from, "is read")
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
