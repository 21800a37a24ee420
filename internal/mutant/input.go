package mutant

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A reader returns the lines of an input file one by one. The first error is sticky: after
// it every method returns zero values, and done reports it.
type reader struct {
	lines []string
	next  int // index of the line that take returns next
	err   error
}

// newReader splits the input into lines. It accepts CRLF, a missing final newline, trailing
// blanks and blank lines at the end (docs/rules/README.md, "Input").
func newReader(input []byte) *reader {
	lines := strings.Split(string(input), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return &reader{lines: lines}
}

// dropBlankLines removes blank lines anywhere in the file.
func (r *reader) dropBlankLines() {
	r.lines = slices.DeleteFunc(r.lines, func(line string) bool { return line == "" })
}

// fail records the first error, with the number of the last line taken.
func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("line %d: %s", r.next, fmt.Sprintf(format, args...))
	}
}

// more reports whether there are lines left to take.
func (r *reader) more() bool { return r.err == nil && r.next < len(r.lines) }

// take returns the next line.
func (r *reader) take() string {
	r.next++
	if r.err != nil || r.next > len(r.lines) {
		r.fail("missing")
		return ""
	}
	return r.lines[r.next-1]
}

// word reads a line that must be one of the allowed words.
func (r *reader) word(allowed ...string) string {
	line := r.take()
	if !slices.Contains(allowed, line) {
		r.fail("found %q, expected one of %q", line, allowed)
	}
	return line
}

// player reads a line with X or O.
func (r *reader) player() byte {
	if r.word("X", "O") == "O" {
		return 'O'
	}
	return 'X'
}

// number reads a line with one integer from low to high.
func (r *reader) number(low, high int) int {
	return r.parse(r.take(), low, high)
}

// depth reads a search depth of at least low.
func (r *reader) depth(low int) int { return r.number(low, math.MaxInt) }

// numbers reads a line with integers from low to high, separated by blanks.
func (r *reader) numbers(low, high int) []int {
	var result []int
	for _, field := range strings.Fields(r.take()) {
		result = append(result, r.parse(field, low, high))
	}
	return result
}

func (r *reader) parse(text string, low, high int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		r.fail("found %q, expected an integer from %d to %d", text, low, high)
		return 0
	}
	return n
}

// values reads size lines of size square values.
func (r *reader) values(size int) [][]int {
	var rows [][]int
	for range size {
		row := r.numbers(1, 1_000_000)
		if len(row) != size {
			r.fail("found %d values, expected %d", len(row), size)
		}
		rows = append(rows, row)
	}
	return rows
}

// board reads size lines of size characters, each one of the allowed.
func (r *reader) board(size int, allowed string) [][]byte {
	var rows [][]byte
	for range size {
		row := r.take()
		if len(row) != size || strings.Trim(row, allowed) != "" {
			r.fail("found %q, expected %d of %q", row, size, allowed)
		}
		rows = append(rows, []byte(row))
	}
	return rows
}

// done returns the first error, which may be an extra line.
func (r *reader) done() error {
	if r.more() {
		r.fail("found %q, expected the end of the file", r.take())
	}
	return r.err
}
