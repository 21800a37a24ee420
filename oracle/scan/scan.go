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

// MaxDepth is the greatest cut-off depth that an input may name. No game here is longer
// than any feasible search.
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

// ParseInt parses a decimal integer: digits after an optional minus sign. Of numbers that are too large for an int it
// returns the nearest one.
func ParseInt(text string) (v int, ok bool) {
	v, err := strconv.Atoi(text)
	return v, !strings.HasPrefix(text, "+") && (err == nil || errors.Is(err, strconv.ErrRange))
}

// AppendInts appends numbers, separated by blanks.
func AppendInts(dst []byte, list []int32) []byte {
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
	const most = 40
	if len(text) > most {
		return fmt.Sprintf("%q...", text[:most])
	}
	return fmt.Sprintf("%q", text)
}

// Spaced matches a line of words separated by single blanks, as the handouts write rows of
// numbers.
var Spaced = regexp.MustCompile(`^\S+( \S+)*$`)

// OddBlanks describes the first line of text whose blanks, with those at its end, and CR, no file of a course has, that is,
// a line that does not match form. It returns "" if there is none. Empty lines do not count.
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
