package testscript

import (
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
)

// The time of a case comes before the usual one, with as much by the clock as it needs, unless
// all cases have the same; a factor is for all.
func TestLimits(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		options   Options
		own       time.Duration
		cpu, wall time.Duration
	}{
		{Options{CPU: 2 * s, Wall: 3 * s}, 0, 2 * s, 3 * s},
		{Options{CPU: 2 * s, Wall: 3 * s}, 30 * s, 30 * s, 65 * s},
		{Options{CPU: 20 * s, Wall: 60 * s}, s, s, 60 * s},
		{Options{CPU: 2 * s, Wall: 9 * s}, s, s, 7 * s},
		{Options{CPU: 2 * s, Wall: 9 * s, SameCPU: true}, 30 * s, 2 * s, 9 * s},
		{Options{CPU: 2 * s, Wall: 9 * s, TimeFactor: 1.5}, 30 * s, 45 * s, 97500 * time.Millisecond},
		{Options{CPU: 2 * s, Wall: 9 * s, TimeFactor: 0.5}, 0, s, 4500 * time.Millisecond},
	} {
		r := Runner{Options: c.options, usualWall: c.options.Wall == 9*s}
		got := r.limits(&cases.Case{Time: c.own})
		if got.CPU != c.cpu || got.Wall != c.wall {
			t.Errorf("%+v, a case of %s: %+v, want %s and %s", c.options, c.own, got, c.cpu, c.wall)
		}
	}
}
