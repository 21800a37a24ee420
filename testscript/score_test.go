package testscript_test

import (
	"math"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// The rules as docs/rules states them, on sets of the courses' sizes. A case's
// worth and the bonus add up to the points.
func TestScore(t *testing.T) {
	for _, c := range []struct {
		assignment string
		sizes      map[string]int // cases of each category
		failed     map[string]int
		want       float64
	}{
		{"gangwars", map[string]int{"": 50}, nil, 100},
		{"gangwars", map[string]int{"": 50}, map[string]int{"": 1}, 49},
		{"gangwars", map[string]int{"": 50}, map[string]int{"": 50}, 0},
		{"gangwars", map[string]int{"": 10}, map[string]int{"": 1}, 45},
		{"reversi", map[string]int{"": 8}, map[string]int{"": 2}, 75},
		{"squirrel", map[string]int{"greedy": 30, "minimax": 30, "alpha-beta": 30, "battle": 10}, map[string]int{"battle": 1, "minimax": 30}, 69},
		{"squirrel", map[string]int{"greedy": 4, "battle": 2}, map[string]int{"battle": 1}, 87.5},
	} {
		a, err := oracle.Lookup(c.assignment)
		if err != nil {
			t.Fatal(err)
		}
		all, err := cases.Embedded(a)
		if err != nil {
			t.Fatal(err)
		}
		var results []testscript.Result
		for category, n := range c.sizes {
			of := slices.IndexFunc(all, func(x *cases.Case) bool { return category == "" || x.Problem.Category() == category })
			for i := range n {
				r := testscript.Result{Case: all[of], Verdict: testscript.Pass}
				if i < c.failed[category] {
					r.Verdict = testscript.Wrong
				}
				results = append(results, r)
			}
		}
		s := testscript.NewScore(a, results)
		sum, right := 0.0, true
		for _, r := range results {
			if r.Verdict == testscript.Pass {
				sum += s.Worth(r.Case)
			} else {
				right = false
			}
		}
		if right {
			sum += s.Bonus
		}
		if math.Abs(s.Points-c.want) > 1e-9 || math.Abs(sum-c.want) > 1e-9 {
			t.Errorf("%s, %v failed: %v points, and %v by adding up, want %v", c.assignment, c.failed, s.Points, sum, c.want)
		}
	}
}
