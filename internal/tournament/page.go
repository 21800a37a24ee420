package tournament

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
)

// The parts of the page, which has no script.
var (
	//go:embed page/standings.html
	pageBody string
	//go:embed page/standings.css
	pageStyle string
)

// writePage writes the standings, the crosstable or the bracket, and all matches with links to the
// records of their games, as one HTML file.
func (b *Book) writePage(w io.Writer) error {
	made, err := template.New("standings").Funcs(template.FuncMap{
		"line": escape.Line, "sign": sign, "next": func(i int) int { return i + 1 },
	}).Parse(pageBody)
	if err != nil {
		return err
	}
	title := b.Plan.Assignment + " tournament"
	var body bytes.Buffer
	err = made.Execute(&body, struct {
		Title   string
		Book    *Book
		Cross   [][]cell
		Ratings scale
		Bracket *drawing
	}{title, b, b.cross(), b.scale(), b.draw()})
	if err != nil {
		return err
	}
	p := page.Page{Title: title + " - touchstone", Style: page.BookStyle + pageStyle, Body: body.String()}
	return p.Write(w)
}

// cross returns the crosstable of all pairs, and nil for a knockout, where it would be all but empty.
func (b *Book) cross() [][]cell {
	if b.Plan.Mode == Knockout {
		return nil
	}
	return b.crosstable()
}

// Tell says how a match ended.
func (m *Match) Tell() string { return m.tell() }

// Side returns the side of the first or the other of a match in a game, with a mark if it moved first.
func (g Played) Side(us int) string {
	if g.First == us {
		return escape.Line(g.Sides[us]) + " (first)"
	}
	return escape.Line(g.Sides[us])
}

// Tell says who has won a game of a match, and why.
func (g Played) Tell(m *Match) string {
	if g.Winner == Drawn {
		return "drawn"
	}
	text := m.Names[g.Winner]
	if g.Reason != "" {
		text = fmt.Sprintf("%s: %s of %s", text, g.Reason, m.Names[1-g.Winner])
	}
	return escape.Line(text)
}

// Lost says by which rules an entrant lost games, or that it is withdrawn.
func (s *Standing) Lost() string { return s.lost() }

// A scale is on what ratings are drawn: from Low to High.
type scale struct{ Low, High int }

// scale returns one on which all intervals of ratings have room.
func (b *Book) scale() scale {
	s := scale{}
	for _, one := range b.Standings {
		if r := one.Rating; r != nil {
			s.Low, s.High = min(s.Low, r.Elo-r.Error), max(s.High, r.Elo+r.Error)
		}
	}
	return s
}

// At returns where a rating is, of 100.
func (s scale) At(elo int) string {
	return fmt.Sprintf("%.1f", 100*float64(elo-s.Low)/float64(max(1, s.High-s.Low)))
}

// Low and High are the ends of a rating's interval.
func (r *Rating) Low() int { return r.Elo - r.Error }

// High is the upper end.
func (r *Rating) High() int { return r.Elo + r.Error }

// A drawing is a bracket in units of a picture.
type drawing struct {
	Width, Height int
	Heads         []drawnText
	Boxes         []drawnBox
	Lines         []string // paths
}

type drawnText struct {
	X, Y  int
	Text  string
	Class string
}

type drawnBox struct {
	X, Y, W, H int
	Match      int // its number, or -1
	Texts      []drawnText
}

// The measures of a bracket.
const (
	boxWide   = 190
	boxHigh   = 46
	boxGap    = 14 // above and below a box
	roundWide = boxWide + 40
	headHigh  = 30
	longName  = 20 // letters that a box has room for
)

// draw draws the bracket, or returns nil.
func (b *Book) draw() *drawing {
	if len(b.Bracket) == 0 {
		return nil
	}
	step := boxHigh + boxGap
	d := &drawing{Width: len(b.Bracket)*roundWide - roundWide + boxWide + 2, Height: headHigh + len(b.Bracket[0])*step}
	for round, places := range b.Bracket {
		x, each := 1+round*roundWide, step<<round
		d.Heads = append(d.Heads, drawnText{x, 18, b.roundName(round), "head"})
		for i, place := range places {
			y := headHigh + i*each + (each-boxHigh)/2
			d.Boxes = append(d.Boxes, b.box(place, x, y))
			if round+1 < len(b.Bracket) {
				to := headHigh + i/2*2*each + each
				middle := x + boxWide + (roundWide-boxWide)/2
				d.Lines = append(d.Lines, fmt.Sprintf("M%d %dH%dV%dH%d", x+boxWide, y+boxHigh/2, middle, to, x+roundWide))
			}
		}
	}
	return d
}

// box draws a match of a bracket.
func (b *Book) box(p Place, x, y int) drawnBox {
	box := drawnBox{X: x, Y: y, W: boxWide, H: boxHigh, Match: p.Match}
	for i, name := range p.Names {
		text := drawnText{x + 9, y + 18 + i*19, shorten(escape.Line(name)), "out"}
		if name != "" && name == p.Winner {
			text.Class = "on"
		}
		if name == "" {
			text.Text = "-"
		}
		box.Texts = append(box.Texts, text)
		if p.Match >= 0 && b.Matches[p.Match].By != byWalkover {
			m := b.Matches[p.Match]
			us := 0
			if m.Names[0] != name {
				us = 1
			}
			box.Texts = append(box.Texts, drawnText{x + boxWide - 9, text.Y, half(m.score(us)), text.Class + " score"})
		}
	}
	return box
}

// shorten shortens a name to what a box has room for.
func shorten(name string) string {
	if letters := []rune(name); len(letters) > longName {
		return string(letters[:longName-1]) + "…"
	}
	return name
}
