// Package scan reads and prints input files line by line, with errors that name the line (the rule
// "Input" of docs/rules/README.md).
package scan

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// MaxDepth is the maximum cut-off depth of an input. It exceeds the depth of every
// feasible search.
const MaxDepth = 1_000_000

// An Error reports where an input file departs from its format.
type Error struct {
	File string // as named by the caller
	Line int    // 1-based
	Msg  string // "want 5 values, found 4"
}

func newError(file string, line int, format string, args ...any) *Error {
	return &Error{File: file, Line: line, Msg: fmt.Sprintf(format, args...)}
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

// ParseInt parses a decimal integer: digits after an optional minus sign. For a number that is too large for
// an int it returns the nearest int.
func ParseInt(text string) (v int, ok bool) {
	v, err := strconv.Atoi(text)
	return v, !strings.HasPrefix(text, "+") && (err == nil || errors.Is(err, strconv.ErrRange))
}

// appendInts appends numbers, separated by blanks.
func appendInts(dst []byte, list []int32) []byte {
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = strconv.AppendInt(dst, int64(v), 10)
	}
	return dst
}

// Show quotes text for an error message, shortening it if it is long.
func Show(text string) string {
	if text == "" {
		return "an empty line"
	}
	const maxShown = 40
	if len(text) > maxShown {
		return fmt.Sprintf("%q...", text[:maxShown])
	}
	return fmt.Sprintf("%q", text)
}

// Spaced matches a line of words separated by single blanks, as the handouts write rows of numbers.
var Spaced = regexp.MustCompile(`^\S+( \S+)*$`)

// OddBlanks describes the first nonempty line of text that does not match form: its blanks, trailing blanks
// or CR occur in no file of the course. It returns "" if all lines match.
func OddBlanks(text []byte, form *regexp.Regexp) string {
	n := 0
	for line := range bytes.Lines(text) {
		n++
		switch line = bytes.TrimSuffix(line, []byte("\n")); {
		case len(bytes.TrimSpace(line)) == 0 || form.Match(line):
		case bytes.HasSuffix(line, []byte("\r")) && form.Match(bytes.TrimSuffix(line, []byte("\r"))):
			return fmt.Sprintf("the CR at the end of line %d", n)
		default:
			return fmt.Sprintf("the blanks of line %d", n)
		}
	}
	return ""
}

// A Codec reads or prints an input file, line by line. A game describes its input once, as a function that
// passes each field to one of the methods. Parse then sets the fields to the values in a file, and Print
// writes the values of the fields. If a method that reads finds an unexpected line, the whole description
// ends with an error that names the line.
//
// It accepts the ways in which real files differ: CRLF line ends, trailing blanks, a missing final
// newline and blank lines at the end (docs/rules/README.md, "Input").
type Codec struct {
	file     string
	rest     []byte // still to be read
	line     string // the last one read
	n        int    // its number, from 1
	loose    bool   // blank lines may stand before each line
	printing bool
	text     []byte // printed
}

// Parse reads a file. After the last field, only blank lines may follow. file is the name used in errors.
func Parse(file string, src []byte, fields func(c *Codec)) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			err = r
		default:
			panic(r)
		}
	}()
	c := &Codec{file: file, rest: src}
	fields(c)
	if c.skipBlank(); c.More() {
		c.Fail("want the end of the file, found %s", Show(c.Line("", "")))
	}
	return nil
}

// Print returns the text of a file, with LF line ends and a final newline. The description must not
// change the fields then, so that several goroutines may print the same ones.
func Print(fields func(c *Codec)) string {
	c := &Codec{printing: true}
	fields(c)
	return string(c.text)
}

// Reading reports whether the fields are being read, and not printed.
func (c *Codec) Reading() bool { return !c.printing }

// More reports whether any line that is not blank remains to be read.
func (c *Codec) More() bool { return len(bytes.TrimSpace(c.rest)) > 0 }

// Fail ends the description with an error at the last line read.
func (c *Codec) Fail(format string, args ...any) { c.FailAt(max(c.n, 1), format, args...) }

// FailAt ends the description with an error at a line read earlier.
func (c *Codec) FailAt(line int, format string, args ...any) {
	panic(newError(c.file, line, format, args...))
}

// Show quotes a part of the last line read for an error message.
func (c *Codec) Show(part string) string {
	if part == "" && c.line != "" {
		return "nothing"
	}
	return Show(part)
}

// AllowBlank lets blank lines stand before each line from here on.
func (c *Codec) AllowBlank() { c.loose = true }

func (c *Codec) skipBlank() {
	for c.More() {
		line, rest, _ := bytes.Cut(c.rest, []byte("\n"))
		if len(bytes.TrimSpace(line)) > 0 {
			return
		}
		c.rest = rest
		c.n++
	}
}

// Line returns the next line without trailing blanks, or prints text as one and returns "". what describes
// the expected content of the line, for the error at the end of the file.
func (c *Codec) Line(field, text string) string {
	if c.printing {
		c.text = append(append(c.text, text...), '\n')
		return ""
	}
	if c.loose {
		c.skipBlank()
	}
	c.n++
	if !c.More() {
		c.Fail("want %s, found the end of the file", field)
	}
	line, rest, _ := bytes.Cut(c.rest, []byte("\n"))
	c.rest = rest
	c.line = string(bytes.TrimRight(line, " \t\r"))
	return c.line
}

// OneOf is a line that equals one of words; i is the index of that word.
func (c *Codec) OneOf(field string, i *int, words ...string) {
	if c.printing {
		c.Line(field, words[*i])
		return
	}
	line := c.Line(field, "")
	for *i = range words {
		if line == words[*i] {
			return
		}
	}
	c.Fail("want %s (%s), found %s", field, strings.Join(words, ", "), Show(line))
}

// Side is a line that names a player, X or O.
func (c *Codec) Side(field string, side *byte) {
	index := strings.IndexByte("XO", *side)
	c.OneOf(field, &index, "X", "O")
	if c.Reading() {
		*side = "XO"[index]
	}
}

// Int is a line that holds one integer in [low, high].
func (c *Codec) Int(field string, v *int, low, high int) {
	if c.printing {
		c.Line(field, strconv.Itoa(*v))
		return
	}
	*v = c.Number(field, c.Line(field, ""), low, high)
}

// Seconds is a line that holds a time of less than thirty years in seconds, a decimal number, as it was
// written.
func (c *Codec) Seconds(field string, v *string) {
	field += " in seconds"
	line := c.Line(field, *v)
	if c.printing {
		return
	}
	if seconds, err := strconv.ParseFloat(line, 64); err != nil || strings.Trim(line, "0123456789.") != "" ||
		seconds > 1e9 {
		c.Fail("want %s, found %s", field, Show(line))
	}
	*v = line
}

// Ints is a line of exactly n integers in [low, high], separated by blanks. If n < 0, there may be any
// number of them.
func (c *Codec) Ints(field string, list *[]int32, n, low, high int) {
	if c.printing {
		c.text = append(appendInts(c.text, *list), '\n')
		return
	}
	words := strings.Fields(c.Line(field, ""))
	if n >= 0 && len(words) != n {
		c.Fail("want %d %s, found %d", n, field, len(words))
	}
	*list = make([]int32, len(words))
	for i, word := range words {
		(*list)[i] = int32(c.Number(field, word, low, high))
	}
}

// Grid is the rows of a board of integers in [low, high].
func (c *Codec) Grid(field string, board []int32, width, low, high int) {
	for ; len(board) > 0; board = board[width:] {
		row := board[:width]
		c.Ints(field, &row, width, low, high)
		if c.Reading() {
			copy(board, row)
		}
	}
}

// Board is the rows of a board of signs.
func (c *Codec) Board(board []byte, width int, signs string) {
	field := "a board row of " + strconv.Itoa(width) + " squares"
	for ; len(board) > 0; board = board[width:] {
		row := c.Line(field, string(board[:width]))
		if c.printing {
			continue
		}
		if strings.Trim(row, signs) != "" {
			c.Fail("want a board row of the signs %s, found %s", signs, Show(row))
		}
		if len(row) != width {
			c.Fail("want %s, found %d", field, len(row))
		}
		copy(board, row)
	}
}

// Number parses a decimal integer in [low, high], a part of the last line read. A plus sign is not accepted.
func (c *Codec) Number(field, text string, low, high int) int {
	v, ok := ParseInt(text)
	if !ok {
		c.Fail("want a number for %s, found %s", field, Show(text))
	}
	if v < low || v > high {
		c.Fail("want %s from %d to %d, found %s", field, low, high, Show(text))
	}
	return v
}

// List is a line of words separated by commas. It returns the words read, without surrounding blanks. A blank
// line counts as one empty word.
func (c *Codec) List(field string, words []string) []string {
	if c.Line(field, strings.Join(words, ", ")); c.printing {
		return nil
	}
	return Words(c.line)
}

// Words splits text at its commas, and trims the blanks around each word.
func Words(text string) []string {
	words := strings.Split(text, ",")
	for i := range words {
		words[i] = strings.TrimSpace(words[i])
	}
	return words
}

// Lines returns the lines of a text without line ends, trailing blanks, and blank lines at the end.
func Lines(text string) []string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
