package executor

import (
	"bytes"
	"fmt"
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

// A task replaces the paths in all texts of an outcome.
func TestReplacePaths(t *testing.T) {
	o := sandbox.Outcome{First: []byte("/tmp/x a"), Output: []byte("b /tmp/x"), Errors: []byte("/tmp/x"), StartError: "no /tmp/x"}
	Task{Shown: func(text []byte) []byte { return bytes.ReplaceAll(text, []byte("/tmp/x"), []byte("mine")) }}.ReplacePaths(&o)
	got := fmt.Sprintf("%s|%s|%s|%s", o.First, o.Output, o.Errors, o.StartError)
	if want := "mine a|b mine|mine|no mine"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
