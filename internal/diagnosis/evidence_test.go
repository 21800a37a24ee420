package diagnosis

import (
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
)

// Whether a case shows a mistake is tried where nobody has measured it: cuts show in no minimax.
func TestShows(t *testing.T) {
	a, err := oracle.Lookup("squirrel")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	d := newDiagnosis(a, a.Editions[0].Name)
	for _, c := range all {
		want, tried := map[string]bool{"cut-on-equality-at-max": true, "handout-minimax": false}[c.Name]
		if !tried {
			continue
		}
		unmeasured := *c
		unmeasured.Kills = nil
		for _, one := range []*cases.Case{c, &unmeasured} {
			if shows, ok := d.shows(one, "strict-cut-at-max"); !ok || shows != want {
				t.Errorf("%s with %d known mistakes shows it: %v, %v, want %v", c.Name, len(one.Kills), shows, ok, want)
			}
		}
	}
}
