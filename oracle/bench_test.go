package oracle_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A counter is a sink that discards everything and counts it.
type counter struct{ bytes, lines int64 }

func (c *counter) Begin(string, output.Size) (output.File, error) { return c, nil }
func (c *counter) Finish([]byte) error                            { return nil }
func (c *counter) Write(p []byte) (int, error) {
	c.bytes += int64(len(p))
	return len(p), nil
}

// A lineCounter also counts lines, which takes time.
type lineCounter struct{ counter }

func (c *lineCounter) Begin(string, output.Size) (output.File, error) { return c, nil }
func (c *lineCounter) Write(p []byte) (int, error) {
	c.lines += int64(bytes.Count(p, []byte("\n")))
	return c.counter.Write(p)
}

// bench is a mid-size input for each kind of search. Its depth is left open, so that a test
// can choose between a small and a large tree.
var bench = []struct {
	name, assignment, input string
	depth                   int
}{
	{"squirrel/minimax", "squirrel", "2\nX\n%d\n" + figure5 + "**XX*\n**XOX\n***O*\n**OO*\n*****\n", 4},
	{"squirrel/alpha-beta", "squirrel", "3\nX\n%d\n" + figure5 + "**XX*\n**XOX\n***O*\n**OO*\n*****\n", 5},
	{"gangwars", "gangwars", "5\nALPHABETA\nX\n%d\n" + figure5 + "..XX.\n..XOX\n...O.\n..OO.\n.....\n", 5},
	{"reversi", "reversi", "X\n%d\n" + startBoard, 9},
	{"mancala/minimax", "mancala", "2\n1\n%d\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n", 5},
	{"mancala/alpha-beta", "mancala", "3\n1\n%d\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n", 7},
	{"mapcolor", "mapcolor", "R, G, B, Y\ns0: R-1, s35: G-2\n%d\nR: 10, G: 5, B: 0, Y: 7\nR: 0, G: 2, B: 8, Y: 7\n" + gridMap, 5},
}

// gridMap is a map of 6x6 states, s0 to s35, each adjacent to those on its four sides.
var gridMap = func() string {
	var b bytes.Buffer
	for i := range 36 {
		fmt.Fprintf(&b, "s%d: ", i)
		separator := ""
		for _, n := range []struct {
			beside bool
			state  int
		}{{i%6 > 0, i - 1}, {i%6 < 5, i + 1}, {i >= 6, i - 6}, {i < 30, i + 6}} {
			if n.beside {
				fmt.Fprintf(&b, "%ss%d", separator, n.state)
				separator = ", "
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}()

// No search allocates per node: a tree with thousands more nodes costs only the few plies
// by which it is deeper.
func TestAllocations(t *testing.T) {
	for _, c := range bench {
		t.Run(c.name, func(t *testing.T) {
			allocations := func(depth int) (float64, int64) {
				p := parse(t, c.assignment, fmt.Sprintf(c.input, depth))
				sink := new(counter)
				return testing.AllocsPerRun(1, func() {
					*sink = counter{}
					if _, err := p.Solve(context.Background(), homework.Options{}, sink); err != nil {
						t.Error(err)
					}
				}), sink.bytes
			}
			small, smallBytes := allocations(c.depth - 2)
			large, largeBytes := allocations(c.depth)
			t.Logf("%v allocations for %d bytes, %v for %d", small, smallBytes, large, largeBytes)
			expect.True(t, c.assignment == "gangwars" || largeBytes >= 8*smallBytes, "the large log has", largeBytes,
				"bytes, the small one", smallBytes, "too near")
			expect.True(t, large <= small+100, large, "allocations, want at most 100 more than the", small,
				"of a small tree")
		})
	}
}

// The speed of each search: time per line of the log, megabytes of log per second, and allocations, whose
// number is constant. Gangwars has no log.
//
//	go test ./oracle -bench . -run '^$'
func BenchmarkSolve(b *testing.B) {
	for _, c := range bench {
		b.Run(c.name, func(b *testing.B) {
			p := parse(b, c.assignment, fmt.Sprintf(c.input, c.depth))
			size := new(lineCounter)
			must.Get(p.Solve(context.Background(), homework.Options{}, size))(b)
			b.ReportAllocs()
			if c.assignment != "gangwars" {
				b.SetBytes(size.bytes)
			}
			for b.Loop() {
				must.Get(p.Solve(context.Background(), homework.Options{}, new(counter)))(b)
			}
			if c.assignment != "gangwars" {
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size.lines), "ns/line")
				b.ReportMetric(float64(size.lines), "lines")
			}
		})
	}
}
