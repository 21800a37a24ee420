package executor

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// A worker whose program has ended is kept for the next run, unless the worker is dead.
func TestIdleWorkers(t *testing.T) {
	for _, dead := range []bool{false, true} {
		r := &confinedRunner{policy: sandbox.Policy{Root: tier.TempDir(t), Mode: sandbox.None}}
		defer r.Close()
		w, err := r.take()
		must.Do(t, err)
		if dead {
			w.Close()
		}
		r.keep(w)
		next, err := r.take()
		must.Do(t, err)
		if (next == w) == dead {
			t.Errorf("dead %v: the next worker is the same: %v", dead, next == w)
		}
		r.keep(next)
	}
}
