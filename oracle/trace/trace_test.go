package trace_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

func label(dst []byte, m trace.Move) []byte {
	return strconv.AppendUint(append(dst, 'm'), uint64(m), 10)
}

// One log in every dialect: squirrel rule 6 and mancala rule 11 (minimax,
// alpha-beta), reversi rule 5, mapcolor rule 7.
func TestDialects(t *testing.T) {
	reversi := trace.AlphaBeta
	reversi.FinalNewline = false
	mapcolor := trace.Dialect{Separator: ", ", PlusInf: "inf", MinusInf: "-inf", Window: true, Root: "SA, G"}
	for _, c := range []struct {
		name    string
		dialect trace.Dialect
		want    string
	}{
		{"minimax", trace.Minimax, "Node,Depth,Value\nroot,0,-Infinity\nm7,1,Infinity\nm0,2,-3\nm7,1,-3\nm1,1,Infinity\tOPTIONAL\nm1,1,5\nroot,0,5\n"},
		{"alpha-beta", trace.AlphaBeta, "Node,Depth,Value,Alpha,Beta\nroot,0,-Infinity,-Infinity,Infinity\nm7,1,Infinity,-Infinity,Infinity\n" +
			"m0,2,-3,-Infinity,Infinity\nm7,1,-3,-Infinity,-3\nm1,1,Infinity,-3,Infinity\tOPTIONAL\nm1,1,5,-3,Infinity\nroot,0,5,5,Infinity\n"},
		{"reversi", reversi, "Node,Depth,Value,Alpha,Beta\nroot,0,-Infinity,-Infinity,Infinity\nm7,1,Infinity,-Infinity,Infinity\n" +
			"m0,2,-3,-Infinity,Infinity\nm7,1,-3,-Infinity,-3\nm1,1,Infinity,-3,Infinity\tOPTIONAL\nm1,1,5,-3,Infinity\nroot,0,5,5,Infinity"},
		{"mapcolor", mapcolor, "SA, G, 0, -inf, -inf, inf\nm7, 1, inf, -inf, inf\nm0, 2, -3, -inf, inf\nm7, 1, -3, -inf, -3\n" +
			"m1, 1, inf, -3, inf\tOPTIONAL\nm1, 1, 5, -3, inf\nSA, G, 0, 5, 5, inf"},
	} {
		files := output.Memory{}
		log := must.Get(trace.Begin(files, "log", output.Size{Lines: 1, Bytes: 5}, &c.dialect, label))(t)
		const inf = trace.Inf
		log.Enter(0, trace.Root, 0, -inf, -inf, inf)
		log.Enter(1, 7, 1, inf, -inf, inf)
		log.Leaf(0, 2, -3, -inf, inf)
		log.Update(1, -3, -inf, -3)
		log.Leaf(1, 1, inf, -3, inf)
		log.Mark("\tOPTIONAL")
		log.Leaf(1, 1, 5, -3, inf)
		log.Text("")
		log.Update(0, 5, 5, inf)
		must.Do(t, log.Finish([]byte("head\n")))
		expect.Equal(t, "head\n"+c.want, string(files["log"]), c.name)
	}
}

// Values are plain integers of any size ("Two facts" of docs/rules/README.md).
func TestValues(t *testing.T) {
	values := []int32{math.MinInt32 + 2, math.MaxInt32 - 1, 1_000_000, -1_000_000, math.MaxInt32 - 1024, math.MinInt32 + 1024}
	for v := int32(-1100); v <= 1100; v++ {
		values = append(values, v)
	}
	files := output.Memory{}
	log := must.Get(trace.Begin(files, "log", output.Size{}, &trace.Dialect{Separator: " "}, label))(t)
	var want strings.Builder
	for _, v := range values {
		log.Leaf(0, 0, v, 0, 0)
		fmt.Fprintf(&want, "\nm0 0 %d", v)
	}
	must.Do(t, log.Finish(nil))
	expect.Equal(t, want.String()[1:], string(files["log"]))
}

// A recorder is a sink that remembers how it was written to.
type recorder struct {
	text     bytes.Buffer
	writes   []int // their sizes
	room     int   // the number of writes before refuse
	refuse   error // instead of a later write, if not nil
	finished bool
}

func (r *recorder) Begin(string, output.Size) (output.File, error) { return r, nil }
func (r *recorder) Finish([]byte) error                            { r.finished = true; return nil }
func (r *recorder) Write(p []byte) (int, error) {
	if len(r.writes) == r.room && r.refuse != nil {
		return 0, r.refuse
	}
	r.writes = append(r.writes, len(p))
	return r.text.Write(p)
}

// A log of several megabytes is written in parts of about 256 KiB, and no byte is lost. Rows may come from a
// segment, which passes them on in parts of about its own size.
func TestStreams(t *testing.T) {
	for _, size := range []int{0, 1, 1000, trace.FlushAt} { // of the segment, if it is not 0
		var r recorder
		log := must.Get(trace.Begin(&r, "log", output.Size{}, &trace.AlphaBeta, label))(t)
		rows := log
		if size > 0 {
			rows = log.Segment(size, func(text []byte) []byte {
				expect.True(t, len(text) <= size+50, len(text), "bytes are handed over, want about", size)
				return log.Append(text)
			})
		}
		var want bytes.Buffer
		want.WriteString("Node,Depth,Value,Alpha,Beta\n")
		for i := range int32(200_000) {
			rows.Leaf(trace.Move(i), 3, i, -i, trace.Inf)
			fmt.Fprintf(&want, "m%d,3,%d,%d,Infinity\n", i, i, -i)
			if i%1000 == 0 { // a mark may be after the end of a write
				rows.Leaf(trace.Move(i), 3, -trace.Inf, 0, 0)
				rows.Mark("\tOPTIONAL")
				fmt.Fprintf(&want, "m%d,3,-Infinity,0,0\tOPTIONAL\n", i)
			}
		}
		if size > 0 {
			rows.Hand()
		}
		must.Do(t, log.Finish(nil))
		expect.True(t, bytes.Equal(r.text.Bytes(), want.Bytes()), "segments of", size, "bytes: the log has",
			r.text.Len(), "bytes, want", want.Len(), "of the same rows")
		for i, written := range r.writes {
			if last := i == len(r.writes)-1; written > 257<<10 || written < 255<<10-size && !last {
				t.Errorf("segments of %d bytes: write %d of %d has %d bytes", size, i+1, len(r.writes), written)
			}
		}
	}
}

// After an error nothing more is written, and the error stays. The only write of a short log may also fail.
func TestWriteError(t *testing.T) {
	full := errors.New("the disk is full")
	for room, rows := range []int32{1, 100_000, 200_000} {
		r := recorder{room: room, refuse: full}
		log := must.Get(trace.Begin(&r, "log", output.Size{}, &trace.Minimax, label))(t)
		for i := range rows {
			log.Leaf(trace.Move(i), 3, i, 0, 0)
		}
		expect.True(t, rows <= 1 || errors.Is(log.Err(), full), "error", log.Err(), "after", rows, "rows, want", full)
		if err := log.Finish(nil); !errors.Is(err, full) || len(r.writes) != room || r.finished {
			t.Errorf("Finish: error %v after %d writes, want %v after %d", err, len(r.writes), full, room)
		}
	}
}

// A row costs no allocation.
func TestAllocations(t *testing.T) {
	r := recorder{}
	log := must.Get(trace.Begin(&r, "log", output.Size{}, &trace.AlphaBeta, label))(t)
	log.Enter(0, 1, 0, -trace.Inf, -trace.Inf, trace.Inf)
	r.text.Grow(8 << 20)
	if n := testing.AllocsPerRun(1000, func() {
		log.Enter(0, 1, 0, -trace.Inf, -trace.Inf, trace.Inf)
		log.Leaf(2, 1, 1_000_000, -trace.Inf, trace.Inf)
		log.Update(0, 5, 5, trace.Inf)
	}); n != 0 {
		t.Errorf("%v allocations for three rows, want none", n)
	}
}

// Names are right beyond the remembered ones: of nodes deeper than 32 plies, and of moves from 4,096 on. The
// rows of each node on the way alternate, down and up again, so that a wrong name is detected.
func TestDeepAndWideNames(t *testing.T) {
	for _, c := range []struct {
		name  string
		depth func(ply int) int
		move  func(ply int) trace.Move
	}{
		{"deep", func(ply int) int { return ply }, func(ply int) trace.Move { return trace.Move(ply % 3) }},
		{"a chain of extra turns", func(int) int { return 33 }, func(ply int) trace.Move { return trace.Move(ply % 5) }},
		{"wide", func(ply int) int { return ply }, func(ply int) trace.Move { return trace.Move(4090 + ply) }},
		{"very wide", func(ply int) int { return ply % 4 }, func(ply int) trace.Move { return trace.Move(1_000_000 * ply) }},
	} {
		const plies = 70
		files := output.Memory{}
		log := must.Get(trace.Begin(files, "log", output.Size{}, &trace.Minimax, label))(t)
		var want strings.Builder
		want.WriteString("Node,Depth,Value\n")
		row := func(ply, v int) { fmt.Fprintf(&want, "m%d,%d,%d\n", c.move(ply), c.depth(ply), v) }
		for range 2 { // names that are remembered are used again
			for ply := range plies {
				log.Enter(ply, c.move(ply), c.depth(ply), int32(ply), 0, 0)
				row(ply, ply)
			}
			log.Leaf(c.move(plies), c.depth(plies), -1, 0, 0)
			row(plies, -1)
			for ply := plies - 1; ply >= 0; ply-- {
				log.Update(ply, int32(100+ply), 0, 0)
				row(ply, 100+ply)
				log.Leaf(c.move(ply+1), c.depth(ply+1), -2, 0, 0) // its name is no node's
				row(ply+1, -2)
			}
		}
		must.Do(t, log.Finish(nil))
		expect.Equal(t, want.String(), string(files["log"]), c.name)
	}
}

// Names of every length are right, shorter and longer than the 15 bytes of a cell, and also if a long one
// replaces a short one or the reverse.
func TestNamesOfEveryLength(t *testing.T) {
	long := func(dst []byte, m trace.Move) []byte {
		return strconv.AppendUint(append(dst, bytes.Repeat([]byte{'x'}, int(m%60))...), uint64(m), 10)
	}
	files := output.Memory{}
	log := must.Get(trace.Begin(files, "log", output.Size{}, &trace.AlphaBeta, long))(t)
	var want strings.Builder
	want.WriteString("Node,Depth,Value,Alpha,Beta\n")
	for _, depth := range []int{1, 40} { // remembered, and not
		for n := range 240 {
			m := trace.Move(n * 7 % 120)
			log.Leaf(m, depth, int32(n), -5, 5)
			fmt.Fprintf(&want, "%s,%d,%d,-5,5\n", long(nil, m), depth, n)
		}
	}
	must.Do(t, log.Finish(nil))
	expect.Equal(t, want.String(), string(files["log"]))
}

// A log that discards its rows is off, and so is a nil log.
func TestDiscard(t *testing.T) {
	log := trace.Discard()
	log.Enter(0, trace.Root, 0, 0, 0, 0)
	log.Leaf(1, 1, 0, 0, 0)
	log.Mark("mark")
	log.Update(0, 0, 0, 0)
	must.Do(t, log.Finish(nil))
	expect.Equal(t, []bool{true, true, false}, []bool{log.Off(), (*trace.Log)(nil).Off(), new(trace.Log).Off()})
}

// The buffer that Append returns may be overwritten at once, whether the log took the buffer itself or copied
// its text: the log does not change.
func TestAppendGivesABufferBack(t *testing.T) {
	dialect := trace.Dialect{Separator: ",", FinalNewline: true} // no header: the log is empty at first
	for _, first := range []string{"\none,0,1", ""} {
		files := output.Memory{}
		log := must.Get(trace.Begin(files, "log", output.Size{}, &dialect, label))(t)
		want := ""
		for _, text := range []string{first, "\ntwo,1,2", "\nthree,2,3"} {
			buffer := append(trace.Buffer()[:0], text...)
			spare := log.Append(buffer)
			spare = spare[:cap(spare)]
			copy(spare, bytes.Repeat([]byte{'?'}, 100))
			want += text
		}
		must.Do(t, log.Finish(nil))
		expect.Equal(t, want[1:]+"\n", string(files["log"]), "the log is")
	}
}
