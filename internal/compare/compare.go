// Package compare finds the first difference of two texts of any length in
// bounded memory, and says of which kind it is. It knows no assignment but for
// the lines that a log marks as optional (docs/rules/mancala.md rule 11).
//
// It holds "Bytes" of docs/rules/README.md: texts that differ only in line ends,
// in blanks at the ends of lines or in how the last line ends are equal in form.
package compare

import (
	"bytes"
	"errors"
	"io"
)

// A Kind is what a difference consists in.
type Kind string

// The kinds. The first three leave a text equal in form, except that Blanks also
// names a difference in the blanks within a line.
const (
	LineEnds     Kind = "line ends"
	FinalNewline Kind = "final newline"
	Blanks       Kind = "blanks"
	Content      Kind = "content"
	MissingLines Kind = "missing lines"
	ExtraLines   Kind = "extra lines"
)

// A Grade is how alike two texts are.
type Grade int

const (
	Equal    Grade = iota // byte for byte
	SameForm              // but for line ends, blanks at line ends, the final newline
	Different
)

// A Report is the outcome of a comparison.
type Report struct {
	Grade Grade
	// First is the first difference that decides the grade: for Different the
	// first beyond form. It is nil if the texts are equal.
	First *Difference
	// Form is an earlier difference of form alone, if there is one.
	Form *Difference
}

// A Difference is a place at which two texts part.
type Difference struct {
	Kind   Kind
	Line   int // in the wanted text, from 1
	Column int // in bytes, from 1
	// GotLine is the line of the other text. It differs from Line only where
	// optional lines were passed over.
	GotLine int
	// Before holds the last lines before, up to Context of them. Want and Got
	// hold the line of the difference and up to Context lines after it; they are
	// shorter, or empty, where a text ends. Lines keep their line ends.
	Before, Want, Got []string
}

// Context is the number of lines shown before and after a difference.
const Context = 3

// chunk is the size in which texts are read; reading larger pieces is no faster.
const chunk = 256 << 10

// Options choose what counts as a difference.
type Options struct {
	// Optional makes lines of the wanted text that end in trace.OptionalMark
	// optional: the other text may hold, in their place, a line of the same node
	// and depth with an infinite value, or none.
	Optional bool
}

// Readers compares two texts.
func Readers(want, got io.Reader, o Options) (Report, error) {
	skipped, line, err := skipEqual(want, got)
	if err != nil {
		return Report{}, err
	}
	if skipped == nil {
		return Report{}, nil
	}
	c := newLockstep(skipped, line, o)
	return c.run()
}

// parted is where two texts stop being equal: what was read of both since some
// line before it, and their rest.
type parted struct {
	want, got         []byte
	wantRest, gotRest io.Reader
}

// skipEqual reads both texts as long as they are equal. It returns nil if they
// are so to the end, and else where to go on by lines: from at most Context
// lines before the first difference, with the number of the first of them.
func skipEqual(want, got io.Reader) (*parted, int, error) {
	a, b := make([]byte, 0, 2*chunk), make([]byte, 0, 2*chunk)
	line := 1
	for {
		keep := tail(a, Context)
		line += bytes.Count(a[:len(a)-keep], []byte{'\n'})
		a = append(a[:0], a[len(a)-keep:]...)
		b = append(b[:0], b[len(b)-keep:]...)
		n, errA := io.ReadFull(want, a[keep:keep+chunk])
		a = a[:keep+n]
		m, errB := io.ReadFull(got, b[keep:keep+chunk])
		b = b[:keep+m]
		for _, err := range []error{errA, errB} {
			if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				return nil, 0, err
			}
		}
		if !bytes.Equal(a, b) {
			return &parted{a, b, want, got}, line, nil
		}
		if n < chunk {
			return nil, 0, nil
		}
	}
}

// tail gives the length of the last n lines of text that is worth keeping, at
// most half a chunk, beginning at a line start.
func tail(text []byte, n int) int {
	low := max(0, len(text)-chunk/2)
	i := len(text)
	for range n + 1 {
		j := bytes.LastIndexByte(text[low:i], '\n')
		if j < 0 {
			if low == 0 {
				return len(text)
			}
			break
		}
		i = low + j
	}
	if i == len(text) { // one line longer than half a chunk
		return 0
	}
	return len(text) - i - 1
}

// Join gives the report on a whole text from those on its first lines and on the
// rest.
func Join(head, rest Report, lines int) Report {
	for _, d := range []*Difference{rest.First, rest.Form} {
		if d != nil {
			d.Line += lines
			d.GotLine += lines
		}
	}
	switch {
	case head.Grade == Different || rest.Grade == Equal:
		return head
	case head.Grade == Equal:
		return rest
	case rest.Grade == SameForm: // of both, the first counts
		return head
	}
	rest.Form = head.First
	return rest
}
