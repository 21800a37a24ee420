package mapcolor

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// used is a map on which a state runs out of colours at the start, and in which several
// states follow it.
const used = "B, G\nA: B-1, C: G-2\n%d\nB: 1, G: 2\nB: 1, G: 2\nA: X, Y\nC: X\nX: A, C\nY: A\n"

// start parses an input and returns its rules and root position.
func start(t *testing.T, text string) (*rules, position) {
	t.Helper()
	p, err := Parse("input.txt", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	in := p.(*Input)
	return in.start(in.states(), slices.Sorted(slices.Values(in.Colours)))
}

// A copy of the rules, plain or swift, starts with no notes; Merge adds a copy's notes and
// never clears any.
func TestCopyAndMerge(t *testing.T) {
	r, root := start(t, fmt.Sprintf(used, 1))
	packed, at, ok := r.swift(&root)
	if !ok {
		t.Fatal("the map is not swift")
	}
	r.parted, packed.parted = true, true
	for _, c := range []struct {
		name        string
		quiet, loud bool // whether copies have notes
		merged      [4]bool
	}{
		{"plain", r.Copy().(*rules).parted, noted(r.Copy(), root), merges(r, root, func(r *rules) *bool { return &r.parted })},
		{"swift", packed.Copy().(*swiftRules).parted, noted(packed.Copy(), at), merges(packed, at, func(r *swiftRules) *bool { return &r.parted })},
	} {
		if c.quiet || !c.loud || c.merged != [4]bool{false, true, true, true} {
			t.Errorf("%s: a copy has noted %v, and %v after a search; merged %v", c.name, c.quiet, c.loud, c.merged)
		}
	}
}

// noted reports whether the rules note something in a position.
func noted[S any](r search.Sharable[S], p S) bool {
	r.Moves(nil, &p)
	switch r := any(r).(type) {
	case *rules:
		return r.parted
	case *swiftRules:
		return r.parted
	}
	return false
}

// merges merges a copy with or without notes into rules with or without notes.
func merges[S any, R search.Sharable[S]](r R, p S, parted func(R) *bool) (merged [4]bool) {
	for i := range merged {
		into, from := r.Copy().(R), r.Copy()
		*parted(into) = i >= 2
		if i%2 == 1 {
			noted(from, p)
		}
		into.Merge(from)
		merged[i] = *parted(into)
	}
	return merged
}

// Both editions report that they differ, whichever rules search.
func TestPartedIsTold(t *testing.T) {
	unused := strings.Replace(used, "G-2", "B-2", 1)
	for text, want := range map[string]bool{fmt.Sprintf(used, 1): true, fmt.Sprintf(used, 2): true, fmt.Sprintf(unused, 1): false} {
		p, err := Parse("input.txt", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, edition := range []string{Revised, Handout} {
			notes, err := p.Solve(context.Background(), homework.Options{Edition: edition}, homework.Memory{})
			if err != nil || notes.Parted != want {
				t.Errorf("edition %s: parted %v, %v, want %v, on the input\n%s", edition, notes.Parted, err, want, text)
			}
		}
	}
}

// A map may have 1,000 states, but not one more.
func TestMostStates(t *testing.T) {
	for states, want := range map[int]string{
		999: "", 1000: "",
		1001: "input.txt:1006: want at most 1000 states, found S1000 as one more",
	} {
		var b strings.Builder
		b.WriteString("B, G\nS0: B-1\n1\nB: 1, G: 2\nB: 1, G: 2\nS0: S1\nS1: S0\n")
		for i := 2; i < states; i++ {
			fmt.Fprintf(&b, "S%d:\n", i)
		}
		got := ""
		if _, err := Parse("input.txt", []byte(b.String())); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%d states: error %q, want %q", states, got, want)
		}
	}
}
