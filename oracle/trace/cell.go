package trace

import (
	"strconv"
	"sync"
)

// A block is a buffer of rows, slightly longer than the range of positions at which a cell may begin. Since a
// position has few bits, the compiler can prove that every cell fits: without bounds checks,
// writing a row takes half the time (go test ./oracle/trace -bench Row).
type block [reachable + maxCell]byte

const (
	reachable = 1 << 18 // places of a block at which a cell may begin
	maxCell   = 32
)

// blocks holds the blocks of logs that have ended. Most logs are short: clearing a new block takes longer
// than writing one.
var blocks = sync.Pool{New: func() any { return new(block) }}

// A cell is up to 15 bytes of text; its last byte holds their number. It is written as a whole, in one load
// and one store, and the next cell overwrites the bytes after its text. That takes a quarter of the time of
// copying text of unknown length.
type cell [16]byte

func (c *cell) fill(text []byte) (fits bool) {
	if len(text) >= len(c) {
		return false
	}
	copy(c[:], text)
	c[15] = byte(len(text))
	return true
}

// put writes a cell to b at position n and returns the position after its text.
func (c *cell) put(b *block, n int) int {
	n &= reachable - 1
	*(*cell)(b[n : n+len(c)]) = *c
	return n + int(c[15])
}

// text is the text of a cell.
func (c *cell) text() []byte { return c[:c[15]] }

// reach bounds the numbers whose cells are made in advance.
const reach = 4096

// numbers are the cells of values, with the separator before them.
type numbers struct {
	separator   string
	plus, minus cell // the infinities
	small       [2*reach + 1]cell
}

var (
	numbersMu sync.Mutex
	known     = map[[3]string]*numbers{} // by the parts of a dialect that they depend on; there are three
)

// numbersOf returns the cells of a dialect. They are made once.
func numbersOf(d *Dialect) *numbers {
	numbersMu.Lock()
	defer numbersMu.Unlock()
	key := [3]string{d.Separator, d.PlusInf, d.MinusInf}
	if t := known[key]; t != nil {
		return t
	}
	t := &numbers{separator: d.Separator}
	if !t.plus.fill([]byte(d.Separator+d.PlusInf)) || !t.minus.fill([]byte(d.Separator+d.MinusInf)) {
		panic("trace: a dialect's infinities are too long")
	}
	var text []byte
	for i := range t.small {
		text = strconv.AppendInt(append(text[:0], d.Separator...), int64(i-reach), 10)
		t.small[i].fill(text)
	}
	known[key] = t
	return t
}

// cell returns the cell of a value, or nil if the table does not have it.
func (t *numbers) cell(v int32) *cell {
	if i := uint32(v + reach); i < uint32(len(t.small)) {
		return &t.small[i]
	}
	switch v {
	case Inf:
		return &t.plus
	case -Inf:
		return &t.minus
	}
	return nil
}

// append appends the text of a value.
func (t *numbers) append(dst []byte, v int32) []byte {
	if c := t.cell(v); c != nil {
		return append(dst, c.text()...)
	}
	return strconv.AppendInt(append(dst, t.separator...), int64(v), 10)
}

// A window is the text of the columns alpha and beta. Most rows have the same window as the row before.
type window struct {
	alpha, beta int32
	text        [maxCell]byte
	length      int
}

// set sets the text of a window.
func (w *window) set(t *numbers, alpha, beta int32) {
	w.alpha, w.beta = alpha, beta
	if a, b := t.cell(alpha), t.cell(beta); a != nil && b != nil {
		w.length = int(a[15])
		*(*cell)(w.text[:len(a)]) = *a
		*(*cell)(w.text[w.length&15:][:len(b)]) = *b
		w.length += int(b[15])
		return
	}
	text := t.append(t.append(w.text[:0], alpha), beta)
	if w.length = len(text); w.length > len(w.text) {
		panic("trace: a window is too long")
	}
}

// put writes a window to b at position n and returns the position after it.
func (w *window) put(b *block, n int) int {
	n &= reachable - 1
	*(*[maxCell]byte)(b[n : n+maxCell]) = w.text
	return n + w.length
}

// A name is the first columns of a node's rows, with the line end before them.
type name struct {
	cell
	long string // in place of the cell, which is empty then, if that is too short
}

// isSet reports whether there is a name yet.
func (c *name) isSet() bool { return c.cell[15] != 0 || c.long != "" }

// set sets the name of the node that a move leads to.
func (c *name) set(l *Log, m Move, depth int) {
	text := append(l.scratch[:0], '\n')
	if m == Root {
		text = append(text, l.d.Root...)
	} else {
		text = l.label(text, m)
	}
	text = append(text, l.d.Separator...)
	text = strconv.AppendInt(text, int64(depth), 10)
	if c.long = ""; !c.fill(text) {
		c.cell, c.long = cell{}, string(text)
	}
	l.scratch = text
}

// maxMoves and maxDepths bound the moves and depths whose names are remembered.
const (
	maxMoves  = 1 << 12
	maxDepths = 32
)

// name returns the name of a node, which is not in use at another ply if it is not remembered.
func (l *Log) name(ply int, m Move, depth int) *name {
	if depth < len(l.names) && int(m) < len(l.names[depth]) {
		if c := &l.names[depth][m]; c.isSet() {
			return c
		}
	}
	return l.newName(ply, m, depth)
}

// newName returns a new name for a node.
func (l *Log) newName(ply int, m Move, depth int) *name {
	if depth >= maxDepths || m >= maxMoves { // also the root
		for ply >= len(l.rare) {
			l.rare = append(l.rare, name{})
		}
		c := &l.rare[ply]
		c.set(l, m, depth)
		return c
	}
	for depth >= len(l.names) {
		l.names = append(l.names, nil)
	}
	if more := int(m) + 1 - len(l.names[depth]); more > 0 {
		l.names[depth] = append(l.names[depth], make([]name, max(more, 32))...)
	}
	c := &l.names[depth][m]
	c.set(l, m, depth)
	return c
}

// Segment returns a log for some of l's rows, for use by another goroutine at the same time: the two share no
// mutable data, if l's label is safe for concurrent use. A segment does not write to a file; it passes its
// text to hand, about size bytes at a time and at most FlushAt, in order. hand returns a buffer for the next
// part.
func (l *Log) Segment(size int, hand func(text []byte) []byte) *Log {
	s := newLog(l.d, l.label)
	s.hand, s.full = hand, size
	return s
}

// Buffer makes a buffer for a segment.
func Buffer() []byte { return new(block)[:] }

// Hand passes on the text of a segment, even if it is empty.
func (l *Log) Hand() {
	text := l.buf[:l.n]
	l.n = 0
	buf := l.hand(text)
	l.buf = (*block)(buf[:cap(buf)])
}

// Append adds the text of a segment and returns its buffer or a replacement. If the log's own buffer is
// empty, the two are swapped and nothing is copied.
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
