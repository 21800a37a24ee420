package testscript

import (
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// MostTimeFactor is the largest Options.TimeFactor.
const MostTimeFactor = 1000

// limits returns what a program has for a case, but for its output. A case with a CPU time of its
// own gives it at least as much by the clock as that needs.
func (r *Runner) limits(c *cases.Case) sandbox.Limits {
	cpu := r.CPU
	own := c.Time != 0 && !r.SameCPU
	if own {
		cpu = c.Time
	}
	wall := r.Wall
	switch {
	case own && r.usualWall:
		wall = usualWall(cpu)
	case own:
		wall = max(wall, usualWall(cpu))
	}
	if r.TimeFactor != 0 {
		cpu, wall = scaled(cpu, r.TimeFactor), scaled(wall, r.TimeFactor)
	}
	return sandbox.Limits{CPU: cpu, Wall: wall, Memory: r.Memory}
}

// usualWall returns the time by the clock that goes with a CPU time.
func usualWall(cpu time.Duration) time.Duration { return 2*cpu + 5*time.Second }

func scaled(d time.Duration, factor float64) time.Duration {
	return time.Duration(float64(d) * factor)
}
