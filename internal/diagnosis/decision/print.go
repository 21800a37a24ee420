package decision

import (
	"fmt"
	"io"
	"strings"

	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// maxMoves is the maximum number of moves of the root that are listed in addition to the right one and the
// program's.
const maxMoves = 40

// Print prints an explanation for people, with colours for a terminal.
func (e *Explanation) Print(w io.Writer, colour bool) error {
	p := replay.Painter(colour)
	place := fmt.Sprintf("%s:%d", escape.Line(e.File), max(e.Line, 1))
	if e.GotLine > 0 && e.GotLine != e.Line {
		place += fmt.Sprintf(" (line %d of the program's)", e.GotLine)
	}
	if e.LogOK {
		fmt.Fprintf(w, "%s: the log is right, the turn is not\n", place)
	} else {
		fmt.Fprintln(w, place)
	}
	for _, line := range e.Errors {
		fmt.Fprintf(w, "  %s\n", p.Paint(replay.Red, escape.Line(line)))
	}
	fmt.Fprintln(w)
	if e.Node != nil {
		e.Node.print(w)
	} else if e.Turn != nil {
		e.Turn.printHead(w)
	}
	title := ""
	if e.BoardNode != "" {
		title = "the board at " + escape.Line(e.BoardNode) + ":"
	}
	for _, board := range []struct {
		title string
		*replay.Drawing
	}{{title, e.Board}, {"the program's board (! is wrong)", e.Written}} {
		if board.Drawing == nil {
			continue
		}
		if board.title != "" {
			fmt.Fprintf(w, "  %s\n", board.title)
		}
		for _, line := range board.Lines(p) {
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
	if len(t.PrecedingMoves) > 0 {
		place = "after " + moves(t.PrecedingMoves)
	}
	fmt.Fprintf(w, "  %s, %s to move\n\n", escape.Line(place), escape.Line(t.Mover))
}

// printMoves lists the moves of the root.
func (t *Turn) printMoves(w io.Writer, p replay.Painter) {
	width, digits := 4, 5
	for _, c := range t.Moves {
		width, digits = max(width, len(c.Move)), max(digits, len(c.value()))
	}
	if len(t.Moves) > 0 {
		fmt.Fprintf(w, "  %-*s  %*s  makes\n", width, "move", digits, "value")
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
		line := fmt.Sprintf("  %-*s  %*s  %s%s", width, c.Move, digits, c.value(), c.Effect, note)
		if c.Best {
			line = p.Paint(replay.Bold, line)
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
func (e *Explanation) printLines(w io.Writer, p replay.Painter) {
	show := func(label, text, colour, ended string) {
		if ended == label {
			text = "(the file ends here)"
		}
		fmt.Fprintf(w, "  %-5s  %s\n", label, p.Paint(colour, escape.Line(text)))
	}
	show("want", e.Want, replay.Green, e.Ended)
	if e.GotLine > 0 {
		show("got", e.Got, replay.Red, e.Ended)
	}
	label := "why"
	for _, line := range e.Reasons {
		fmt.Fprintf(w, "  %-5s  %s\n", label, escape.Line(line))
		label = ""
	}
	label = "rule"
	for _, rule := range e.Rules() {
		fmt.Fprintf(w, "  %-5s  %s\n", label, escape.Line(rules.Titled(rule)))
		label = ""
	}
}

// drawWritten returns the board that a program wrote, with its wrong places marked.
func (x *explainer) drawWritten(texts []string, right replay.Board) *replay.Drawing {
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
	drawn := replay.Draw(x.stage, b, "")
	for i, text := range texts {
		drawn.Squares[i].Wrong = text != right.Pieces[i].Text
	}
	return drawn
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
