package mapcolor

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// used is a map on which a state runs out of colours at the start, and in which several
// states follow it.
const used = "B, G\nA: B-1, C: G-2\n%d\nB: 1, G: 2\nB: 1, G: 2\nA: X, Y\nC: X\nX: A, C\nY: A\n"

// start parses an input and returns its rules and root position.
func start(t *testing.T, text string) (*rules, position) {
	t.Helper()
	p, err := Parse("input.txt", []byte(text))
	must.Do(t, err)
	in := p.(*Input)
	return in.start(in.states(), slices.Sorted(slices.Values(in.Colours)))
}

// The rules note that the editions differ, and leave other notes alone.
func TestNotes(t *testing.T) {
	for text, want := range map[string]bool{used: true, strings.Replace(used, "G-2", "B-2", 1): false} {
		r, root := start(t, fmt.Sprintf(text, 1))
		const other = editionsDiffer << 1
		noted := other
		r.Moves(nil, &root, &noted)
		if noted.Has(editionsDiffer) != want || !noted.Has(other) {
			t.Errorf("noted %b, on the input\n%s", noted, text)
		}
	}
}

// Both editions report that they differ.
func TestEditionsDifferNoted(t *testing.T) {
	unused := strings.Replace(used, "G-2", "B-2", 1)
	for text, want := range map[string]bool{fmt.Sprintf(used, 1): true, fmt.Sprintf(used, 2): true, fmt.Sprintf(unused, 1): false} {
		p, err := Parse("input.txt", []byte(text))
		must.Do(t, err)
		for _, edition := range []string{Revised, Handout} {
			notes, err := p.Solve(context.Background(), homework.Options{Edition: edition}, output.Memory{})
			if err != nil || notes.EditionsDiffer != want {
				t.Errorf("edition %s: editions differ %v, %v, want %v, on the input\n%s", edition, notes.EditionsDiffer, err, want, text)
			}
		}
	}
}

// A map may have 1,000 states, but not one more.
func TestMaxStates(t *testing.T) {
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
