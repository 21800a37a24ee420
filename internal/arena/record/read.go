package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// Read reads the complete record of a game. name is its file in errors. Read accepts only the bytes that
// Write writes.
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
	var rewritten bytes.Buffer
	if err := r.g.Write(&rewritten); err != nil {
		return nil, err
	}
	want, found := bytes.SplitAfter(rewritten.Bytes(), []byte{'\n'}), bytes.SplitAfter(text, []byte{'\n'})
	for i := range found {
		if i >= len(want) || !bytes.Equal(found[i], want[i]) {
			return nil, fmt.Errorf("%s:%d: want %q, found %q", name, i+1, slices.Concat(want, [][]byte{nil, nil})[i],
				found[i])
		}
	}
	return r.g, nil
}

// A reader reads the record of a game line by line. It stops at the first error.
type reader struct {
	name   string
	rest   []byte
	line   []byte
	number int // of the line
	g      *Game
	err    error
}

// want records an error about the current line, unless right is set or there is an earlier error.
func (r *reader) want(right bool, field string, args ...any) {
	if r.err != nil || right {
		return
	}
	found := "the end of the file"
	if len(r.line) > 0 {
		found = fmt.Sprintf("%q", shorten(string(r.line)))
	}
	r.err = fmt.Errorf("%s:%d: want %s, found %s", r.name, r.number, fmt.Sprintf(field, args...), found)
}

// invisible matches a line of JSON that escapes an invisible character.
var invisible = regexp.MustCompile(`^(?:[^\\]|\\["\\])*\\[^"\\]`)

// next reads a line.
func (r *reader) next(field string, into any) {
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
		r.want(false, "%s, in JSON", field)
	}
	r.want(escape.Line(text) == text && !invisible.MatchString(text), "printable text")
}

func (r *reader) head() {
	var h headLine
	r.next("how a game is played", &h)
	r.want(h.Format == format, "the format %q", format)
	r.want(h.Number >= 1 && h.Games >= 1 && h.Size >= 0 && h.Depth >= 0 && h.Nodes >= 0,
		"numbers of at least 1, or 0")
	r.want(h.Sides[0] != h.Sides[1], "two sides")
	g := r.g
	g.Head = h.Head
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
	r.want((m.ClockUsed == nil) == (m.ClockLeft == nil), "both times of a clock, or none")
	move := Move{Side: side, Turn: m.Turn, Thought: m.Thought, Timed: m.ClockUsed != nil,
		After: r.state(m.positionLine)}
	if r.err == nil && move.Timed {
		move.ClockUsed, move.ClockLeft = time.Duration(*m.ClockUsed), time.Duration(*m.ClockLeft)
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
	r.want(slices.Contains(reasons, e.Reason), "a reason (%s)", reasons)
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

// format identifies the format in the first line of a record.
const format = "touchstone game 1"

// The record of a game (docs/play.md) consists of lines of JSON: a head, the moves, and the end.
type (
	headLine struct {
		Format string `json:"format"`
		Head
		Places []place      `json:"places,omitempty"`
		Links  [][2]int     `json:"links,omitempty"`
		Start  positionLine `json:"start"`
	}
	place struct {
		Name string  `json:"name"`
		X    float64 `json:"x"`
		Y    float64 `json:"y"`
		Note string  `json:"note,omitempty"`
	}
	// A positionLine is a position. Its pieces are in the order of the places, in the form of pieceText.
	positionLine struct {
		Points [2]int32 `json:"points"` // by side
		Mover  string   `json:"mover,omitempty"`
		Pieces []string `json:"pieces,omitempty"`
	}
	endLine struct {
		Moves int `json:"moves"`
		EndRecord
	}
)

// An EndRecord is the end of a game in JSON.
type EndRecord struct {
	Winner string   `json:"winner"` // the side, or ""
	Reason Reason   `json:"reason"`
	Text   string   `json:"text,omitempty"`
	Points [2]int32 `json:"points"`
}

// A MoveRecord is a move in JSON.
type MoveRecord struct {
	Number int      `json:"move,omitempty"` // from 1
	Side   string   `json:"side"`
	Turn   []string `json:"turn"`
	*homework.Thought
	ClockUsed *Seconds `json:"used,omitempty"` // of the clock
	ClockLeft *Seconds `json:"left,omitempty"` // on it
	positionLine
}

// A Seconds is a time that JSON gives in seconds, to the microsecond.
type Seconds time.Duration

// MarshalJSON implements json.Marshaler.
func (s Seconds) MarshalJSON() ([]byte, error) {
	return []byte(formatMicroseconds(time.Duration(s))), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *Seconds) UnmarshalJSON(text []byte) error {
	whole, part, _ := strings.Cut(string(text), ".")
	n, err := strconv.ParseInt(whole+part, 10, 64)
	if err != nil || n < 0 || len(part) != 6 || n > int64(1<<62)/1000 {
		return fmt.Errorf("want a time in seconds, such as 1.500000, found %s", shorten(string(text)))
	}
	*s = Seconds(time.Duration(n) * time.Microsecond)
	return nil
}

// formatMicroseconds formats a time in seconds, to the microsecond.
func formatMicroseconds(d time.Duration) string {
	return strconv.FormatFloat(d.Truncate(time.Microsecond).Seconds(), 'f', 6, 64)
}

// Write writes the record of a game that has ended.
func (g *Game) Write(w io.Writer) error {
	to := bufio.NewWriter(w)
	lines := json.NewEncoder(to)
	lines.SetEscapeHTML(false)
	head := headLine{Format: format, Head: g.Head, Links: g.Stage.Links, Start: g.Start.line()}
	for _, p := range g.Stage.Places {
		head.Places = append(head.Places, place{p.Name, p.X, p.Y, p.Note})
	}
	err := lines.Encode(head)
	for i := 0; i < len(g.Moves) && err == nil; i++ {
		m := g.MoveRecord(i)
		m.Number, m.positionLine = i+1, g.Moves[i].After.line()
		err = lines.Encode(m)
	}
	if err == nil {
		err = lines.Encode(endLine{len(g.Moves), g.EndRecord()})
	}
	if err != nil {
		return err
	}
	return to.Flush()
}

// sideName returns the name of a side, or "" for NoSide.
func (g *Game) sideName(side int) string {
	if side == NoSide {
		return ""
	}
	return g.Sides[side]
}

// EndRecord returns the end of the game.
func (g *Game) EndRecord() EndRecord {
	return EndRecord{g.sideName(g.End.Winner), g.End.Reason, g.End.Text, g.End.Points}
}

// MoveRecord returns the move with an index, and the points after it, without the board.
func (g *Game) MoveRecord(i int) MoveRecord {
	m := &g.Moves[i]
	r := MoveRecord{Side: g.Sides[m.Side], Turn: m.Turn, Thought: m.Thought,
		positionLine: positionLine{Points: m.After.Points}}
	if m.Timed {
		r.ClockUsed, r.ClockLeft = (*Seconds)(&m.ClockUsed), (*Seconds)(&m.ClockLeft)
	}
	return r
}

func (s State) line() positionLine {
	line := positionLine{Points: s.Points, Mover: s.Board.Mover}
	for _, p := range s.Board.Pieces {
		line.Pieces = append(line.Pieces, pieceText(p))
	}
	return line
}

// nothing is the text of an empty place.
const nothing = "."

// The signs of the owners of pieces: side 0, side 1, no owner.
const (
	sign0    = '+'
	sign1    = '-'
	signNone = '='
)

// pieceText returns the sign of the owner of a piece, followed by its text.
func pieceText(p replay.Piece) string {
	switch {
	case p.Side > 0:
		return string(sign0) + p.Text
	case p.Side < 0:
		return string(sign1) + p.Text
	case p.Text == "":
		return nothing
	}
	return string(signNone) + p.Text
}

// parsePiece parses a text of pieceText, and reports whether it is valid.
func parsePiece(text string) (p replay.Piece, ok bool) {
	if text == nothing || text == "" {
		return p, text != ""
	}
	switch text[0] {
	case sign0:
		p.Side = 1
	case sign1:
		p.Side = -1
	case signNone:
	default:
		return p, false
	}
	p.Text = text[1:]
	return p, true
}

// shorten returns the beginning of a line.
func shorten(text string) string {
	const maxLength = 80
	text = strings.TrimSuffix(text, "\n")
	if len(text) > maxLength {
		return text[:maxLength] + "..."
	}
	return text
}
