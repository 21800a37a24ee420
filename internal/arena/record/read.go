package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// Read reads the record of a game, whole or not at all; name names it in errors. The record is what
// Write writes, to the byte.
func Read(name string, text []byte) (*Game, error) {
	r := reader{name: name, rest: text, g: new(Game)}
	r.head()
	for r.err == nil && bytes.HasPrefix(r.rest, []byte(`{"move":`)) {
		r.move()
	}
	r.end()
	if r.err != nil {
		return nil, r.err
	}
	var again bytes.Buffer
	if err := r.g.Write(&again); err != nil {
		return nil, err
	}
	want, found := bytes.SplitAfter(again.Bytes(), []byte{'\n'}), bytes.SplitAfter(text, []byte{'\n'})
	for i := range found { // what was read as something was written so
		if i >= len(want) || !bytes.Equal(found[i], want[i]) {
			return nil, fmt.Errorf("%s:%d: want %q, found %q", name, i+1, slices.Concat(want, [][]byte{nil, nil})[i], found[i])
		}
	}
	return r.g, nil
}

// A reader reads the record of a game line by line. After the first error it reads nothing.
type reader struct {
	name   string
	rest   []byte
	line   []byte
	number int // of the line
	g      *Game
	err    error
}

// want keeps the first error: that the line is not what is wanted.
func (r *reader) want(right bool, what string, args ...any) {
	if r.err != nil || right {
		return
	}
	found := "the end of the file"
	if len(r.line) > 0 {
		found = fmt.Sprintf("%q", short(string(r.line)))
	}
	r.err = fmt.Errorf("%s:%d: want %s, found %s", r.name, r.number, fmt.Sprintf(what, args...), found)
}

// invisible matches what JSON writes for signs that are not to be seen.
var invisible = regexp.MustCompile(`^(?:[^\\]|\\["\\])*\\[^"\\]`)

// next reads a line.
func (r *reader) next(what string, into any) {
	if r.err != nil {
		return
	}
	end := bytes.IndexByte(r.rest, '\n') + 1
	r.line, r.rest = r.rest[:end], r.rest[end:]
	r.number++
	if end == 0 {
		r.line = r.rest
	}
	text := string(bytes.TrimSuffix(r.line, []byte{'\n'}))
	d := json.NewDecoder(bytes.NewReader(r.line))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil || end == 0 {
		r.want(false, "%s, in JSON", what)
	}
	r.want(escape.Line(text) == text && !invisible.MatchString(text), "printable text")
}

func (r *reader) head() {
	var h headLine
	r.next("how a game is played", &h)
	r.want(h.Format == format, "the format %q", format)
	r.want(h.Number >= 1 && h.Of >= 1 && h.Size >= 0 && h.Depth >= 0 && h.Nodes >= 0, "numbers of at least 1, or 0")
	r.want(h.Sides[0] != h.Sides[1], "two sides")
	g := r.g
	*g = Game{
		Assignment: h.Assignment, Seed: h.Seed, Number: h.Number, Of: h.Of, Size: h.Size, Clock: time.Duration(h.Clock),
		Depth: h.Depth, Nodes: h.Nodes, Sides: h.Sides, Agents: h.Agents,
	}
	for _, p := range h.Places {
		g.Stage.Places = append(g.Stage.Places, replay.Place{Name: p.Name, X: p.X, Y: p.Y, Note: p.Note})
	}
	for _, l := range h.Links {
		r.want(min(l[0], l[1]) >= 0 && max(l[0], l[1]) < len(h.Places), "links between places")
	}
	g.Stage.Links = h.Links
	g.Start = r.state(h.Start)
}

func (r *reader) move() {
	var m MoveRecord
	r.next("a move", &m)
	r.want(m.Number == len(r.g.Moves)+1, "move %d", len(r.g.Moves)+1)
	side := slices.Index(r.g.Sides[:], m.Side)
	r.want(side >= 0 && r.g.Position().Board.Mover == m.Side, "a move of %s", r.g.Position().Board.Mover)
	r.want((m.Used == nil) == (m.Left == nil), "both times of a clock, or none")
	move := Move{Side: side, Turn: m.Turn, Thought: m.thought(), Timed: m.Used != nil, After: r.state(m.positionLine)}
	if r.err == nil && move.Timed {
		move.Used, move.Left = time.Duration(*m.Used), time.Duration(*m.Left)
	}
	r.g.Moves = append(r.g.Moves, move)
}

func (r *reader) end() {
	var e endLine
	r.next("a move or the end of a game", &e)
	r.want(e.Moves == len(r.g.Moves), "the end after %d moves", len(r.g.Moves))
	winner := NoSide
	if e.Winner != "" {
		winner = slices.Index(r.g.Sides[:], e.Winner)
		r.want(winner >= 0, "a side (%s or %s)", r.g.Sides[0], r.g.Sides[1])
	}
	r.want(slices.Contains(Reasons, e.Reason), "a reason (%s)", Reasons)
	r.want(r.err != nil || e.Points == r.g.Position().Points, "the points of the last position")
	r.g.End = &End{Winner: winner, Reason: e.Reason, Text: e.Text, Points: e.Points}
	if r.err == nil && len(r.rest) > 0 {
		r.line, r.number = r.rest, r.number+1
		r.want(false, "the end of the file")
	}
}

// state reads a position.
func (r *reader) state(line positionLine) State {
	s := State{Points: line.Points, Board: replay.Board{Mover: line.Mover}}
	r.want(len(line.Pieces) == len(r.g.Stage.Places), "%d pieces, one for each place", len(r.g.Stage.Places))
	for _, text := range line.Pieces {
		p, ok := parsePiece(text)
		r.want(ok, "pieces that begin with %c, %c or %c", sign0, sign1, signNone)
		s.Board.Pieces = append(s.Board.Pieces, p)
	}
	return s
}
