package parallel

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/search/searchtest"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// Share makes every search that may be shared out use the given number of workers, for the duration of a
// test. Units have about unit rows, and each worker has few small buffers, so that small trees also fill
// them.
func Share(t *testing.T, workers int, unit float64, size int) {
	t.Helper()
	before := tuning
	t.Cleanup(func() { tuning = before })
	tuning.workers, tuning.leaves, tuning.rows = workers, 0, 0
	tuning.unit, tuning.buffers, tuning.size = unit, 3, size
}

// even is a game without an end in which each position has three moves.
type even struct{}

func (even) Moves(dst []search.Move, _ *uint32, _ *search.Notes) []search.Move {
	return append(dst, 0, 1, 2)
}

func (even) Play(dst, src *uint32, m search.Move) search.Turn {
	*dst = *src*3 + uint32(m)
	return search.Next
}

func (even) Eval(s *uint32) int32 { return int32(*s % 5) }

// evenPool returns a pool for a search of the game whose units are at the depth split.
func evenPool(t *testing.T, split int) *pool[uint32] {
	log, err := trace.Begin(output.Memory{}, "log", output.Size{}, &trace.AlphaBeta, searchtest.Label)
	must.Do(t, err)
	return newPool(even{}, new(uint32), search.Params{Limit: 5, Prune: true, Log: log}, split)
}

// A forecast has a maximum number of units. If a value differs from its guess, and so changes the window or causes a cut, the
// later units are canceled.
func TestRevise(t *testing.T) {
	for _, c := range []struct {
		max                bool
		before             []int32 // values of earlier children
		beta, guess, value int32
		kept               int
	}{
		{true, nil, 9, 3, 3, 2}, {true, nil, 9, 3, 4, 1}, {true, []int32{5}, 9, 3, 4, 2}, {true, nil, 9, 10, 11, 2},
		{true, nil, 3, 2, 3, 1}, {true, []int32{5}, 9, 3, 10, 1}, {false, nil, 9, 3, 3, 2}, {false, nil, 9, 3, 4, 1}, {false, []int32{2}, 9, 3, 4, 2},
	} {
		p := evenPool(t, 2)
		above := enter(trace.Root, 0, c.max, search.Next, -search.Inf, c.beta)
		for _, v := range c.before {
			above.update(v, true)
		}
		u := &unit[uint32]{frames: []frame{above}, guess: c.guess, value: c.value}
		p.ahead = append(p.ahead, u, new(unit[uint32]))
		p.reviseLocked(u)
		expect.Equal(t, c.kept, len(p.ahead), c, "units that are kept")
	}
	p := evenPool(t, 3)
	first, _ := p.committed.first()
	p.restartLocked(first)
	for p.takeLocked() != nil {
	}
	expect.Equal(t, tuning.ahead, len(p.ahead), "units ahead")
}

// A worker has a maximum number of buffers. The committer cancels the unit that needs more.
func TestBuffers(t *testing.T) {
	Share(t, 0, 1, 100)
	p := evenPool(t, 2)
	u := new(unit[uint32])
	p.ahead, p.self.unit = append(p.ahead, u), u
	for i := range tuning.buffers {
		p.self.hand([]byte("row"))
		expect.Equal(t, i == tuning.buffers-1, u.canceled.Load(), "canceled at the buffer", i)
	}
}

// Guesses end with the side that moves last in the search. A search of 241 rows with units of 25 can be shared out.
func TestGuessLimit(t *testing.T) {
	var got []int
	for limit := range 5 {
		got = append(got, guessLimit(2, 2+limit))
	}
	expect.Equal(t, []int{2, 3, 4, 3, 4}, got)
	Share(t, 0, 25, 100)
	for rows, want := range map[float64]int{241: 2, 242: 0} {
		tuning.rows = rows
		depth, _ := splitDepth(even{}, new(uint32), search.Params{Limit: 4})
		expect.Equal(t, want, depth, rows, "rows")
	}
}

// IsRight reports whether a unit that was forecast with one window matches a subtree with another.
func IsRight(forecast, found search.Subtree) bool {
	return (&unit[int]{Subtree: forecast}).is(found)
}

// SplitDepth is splitDepth for a game of numbers.
var SplitDepth = splitDepth[uint32]

// Auto is a number of workers that depends on the number of processors.
const Auto = auto
