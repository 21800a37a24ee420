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
	"sync"

	"github.com/touchstone-suite/touchstone/oracle/trace"
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
	// shorter, or empty, where a text ends. Lines keep their line ends. Of a line
	// longer than Shown bytes a part is held; that of the line of the difference
	// begins From bytes after its start.
	Before, Want, Got []string
	From              int
}

// Context is the number of lines shown before and after a difference.
const Context = 3

// Shown is how many bytes of a line are held for showing it.
const Shown = 4096

// chunk is the size in which texts are read; reading larger pieces is no faster.
const chunk = 256 << 10

// Options choose what counts as a difference.
type Options struct {
	// Optional makes lines of the wanted text that end in trace.OptionalMark
	// optional: the other text may hold, in their place, a line of the same node
	// and depth with an infinite value, whatever its window, or none.
	Optional bool
}

// buffers holds what two texts are read into: the lines kept and the next chunk.
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

// parted is where two texts stop being equal: what was read of both since some
// line before it, and their rest.
type parted struct {
	want, got         []byte
	wantRest, gotRest io.Reader
	line              int // the number of the line that want and got begin with
	optional          int // of the lines before, how many are optional
	skipped           int // bytes of that line before what want and got hold of it
}

// skipEqual reads both texts as long as they are equal, and reports whether they
// are so to the end. If not, it holds the last lines from at most Context lines
// before the first difference on.
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

// leave counts the lines of a text that both have and that is left behind.
func (p *parted) leave(text []byte, o Options) {
	last := bytes.LastIndexByte(text, '\n')
	if last < 0 {
		p.skipped += len(text)
		return
	}
	p.skipped = len(text) - last - 1
	p.line += bytes.Count(text, []byte{'\n'})
	if o.Optional {
		p.optional += bytes.Count(text, []byte(trace.OptionalMark+"\n"))
	}
}

// tail returns the length of the last n lines of text that is worth keeping, at
// most half a chunk, beginning at a line start unless a line is longer.
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
		return len(text) - low
	}
	return len(text) - i - 1
}

// Join returns the report on a whole text from those on its first lines and on the
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
