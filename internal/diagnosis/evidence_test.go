package diagnosis

import (
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Whether a case shows a mistake is tried where nobody has measured it: cuts show in no minimax.
func TestShows(t *testing.T) {
	a := lookup(t, "squirrel")
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

// What cases have in common their searches say, not their tags.
func TestCommonIsOfSearches(t *testing.T) {
	a := lookup(t, "mancala")
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	lap := slices.IndexFunc(a.Situations, func(s homework.Situation) bool { return s.Name == "lap" })
	var with, without []*cases.Case
	for _, c := range all {
		seen, err := c.Problem.Situations(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		tagged := *c
		if tagged.Tags = nil; seen.Has(lap) {
			with = append(with, &tagged)
		} else {
			tagged.Tags = []string{"lap"} // which is not true
			without = append(without, &tagged)
		}
	}
	common, err := (&passing{assignment: a, cases: without}).against(t.Context(), with)
	if err != nil || len(common) == 0 || common[0].Situation != "lap" || common[0].Passing != 0 {
		t.Errorf("%d cases with a lap against %d without have in common %+v, %v", len(with), len(without), common, err)
	}
}
