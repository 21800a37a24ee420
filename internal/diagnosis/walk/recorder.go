package walk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// The bits of a line's flags; the lowest two are its replay.Kind.
const (
	flagBetter = 1 << (2 + iota)
	flagCut
	flagMax
	flagOver
)

// errFull ends a replay when the page holds no more.
var errFull = errors.New("the page is full")

// A recorder writes the columns of a search.
type recorder struct {
	stage    replay.Stage
	maxLines int
	lines    int
	full     bool  // the search has more lines
	windows  bool  // a window was narrowed
	failed   error // set if the format cannot hold the search

	names  table[string]
	movers table[string]
	pieces table[piece]
	boards [][]uint16 // of the nodes from the root, by index into pieces

	flags, ply, depth, name, mover, index *page.Column // one number for each line
	value, alpha, beta                    *page.Column
	changes, place, piece                 *page.Column // changes are counts, for each line, of the two after it
	fan, moves                            *page.Column // fan is the count, for each line, of moves
}

func newRecorder(d *page.Data, stage replay.Stage, maxLines int) *recorder {
	r := &recorder{stage: stage, maxLines: maxLines}
	r.pieces.id(piece{}) // an empty place is 0
	for _, c := range []struct {
		name string
		to   **page.Column
	}{
		{"flags", &r.flags}, {"ply", &r.ply}, {"depth", &r.depth}, {"name", &r.name}, {"mover", &r.mover},
		{"index", &r.index},
		{"value", &r.value}, {"alpha", &r.alpha}, {"beta", &r.beta},
		{"changes", &r.changes}, {"place", &r.place}, {"piece", &r.piece}, {"fan", &r.fan}, {"moves", &r.moves},
	} {
		*c.to = d.Column(c.name)
	}
	return r
}

// visit writes a step.
func (r *recorder) visit(s replay.Step) error {
	if r.lines == r.maxLines {
		r.full = true
		return errFull
	}
	r.lines++
	flags := uint8(s.Kind)
	for _, f := range []struct {
		set bool
		bit uint8
	}{{s.Better, flagBetter}, {s.Cut, flagCut}, {s.Max, flagMax},
		{s.Kind == replay.Leaf && s.Over(), flagOver}} {
		if f.set {
			flags |= f.bit
		}
	}
	r.flags.U8(flags)
	r.ply.U16(r.small(s.Ply))
	r.depth.U16(r.small(s.Depth))
	r.name.U32(uint32(r.names.id(s.Name)))
	r.value.I32(s.Value)
	r.alpha.I32(s.Alpha)
	r.beta.I32(s.Beta)
	r.index.U16(r.small(s.Index))
	r.windows = r.windows || s.Alpha != -replay.Inf || s.Beta != replay.Inf
	r.move(s)
	r.board(s)
	return r.failed
}

// move writes the moves of a node that is entered.
func (r *recorder) move(s replay.Step) {
	if s.Kind != replay.Enter {
		r.fan.U16(0)
		return
	}
	r.fan.U16(r.small(len(s.Moves)))
	for _, move := range s.Moves {
		r.moves.U32(uint32(r.names.id(move)))
	}
}

// board writes the position of a node as the changes since the node above. Before the root the board is
// empty.
func (r *recorder) board(s replay.Step) {
	if s.Kind == replay.Update {
		r.mover.U16(0)
		r.changes.U16(0)
		return
	}
	b := s.Board()
	for len(r.boards) <= s.Ply {
		r.boards = append(r.boards, make([]uint16, len(r.stage.Places)))
	}
	own := r.boards[s.Ply]
	if s.Ply > 0 {
		copy(own, r.boards[s.Ply-1])
	}
	changes := 0
	for i, p := range b.Pieces {
		id := r.small(r.pieces.id(piece{p.Text, p.Side}))
		if own[i] != id {
			own[i] = id
			changes++
			r.place.U16(r.small(i))
			r.piece.U16(id)
		}
	}
	r.changes.U16(r.small(changes))
	r.mover.U16(r.small(r.movers.id(b.Mover)))
}

// small converts a number to the 16 bits of a column.
func (r *recorder) small(n int) uint16 {
	if n > math.MaxUint16 && r.failed == nil {
		r.failed = fmt.Errorf("a page holds numbers up to %d of plies, moves and places, found %d", math.MaxUint16,
			n)
	}
	return uint16(n)
}

// describe adds the tables to a header.
func (r *recorder) describe(h *header) {
	h.Lines = r.lines
	for _, name := range r.names.all {
		h.Names = append(h.Names, escape.Line(name))
		h.PlaceOf = append(h.PlaceOf, slices.IndexFunc(r.stage.Places,
			func(p replay.Place) bool { return replay.MadeAt(name, p.Name) }))
	}
	for _, mover := range r.movers.all {
		h.Movers = append(h.Movers, escape.Line(mover))
	}
	for _, p := range r.pieces.all {
		h.Pieces = append(h.Pieces, piece{escape.Line(p.Text), p.Side})
	}
}

// A table numbers values in the order in which they arrive, from 0.
type table[T comparable] struct {
	all []T
	ids map[T]int
}

func (t *table[T]) id(v T) int {
	id, known := t.ids[v]
	if !known {
		if t.ids == nil {
			t.ids = map[T]int{}
		}
		id = len(t.all)
		t.ids[v] = id
		t.all = append(t.all, v)
	}
	return id
}

// maxLineLength is the maximum number of bytes of a line that a page shows.
const maxLineLength = 500

// seed is the seed of the hashes by which lines are compared.
var seed = maphash.MakeSeed()

// show returns a line as a page shows it: invisible characters are escaped, and a long line is cut.
func show(line []byte) string {
	for _, c := range line {
		if c < ' ' || c > '~' {
			return shorten(escape.Line(string(line)))
		}
	}
	return shorten(string(line))
}

func shorten(line string) string {
	if len(line) <= maxLineLength {
		return line
	}
	return strings.ToValidUTF8(line[:maxLineLength], "") + "..."
}

// A rightLog is the sink of the right answer: it keeps the log's lines for the page, and their hashes.
type rightLog struct {
	file      string
	first     int // the line of the first step
	maxLines  int // lines that are kept
	to        *page.Column
	above     []byte   // the head of the file, which ends before the log
	head      []uint64 // hashes of its lines
	below     []uint64 // hashes of those below
	skipped   int      // lines of the head
	firstStep string
	output.Lines
}

// solve writes the right file into the columns "above" and "right". It returns nil if there is no log.
func (p *Page) solve(ctx context.Context, d *page.Data, stage replay.Stage) (*rightLog, error) {
	if stage.File == "" {
		return nil, nil
	}
	r := &rightLog{file: stage.File, first: stage.First, maxLines: p.MaxLines + stage.First - 1, to: d.Column("right")}
	r.Visit = r.add
	if _, err := p.Game.Solve(ctx, p.Options, r); err != nil {
		return nil, err
	}
	above := d.Column("above")
	for line := range bytes.Lines(r.above) {
		above.Put([]byte(show(bytes.TrimRight(line, "\n")) + "\n"))
	}
	return r, nil
}

func (r *rightLog) Begin(name string, head output.Size) (output.File, error) {
	if name != r.file {
		other := &rightLog{} // which keeps nothing
		other.Visit = other.add
		return other, nil
	}
	r.skipped = head.Lines
	return r, nil
}

// add adds one line, unless the page is full.
func (r *rightLog) add(line []byte) {
	if r.skipped+len(r.below) >= r.maxLines {
		return
	}
	r.below = append(r.below, maphash.Bytes(seed, line))
	if r.skipped+len(r.below) == r.first {
		r.firstStep = string(line)
	}
	r.to.Put([]byte(show(line)))
	r.to.U8('\n')
}

// Finish adds an unterminated last line, and the head.
func (r *rightLog) Finish(head []byte) error {
	r.End()
	r.above = bytes.Clone(head)
	for line := range bytes.Lines(head) {
		r.head = append(r.head, maphash.Bytes(seed, bytes.TrimRight(line, "\n")))
	}
	return nil
}

// all returns the hashes of the file's lines that are kept.
func (r *rightLog) all() []uint64 { return append(r.head[:len(r.head):len(r.head)], r.below...) }
