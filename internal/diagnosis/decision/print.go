package decision

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// maxMoves is the maximum number of moves of the root that are listed in addition to the right one and the
// program's.
const maxMoves = 40

// Print prints an explanation for people, with colours for a terminal.
func (e *Explanation) Print(w io.Writer, colour bool) error {
	p := painter(colour)
	place := fmt.Sprintf("%s:%d", escape.Line(e.File), max(e.Line, 1))
	if e.At > 0 && e.At != e.Line {
		place += fmt.Sprintf(" (line %d of the program's)", e.At)
	}
	if e.LogOK {
		fmt.Fprintf(w, "%s: the log is right, the turn is not\n", place)
	} else {
		fmt.Fprintln(w, place)
	}
	for _, line := range e.Says {
		fmt.Fprintf(w, "  %s\n", p.paint(bad, escape.Line(line)))
	}
	fmt.Fprintln(w)
	if e.Node != nil {
		e.Node.print(w)
	} else if e.Turn != nil {
		e.Turn.printHead(w)
	}
	title := ""
	if e.Of != "" {
		title = "the board at " + escape.Line(e.Of) + ":"
	}
	for _, board := range []struct {
		title string
		*Board
	}{{title, e.Board}, {"the program's board (! is wrong)", e.Theirs}} {
		if board.Board == nil {
			continue
		}
		if board.title != "" {
			fmt.Fprintf(w, "  %s\n", board.title)
		}
		for _, line := range board.draw(p) {
			fmt.Fprintf(w, "    %s\n", line)
		}
		fmt.Fprintln(w)
	}
	if e.Node != nil && len(e.Node.Moves) > 0 {
		printMoves(w, e.Node.Moves)
	}
	if e.Turn != nil {
		e.Turn.printMoves(w, p)
	}
	e.printLines(w, p)
	return nil
}

// print prints the place in the search.
func (n *Node) print(w io.Writer) {
	kind := "min"
	if n.Max {
		kind = "max"
	}
	fmt.Fprintf(w, "  at     %s\n", escape.Line(strings.Join(n.Path, " > ")))
	fmt.Fprintf(w, "  node   depth %d, a %s node, %s to move\n", n.Depth, kind, escape.Line(n.Mover))
	window := ""
	if n.Alpha != "" {
		window = fmt.Sprintf(", alpha = %s, beta = %s", n.Alpha, n.Beta)
	}
	fmt.Fprintf(w, "  value  %s%s\n", n.Value, window)
	if n.Effect != "" {
		fmt.Fprintf(w, "  the last move changed: %s\n", escape.Line(n.Effect))
	}
	fmt.Fprintln(w)
}

// printMoves lists the moves of a node, several in a line.
func printMoves(w io.Writer, moves []string) {
	const wide = 90
	line, separator := "", strings.TrimSuffix(separator(moves), " ")
	for i, move := range moves {
		if i < len(moves)-1 {
			move += separator
		}
		if line != "" && len(line)+1+len(move) > wide {
			fmt.Fprintf(w, "  %-5s  %s\n", "moves", escape.Line(line))
			line = ""
		}
		line = strings.TrimLeft(line+" "+move, " ")
	}
	fmt.Fprintf(w, "  %-5s  %s\n", "moves", escape.Line(line))
}

// printHead prints the place of the choice and the side to move.
func (t *Turn) printHead(w io.Writer) {
	if t.Number > 0 {
		fmt.Fprintf(w, "  turn %d of the battle, %s to move\n\n", t.Number, escape.Line(t.Mover))
		return
	}
	place := "at the root"
	if len(t.After) > 0 {
		place = "after " + moves(t.After)
	}
	fmt.Fprintf(w, "  %s, %s to move\n\n", escape.Line(place), escape.Line(t.Mover))
}

// printMoves lists the moves of the root.
func (t *Turn) printMoves(w io.Writer, p painter) {
	wide, digits := 4, 5
	for _, c := range t.Moves {
		wide, digits = max(wide, len(c.Move)), max(digits, len(c.value()))
	}
	if len(t.Moves) > 0 {
		fmt.Fprintf(w, "  %-*s  %*s  makes\n", wide, "move", digits, "value")
	}
	left := 0
	for i, c := range t.Moves {
		written := t.Plays(c)
		if i >= maxMoves && !c.Best && !written {
			left++
			continue
		}
		note := ""
		switch {
		case c.Best && written:
			note = "  <- the right move, and the program's"
		case c.Best:
			note = "  <- the right move"
		case written:
			note = "  <- the program's"
		}
		line := fmt.Sprintf("  %-*s  %*s  %s%s", wide, c.Move, digits, c.value(), c.Effect, note)
		if c.Best {
			line = p.paint(mark, line)
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	if left > 0 {
		fmt.Fprintf(w, "  ... and %d moves more\n", left)
	}
	if len(t.Right) > 1 {
		fmt.Fprintf(w, "  the right turn is %s\n", escape.Line(moves(t.Right)))
	}
	if t.More && t.Written == nil {
		fmt.Fprintln(w, "  the program's board was compared with those after the first turns only")
	}
	fmt.Fprintln(w)
}

// printLines prints the right line, the reasons for it, and the program's line.
func (e *Explanation) printLines(w io.Writer, p painter) {
	show := func(label, text, colour, ended string) {
		if ended == label {
			text = "(the file ends here)"
		}
		fmt.Fprintf(w, "  %-5s  %s\n", label, p.paint(colour, escape.Line(text)))
	}
	show("want", e.Want, "\x1b[32m", e.Ended)
	if e.At > 0 {
		show("got", e.Got, bad, e.Ended)
	}
	label := "why"
	for _, line := range e.Why {
		fmt.Fprintf(w, "  %-5s  %s\n", label, escape.Line(line))
		label = ""
	}
	label = "rule"
	for _, rule := range e.Rules() {
		fmt.Fprintf(w, "  %-5s  %s\n", label, escape.Line(rules.Titled(rule)))
		label = ""
	}
}

// A Board is a position, ready to be drawn.
type Board struct {
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

// board returns the position with the last move marked.
func (x *explainer) board(b replay.Board, last string) *Board { return newBoard(x.stage, b, last) }

// Draw returns the lines of a drawing of a position, with the last move marked, which may be "".
func Draw(stage replay.Stage, b replay.Board, last string, colour bool) []string {
	return newBoard(stage, b, last).draw(painter(colour))
}

func newBoard(stage replay.Stage, b replay.Board, last string) *Board {
	drawn := &Board{Mover: b.Mover}
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

// written returns the board that a program wrote, with its wrong places marked.
func (x *explainer) written(texts []string, right replay.Board) *Board {
	b := replay.Board{}
	for i, text := range texts {
		piece := replay.Piece{Text: text, Side: right.Pieces[i].Side}
		if text == "" {
			piece.Side = 0
		} else if !isNumber(text) { // the text identifies the side
			for _, other := range right.Pieces {
				if other.Text == text {
					piece.Side = other.Side
				}
			}
		}
		b.Pieces = append(b.Pieces, piece)
	}
	drawn := x.board(b, "")
	for i, text := range texts {
		drawn.Squares[i].Wrong = text != right.Pieces[i].Text
	}
	return drawn
}

// MadeAt reports whether a move is made at a place. The name of such a move is the name of the place, or
// begins with it.
func MadeAt(move, place string) bool {
	rest, ok := strings.CutPrefix(move, place)
	return ok && (rest == "" || !unicode.IsLetter(rune(rest[0])) && !unicode.IsDigit(rune(rest[0])))
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// effect lists the changes that a move makes: "C3 X, D3 X".
func effect(stage replay.Stage, before, after replay.Board) string {
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

// The colours of a terminal: the root player's pieces, the opponent's, what is wrong, and notes.
const (
	own   = "\x1b[36m"
	foe   = "\x1b[33m"
	bad   = "\x1b[31m"
	dim   = "\x1b[2m"
	mark  = "\x1b[1m"
	reset = "\x1b[0m"
)

// A painter colours text, or not.
type painter bool

func (p painter) paint(colour, text string) string {
	if !p || colour == "" || strings.TrimSpace(text) == "" {
		return text
	}
	return colour + text + reset
}

// draw returns the lines of a drawing.
func (b *Board) draw(p painter) []string {
	if b.linked() {
		return b.drawMap(p)
	}
	return b.drawRows(p)
}

// linked reports whether the board is a graph, in which Neighbours join squares that are not adjacent.
func (b *Board) linked() bool {
	return slices.ContainsFunc(b.Squares, func(s Square) bool { return len(s.Neighbours) > 0 })
}

// drawMap lists states: "SA: G; neighbours WA, NT".
func (b *Board) drawMap(p painter) (lines []string) {
	for _, s := range b.Squares {
		line := s.around(p, s.Name+": "+piece(s.Text), "")
		if len(s.Neighbours) > 0 {
			line += p.paint(dim, "; neighbours "+strings.Join(s.Neighbours, ", "))
		}
		lines = append(lines, line)
	}
	return lines
}

// around returns the text of a square in a drawing. A wrong square begins with an exclamation mark. The
// square of the last move is in brackets if it is not wrong. Without brackets the text ends with right.
func (s *Square) around(p painter, text, right string) string {
	colour := map[int8]string{1: own, -1: foe}[s.Side]
	left := " "
	switch {
	case s.Wrong:
		left, colour = "!", bad
	case s.Last:
		left, right = "[", "]"
		colour += mark
	}
	return p.paint(colour, left+text+right)
}

// drawRows draws places row by row. If the names are like the names on a chessboard, it writes letters above
// the columns and numbers to the left of the rows. Otherwise it writes the name of each place.
func (b *Board) drawRows(p painter) (lines []string) {
	xs, ys := b.axes()
	cells := map[[2]float64]*Square{}
	for i, s := range b.Squares {
		cells[[2]float64{s.X, s.Y}] = &b.Squares[i]
	}
	chess := b.chess(xs, ys, cells)
	texts, notes := 1, 0
	for i := range b.Squares {
		s := &b.Squares[i]
		texts = max(texts, len(b.cell(s, chess)))
		notes = max(notes, len(s.Note))
	}
	wide := texts + 2
	if notes > 0 {
		wide += notes + 1
	}
	if chess {
		head := "   "
		for _, x := range xs {
			head += fmt.Sprintf(" %-*s", wide-1, column(cells[[2]float64{x, ys[0]}].Name))
		}
		lines = append(lines, p.paint(dim, strings.TrimRight(head, " ")))
	}
	for _, y := range ys {
		line := ""
		for _, x := range xs {
			s := cells[[2]float64{x, y}]
			if s == nil {
				line += strings.Repeat(" ", wide)
				continue
			}
			if chess && x == xs[0] {
				line += p.paint(dim, fmt.Sprintf("%2s ", row(s.Name)))
			}
			text := s.around(p, fmt.Sprintf("%-*s", texts, b.cell(s, chess)), " ")
			if notes > 0 {
				text += p.paint(dim, fmt.Sprintf("%*s ", notes, s.Note))
			}
			line += text
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// cell returns the text that represents a square.
func (b *Board) cell(s *Square, chess bool) string {
	if chess {
		return piece(s.Text)
	}
	return s.Name + " " + piece(s.Text)
}

// axes returns the places of columns and rows.
func (b *Board) axes() (xs, ys []float64) {
	for _, s := range b.Squares {
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
func (b *Board) chess(xs, ys []float64, cells map[[2]float64]*Square) bool {
	if len(b.Squares) != len(xs)*len(ys) {
		return false
	}
	for _, s := range b.Squares {
		above, left := cells[[2]float64{s.X, ys[0]}], cells[[2]float64{xs[0], s.Y}]
		if column(s.Name) == "" || row(s.Name) == "" || above == nil || left == nil ||
			column(s.Name) != column(above.Name) || row(s.Name) != row(left.Name) {
			return false
		}
	}
	return true
}
