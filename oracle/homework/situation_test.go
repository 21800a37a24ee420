package homework_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A set can hold as many situations as a catalogue may have, and panics rather than lose a situation.
func TestSeen(t *testing.T) {
	const last = homework.MaxSituations - 1
	var seen homework.Seen
	seen.Add(0, true)
	seen.Add(1, false)
	seen.Add(last, true)
	for i, want := range map[int]bool{0: true, 1: false, 2: false, last - 1: false, last: true} {
		if got := seen.Has(i); got != want {
			t.Errorf("situation %d is in the set: %v, want %v", i, got, want)
		}
	}
	for _, met := range []bool{false, true} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("situation %d was added, met: %v", homework.MaxSituations, met)
				}
			}()
			seen.Add(homework.MaxSituations, met)
		}()
	}
}

// The names of the situations seen, and no others, are listed in the order of the catalogue.
func TestSeenNames(t *testing.T) {
	catalogue := []homework.Situation{{Name: "tie"}, {Name: "cut"}, {Name: "pass"}}
	for seen, want := range map[homework.Seen]string{0: "", 0b101: "tie pass", 0b010: "cut", 0b111: "tie cut pass", 0b1001: "tie"} {
		if got := strings.Join(seen.Names(catalogue), " "); got != want {
			t.Errorf("%b: %s, want %s", seen, got, want)
		}
	}
}
