package tournament

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/page/render"
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
	title := b.Plan.Assignment + " tournament"
	funcs := template.FuncMap{"sign": sign, "next": func(i int) int { return i + 1 }}
	body, err := render.Body(pageBody, funcs, struct {
		Title   string
		Book    *Book
		Cross   [][]cell
		Ratings scale
	}{title, b, b.cross(), b.scale()})
	if err != nil {
		return err
	}
	p := page.Page{Title: title + " - touchstone", Style: page.BookStyle + pageStyle, Body: body}
	return p.Write(w)
}

// cross returns the crosstable of all pairs, and nil for a knockout, where it would be all but empty.
func (b *Book) cross() [][]cell {
	if b.Plan.Mode == Knockout {
		return nil
	}
	return b.crosstable()
}

// Side returns the side of the first or the other of a match in a game, with a mark if it moved first.
func (g Played) Side(us int) string {
	if g.First == us {
		return escape.Line(g.Sides[us]) + " (first)"
	}
	return escape.Line(g.Sides[us])
}

// Result says who has won a game of a match, and why.
func (g Played) Result(m *Match) string {
	if g.Winner == Drawn {
		return "drawn"
	}
	text := m.Names[g.Winner]
	if g.Reason != "" {
		text = fmt.Sprintf("%s: %s of %s", text, g.Reason, m.Names[1-g.Winner])
	}
	return escape.Line(text)
}

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

// Score returns the points of one of those who are at a place of the bracket, or "" if there was no game.
func (b *Book) Score(p Place, name string) string {
	if p.Match < 0 || b.Matches[p.Match].By == byWalkover {
		return ""
	}
	m := b.Matches[p.Match]
	return half(m.score(slices.Index(m.Names[:], name)))
}
