package testscript

import (
	"cmp"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// MostTimeFactor is the largest Options.TimeFactor.
const MostTimeFactor = 1000

// limits returns what a program has for a case, but for its output. A case with a CPU time of its
// own gives it at least as much by the clock as that needs.
func (r *Runner) limits(c *cases.Case) sandbox.Limits {
	cpu, memory := r.CPU, r.Memory
	usual := cmp.Or(c.Time, c.Assignment.Run.CPU)
	own := usual != 0 && !r.SameCPU
	if own {
		cpu = usual
	}
	if of := c.Assignment.Run.Memory; of != 0 {
		memory = min(memory, of)
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
	return sandbox.Limits{CPU: cpu, Wall: wall, Memory: memory}
}

// usualWall returns the time by the clock that goes with a CPU time.
func usualWall(cpu time.Duration) time.Duration { return 2*cpu + 5*time.Second }

func scaled(d time.Duration, factor float64) time.Duration {
	return time.Duration(float64(d) * factor)
}

// policy returns what the player may see and use: its own files, and nothing that holds an
// answer. The error says what cannot be hidden from it.
func (r *Runner) policy() (sandbox.Policy, error) {
	p := r.Options.policy()
	p.Root, p.Memory = r.root.Path, r.Memory
	if r.player.program == nil {
		return p, nil // nothing will run, and nobody waits for the search for answers
	}
	return answers.Guard(p, r.player.program.Needs())
}

// policy returns the part of the policy that applies to any program, including compilers.
func (o Options) policy() sandbox.Policy {
	return sandbox.Policy{Mode: o.Sandbox, Read: slices.Clone(o.AllowRead), Hide: slices.Clone(o.Hide)}
}

// Confinement returns what will confine programs, or an error if that is less than what o requires.
func (o Options) Confinement() (Mechanisms, error) {
	o, err := o.WithDefaults()
	if err != nil {
		return nil, err
	}
	p := o.policy()
	p.Memory = o.Memory
	w, err := sandbox.NewWorker(p)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	return w.Mechanisms(), nil
}
