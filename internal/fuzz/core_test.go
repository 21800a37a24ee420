package fuzz

import (
	"context"
	"crypto/sha256"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Mistakes that generated inputs show seldom or never are found among the first inputs, those of the
// profile core.
func TestCoreFindsRareFaults(t *testing.T) {
	for _, c := range []struct{ assignment, fault string }{
		{"reversi", "pass-count-not-reset"},
		{"squirrel", "greedy-searches-to-the-cut-off"},
		{"squirrel", "infinity-too-small"},
		{"mapcolor", "weights-by-place"},
	} {
		a, err := oracle.Lookup(c.assignment)
		if err != nil {
			t.Fatal(err)
		}
		core := 0
		all, err := cases.Embedded(a)
		for _, one := range all {
			if one.In(cases.ProfileCore) {
				core++
			}
		}
		if f, sum := first(t, search(a, judgeMutant(a, c.fault), 400, 1)); err != nil || sum.Found == 0 || f.Number > core {
			t.Errorf("%s: %+v, input %d; want it found among the first %d inputs", c.fault, sum, f.Number, core)
		}
	}
}

// judged returns the inputs of a search of a program that is right, in order.
func judged(t *testing.T, a *oracle.Assignment, edition string, runs int) (texts []string, problems []homework.Problem) {
	t.Helper()
	s := search(a, func(_ context.Context, c *cases.Case) verdict.Result {
		texts, problems = append(texts, c.Problem.String()), append(problems, c.Problem)
		return passes
	}, runs, 1)
	s.Edition = edition
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return texts, problems
}

// The inputs of core come first, those with the shortest answers before the others, and none of which an
// edition has no answer.
func TestCoreFirst(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for _, edition := range append([]string{""}, a.EditionNames()...) {
			all, err := cases.Embedded(a)
			want := map[string]bool{}
			for _, c := range all {
				if beyond, err := c.Problem.Beyond(t.Context(), nil, edition); err != nil {
					t.Fatal(err)
				} else if c.In(cases.ProfileCore) && beyond == "" {
					want[c.Problem.String()] = true
				}
			}
			texts, _ := judged(t, a, edition, len(want))
			for _, text := range texts {
				if !want[text] {
					t.Errorf("%s %s, %v: among the first %d is none of core:\n%s", a.Name, edition, err, len(want), text)
				}
			}
		}
	}
}

// Now and then an input has values far beyond those of small boards: infinities of four digits are too
// small there.
func TestFarBehind(t *testing.T) {
	_, problems := judged(t, &gangwars.Assignment, "", 400)
	const infinity = 10_000
	for _, p := range problems {
		in, value := p.(*gangwars.Input), 0
		for i, piece := range in.Board {
			switch piece {
			case in.Player:
				value += int(in.Values[i])
			case '.':
				value += 2 * int(in.Values[i]) // at most: staked, and more turned
			default:
				value -= int(in.Values[i])
			}
		}
		if value < -infinity {
			return
		}
	}
	t.Errorf("want an input of which the best value is below -%d, found none among %d", infinity, len(problems))
}

// Of the inputs of a round, those come first that show situations together which no input before does.
func TestCombine(t *testing.T) {
	var before together
	before.add(homework.Seen(0b0011))
	before.add(homework.Seen(0b1100))
	in := &inputs{shown: before, made: map[[sha256.Size]byte]bool{}}
	_, problems := judged(t, &reversi.Assignment, "", 3)
	var left []input
	for i, shows := range []homework.Seen{0b0011, 0b0110, 0b1111} {
		left = append(left, input{Made: gen.Made{Problem: problems[i], Shows: shows}})
	}
	var got []homework.Seen
	for _, one := range in.order(left) {
		got = append(got, one.Shows)
	}
	if want := []homework.Seen{0b1111, 0b0011, 0b0110}; !slices.Equal(got, want) {
		t.Errorf("found the order %b, want %b", got, want)
	}
}
