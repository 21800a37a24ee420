package homework

import (
	"bytes"
	"fmt"
	"strings"
)

// MaxDepth is the greatest cut-off depth that an input may name. No game here
// lasts longer than a search could.
const MaxDepth = 1_000_000

// An InputError says where an input file departs from its format.
type InputError struct {
	File string // as the caller named it
	Line int    // from 1
	Msg  string // "want 5 values, found 4"
}

func (e *InputError) Error() string {
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

// Lines reads an input file line by line. It forgives what differs between real
// files: CRLF line ends, blanks at the end of a line, a missing final newline
// and blank lines at the end (docs/rules/README.md, "Input").
type Lines struct {
	file string
	rest []byte
	n    int // number of the line read last, from 1
}

// NewLines reads src; file is the name that errors show.
func NewLines(file string, src []byte) *Lines {
	return &Lines{file: file, rest: src}
}

// Errorf makes an error at the line read last.
func (l *Lines) Errorf(format string, args ...any) error {
	return l.ErrorAt(max(l.n, 1), format, args...)
}

// ErrorAt makes an error at a line that was read before.
func (l *Lines) ErrorAt(line int, format string, args ...any) error {
	return &InputError{File: l.file, Line: line, Msg: fmt.Sprintf(format, args...)}
}

// More tells whether anything but blank lines is left.
func (l *Lines) More() bool {
	return len(bytes.TrimSpace(l.rest)) > 0
}

// Next returns the next line without blanks at its end. want says what the line
// should hold, for the error at the end of the file.
func (l *Lines) Next(want string) (string, error) {
	l.n++
	if !l.More() {
		return "", l.Errorf("want %s, found the end of the file", want)
	}
	line, rest, _ := bytes.Cut(l.rest, []byte("\n"))
	l.rest = rest
	return string(bytes.TrimRight(line, " \t\r")), nil
}

// SkipBlank passes over blank lines.
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

// End checks that only blank lines are left.
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

// OneOf reads a line that must be one of words and returns the word's index.
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

// Int reads a line that holds one integer from low to high.
func (l *Lines) Int(what string, low, high int) (int, error) {
	line, err := l.Next(what)
	if err != nil {
		return 0, err
	}
	return l.Number(what, line, low, high)
}

// Ints reads a line of exactly n integers from low to high, separated by blanks.
// With n < 0 any number of them will do.
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

// Row reads a line of exactly width letters, all of them in alphabet.
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

// Number parses a decimal integer from low to high in the line read last. A plus
// sign is none.
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

// ParseInt reads a decimal integer: digits, perhaps after a minus sign. Numbers
// too large for any assignment come back as ±1<<40.
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

// Show quotes text for an error message and shortens it.
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
