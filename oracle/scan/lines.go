// Package scan reads input files line by line, with errors that name the line (the rule "Input" of
// docs/rules/README.md).
package scan

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// MaxDepth is the greatest cut-off depth that an input may name. No game here is longer
// than any feasible search.
const MaxDepth = 1_000_000

// An Error reports where an input file departs from its format.
type Error struct {
	File string // as named by the caller
	Line int    // 1-based
	Msg  string // "want 5 values, found 4"
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

// Lines reads an input file line by line. It accepts the ways in which real files differ:
// CRLF line ends, trailing blanks, a missing final newline and blank lines at the end
// (docs/rules/README.md, "Input").
type Lines struct {
	file string
	rest []byte
	n    int // number of the last line read, from 1
}

// NewLines returns a Lines that reads src; file is the name used in errors.
func NewLines(file string, src []byte) *Lines {
	return &Lines{file: file, rest: src}
}

// Errorf returns an error at the last line read.
func (l *Lines) Errorf(format string, args ...any) error {
	return l.ErrorAt(max(l.n, 1), format, args...)
}

// ErrorAt returns an error at a line read earlier.
func (l *Lines) ErrorAt(line int, format string, args ...any) error {
	return &Error{File: l.file, Line: line, Msg: fmt.Sprintf(format, args...)}
}

// More reports whether any line that is not blank remains.
func (l *Lines) More() bool {
	return len(bytes.TrimSpace(l.rest)) > 0
}

// Next returns the next line without trailing blanks. want describes what the line should
// hold, for the error at the end of the file.
func (l *Lines) Next(want string) (string, error) {
	l.n++
	if !l.More() {
		return "", l.Errorf("want %s, found the end of the file", want)
	}
	line, rest, _ := bytes.Cut(l.rest, []byte("\n"))
	l.rest = rest
	return string(bytes.TrimRight(line, " \t\r")), nil
}

// SkipBlank skips blank lines.
func (l *Lines) SkipBlank() {
	for l.More() {
		line, rest, _ := bytes.Cut(l.rest, []byte("\n"))
		if len(bytes.TrimSpace(line)) > 0 {
			return
		}
		l.rest = rest
		l.n++
	}
}

// End returns an error unless only blank lines remain.
func (l *Lines) End() error {
	if l.SkipBlank(); !l.More() {
		return nil
	}
	line, err := l.Next("")
	if err != nil {
		return err
	}
	return l.Errorf("want the end of the file, found %s", Show(line))
}

// OneOf reads a line that must equal one of words and returns the word's index.
func (l *Lines) OneOf(what string, words ...string) (int, error) {
	line, err := l.Next(what)
	if err != nil {
		return 0, err
	}
	for i, w := range words {
		if line == w {
			return i, nil
		}
	}
	return 0, l.Errorf("want %s (%s), found %s", what, strings.Join(words, ", "), Show(line))
}

// Int reads a line that holds one integer in [low, high].
func (l *Lines) Int(what string, low, high int) (int, error) {
	line, err := l.Next(what)
	if err != nil {
		return 0, err
	}
	return l.Number(what, line, low, high)
}

// Ints reads a line of exactly n integers in [low, high], separated by blanks. If n < 0,
// any number of integers is accepted.
func (l *Lines) Ints(what string, n, low, high int) ([]int32, error) {
	line, err := l.Next(what)
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(line)
	if n >= 0 && len(fields) != n {
		return nil, l.Errorf("want %d %s, found %d", n, what, len(fields))
	}
	out := make([]int32, len(fields))
	for i, f := range fields {
		v, err := l.Number(what, f, low, high)
		if err != nil {
			return nil, err
		}
		out[i] = int32(v)
	}
	return out, nil
}

// Seconds reads a line that holds a time of less than thirty years in seconds, a decimal number, and
// returns it as it was written.
func (l *Lines) Seconds(what string) (string, error) {
	what += " in seconds"
	line, err := l.Next(what)
	if err != nil {
		return "", err
	}
	if seconds, err := strconv.ParseFloat(line, 64); err != nil || strings.Trim(line, "0123456789.") != "" || seconds > 1e9 {
		return "", l.Errorf("want %s, found %s", what, Show(line))
	}
	return line, nil
}

// Row reads a line of exactly width letters, all in alphabet.
func (l *Lines) Row(width int, alphabet string) (string, error) {
	line, err := l.Next(fmt.Sprintf("a board row of %d squares", width))
	if err != nil {
		return "", err
	}
	if strings.Trim(line, alphabet) != "" {
		return "", l.Errorf("want a board row of the signs %s, found %s", alphabet, Show(line))
	}
	if len(line) != width {
		return "", l.Errorf("want a board row of %d squares, found %d", width, len(line))
	}
	return line, nil
}

// Number parses a decimal integer in [low, high] from the last line read. A plus sign is
// not accepted.
func (l *Lines) Number(what, text string, low, high int) (int, error) {
	v, ok := ParseInt(text)
	if !ok {
		return 0, l.Errorf("want a number for %s, found %s", what, Show(text))
	}
	if v < low || v > high {
		return 0, l.Errorf("want %s from %d to %d, found %s", what, low, high, Show(text))
	}
	return v, nil
}

// ParseInt parses a decimal integer: digits after an optional minus sign. Numbers too large
// for any assignment are returned as ±1<<40.
func ParseInt(text string) (v int, ok bool) {
	const limit = 1 << 40
	digits := strings.TrimPrefix(text, "-")
	if digits == "" {
		return 0, false
	}
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = min(v*10+int(c-'0'), limit)
	}
	if len(digits) != len(text) {
		v = -v
	}
	return v, true
}

// Show quotes text for an error message, shortening it if it is long.
func Show(text string) string {
	if text == "" {
		return "an empty line"
	}
	const most = 40
	if len(text) > most {
		return fmt.Sprintf("%q...", text[:most])
	}
	return fmt.Sprintf("%q", text)
}
