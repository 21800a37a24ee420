// Package trace writes traverse logs: one row for each event of a search, in the
// dialect of an assignment. It knows no game and no search; rows are appended
// to one buffer and flushed as it fills, so a log of any length streams through
// fixed memory.
//
// It holds the formats of squirrel rule 6, reversi rule 5, mancala rule 11 and
// mapcolor rule 7 (docs/rules/), each of which is a Dialect.
package trace

import (
	"math"
	"strconv"

	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A Move is a game's own number for a move, from 0.
type Move uint32

// Root stands in the place of the move for the root, to which none led.
const Root Move = math.MaxUint32

// Inf and -Inf are the infinities of values and windows.
const Inf int32 = math.MaxInt32

// A Dialect is how an assignment spells its log.
type Dialect struct {
	Header       string // first line, without its line end; "" for none
	Separator    string // between the columns of a row
	PlusInf      string
	MinusInf     string
	Window       bool   // rows end with the columns alpha and beta
	FinalNewline bool   // the file ends with a line end
	Root         string // what stands in the root's rows for the node's name
}

// Minimax and AlphaBeta are the dialects of squirrel and mancala. Reversi's is
// AlphaBeta without the final line end.
var (
	Minimax = Dialect{
		Header:       "Node,Depth,Value",
		Separator:    ",",
		PlusInf:      "Infinity",
		MinusInf:     "-Infinity",
		FinalNewline: true,
		Root:         "root",
	}
	AlphaBeta = Dialect{
		Header:       "Node,Depth,Value,Alpha,Beta",
		Separator:    ",",
		PlusInf:      "Infinity",
		MinusInf:     "-Infinity",
		Window:       true,
		FinalNewline: true,
		Root:         "root",
	}
)

// flushAt is the size at which the buffer is written out. 256 KiB is where
// writing to a file stops getting faster.
const flushAt = 256 << 10

// A Log writes one log.
type Log struct {
	file   homework.File
	d      *Dialect
	label  func(dst []byte, m Move) []byte
	buf    []byte
	prefix [][]byte // by ply: name and depth of the interior node there
	off    bool     // nothing is written
	first  bool     // buf holds the start of the log
	err    error
}

// Begin starts a log in sink's file called name, after a head that is known only
// at the end. label appends a move's name to dst.
func Begin(sink homework.Sink, name string, head homework.Size, d *Dialect, label func(dst []byte, m Move) []byte) (*Log, error) {
	file, err := sink.Begin(name, head)
	if err != nil {
		return nil, err
	}
	l := &Log{file: file, d: d, label: label, buf: make([]byte, 0, flushAt+4<<10), first: true}
	l.Text(d.Header)
	return l, nil
}

// Discard is a log that drops its rows, for searches without one.
func Discard() *Log { return &Log{off: true} }

// Err is the first error in writing; nothing is written after it.
func (l *Log) Err() error { return l.err }

// Enter logs that the search comes to an interior node at the given ply.
func (l *Log) Enter(ply int, m Move, depth int, v, alpha, beta int32) {
	if l.off {
		return
	}
	if ply == len(l.prefix) {
		l.prefix = append(l.prefix, nil)
	}
	l.prefix[ply] = l.node(l.prefix[ply][:0], m, depth)
	l.Update(ply, v, alpha, beta)
}

// Update logs that a child of the interior node at the given ply returned.
func (l *Log) Update(ply int, v, alpha, beta int32) {
	if l.off {
		return
	}
	l.values(append(l.buf, l.prefix[ply]...), v, alpha, beta)
}

// Leaf logs a leaf with its evaluation.
func (l *Log) Leaf(m Move, depth int, v, alpha, beta int32) {
	if l.off {
		return
	}
	l.values(l.node(l.buf, m, depth), v, alpha, beta)
}

// OptionalMark ends a line that a submission may have or lack.
const OptionalMark = "\tOPTIONAL"

// Optional logs the line that the course's own files carried before a leaf in
// which the game is over: its infinity, and a mark behind it.
func (l *Log) Optional(m Move, depth int, max bool, alpha, beta int32) {
	if l.off {
		return
	}
	v := Inf
	if max {
		v = -Inf
	}
	l.values(l.node(l.buf, m, depth), v, alpha, beta)
	l.buf = append(l.buf, OptionalMark...)
}

// Text adds a line as it stands; an empty one adds nothing.
func (l *Log) Text(line string) {
	if line == "" {
		return
	}
	l.buf = append(append(l.buf, '\n'), line...)
}

// Finish ends the log and its file, whose head is known now.
func (l *Log) Finish(head []byte) error {
	if l.off {
		return nil
	}
	if l.d.FinalNewline {
		l.buf = append(l.buf, '\n')
	}
	l.flush()
	if l.err != nil {
		return l.err
	}
	return l.file.Finish(head)
}

// node appends the columns that stay the same in all rows of a node. A row
// begins with the end of the line before it, since the last one of a file may
// have to stay open.
func (l *Log) node(dst []byte, m Move, depth int) []byte {
	dst = append(dst, '\n')
	if m == Root {
		dst = append(dst, l.d.Root...)
	} else {
		dst = l.label(dst, m)
	}
	dst = append(dst, l.d.Separator...)
	dst = appendInt(dst, int32(depth))
	return append(dst, l.d.Separator...)
}

// values appends the other columns to dst, which extends the buffer, and keeps
// the row.
func (l *Log) values(dst []byte, v, alpha, beta int32) {
	dst = l.value(dst, v)
	if l.d.Window {
		dst = append(dst, l.d.Separator...)
		dst = l.value(dst, alpha)
		dst = append(dst, l.d.Separator...)
		dst = l.value(dst, beta)
	}
	l.buf = dst
	if len(dst) >= flushAt {
		l.flush()
	}
}

func (l *Log) value(dst []byte, v int32) []byte {
	switch v {
	case Inf:
		return append(dst, l.d.PlusInf...)
	case -Inf:
		return append(dst, l.d.MinusInf...)
	}
	return appendInt(dst, v)
}

// flush writes out the buffer, but for the line end before the first line.
func (l *Log) flush() {
	text := l.buf
	if l.first && len(text) > 0 {
		text, l.first = text[1:], false
	}
	if l.err == nil {
		_, l.err = l.file.Write(text)
	}
	l.buf = l.buf[:0]
}

// Values within ±smallest are copied from a table, which takes a third of the
// time of converting them.
const smallest = 1024

var small = func() (t [2*smallest + 1]struct {
	n uint8
	b [5]byte
}) {
	for i := range t {
		t[i].n = uint8(len(strconv.AppendInt(t[i].b[:0], int64(i-smallest), 10)))
	}
	return t
}()

func appendInt(dst []byte, v int32) []byte {
	if i := v + smallest; 0 <= i && i < int32(len(small)) {
		e := &small[i]
		return append(dst, e.b[:e.n]...)
	}
	return strconv.AppendInt(dst, int64(v), 10)
}
