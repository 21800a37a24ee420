// Package compare finds and classifies the first difference of two texts of any length,
// in bounded memory. The only thing that it knows of assignments is that lines of a log may
// be marked as optional (docs/rules/mancala.md rule 11).
//
// It implements "Bytes" of docs/rules/README.md: texts that differ only in line ends,
// in blanks at the ends of lines or in how the last line ends are equal in form.
package compare

import (
	"bytes"
	"errors"
	"io"
	"sync"

	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A Kind says how two texts differ.
type Kind string

// The kinds. The first three leave the texts equal in form, except that Blanks also names a
// difference in the blanks within a line.
const (
	LineEnds     Kind = "line ends"
	FinalNewline Kind = "final newline"
	Blanks       Kind = "blanks"
	Content      Kind = "content"
	MissingLines Kind = "missing lines"
	ExtraLines   Kind = "extra lines"
)

// Says tells the kind to a reader who does not see the lines.
func (k Kind) Says() string {
	switch k {
	case Content:
		return "another line is wanted here"
	case MissingLines:
		return "lines are missing here"
	case ExtraLines:
		return "here are lines too many"
	case FinalNewline:
		return "the file's last newline is missing, or is one too many"
	}
	return "other " + string(k) + " are wanted"
}

// A Grade says how similar two texts are.
type Grade int

const (
	Equal    Grade = iota // byte for byte
	SameForm              // except for line ends, blanks at line ends and the final newline
	Different
)

// String returns the grade in words.
func (g Grade) String() string { return [...]string{"equal", "equal but for its form", "different"}[g] }

// A Report is the result of a comparison.
type Report struct {
	Grade Grade
	// First is the first difference that decides the grade: for Different, the first one
	// beyond form. It is nil if the texts are equal.
	First *Difference
	// Form is an earlier difference of form alone, if there is one.
	Form *Difference
}

// A Difference is a place where two texts differ.
type Difference struct {
	Kind   Kind
	Line   int // in the wanted text, from 1
	Column int // in bytes, from 1
	// GotLine is the line in the other text. It differs from Line only if optional lines
	// were skipped.
	GotLine int
	// Before holds up to Context lines that precede the difference. Want and Got hold the
	// line of the difference and up to Context lines after it; they are shorter, or empty,
	// where a text ends. Lines keep their line ends. Only a part of a line longer than
	// Shown bytes is kept; for the line of the difference that part begins From bytes after
	// the start of the line.
	Before, Want, Got []string
	From              int
	// Says is what a judge tells of it, in words of any origin, or "".
	Says string
}

// Context is the number of lines shown before and after a difference.
const Context = 3

// Shown is how many bytes of a line are kept for display.
const Shown = 4096

// chunk is the size of reads; larger ones are no faster.
const chunk = 256 << 10

// Options control what counts as a difference.
type Options struct {
	// Optional describes lines of the wanted text that the other text may lack, or replace.
	// It is nil if there are none.
	Optional *homework.OptionalLines
}

// buffers pools the buffers that two texts are read into: the kept lines and the next
// chunk.
var buffers = sync.Pool{New: func() any { return new([2][2 * chunk]byte) }}

// Readers compares two texts.
func Readers(want, got io.Reader, o Options) (Report, error) {
	memory := buffers.Get().(*[2][2 * chunk]byte)
	defer buffers.Put(memory)
	p := &parted{want: memory[0][:0], got: memory[1][:0], wantRest: want, gotRest: got, line: 1}
	if equal, err := p.skipEqual(o); equal || err != nil {
		return Report{}, err
	}
	return newLockstep(p, o).run()
}

// parted is where two texts cease to be equal: what was read of both from the start of some
// earlier line, and the rest of both.
type parted struct {
	want, got         []byte
	wantRest, gotRest io.Reader
	line              int // the number of the first line in want and got
	optional          int // how many of the lines before are optional
	skipped           int // bytes of that line that want and got do not include
}

// skipEqual reads both texts as long as they are equal, and reports whether they are equal
// to the end. If not, p holds the texts from at most Context lines before the first
// difference.
func (p *parted) skipEqual(o Options) (bool, error) {
	for {
		keep := tail(p.want, Context)
		p.leave(p.want[:len(p.want)-keep], o)
		p.want = append(p.want[:0], p.want[len(p.want)-keep:]...)
		p.got = append(p.got[:0], p.got[len(p.got)-keep:]...)
		n, errWant := io.ReadFull(p.wantRest, p.want[keep:keep+chunk])
		m, errGot := io.ReadFull(p.gotRest, p.got[keep:keep+chunk])
		p.want, p.got = p.want[:keep+n], p.got[:keep+m]
		for _, err := range []error{errWant, errGot} {
			if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				return false, err
			}
		}
		if !bytes.Equal(p.want, p.got) {
			return false, nil
		}
		if n < chunk {
			return true, nil
		}
	}
}

// leave counts the lines of a text that both have and that is discarded.
func (p *parted) leave(text []byte, o Options) {
	last := bytes.LastIndexByte(text, '\n')
	if last < 0 {
		p.skipped += len(text)
		return
	}
	p.skipped = len(text) - last - 1
	p.line += bytes.Count(text, []byte{'\n'})
	if o.Optional != nil {
		p.optional += bytes.Count(text, []byte(o.Optional.Mark+"\n"))
	}
}

// tail returns the length of the last n lines of text that is worth keeping: at most half a
// chunk, starting at the start of a line unless a line is longer.
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
	if i == len(text) { // a single line longer than half a chunk
		return len(text) - low
	}
	return len(text) - i - 1
}

// Join combines the reports on the first lines of a text and on the rest into one on the
// whole.
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
