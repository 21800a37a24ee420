package engine

import (
	"fmt"
	"math"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// limits say when a search ends.
type limits struct {
	stop  *atomic.Bool // set from outside
	nodes int64        // if not 0, the nodes that may be searched; then no clock is read

	clock func(nodes int64) time.Duration
	begin time.Duration // of the move
	soft  time.Duration // no deeper search begins after it
	hard  time.Duration // the search ends
	poll  int64         // the number of nodes at which the clock is read next
	step  int64         // nodes from one reading to the next
	read  time.Duration // at the last reading
}

// reached reports whether the search must end. It reads the clock as often as its own measurements
// say: a node costs more the larger the board, and the busier the machine.
func (l *limits) reached(nodes int64) bool {
	if nodes < l.poll {
		return false
	}
	if l.stop.Load() {
		return true
	}
	if l.nodes > 0 {
		l.poll = min(nodes+mostStep, l.nodes)
		return nodes >= l.nodes
	}
	now := l.clock(nodes) - l.begin
	slice := max(l.hard/32, 10*time.Microsecond) // to overstep the end by at most
	switch spent := now - l.read; {
	case spent > slice/2:
		l.step = max(l.step/4, 1)
	case spent < slice/8:
		l.step = min(l.step*2, mostStep)
	}
	l.read = now
	l.poll = nodes + l.step
	return now >= l.hard
}

const (
	mostStep  = 512
	unlimited = math.MaxInt64
)

// another reports whether a deeper search is worth beginning.
func (l *limits) another(nodes int64) bool {
	if l.nodes > 0 {
		return nodes < l.nodes
	}
	return l.clock(nodes)-l.begin < l.soft
}

// limits returns the limits of a move, of so many that are still to come, the move included.
func (p *Player) limits(a homework.Allowance, moves int, stop *atomic.Bool) limits {
	l := limits{stop: stop, nodes: a.Nodes, clock: p.Clock, step: 1}
	if a.Nodes == 0 && a.Clock == 0 && a.Depth > 0 {
		l.nodes = unlimited
	}
	if l.nodes > 0 {
		l.poll = min(mostStep, l.nodes)
		return l
	}
	l.begin = l.clock(0)
	l.soft, l.hard = shares(a.Clock-time.Duration(moves)*p.Overhead, moves)
	return l
}

// The reserve is the part of the clock that no search may use.
const (
	reserveShare = 16 // one part of so many
	leastReserve = 5 * time.Millisecond
)

// shares divides the time that is left among the moves that are left. The last ones need little:
// their searches end with the game.
func shares(left time.Duration, moves int) (soft, hard time.Duration) {
	usable := left - max(left/reserveShare, leastReserve)
	if usable <= 0 {
		return 0, 0
	}
	fair := usable / time.Duration(max(2, moves*3/4))
	return fair / 2, min(3*fair, usable/3)
}

// Seconds writes the time that is left as inputs have it: in seconds, to the millisecond below.
func Seconds(left time.Duration) string {
	return fmt.Sprintf("%.3f", max(left, 0).Truncate(time.Millisecond).Seconds())
}

// Clock reads a time that is left as inputs have it (scan.Codec.Seconds).
func Clock(seconds string) time.Duration {
	left, err := strconv.ParseFloat(seconds, 64)
	if err != nil {
		return 0
	}
	return time.Duration(left * float64(time.Second))
}
