package fuzz

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/oracle"
)

// What a seed finds, in how many steps, and what is said of it, is what it was ever: testdata has it.
func TestFoundAsEver(t *testing.T) {
	var out bytes.Buffer
	for _, c := range []struct {
		assignment string
		faults     []string
		seed       uint64
	}{
		{"squirrel", []string{"greedy-takes-last-tie"}, 1},
		{"gangwars", []string{"row-number-of-one-digit"}, 1},
		{"mancala", []string{"captured-stones-stay", "moves-reversed"}, 1},
	} {
		a, err := oracle.Lookup(c.assignment)
		if err != nil {
			t.Fatal(err)
		}
		s := search(a, judgeMutant(a, c.faults...), 48, 2)
		s.Seed, s.All = c.seed, true
		shrunk, judged := make(chan bool, 1<<20), 0
		s.Judged = func(shrinking bool) { shrunk <- shrinking }
		fmt.Fprintf(&out, "%s %s, seed %d\n", c.assignment, c.faults, c.seed)
		s.Found = func(f Finding) error {
			fmt.Fprintf(&out, "input %d, core %v, of %d bytes: %d steps of %d, unstable %v, cut %v, shown %v; %s, %+v\n",
				f.Number, f.Core != nil, len(f.Problem.String()), f.Steps, f.Tried, f.Unstable, f.Cut, f.Shown() != nil, f.Result.Verdict, f.failure)
			if f.Explained != nil {
				fmt.Fprintf(&out, "  %s: %q\n", f.Explained.Decision.Key, f.Explained.Says)
			}
			for _, cause := range f.Causes {
				fmt.Fprintf(&out, "  cause: %s, %s\n", names(Finding{Causes: f.Causes}), cause.Does)
				break
			}
			fmt.Fprintf(&out, "%s\n", f.Smallest)
			return nil
		}
		sum, err := s.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for close(shrunk); len(shrunk) > 0; {
			if !<-shrunk {
				judged++
			}
		}
		fmt.Fprintf(&out, "%+v, %d judged\n\n", sum, judged)
	}
	goldie.New(t).Assert(t, "found", out.Bytes())
}
