package compare

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A Judge is a problem that judges an answer's files itself, since others than the oracle's may be right.
type Judge interface {
	homework.Problem
	// Judge compares a file from a program with the required one. Its error is a failure of the judge.
	Judge(ctx context.Context, name string, got io.Reader) (Report, error)
}

// JudgeFile compares a file of an answer with the right one, as its problem does.
func JudgeFile(ctx context.Context, p homework.Problem, name string, want []byte, got string) (Report, error) {
	if judge, ok := p.(Judge); ok {
		return judge.Judge(ctx, name, strings.NewReader(got))
	}
	return Readers(bytes.NewReader(want), strings.NewReader(got), Options{})
}

// WordOptions control how words are compared, as the arguments of the default validator of problem packages
// do.
type WordOptions struct {
	CaseSensitive  bool // otherwise A to Z are as a to z
	SpaceSensitive bool // the white space between words counts, and that around them
	// Relative and Absolute are the tolerances for a number; meeting one of them is enough. If both are below 0,
	// numbers are compared like other words.
	Relative, Absolute float64
}

// ExactWords are the options of a validator without arguments.
var ExactWords = WordOptions{Relative: -1, Absolute: -1}

// ParseWordOptions parses arguments of the default validator of problem packages. The error names the invalid
// argument.
func ParseWordOptions(args []string) (o WordOptions, err error) {
	o = ExactWords
	numbers := map[string][]*float64{
		"float_tolerance":          {&o.Relative, &o.Absolute},
		"float_relative_tolerance": {&o.Relative},
		"float_absolute_tolerance": {&o.Absolute},
	}
	for i := 0; i < len(args); i++ {
		name := args[i]
		to, number := numbers[name]
		switch {
		case name == "case_sensitive":
			o.CaseSensitive = true
		case name == "space_change_sensitive":
			o.SpaceSensitive = true
		case !number:
			err = cmp.Or(err,
				fmt.Errorf("want case_sensitive, space_change_sensitive, float_tolerance, float_relative_tolerance or "+
					"float_absolute_tolerance, found %q", name))
		case i+1 == len(args):
			err = fmt.Errorf("want a number after %s, found none", name)
		default:
			i++
			x, ok := parseNumber(args[i])
			if !ok || x < 0 {
				err = cmp.Or(err, fmt.Errorf("want a number of at least 0 after %s, found %q", name, args[i]))
			}
			for _, bound := range to {
				*bound = x
			}
		}
	}
	return o, err
}

// Words compares two texts word by word. Words are separated by white space: blanks, \t, \n, \v, \f and \r.
func Words(want, got []byte, o WordOptions) Report {
	w, g := words{text: want}, words{text: got}
	for n := 1; ; n++ {
		spaceW, wordW := w.next()
		spaceG, wordG := g.next()
		text := ""
		switch {
		case o.SpaceSensitive && !bytes.Equal(spaceW, spaceG):
			text = fmt.Sprintf("before word %d: want the white space %s, found %s", n, shortQuote(spaceW),
				shortQuote(spaceG))
		case wordW == nil && wordG == nil:
			return Report{}
		case wordG == nil:
			text = fmt.Sprintf("word %d: want %s, found the end", n, shortQuote(wordW))
		case wordW == nil:
			text = fmt.Sprintf("word %d: want the end, found %s", n, shortQuote(wordG))
		default:
			text = o.differ(wordW, wordG)
			if text != "" {
				text = fmt.Sprintf("word %d: %s", n, text)
			}
		}
		if text != "" {
			return Report{Grade: Different, First: differenceAt(w, g, text)}
		}
	}
}

// words reads the words of a text.
type words struct {
	text []byte
	at   int // where the last word begins
	end  int // and ends
}

// space is the set of bytes that separate words.
const space = " \t\n\v\f\r"

// next returns the next word, nil at the end, and the white space before it.
func (w *words) next() (before, word []byte) {
	rest := w.text[w.end:]
	trimmed := bytes.TrimLeft(rest, space)
	before = rest[:len(rest)-len(trimmed)]
	w.at = w.end + len(before)
	w.end = len(w.text)
	if i := bytes.IndexAny(trimmed, space); i >= 0 {
		w.end = w.at + i
	}
	if w.end > w.at {
		word = w.text[w.at:w.end]
	}
	return before, word
}

// number matches the words that are compared as numbers where some tolerance is given.
var number = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$`)

// parseNumber returns a decimal number, as the default validator reads it: not hexadecimal, nor infinite or
// none. One that is too large is infinite.
func parseNumber(word string) (x float64, ok bool) {
	if !number.MatchString(word) {
		return 0, false
	}
	x, _ = strconv.ParseFloat(word, 64)
	return x, true
}

// differ describes the difference between two words, or returns "" if they are equal within the options.
func (o WordOptions) differ(want, got []byte) string {
	if bytes.Equal(want, got) || !o.CaseSensitive && bytes.Equal(lower(want), lower(got)) {
		return ""
	}
	text := fmt.Sprintf("want %s, found %s", shortQuote(want), shortQuote(got))
	x, isNumber := parseNumber(string(want))
	if !isNumber || o.Relative < 0 && o.Absolute < 0 {
		return text
	}
	y, ok := parseNumber(string(got))
	if !ok {
		return text + ", which is no number"
	}
	off := math.Abs(x - y)
	if o.suffices(want, got, x, off) {
		return ""
	}
	var shown []string
	if o.Absolute >= 0 {
		shown = append(shown, strconv.FormatFloat(o.Absolute, 'g', -1, 64))
	}
	if o.Relative >= 0 {
		shown = append(shown, strconv.FormatFloat(o.Relative, 'g', -1, 64)+" of it")
	}
	return fmt.Sprintf("%s, which is off by %.3g, of which at most %s is right", text, off,
		strings.Join(shown, " or "))
}

// suffices reports whether a number is right that differs from x by off. If off is close to the bound, the
// comparison is repeated in exact arithmetic.
func (o WordOptions) suffices(want, got []byte, x, off float64) bool {
	const close = 1e-9
	bound := max(o.Absolute, o.Relative*math.Abs(x))
	if math.Abs(off-bound) > close*max(math.Abs(x), bound) && !math.IsInf(off, 0) {
		return off <= bound
	}
	a, b := exact(string(want)), exact(string(got))
	if a == nil || b == nil {
		return off <= bound && !math.IsInf(off, 0)
	}
	a.Sub(b, a).Abs(a)
	absolute := exact(strconv.FormatFloat(max(0, o.Absolute), 'g', -1, 64))
	relative := exact(strconv.FormatFloat(max(0, o.Relative), 'g', -1, 64))
	return a.Cmp(absolute) <= 0 || a.Cmp(relative.Mul(relative, new(big.Rat).Abs(exact(string(want))))) <= 0
}

// exact returns a decimal number as it is, or nil if that would take long.
func exact(word string) *big.Rat {
	const maxLength, maxExponent = 400, 10_000
	if index := strings.IndexAny(word, "eE"); index >= 0 {
		if e, err := strconv.Atoi(word[index+1:]); err != nil || e < -maxExponent || e > maxExponent {
			return nil
		}
	}
	if len(word) > maxLength {
		return nil
	}
	x, _ := new(big.Rat).SetString(word)
	return x
}

// lower returns a word with A to Z replaced by a to z, and nothing else changed.
func lower(word []byte) []byte {
	word = bytes.Clone(word)
	for i, c := range word {
		if 'A' <= c && c <= 'Z' {
			word[i] = c - 'A' + 'a'
		}
	}
	return word
}

// shortQuote quotes the beginning of a text.
func shortQuote(text []byte) string {
	const maxLength = 60
	if len(text) > maxLength {
		return strconv.Quote(string(text[:maxLength])) + "..."
	}
	return strconv.Quote(string(text))
}

// differenceAt returns the difference at the words that were read last.
func differenceAt(want, got words, text string) *Difference {
	lineW, _, before, linesW := want.lines()
	lineG, column, _, linesG := got.lines()
	return &Difference{Kind: Content, Says: text, Line: lineW, GotLine: lineG, Column: column, LinesBefore: before,
		Want: linesW, Got: linesG}
}

// lines returns the line number and the column of the last word, both from 1, the lines before it, and the
// lines from there on.
func (w *words) lines() (line, column int, before, from []string) {
	head := w.text[:w.at]
	line, column = bytes.Count(head, []byte("\n"))+1, w.at-bytes.LastIndexByte(head, '\n')
	n := 0
	for text := range bytes.Lines(w.text) {
		n++
		shown := string(text[:min(len(text), Shown)])
		switch {
		case n > line+Context:
			return line, column, before, from
		case n >= line:
			from = append(from, shown)
		case n >= line-Context:
			before = append(before, shown)
		}
	}
	return line, column, before, from
}

// A Style controls how a difference is printed.
type Style struct {
	Indent string
	Colour bool // for a terminal
}

// width is the number of characters of a line that are printed.
const width = 100

// Place returns the difference without the lines of either text.
func (d *Difference) Place() *Difference {
	if d == nil {
		return nil
	}
	return &Difference{Kind: d.Kind, Line: d.Line, Column: d.Column, GotLine: d.GotLine}
}

// Within returns the difference with at most context lines before and after it.
func (d *Difference) Within(context int) *Difference {
	if d == nil {
		return nil
	}
	less := *d
	less.LinesBefore = d.LinesBefore[max(0, len(d.LinesBefore)-context):]
	less.Want, less.Got = d.Want[:min(len(d.Want), context+1)], d.Got[:min(len(d.Got), context+1)]
	return &less
}

// OnlyPlace reports whether the lines were left out: at a difference at least one text has a line.
func (d *Difference) OnlyPlace() bool { return len(d.Want) == 0 && len(d.Got) == 0 }

// Print prints a difference: the lines before it, then the wanted lines from there on, then the lines found.
// Invisible characters are made visible. It prints nothing for a mere place.
func (d *Difference) Print(w io.Writer, s Style) {
	if d.OnlyPlace() {
		return
	}
	paint := replay.Painter(s.Colour).Paint
	digits := len(fmt.Sprint(max(d.Line, d.GotLine) + Context))
	row := func(label string, line int, colour, text string) {
		fmt.Fprintf(w, "%s%-4s %*d | %s\n", s.Indent, label, digits, line, paint(colour, text))
	}
	for i, text := range d.LinesBefore {
		row("", d.Line-len(d.LinesBefore)+i, replay.Dim, view(text, 0, false).text)
	}
	blanks := d.Kind == Blanks
	side := func(label string, line int, colour string, texts []string) {
		for i, text := range texts {
			index := 0
			if i == 0 {
				index = d.Column - d.From
			}
			row(label, line+i, colour, view(text, index, blanks && i == 0).text)
			label = ""
		}
		if len(texts) == 0 {
			row(label, line, colour, "(the file ends here)")
		}
	}
	side("want", d.Line, replay.Green, d.Want)
	side("got", d.GotLine, replay.Red, d.Got[:min(1, len(d.Got))])
	if len(d.Got) > 0 {
		mark := view(d.Got[0], d.Column-d.From, blanks).column
		fmt.Fprintf(w, "%s%s   %s%s\n", s.Indent, strings.Repeat(" ", 5+digits), strings.Repeat(" ", mark),
			paint(replay.Red, "^"))
		for i, text := range d.Got[1:] {
			row("", d.GotLine+1+i, replay.Red, view(text, 0, false).text)
		}
	}
}

// A shown line is its printed text and the position of a column in it.
type shown struct {
	text   string
	column int // where the requested column begins, from 0
}

// view makes a line printable: invisible characters become escapes, trailing blanks (or all blanks) become
// dots, and a missing line end becomes a note. From a long line it shows the part around the column, which is
// counted in bytes from 1.
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
