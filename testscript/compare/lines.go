package compare

import (
	"bufio"
	"bytes"
	"errors"
	"hash/maphash"
	"io"
)

// longest is how much of a line is kept. No wanted line of an assignment comes near it;
// longer lines are compared by their digests.
const longest = chunk

// A line is a line of a text, with its line end.
type line struct {
	text []byte // the first bytes, up to longest
	// rest and solid are digests of the bytes after text: all of them, and those up to the
	// last byte that is not blank. They are 0 where there is no such byte.
	rest, solid uint64
	ended       bool // by a line end
}

// equal reports whether two lines are equal byte for byte.
func (l *line) equal(o *line) bool { return l.rest == o.rest && bytes.Equal(l.text, o.text) }

// alike reports whether two lines are equal except for blanks and line ends at their ends.
func (l *line) alike(o *line) bool {
	if l.solid != 0 || o.solid != 0 {
		return l.solid == o.solid && bytes.Equal(l.text, o.text)
	}
	return bytes.Equal(form(l.text), form(o.text))
}

// blank reports whether a line contains only blanks.
func (l *line) blank() bool { return l.solid == 0 && len(form(l.text)) == 0 }

// blanks are the characters that may differ at the end of lines of equal form.
const blanks = " \t\r\n"

// form returns a line without trailing blanks and its line end.
func form(text []byte) []byte { return bytes.TrimRight(text, blanks) }

// lines reads a text line by line, with as much look-ahead as is asked for.
type lines struct {
	r     *bufio.Reader
	queue []*line // lines read and not dropped
	spare []*line // memory of dropped lines
	hash  maphash.Hash
	done  bool
	err   error
}

// newLines returns a reader of a text's lines; both texts of a comparison share one seed.
func newLines(r io.Reader, seed maphash.Seed) *lines {
	l := &lines{r: bufio.NewReaderSize(r, chunk/4)}
	l.hash.SetSeed(seed)
	return l
}

// peek returns the i-th line from the current one, or nil past the end. The line is valid
// until it is dropped.
func (l *lines) peek(i int) *line {
	for len(l.queue) <= i {
		if l.done {
			return nil
		}
		next := l.fresh()
		l.read(next)
		if len(next.text) > 0 {
			l.queue = append(l.queue, next)
		}
	}
	return l.queue[i]
}

// fresh returns an empty line, reusing the memory of a dropped one if possible.
func (l *lines) fresh() *line {
	n := len(l.spare)
	if n == 0 {
		return new(line)
	}
	next := l.spare[n-1]
	l.spare = l.spare[:n-1]
	*next = line{text: next.text[:0]}
	return next
}

// read reads up to and including the next line end, or to the end of the text.
func (l *lines) read(to *line) {
	l.hash.Reset()
	for {
		part, err := l.r.ReadSlice('\n')
		to.ended = bytes.HasSuffix(part, []byte{'\n'})
		n := min(len(part), longest-len(to.text))
		to.text = append(to.text, part[:n]...)
		l.digest(to, part[n:])
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil {
			l.done = true
			if !errors.Is(err, io.EOF) {
				l.err = err
			}
		}
		return
	}
}

// digest adds a part of a line beyond the kept text to its digests.
func (l *lines) digest(to *line, part []byte) {
	if len(part) == 0 {
		return
	}
	solid := len(form(part))
	l.hash.Write(part[:solid])
	if solid > 0 {
		to.solid = l.hash.Sum64()
	}
	l.hash.Write(part[solid:])
	to.rest = l.hash.Sum64()
}

// drop discards the current line.
func (l *lines) drop() {
	if l.peek(0) == nil {
		return
	}
	l.spare = append(l.spare, l.queue[0])
	l.queue = append(l.queue[:0], l.queue[1:]...)
}

// onlyBlanks reports whether some text is left and all of it is blank. It reads up to the
// first line that is not, and keeps only the first lines, since none of the others can be
// asked for any more.
func (l *lines) onlyBlanks() bool {
	if l.peek(0) == nil {
		return false
	}
	for i := 0; i <= Context && l.peek(i) != nil; i++ {
		if !l.peek(i).blank() {
			return false
		}
	}
	next := l.fresh()
	for !l.done {
		*next = line{text: next.text[:0]}
		if l.read(next); !next.blank() {
			return false
		}
	}
	return true
}
