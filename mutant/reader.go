package mutant

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Reader returns the lines of an input file one by one. The first error is sticky: after
// it every method returns zero values, and Done reports it.
type Reader struct {
	lines []string
	next  int // index of the line that Take returns next
	err   error
}

// NewReader splits the input into lines. It accepts CRLF, a missing final newline, trailing
// blanks and blank lines at the end (docs/rules/README.md, "Input").
func NewReader(input []byte) *Reader {
	lines := strings.Split(string(input), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return &Reader{lines: lines}
}

// DropBlankLines removes blank lines anywhere in the file.
func (r *Reader) DropBlankLines() {
	r.lines = slices.DeleteFunc(r.lines, func(line string) bool { return line == "" })
}

// Fail records the first error, with the number of the last line taken.
func (r *Reader) Fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("line %d: %s", r.next, fmt.Sprintf(format, args...))
	}
}

// More reports whether there are lines left to take.
func (r *Reader) More() bool { return r.err == nil && r.next < len(r.lines) }

// Take returns the next line.
func (r *Reader) Take() string {
	r.next++
	if r.err != nil || r.next > len(r.lines) {
		r.Fail("missing")
		return ""
	}
	return r.lines[r.next-1]
}

// Word reads a line that must be one of the allowed words.
func (r *Reader) Word(allowed ...string) string {
	line := r.Take()
	if !slices.Contains(allowed, line) {
		r.Fail("found %q, expected one of %q", line, allowed)
	}
	return line
}

// Player reads a line with X or O.
func (r *Reader) Player() byte {
	if r.Word("X", "O") == "O" {
		return 'O'
	}
	return 'X'
}

// Number reads a line with one integer from low to high.
func (r *Reader) Number(low, high int) int {
	return r.Parse(r.Take(), low, high)
}

// Depth reads a search depth of at least low.
func (r *Reader) Depth(low int) int { return r.Number(low, math.MaxInt) }

// Numbers reads a line with integers from low to high, separated by blanks.
func (r *Reader) Numbers(low, high int) []int {
	var result []int
	for _, field := range strings.Fields(r.Take()) {
		result = append(result, r.Parse(field, low, high))
	}
	return result
}

// Parse returns the integer that a text is, from low to high.
func (r *Reader) Parse(text string, low, high int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		r.Fail("found %q, expected an integer from %d to %d", text, low, high)
		return 0
	}
	return n
}

// Values reads size lines of size square values.
func (r *Reader) Values(size int) [][]int {
	var rows [][]int
	for range size {
		row := r.Numbers(1, 1_000_000)
		if len(row) != size {
			r.Fail("found %d values, expected %d", len(row), size)
		}
		rows = append(rows, row)
	}
	return rows
}

// Board reads size lines of size characters, each one of the allowed.
func (r *Reader) Board(size int, allowed string) [][]byte {
	var rows [][]byte
	for range size {
		row := r.Take()
		if len(row) != size || strings.Trim(row, allowed) != "" {
			r.Fail("found %q, expected %d of %q", row, size, allowed)
		}
		rows = append(rows, []byte(row))
	}
	return rows
}

// Err returns the first error so far.
func (r *Reader) Err() error { return r.err }

// Done returns the first error, which may be an extra line.
func (r *Reader) Done() error {
	if r.More() {
		r.Fail("found %q, expected the end of the file", r.Take())
	}
	return r.err
}

// Text joins lines to the text of a file that ends with a newline. No lines make an empty file.
func Text(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return TextWithoutNewline(lines) + "\n"
}

// TextWithoutNewline joins lines to the text of a file that ends without a newline
// (docs/rules/README.md, "Bytes": reversi and mapcolor).
func TextWithoutNewline(lines []string) string { return strings.Join(lines, "\n") }
