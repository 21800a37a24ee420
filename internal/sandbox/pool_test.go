package sandbox

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/tier"
)

// A worker whose program is done is kept for the next one, but not if it is dead.
func TestPool(t *testing.T) {
	for _, dead := range []bool{false, true} {
		p := NewPool(Policy{Root: tier.TempDir(t), Mode: None})
		defer p.Close()
		w, err := p.Get()
		if err != nil {
			t.Fatal(err)
		}
		if dead {
			w.Close()
		}
		p.Put(w)
		next, err := p.Get()
		if err != nil {
			t.Fatal(err)
		}
		if (next == w) == dead {
			t.Errorf("dead %v: the next worker is the same: %v", dead, next == w)
		}
		p.Put(next)
	}
}
