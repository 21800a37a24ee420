package trace

// Part is a log for some of l's rows, which somebody else makes at the same time:
// a Part and l share nothing that changes, if l's label may be called from several
// goroutines at once. It writes to no file but hands its text to take, a buffer at
// a time, in order; take gives the buffer for what follows. size is that of the
// buffers.
func (l *Log) Part(size int, take func(text []byte) []byte) *Log {
	return &Log{d: l.d, label: l.label, numbers: l.numbers, part: take, buf: PartBuffer(size), full: size}
}

// PartBuffer makes a buffer for a Part.
func PartBuffer(size int) []byte { return make([]byte, size+longestRow) }

// Hand hands over what a Part holds, be it nothing.
func (l *Log) Hand() {
	text := l.buf[:l.n]
	l.n = 0
	buf := l.part(text)
	l.buf = buf[:cap(buf)]
}

// Append adds the text of a Part and gives its buffer back, or another one in its
// place: a long text is not copied.
func (l *Log) Append(text []byte) []byte {
	if l.n+len(text) > l.full {
		l.flush()
		if len(text) > l.full/2 && cap(text) >= len(l.buf) {
			spare := l.buf
			l.buf, l.n = text[:cap(text)], len(text)
			return spare
		}
	}
	l.room(len(text))
	l.n += copy(l.buf[l.n:], text)
	return text
}

// Off tells whether the log drops its rows.
func (l *Log) Off() bool { return l.off }
