package compare

import (
	"fmt"
	"io"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
)

// A Style controls how a difference is printed.
type Style struct {
	Indent string
	Colour bool // for a terminal
}

// The colours of a terminal: wanted lines are green, found ones red, the rest dim.
const (
	green = "\x1b[32m"
	red   = "\x1b[31m"
	dim   = "\x1b[2m"
	reset = "\x1b[0m"
)

// width is how much of a line is printed.
const width = 100

// Place returns the difference without the lines of either text.
func (d *Difference) Place() *Difference {
	if d == nil {
		return nil
	}
	return &Difference{Kind: d.Kind, Line: d.Line, Column: d.Column, GotLine: d.GotLine}
}

// Within returns the difference with at most so many lines before and after it.
func (d *Difference) Within(context int) *Difference {
	if d == nil {
		return nil
	}
	less := *d
	less.Before = d.Before[max(0, len(d.Before)-context):]
	less.Want, less.Got = d.Want[:min(len(d.Want), context+1)], d.Got[:min(len(d.Got), context+1)]
	return &less
}

// OnlyPlace reports whether the lines were left out: at a difference at least one text has
// a line.
func (d *Difference) OnlyPlace() bool { return len(d.Want) == 0 && len(d.Got) == 0 }

// Print prints a difference: the lines before it, then the wanted lines from there on, then
// those found. Invisible characters are made visible. It prints nothing for a mere place.
func (d *Difference) Print(w io.Writer, s Style) {
	if d.OnlyPlace() {
		return
	}
	paint := func(colour, text string) string {
		if !s.Colour || text == "" {
			return text
		}
		return colour + text + reset
	}
	digits := len(fmt.Sprint(max(d.Line, d.GotLine) + Context))
	row := func(label string, line int, colour, text string) {
		fmt.Fprintf(w, "%s%-4s %*d | %s\n", s.Indent, label, digits, line, paint(colour, text))
	}
	for i, text := range d.Before {
		row("", d.Line-len(d.Before)+i, dim, view(text, 0, false).text)
	}
	blanks := d.Kind == Blanks
	side := func(label string, line int, colour string, texts []string) {
		for i, text := range texts {
			at := 0
			if i == 0 {
				at = d.Column - d.From
			}
			row(label, line+i, colour, view(text, at, blanks && i == 0).text)
			label = ""
		}
		if len(texts) == 0 {
			row(label, line, colour, "(the file ends here)")
		}
	}
	side("want", d.Line, green, d.Want)
	side("got", d.GotLine, red, d.Got[:min(1, len(d.Got))])
	if len(d.Got) > 0 {
		mark := view(d.Got[0], d.Column-d.From, blanks).column
		fmt.Fprintf(w, "%s%s   %s%s\n", s.Indent, strings.Repeat(" ", 5+digits), strings.Repeat(" ", mark), paint(red, "^"))
		for i, text := range d.Got[1:] {
			row("", d.GotLine+1+i, red, view(text, 0, false).text)
		}
	}
}

// A shown line is its printed text and the position of a column in it.
type shown struct {
	text   string
	column int // where the requested column begins, from 0
}

// view makes a line printable: invisible characters become escapes, trailing blanks (or all
// blanks) become dots, and a missing line end becomes a note. Of a long line it shows the
// part around the column, which is counted in bytes from 1.
func view(line string, column int, allBlanks bool) shown {
	body, ended := strings.CutSuffix(line, "\n")
	solid := len(strings.TrimRight(body, " \t\r")) // from here on blanks are dots
	var cells []string
	mark := -1
	for i := 0; i < len(body); {
		if mark < 0 && i+1 >= column {
			mark = len(cells)
		}
		cell, size := escape.Char(body[i:])
		if cell == " " && (i >= solid || allBlanks) {
			cell = "·"
		}
		cells = append(cells, cell)
		i += size
	}
	if mark < 0 {
		mark = len(cells)
	}
	first := 0
	if mark > width*3/4 {
		first = mark - width/2
	}
	last := min(len(cells), first+width)
	text := strings.Join(cells[first:last], "")
	place := len([]rune(strings.Join(cells[first:min(mark, last)], "")))
	if first > 0 {
		text, place = "..."+text, place+3
	}
	if last < len(cells) {
		text += "..."
	}
	if !ended {
		text += " (no line end)"
	}
	return shown{text, place}
}

// Visible formats a line that may contain anything, as Print does.
func Visible(line string) string { return view(line+"\n", 0, false).text }
