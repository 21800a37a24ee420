package trace_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
		log, err := trace.Begin(files, "log", output.Size{Lines: 1, Bytes: 5}, &c.dialect, label)
		must.Do(t, err)
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
		if diff := cmp.Diff("head\n"+c.want, string(files["log"])); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// Values are plain integers of any size ("Two facts" of docs/rules/README.md).
func TestValues(t *testing.T) {
	values := []int32{math.MinInt32 + 2, math.MaxInt32 - 1, 1_000_000, -1_000_000, math.MaxInt32 - 1024, math.MinInt32 + 1024}
	for v := int32(-1100); v <= 1100; v++ {
		values = append(values, v)
	}
	files := output.Memory{}
	log, err := trace.Begin(files, "log", output.Size{}, &trace.Dialect{Separator: " "}, label)
	must.Do(t, err)
	var want strings.Builder
	for _, v := range values {
		log.Leaf(0, 0, v, 0, 0)
		fmt.Fprintf(&want, "\nm0 0 %d", v)
	}
	must.Do(t, log.Finish(nil))
	if diff := cmp.Diff(want.String()[1:], string(files["log"])); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A recorder is a sink that remembers how it was written to.
type recorder struct {
	text   bytes.Buffer
	writes []int // their sizes
	refuse error // instead of the third write
}

func (r *recorder) Begin(string, output.Size) (output.File, error) { return r, nil }
func (r *recorder) Finish([]byte) error                            { return nil }
func (r *recorder) Write(p []byte) (int, error) {
	if len(r.writes) == 2 && r.refuse != nil {
		return 0, r.refuse
	}
	r.writes = append(r.writes, len(p))
	return r.text.Write(p)
}

// A log of several megabytes goes out in writes of about 256 KiB, and nothing of
// it is lost between them.
func TestStreams(t *testing.T) {
	var r recorder
	log, err := trace.Begin(&r, "log", output.Size{}, &trace.AlphaBeta, label)
	must.Do(t, err)
	var want bytes.Buffer
	want.WriteString("Node,Depth,Value,Alpha,Beta\n")
	for i := range int32(200_000) {
		log.Leaf(trace.Move(i), 3, i, -i, trace.Inf)
		fmt.Fprintf(&want, "m%d,3,%d,%d,Infinity\n", i, i, -i)
		if i%1000 == 0 { // a mark may be after the end of a write
			log.Leaf(trace.Move(i), 3, -trace.Inf, 0, 0)
			log.Mark("\tOPTIONAL")
			fmt.Fprintf(&want, "m%d,3,-Infinity,0,0\tOPTIONAL\n", i)
		}
	}
	must.Do(t, log.Finish(nil))
	if !bytes.Equal(r.text.Bytes(), want.Bytes()) {
		t.Errorf("the log has %d bytes, want %d of the same rows", r.text.Len(), want.Len())
	}
	for i, size := range r.writes {
		if last := i == len(r.writes)-1; size > 257<<10 || size < 255<<10 && !last {
			t.Errorf("write %d of %d has %d bytes", i+1, len(r.writes), size)
		}
	}
}

// After an error nothing more is written, and the error stays.
func TestWriteError(t *testing.T) {
	full := errors.New("the disk is full")
	r := recorder{refuse: full}
	log, err := trace.Begin(&r, "log", output.Size{}, &trace.Minimax, label)
	must.Do(t, err)
	for i := range int32(200_000) {
		log.Leaf(trace.Move(i), 3, i, 0, 0)
	}
	if !errors.Is(log.Err(), full) || len(r.writes) != 2 {
		t.Errorf("error %v after %d writes, want %v after 2", log.Err(), len(r.writes), full)
	}
	if err := log.Finish(nil); !errors.Is(err, full) {
		t.Errorf("Finish: error %v, want %v", err, full)
	}
}

// A row costs no allocation.
func TestAllocations(t *testing.T) {
	r := recorder{}
	log, err := trace.Begin(&r, "log", output.Size{}, &trace.AlphaBeta, label)
	must.Do(t, err)
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
