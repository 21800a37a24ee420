package compare

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// longest is the length at which a line is taken as ended. No wanted line comes
// near it; a longer one is different long before.
const longest = 1 << 20

// lines reads a text line by line, with as many lines ahead as asked for.
type lines struct {
	r     *bufio.Reader
	queue [][]byte // lines read and not dropped, with their line ends
	spare [][]byte // memory of dropped lines
	done  bool
	err   error
}

func newLines(r io.Reader) *lines {
	return &lines{r: bufio.NewReaderSize(r, chunk)}
}

// peek returns the i-th line from the one at hand, or nil past the end. It is
// valid until it is dropped.
func (l *lines) peek(i int) []byte {
	for len(l.queue) <= i {
		if l.done {
			return nil
		}
		l.read()
	}
	return l.queue[i]
}

func (l *lines) read() {
	var line []byte
	if n := len(l.spare); n > 0 {
		line, l.spare = l.spare[n-1][:0], l.spare[:n-1]
	}
	for {
		part, err := l.r.ReadSlice('\n')
		line = append(line, part...)
		if errors.Is(err, bufio.ErrBufferFull) && len(line) < longest {
			continue
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			l.done = true
			if !errors.Is(err, io.EOF) {
				l.err = err
			}
		}
		break
	}
	if len(line) > 0 {
		l.queue = append(l.queue, line)
	}
}

// drop leaves the line at hand behind.
func (l *lines) drop() {
	if l.peek(0) == nil {
		return
	}
	l.spare = append(l.spare, l.queue[0])
	l.queue = append(l.queue[:0], l.queue[1:]...)
}

// ahead copies up to n lines from the one at hand on, without those that pass
// names.
func (l *lines) ahead(n int, pass func([]byte) bool) (out []string) {
	for i := 0; len(out) < n && l.peek(i) != nil; i++ {
		if pass == nil || !pass(l.peek(i)) {
			out = append(out, string(l.peek(i)))
		}
	}
	return out
}

// onlyBlanks tells whether there is something left and all of it is blank. It
// reads on to the first line that is not.
func (l *lines) onlyBlanks() bool {
	some := false
	for i := 0; ; i++ {
		line := l.peek(i)
		if line == nil {
			return some
		}
		if len(bytes.TrimSpace(line)) > 0 || i > mostBlank {
			return false
		}
		some = true
	}
}

// mostBlank bounds the blank lines at the end of a text that are form.
const mostBlank = 1000
