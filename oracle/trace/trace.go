// Package trace writes traverse logs: one row for each event of a search, in the dialect of an assignment. It
// is independent of the game and of the search. Rows are appended to one buffer that is flushed when it
// fills, so a log of any length streams through fixed memory.
//
// The package contains the formats of squirrel rule 6, reversi rule 5, mancala rule 11 and mapcolor rule 7
// (docs/rules/), each of which is a Dialect.
package trace

import (
	"math"

	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A Move is a game's own number for a move, from 0.
type Move uint32

// Root takes the place of the move at the root, to which no move leads.
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
	Root         string // name of the root in its rows
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

// Common returns the one of them for a search that cuts or does not.
func Common(prune bool) *Dialect {
	if prune {
		return &AlphaBeta
	}
	return &Minimax
}

// FlushAt is the size at which a buffer is written out. 256 KiB is where writing to a
// file stops getting faster.
const FlushAt = reachable - maxRow

// maxRow bounds a row, except for a name that does not fit into a cell.
const maxRow = 256

// A Log writes one log. While the search fills one buffer, the one before is
// being written: on two processors that takes a third off the time of a long log.
type Log struct {
	file            output.File
	d               *Dialect
	label           func(dst []byte, m Move) []byte
	numbers         *numbers
	buf             *block
	n               int        // number of bytes filled
	full            int        // when n reaches this, the buffer is written out
	other           *block     // the buffer being written; nil before the first write
	text            []byte     // the part of it that is being written
	written         chan error // receives the result of each write
	backgroundWrite func()     // writes it
	writing         bool
	names           [][]name                 // by depth and move: the names in use so far
	nodes           []*name                  // by ply: of the interior node there
	rare            []name                   // by ply: of an interior node that is not among names, then of a leaf
	windowed        bool                     // d.Window
	window          window                   // of the row before
	scratch         []byte                   // of name.set
	hand            func(text []byte) []byte // of a segment: takes the place of the file
	off             bool                     // nothing is written
	first           bool                     // buf holds the start of the log
	err             error
}

// Begin starts a log in sink's file called name, after a head that is known only
// at the end. label appends a move's name to dst; it appends the same one each time.
func Begin(sink output.Sink, name string, head output.Size, d *Dialect,
	label func(dst []byte, m Move) []byte) (*Log, error) {
	file, err := sink.Begin(name, head)
	if err != nil {
		return nil, err
	}
	l := newLog(d, label)
	l.file, l.full, l.first = file, FlushAt, true
	l.Text(d.Header)
	return l, nil
}

func newLog(d *Dialect, label func(dst []byte, m Move) []byte) *Log {
	l := &Log{d: d, windowed: d.Window, label: label, numbers: numbersOf(d), buf: blocks.Get().(*block)}
	l.window.set(l.numbers, -Inf, Inf)
	return l
}

// Discard is a log that drops its rows, for searches without one.
func Discard() *Log { return &Log{off: true} }

// Wait waits until nothing is being written. A search ends with it, so that the owner of an unfinished log
// can close its file.
func (l *Log) Wait() {
	if l.writing {
		if err := <-l.written; l.err == nil {
			l.err = err
		}
		l.writing = false
	}
}

// Err is the first error in writing; nothing is written after it.
func (l *Log) Err() error { return l.err }

// Enter logs that the search reaches an interior node at the given ply.
func (l *Log) Enter(ply int, m Move, depth int, v, alpha, beta int32) {
	if l.off {
		return
	}
	for ply >= len(l.nodes) { // a segment begins below the root
		l.nodes = append(l.nodes, nil)
	}
	l.nodes[ply] = l.name(ply, m, depth)
	l.row(l.nodes[ply], v, alpha, beta)
}

// Update logs that a child of the interior node at the given ply returned.
func (l *Log) Update(ply int, v, alpha, beta int32) {
	if l.off {
		return
	}
	l.row(l.nodes[ply], v, alpha, beta)
}

// Leaf logs a leaf with its evaluation.
func (l *Log) Leaf(m Move, depth int, v, alpha, beta int32) {
	if l.off {
		return
	}
	l.row(l.name(len(l.nodes), m, depth), v, alpha, beta)
}

// Mark adds a text to the end of the last row.
func (l *Log) Mark(text string) {
	if !l.off {
		l.add(text)
	}
}

// Text adds a line as it stands; an empty one adds nothing.
func (l *Log) Text(line string) {
	if line == "" {
		return
	}
	l.add("\n")
	l.add(line)
}

// add adds text of any length.
func (l *Log) add(text string) {
	for len(text) > 0 {
		if l.n >= l.full {
			l.flush()
		}
		n := copy(l.buf[l.n:l.full], text)
		text = text[n:]
		l.n += n
	}
}

// Finish ends the log and its file, whose head is known now.
func (l *Log) Finish(head []byte) error {
	if l.Off() {
		return nil
	}
	if l.d.FinalNewline {
		l.add("\n")
	}
	l.Wait()
	l.write(l.take())
	blocks.Put(l.buf)
	l.buf = nil // nothing is written any more
	if l.err != nil {
		return l.err
	}
	return l.file.Finish(head)
}

// row adds a row: the columns that stay the same in all rows of a node, and the
// others. A row begins with the end of the line before it, since the last one of
// a file may have to stay open. Nearly all rows are three stores.
func (l *Log) row(state *name, v, alpha, beta int32) {
	value := l.numbers.cell(v)
	if l.n >= l.full || state.long != "" || value == nil || alpha != l.window.alpha || beta != l.window.beta {
		l.rareRow(state, v, alpha, beta)
		return
	}
	n := state.put(l.buf, l.n)
	n = value.put(l.buf, n)
	if l.windowed {
		n = l.window.put(l.buf, n)
	}
	l.n = n
}

// rareRow adds a row before which there is something to do.
func (l *Log) rareRow(state *name, v, alpha, beta int32) {
	if l.n >= l.full {
		l.flush()
	}
	l.window.set(l.numbers, alpha, beta)
	l.add(state.long)
	n := state.put(l.buf, l.n)
	if value := l.numbers.cell(v); value != nil {
		n = value.put(l.buf, n)
	} else {
		var text [maxCell]byte
		n += copy(l.buf[n:], l.numbers.append(text[:0], v))
	}
	if l.windowed {
		n = l.window.put(l.buf, n)
	}
	l.n = n
}

// flush has the buffer written out, while the search goes on with the other one.
func (l *Log) flush() {
	if l.hand != nil {
		l.Hand()
		return
	}
	l.Wait()
	text := l.take()
	if l.err != nil {
		return
	}
	if l.other == nil {
		l.other, l.written, l.backgroundWrite = new(block), make(chan error, 1), l.writeInBackground
	}
	l.buf, l.other = l.other, l.buf
	l.writing = true
	l.text = text
	go l.backgroundWrite() // a function value, which costs no allocation
}

func (l *Log) writeInBackground() {
	_, err := l.file.Write(l.text)
	l.written <- err
}

// take empties the buffer. The line end before the first line is left out.
func (l *Log) take() []byte {
	text := l.buf[:l.n]
	l.n = 0
	if l.first && len(text) > 0 {
		text, l.first = text[1:], false
	}
	return text
}

func (l *Log) write(text []byte) {
	if l.err == nil {
		_, l.err = l.file.Write(text)
	}
}
