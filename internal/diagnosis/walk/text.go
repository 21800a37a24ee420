package walk

import (
	"bytes"
	"context"
	"hash/maphash"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// longestLine is how much of a line a page shows, in bytes.
const longestLine = 500

// seed is that of the hashes by which lines are compared.
var seed = maphash.MakeSeed()

// show returns a line as a page shows it: what is invisible is escaped, and what is too long cut.
func show(line []byte) string {
	for _, c := range line {
		if c < ' ' || c > '~' {
			return shorten(escape.Line(string(line)))
		}
	}
	return shorten(string(line))
}

func shorten(line string) string {
	if len(line) <= longestLine {
		return line
	}
	return strings.ToValidUTF8(line[:longestLine], "") + "..."
}

// A rightLog is the sink of the right answer: it keeps the log's lines for the page, and their
// hashes.
type rightLog struct {
	file      string
	first     int // the line of the first step
	most      int // lines that are kept
	to        *page.Column
	above     []byte   // the head of the file, which ends before the log
	head      []uint64 // hashes of its lines
	below     []uint64 // hashes of those below
	skipped   int      // lines of the head
	firstStep string
	partial   []byte
}

// solve writes the right file into the columns "above" and "right". It returns nil if there is no
// log.
func (p *Page) solve(ctx context.Context, d *page.Data, stage replay.Stage) (*rightLog, error) {
	if stage.File == "" {
		return nil, nil
	}
	r := &rightLog{file: stage.File, first: stage.First, most: p.Most + stage.First - 1, to: d.Column("right")}
	if _, err := p.Game.Solve(ctx, p.How, r); err != nil {
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
		return nobody{}, nil
	}
	r.skipped = head.Lines
	return r, nil
}

// nobody reads a file.
type nobody struct{}

func (nobody) Write(p []byte) (int, error) { return len(p), nil }
func (nobody) Finish([]byte) error         { return nil }

func (r *rightLog) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		if r.skipped+len(r.below) >= r.most {
			break
		}
		if line[len(line)-1] != '\n' {
			r.partial = append(r.partial, line...)
			continue
		}
		r.add(append(r.partial, line[:len(line)-1]...))
		r.partial = r.partial[:0]
	}
	return len(p), nil
}

func (r *rightLog) add(line []byte) {
	r.below = append(r.below, maphash.Bytes(seed, line))
	if r.skipped+len(r.below) == r.first {
		r.firstStep = string(line)
	}
	r.to.Put([]byte(show(line)))
	r.to.U8('\n')
}

// Finish takes an open last line, and the head.
func (r *rightLog) Finish(head []byte) error {
	if len(r.partial) > 0 {
		r.add(r.partial)
	}
	r.above = bytes.Clone(head)
	for line := range bytes.Lines(head) {
		r.head = append(r.head, maphash.Bytes(seed, bytes.TrimRight(line, "\n")))
	}
	return nil
}

// all returns the hashes of the file's lines that are kept.
func (r *rightLog) all() []uint64 { return append(r.head[:len(r.head):len(r.head)], r.below...) }
