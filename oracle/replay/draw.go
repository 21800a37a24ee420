package replay

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// A Drawing is a position, ready to be drawn.
type Drawing struct {
	Mover   string   `json:"mover,omitempty"` // the side to move
	Squares []Square `json:"squares"`
}

// A Square is a place with its contents.
type Square struct {
	Name       string   `json:"name"`
	Note       string   `json:"note,omitempty"` // its value
	Text       string   `json:"text"`           // its contents; "" if it is empty
	Side       int8     `json:"side"`           // 1 for the root player, -1 for the opponent, 0 for neither
	Last       bool     `json:"last,omitempty"` // the last move was made here
	Wrong      bool     `json:"wrong,omitempty"`
	Neighbours []string `json:"neighbours,omitempty"`
	X          float64  `json:"x"` // of the squares in a row, those with the same y, from left to right
	Y          float64  `json:"y"`
}

// Draw returns the drawing of a position, with the last move marked, which may be "".
func Draw(stage Stage, b Board, last string) *Drawing {
	drawn := &Drawing{Mover: b.Mover}
	for i, place := range stage.Places {
		drawn.Squares = append(drawn.Squares, Square{
			Name: place.Name, Note: place.Note, Text: b.Pieces[i].Text, Side: b.Pieces[i].Side,
			Last: MadeAt(last, place.Name), X: place.X, Y: place.Y,
		})
	}
	for _, link := range stage.Links {
		a, b := &drawn.Squares[link[0]], &drawn.Squares[link[1]]
		a.Neighbours, b.Neighbours = append(a.Neighbours, b.Name), append(b.Neighbours, a.Name)
	}
	return drawn
}

// MadeAt reports whether a move is made at a place. The name of such a move is the name of the place, or
// begins with it.
func MadeAt(move, place string) bool {
	rest, ok := strings.CutPrefix(move, place)
	return ok && (rest == "" || !unicode.IsLetter(rune(rest[0])) && !unicode.IsDigit(rune(rest[0])))
}

// Effect lists the changes that a move makes: "C3 X, D3 X".
func Effect(stage Stage, before, after Board) string {
	var changed []string
	for i, place := range stage.Places {
		if text := after.Pieces[i].Text; text != before.Pieces[i].Text {
			changed = append(changed, place.Name+" "+piece(text))
		}
	}
	return strings.Join(changed, ", ")
}

// piece returns the text that represents a piece.
func piece(text string) string {
	if text == "" {
		return "."
	}
	return text
}

// The colours of a terminal. The root player's pieces are cyan, the opponent's yellow; right text is green and
// wrong text red.
const (
	Cyan    = "\x1b[36m"
	Yellow  = "\x1b[33m"
	Green   = "\x1b[32m"
	Red     = "\x1b[31m"
	Magenta = "\x1b[35m"
	Dim     = "\x1b[2m"
	Bold    = "\x1b[1m"
)

// A Painter colours text, or not.
type Painter bool

// Paint returns a text in a colour.
func (p Painter) Paint(colour, text string) string {
	if !p || colour == "" || strings.TrimSpace(text) == "" {
		return text
	}
	return colour + text + "\x1b[0m"
}

// Lines returns the lines of a drawing.
func (d *Drawing) Lines(p Painter) []string {
	if d.linked() {
		return d.drawMap(p)
	}
	return d.drawRows(p)
}

// linked reports whether the board is a graph, in which Neighbours join squares that are not adjacent.
func (d *Drawing) linked() bool {
	return slices.ContainsFunc(d.Squares, func(s Square) bool { return len(s.Neighbours) > 0 })
}

// drawMap lists states: "SA: G; neighbours WA, NT".
func (d *Drawing) drawMap(p Painter) (lines []string) {
	for _, s := range d.Squares {
		line := s.bracket(p, s.Name+": "+piece(s.Text), "")
		if len(s.Neighbours) > 0 {
			line += p.Paint(Dim, "; neighbours "+strings.Join(s.Neighbours, ", "))
		}
		lines = append(lines, line)
	}
	return lines
}

// bracket returns the text of a square in a drawing. A wrong square begins with an exclamation mark. The
// square of the last move is in brackets if it is not wrong. Without brackets the text ends with right.
func (s *Square) bracket(p Painter, text, right string) string {
	colour := map[int8]string{1: Cyan, -1: Yellow}[s.Side]
	left := " "
	switch {
	case s.Wrong:
		left, colour = "!", Red
	case s.Last:
		left, right = "[", "]"
		colour += Bold
	}
	return p.Paint(colour, left+text+right)
}

// drawRows draws places row by row. If the names are like the names on a chessboard, it writes letters above
// the columns and numbers to the left of the rows. Otherwise it writes the name of each place.
func (d *Drawing) drawRows(p Painter) (lines []string) {
	xs, ys := d.axes()
	cells := map[[2]float64]*Square{}
	for i, s := range d.Squares {
		cells[[2]float64{s.X, s.Y}] = &d.Squares[i]
	}
	chess := d.chess(xs, ys, cells)
	texts, notes := 1, 0
	for i := range d.Squares {
		s := &d.Squares[i]
		texts = max(texts, len(d.cell(s, chess)))
		notes = max(notes, len(s.Note))
	}
	width := texts + 2
	if notes > 0 {
		width += notes + 1
	}
	if chess {
		head := "   "
		for _, x := range xs {
			head += fmt.Sprintf(" %-*s", width-1, column(cells[[2]float64{x, ys[0]}].Name))
		}
		lines = append(lines, p.Paint(Dim, strings.TrimRight(head, " ")))
	}
	for _, y := range ys {
		line := ""
		for _, x := range xs {
			s := cells[[2]float64{x, y}]
			if s == nil {
				line += strings.Repeat(" ", width)
				continue
			}
			if chess && x == xs[0] {
				line += p.Paint(Dim, fmt.Sprintf("%2s ", row(s.Name)))
			}
			text := s.bracket(p, fmt.Sprintf("%-*s", texts, d.cell(s, chess)), " ")
			if notes > 0 {
				text += p.Paint(Dim, fmt.Sprintf("%*s ", notes, s.Note))
			}
			line += text
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// cell returns the text that represents a square.
func (d *Drawing) cell(s *Square, chess bool) string {
	if chess {
		return piece(s.Text)
	}
	return s.Name + " " + piece(s.Text)
}

// axes returns the places of columns and rows.
func (d *Drawing) axes() (xs, ys []float64) {
	for _, s := range d.Squares {
		xs, ys = append(xs, s.X), append(ys, s.Y)
	}
	slices.Sort(xs)
	slices.Sort(ys)
	return slices.Compact(xs), slices.Compact(ys)
}

// column returns the letters that a square's name begins with, and row the rest.
func column(name string) string { return strings.TrimRight(name, "0123456789") }
func row(name string) string    { return strings.TrimPrefix(name, column(name)) }

// chess reports whether each column has a letter and each row a number.
func (d *Drawing) chess(xs, ys []float64, cells map[[2]float64]*Square) bool {
	if len(cells) != len(xs)*len(ys) { // some cell has no square
		return false
	}
	for _, s := range d.Squares {
		above, left := cells[[2]float64{s.X, ys[0]}], cells[[2]float64{xs[0], s.Y}]
		if column(s.Name) == "" || row(s.Name) == "" ||
			column(s.Name) != column(above.Name) || row(s.Name) != row(left.Name) {
			return false
		}
	}
	return true
}
