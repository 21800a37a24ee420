package arena

import (
	"bufio"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// The text of a game (docs/play.md): lines of fields between tabs, the first of which says what the
// line is.
const (
	magic  = "touchstone game"
	format = "1"
	none   = "-"
)

// Write writes the text of a game that has ended.
func (g *Game) Write(w io.Writer) error {
	to := bufio.NewWriter(w)
	put := func(fields ...any) {
		texts := make([]string, len(fields))
		for i, f := range fields {
			texts[i] = fmt.Sprint(f)
		}
		fmt.Fprintln(to, strings.Join(texts, "\t"))
	}
	put(magic, format)
	put("assignment", g.Assignment)
	put("seed", g.Seed)
	put("game", g.Number, g.Of)
	put("size", g.Size)
	put("clock", micro(g.Clock))
	put("depth", g.Depth)
	put("nodes", g.Nodes)
	for side, name := range g.Sides {
		put("side", name, g.Agents[side])
	}
	for _, p := range g.Stage.Places {
		put("place", p.Name, float(p.X), float(p.Y), p.Note)
	}
	for _, l := range g.Stage.Links {
		put("link", l[0], l[1])
	}
	put(append([]any{"start"}, g.Start.fields()...)...)
	for i := range g.Moves {
		put(append([]any{"move", i + 1}, g.Moves[i].fields(g.Sides)...)...)
	}
	put("end", len(g.Moves), g.winner(g.End.Winner), g.End.Reason, g.End.Points[0], g.End.Points[1], g.End.Text)
	return to.Flush()
}

// winner returns the name of the side that has won, or none.
func (g *Game) winner(side int) string {
	if side == NoSide {
		return none
	}
	return g.Sides[side]
}

// between stands between the moves of a turn.
const between = ", then "

func (m *Move) fields(sides [2]string) []any {
	all := []any{sides[m.Side], strings.Join(m.Turn, between), none, none, none, none, none}
	if m.Thought != nil {
		all[2], all[3], all[4] = m.Thought.Value, m.Thought.Depth, m.Thought.Nodes
	}
	if m.Timed {
		all[5], all[6] = micro(m.Used), micro(m.Left)
	}
	return append(all, m.After.fields()...)
}

func (s State) fields() []any {
	pieces := make([]string, len(s.Board.Pieces))
	for i, p := range s.Board.Pieces {
		pieces[i] = pieceText(p)
	}
	return []any{s.Points[0], s.Points[1], s.Board.Mover, strings.Join(pieces, " ")}
}

// nothing is an empty place.
const nothing = "."

// The signs of whose a piece is: side 0's, side 1's, nobody's.
const (
	sign0    = "+"
	sign1    = "-"
	signNone = "="
)

// pieceText returns a piece as a sign that says whose it is, and its text.
func pieceText(p replay.Piece) string {
	text := url.PathEscape(p.Text)
	switch {
	case p.Side > 0:
		return sign0 + text
	case p.Side < 0:
		return sign1 + text
	case text == "":
		return nothing
	}
	return signNone + text
}

// micro formats a time in seconds, to the microsecond.
func micro(d time.Duration) string {
	return strconv.FormatFloat(d.Truncate(time.Microsecond).Seconds(), 'f', 6, 64)
}

func float(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
