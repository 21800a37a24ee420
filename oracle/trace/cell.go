package trace

import (
	"strconv"
	"sync"
)

// A cell is up to 15 bytes of text and, in its last byte, their number. It is
// written as a whole, in one load and one store, and what follows its text is
// written over by the next one; that takes a quarter of the time of copying text
// of a length that is not known.
type cell [16]byte

func (c *cell) fill(text []byte) (fits bool) {
	if len(text) >= len(c) {
		return false
	}
	copy(c[:], text)
	c[15] = byte(len(text))
	return true
}

// put writes a cell to buf[n:], where 16 bytes must be free, and returns the place
// behind its text.
func (c *cell) put(buf []byte, n int) int {
	*(*cell)(buf[n:]) = *c
	return n + int(c[15])
}

// A name is the first columns of a node's rows, with the line end before them.
type name struct {
	cell
	long []byte // in place of the cell, if it is too short; else empty
}

// text tells whether there is a name yet.
func (c *name) text() bool { return c.cell[15] != 0 || len(c.long) > 0 }

// set makes the name of the node to which a move led.
func (c *name) set(l *Log, m Move, depth int) {
	text := append(l.scratch[:0], '\n')
	if m == Root {
		text = append(text, l.d.Root...)
	} else {
		text = l.label(text, m)
	}
	text = append(text, l.d.Separator...)
	text = strconv.AppendInt(text, int64(depth), 10)
	if c.long = c.long[:0]; !c.fill(text) {
		c.long = append(c.long, text...)
	}
	l.scratch = text
}

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
	known     = map[[3]string]*numbers{} // by what of a dialect they depend on; there are three
)

// numbersOf gives the cells of a dialect. They are made once.
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

// put writes a value to buf[n:] and returns the place behind it.
func (t *numbers) put(buf []byte, n int, v int32) int {
	if i := uint32(v + reach); i < uint32(len(t.small)) {
		return t.small[i].put(buf, n)
	}
	return t.putOther(buf, n, v)
}

// putOther writes infinities and large values.
func (t *numbers) putOther(buf []byte, n int, v int32) int {
	switch v {
	case Inf:
		return t.plus.put(buf, n)
	case -Inf:
		return t.minus.put(buf, n)
	}
	return len(strconv.AppendInt(append(buf[:n], t.separator...), int64(v), 10))
}
