package arena

import (
	"bytes"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// Read reads the text of a game, whole or not at all; name names it in errors. The text is what
// Write writes, to the byte.
func Read(name string, text []byte) (*Game, error) {
	r := reader{name: name, rest: string(text), g: new(Game)}
	r.game()
	if r.err != nil {
		return nil, r.err
	}
	var again bytes.Buffer
	if err := r.g.Write(&again); err != nil {
		return nil, err
	}
	want, found := strings.SplitAfter(again.String(), "\n"), strings.SplitAfter(string(text), "\n")
	for i := range found { // what was read as something was written so
		if i >= len(want) || found[i] != want[i] {
			return nil, fmt.Errorf("%s:%d: want %q, found %q", name, i+1, slices.Concat(want, []string{"", ""})[i], found[i])
		}
	}
	return r.g, nil
}

// A reader reads the text of a game line by line. After the first error it reads nothing.
type reader struct {
	name   string
	rest   string
	number int // of the line
	fields []string
	g      *Game
	err    error
}

// fail keeps the first error.
func (r *reader) fail(want string, args ...any) {
	if r.err == nil {
		found := "the end of the file"
		if len(r.fields) > 0 {
			found = strconv.Quote(short(strings.Join(r.fields, "\t")))
		}
		r.err = fmt.Errorf("%s:%d: want %s, found %s", r.name, r.number, fmt.Sprintf(want, args...), found)
	}
}

func short(text string) string {
	const most = 80
	if len(text) > most {
		return text[:most] + "..."
	}
	return text
}

// peek returns the first field of the next line.
func (r *reader) peek() string {
	line, _, _ := strings.Cut(r.rest, "\n")
	first, _, _ := strings.Cut(line, "\t")
	return first
}

// next reads a line that begins with a word and has so many fields behind it. Its fields are
// printable, and empty ones after an error.
func (r *reader) next(word string, n int) []string {
	if r.err != nil {
		return make([]string, n)
	}
	line, rest, whole := strings.Cut(r.rest, "\n")
	r.number++
	r.rest, r.fields = rest, nil
	if whole {
		r.fields = strings.Split(line, "\t")
	}
	if len(r.fields) != n+1 || r.fields[0] != word {
		r.fail("a line %q with %d fields", word, n)
		return make([]string, n)
	}
	for _, f := range r.fields {
		if escape.Line(f) != f {
			r.fail("printable fields")
		}
	}
	return r.fields[1:]
}

func (r *reader) game() {
	g := r.g
	if v := r.next(magic, 1)[0]; v != format {
		r.fail("format %s of a game", format)
	}
	g.Assignment = r.next("assignment", 1)[0]
	g.Seed = r.seed(r.next("seed", 1)[0])
	f := r.next("game", 2)
	g.Number, g.Of = int(r.int(f[0], 1, 1<<30)), int(r.int(f[1], 1, 1<<30))
	g.Size = int(r.int(r.next("size", 1)[0], 0, 1<<30))
	g.Clock = r.time(r.next("clock", 1)[0])
	g.Depth = int(r.int(r.next("depth", 1)[0], 0, 1<<30))
	g.Nodes = r.int(r.next("nodes", 1)[0], 0, 1<<62)
	for side := range g.Sides {
		f := r.next("side", 2)
		g.Sides[side], g.Agents[side] = f[0], f[1]
	}
	if g.Sides[0] == g.Sides[1] {
		r.fail("two sides")
	}
	for r.err == nil && r.peek() == "place" {
		f := r.next("place", 4)
		g.Stage.Places = append(g.Stage.Places, replay.Place{Name: f[0], X: r.float(f[1]), Y: r.float(f[2]), Note: f[3]})
	}
	for most := int64(len(g.Stage.Places)) - 1; r.err == nil && r.peek() == "link"; {
		f := r.next("link", 2)
		g.Stage.Links = append(g.Stage.Links, [2]int{int(r.int(f[0], 0, most)), int(r.int(f[1], 0, most))})
	}
	g.Start = r.state(r.next("start", 4))
	for r.err == nil && r.peek() == "move" {
		r.move()
	}
	r.end()
}

func (r *reader) move() {
	f := r.next("move", 12)
	if n := len(r.g.Moves) + 1; f[0] != strconv.Itoa(n) {
		r.fail("move %d", n)
	}
	m := Move{Side: r.side(f[1]), Turn: strings.Split(f[2], between), After: r.state(f[8:])}
	if f[3] != none {
		m.Thought = &homework.Thought{Value: int32(r.int(f[3], -1<<31, 1<<31-1)), Depth: int(r.int(f[4], 0, 1<<30)), Nodes: r.int(f[5], 0, 1<<62)}
	}
	if f[6] != none {
		m.Timed, m.Used, m.Left = true, r.time(f[6]), r.time(f[7])
	}
	if r.err == nil && r.g.Position().Board.Mover != f[1] {
		r.fail("a move of %s", r.g.Position().Board.Mover)
	}
	r.g.Moves = append(r.g.Moves, m)
}

func (r *reader) end() {
	f := r.next("end", 6)
	if n := len(r.g.Moves); f[0] != strconv.Itoa(n) {
		r.fail("the end after %d moves", n)
	}
	f = f[1:]
	e := &End{Winner: NoSide, Reason: Reason(f[1]), Text: f[4], Points: [2]int32{r.points(f[2]), r.points(f[3])}}
	if f[0] != none {
		e.Winner = r.side(f[0])
	}
	if !slices.Contains(Reasons, e.Reason) {
		r.fail("a reason (%s)", Reasons)
	}
	if r.err == nil && r.rest != "" {
		r.fields, r.number = []string{short(r.rest)}, r.number+1
		r.fail("the end of the file")
	}
	if r.err == nil && e.Points != r.g.Position().Points {
		r.fail("the points of the last position")
	}
	r.g.End = e
}

// state reads points, mover and board.
func (r *reader) state(f []string) (s State) {
	s.Points = [2]int32{r.points(f[0]), r.points(f[1])}
	s.Board.Mover = f[2]
	n := 0
	if f[3] != "" {
		n = strings.Count(f[3], " ") + 1
	}
	if n != len(r.g.Stage.Places) { // before they are read: there may be millions
		r.fail("%d pieces, one for each place", len(r.g.Stage.Places))
	}
	if n == 0 || r.err != nil {
		return s
	}
	for text := range strings.SplitSeq(f[3], " ") {
		s.Board.Pieces = append(s.Board.Pieces, r.piece(text))
	}
	return s
}

func (r *reader) piece(text string) (p replay.Piece) {
	if text == nothing {
		return p
	}
	if text == "" {
		r.fail("pieces between single blanks")
		return p
	}
	switch text[:1] {
	case sign0:
		p.Side = 1
	case sign1:
		p.Side = -1
	case signNone:
	default:
		r.fail("pieces that begin with %s, %s or %s", sign0, sign1, signNone)
	}
	var err error
	if p.Text, err = url.PathUnescape(text[1:]); err != nil || escape.Line(p.Text) != p.Text {
		r.fail("printable pieces")
	}
	return p
}

func (r *reader) side(name string) int {
	i := slices.Index(r.g.Sides[:], name)
	if i < 0 {
		r.fail("a side (%s or %s)", r.g.Sides[0], r.g.Sides[1])
	}
	return max(i, 0)
}

func (r *reader) seed(text string) uint64 {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		r.fail("a seed from 0 to %d", uint64(1<<64-1))
	}
	return n
}

func (r *reader) int(text string, least, most int64) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		r.fail("a number from %d to %d", least, most)
	}
	return n
}

func (r *reader) points(text string) int32 { return int32(r.int(text, -1<<31, 1<<31-1)) }

func (r *reader) float(text string) float64 {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f-f != 0 {
		r.fail("a finite number")
	}
	return f
}

// time reads a time in seconds, to the microsecond.
func (r *reader) time(text string) time.Duration {
	whole, part, _ := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole+part, 10, 64)
	if err != nil || n < 0 || len(part) != 6 || n > int64(1<<62)/1000 {
		r.fail("a time in seconds, such as 1.500000")
	}
	return time.Duration(n) * time.Microsecond
}
