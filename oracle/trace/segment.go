package trace

// Segment returns a log for some of l's rows, which another goroutine makes at the same
// time: the two share nothing that changes, if l's label is safe for concurrent use. A
// segment writes to no file but passes its text to hand, about size bytes at a time and
// at most FlushAt, in order; hand returns a buffer for what follows.
func (l *Log) Segment(size int, hand func(text []byte) []byte) *Log {
	s := newLog(l.d, l.label)
	s.hand, s.full = hand, size
	return s
}

// Buffer makes a buffer for a segment.
func Buffer() []byte { return new(block)[:] }

// Hand passes on what a segment holds, be it nothing.
func (l *Log) Hand() {
	text := l.buf[:l.n]
	l.n = 0
	buf := l.hand(text)
	l.buf = (*block)(buf[:cap(buf)])
}

// Append adds the text of a segment and returns its buffer, or another one in its
// place: where the log's own buffer is empty, they change places and nothing is copied.
func (l *Log) Append(text []byte) []byte {
	if l.n+len(text) > l.full {
		l.flush()
	}
	if l.n == 0 {
		spare := l.buf[:]
		l.buf, l.n = (*block)(text[:cap(text)]), len(text)
		return spare
	}
	l.n += copy(l.buf[l.n:], text)
	return text
}

// Off reports whether the log drops its rows, as one that is nil does.
func (l *Log) Off() bool { return l == nil || l.off }
