package trace_test

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

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
		log, err := trace.Begin(files, "log", output.Size{}, &trace.Minimax, label)
		must.Do(t, err)
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
		if diff := cmp.Diff(want.String(), string(files["log"])); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// Names of every length are right, whether a cell of 15 bytes holds them or not, and
// also where a long one takes the place of a short one and the other way round.
func TestNamesOfEveryLength(t *testing.T) {
	long := func(dst []byte, m trace.Move) []byte {
		return strconv.AppendUint(append(dst, bytes.Repeat([]byte{'x'}, int(m%60))...), uint64(m), 10)
	}
	files := output.Memory{}
	log, err := trace.Begin(files, "log", output.Size{}, &trace.AlphaBeta, long)
	must.Do(t, err)
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
	if diff := cmp.Diff(want.String(), string(files["log"])); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A short log's one write is refused: that is an error, too.
func TestWriteErrorAtTheEnd(t *testing.T) {
	files := refusing{}
	log, err := trace.Begin(files, "log", output.Size{}, &trace.Minimax, label)
	must.Do(t, err)
	log.Leaf(1, 1, 1, 0, 0)
	if err := log.Finish(nil); !errors.Is(err, errRefused) {
		t.Errorf("error %v, want %v", err, errRefused)
	}
}

// refusing is a sink that takes nothing, and whose files must not be finished then.
type refusing struct{}

var errRefused = fmt.Errorf("no room")

func (r refusing) Begin(string, output.Size) (output.File, error) { return r, nil }
func (refusing) Write([]byte) (int, error)                        { return 0, errRefused }
func (refusing) Finish([]byte) error                              { panic("a file that was not written was finished") }

// The buffer that Append returns may be overwritten at once, whether the log took the buffer itself or copied
// its text: the log does not change.
func TestAppendGivesABufferBack(t *testing.T) {
	dialect := trace.Dialect{Separator: ",", FinalNewline: true} // no header: the log is empty at first
	for _, first := range []string{"\none,0,1", ""} {
		files := output.Memory{}
		log, err := trace.Begin(files, "log", output.Size{}, &dialect, label)
		must.Do(t, err)
		want := ""
		for _, text := range []string{first, "\ntwo,1,2", "\nthree,2,3"} {
			buffer := append(trace.Buffer()[:0], text...)
			spare := log.Append(buffer)
			spare = spare[:cap(spare)]
			copy(spare, bytes.Repeat([]byte{'?'}, 100))
			want += text
		}
		must.Do(t, log.Finish(nil))
		if got := string(files["log"]); got != want[1:]+"\n" {
			t.Errorf("the log is %q, want %q", got, want[1:]+"\n")
		}
	}
}
