package trace

// Part is a log for some of l's rows, which somebody else makes at the same time:
// a Part and l share nothing that changes, if l's label may be called from several
// goroutines at once. It writes to no file but hands its text to take, about size
// bytes at a time and at most FlushAt, in order; take gives a buffer for what follows.
func (l *Log) Part(size int, take func(text []byte) []byte) *Log {
	p := newLog(l.d, l.label)
	p.part, p.full = take, size
	return p
}

// Buffer makes a buffer for a Part.
func Buffer() []byte { return new(block)[:] }

// Hand hands over what a Part holds, be it nothing.
func (l *Log) Hand() {
	text := l.buf[:l.n]
	l.n = 0
	buf := l.part(text)
	l.buf = (*block)(buf[:cap(buf)])
}

// Append adds the text of a Part and gives its buffer back, or another one in its
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

// Off tells whether the log drops its rows.
func (l *Log) Off() bool { return l.off }
