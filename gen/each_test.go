package gen_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/oracle"
)

// As many inputs are made of each category as are wanted, the same each time, and what cannot be made is named.
func TestEach(t *testing.T) {
	a, err := oracle.Lookup("squirrel")
	if err != nil {
		t.Fatal(err)
	}
	wish := gen.Wish{Assignment: a, Seed: 3, Small: true, MaxLog: 1 << 14}
	want := map[string]int{"greedy": 2, "minimax": 3}
	var first []string
	for range 2 {
		each, made := wish.Each(want), map[string]int{}
		var inputs []string
		for range 5 {
			m, err := each.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			made[m.Problem.Category()]++
			inputs = append(inputs, m.Problem.String())
		}
		if !maps.Equal(made, want) {
			t.Errorf("made %v, want %v", made, want)
		}
		if first == nil {
			first = inputs
		} else if strings.Join(first, "") != strings.Join(inputs, "") {
			t.Error("other inputs are made the second time")
		}
	}
	if _, err := wish.Each(map[string]int{"chess": 1}).Next(t.Context()); err == nil || !strings.Contains(err.Error(), "map[chess:1]") {
		t.Errorf("of a category that there is not: %v", err)
	}
}

// The envelope is that of the edition that programs are told to follow, and what is asked for beyond it needs leave.
func TestEditions(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for _, edition := range a.EditionNames() {
			for _, beyond := range []bool{false, true} {
				wish := gen.Wish{Assignment: a, Seed: 3, MaxLog: 16 << 10, Beyond: beyond, Edition: edition}
				for i := range 10 {
					made, err := wish.Make(t.Context(), i)
					if none := (*gen.NoneError)(nil); errors.As(err, &none) {
						break
					} else if err != nil {
						t.Fatal(err)
					}
					if says, err := made.Problem.Beyond(t.Context(), nil, edition); err != nil || (says != "") != beyond {
						t.Errorf("%s %s, beyond %v: %q, %v", a.Name, edition, beyond, says, err)
					}
				}
			}
		}
		none := (*gen.NoneError)(nil)
		few := gen.Wish{Assignment: a, MaxLog: 1, Tries: 3} // no answer is so short
		if _, err := few.Make(t.Context(), 0); !errors.As(err, &none) || none.Tries != 3 {
			t.Errorf("%s: %v, want no input among 3", a.Name, err)
		}
		for _, s := range a.Situations {
			wish := gen.Wish{Assignment: a, Cover: []string{s.Name}, MaxLog: 1, Tries: 1}
			if _, err := wish.Make(t.Context(), 0); s.Beyond != (err != nil && strings.Contains(err.Error(), "want --beyond for it")) {
				t.Errorf("%s %s: %v", a.Name, s.Name, err)
			}
		}
	}
}
