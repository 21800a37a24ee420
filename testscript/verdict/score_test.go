package verdict_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// The rules as stated in docs/rules, on sets of the courses' sizes. The worth of the cases
// and the bonus add up to the points.
func TestScore(t *testing.T) {
	for _, c := range []struct {
		assignment string
		sizes      map[string]int // cases of each category
		failed     map[string]int
		total      float64 // of the course; 0 is the assignment's
		want       float64
	}{
		{"gangwars", map[string]int{"": 50}, nil, 0, 100},
		{"gangwars", map[string]int{"": 50}, map[string]int{"": 1}, 0, 49},
		{"gangwars", map[string]int{"": 50}, map[string]int{"": 50}, 0, 0},
		{"gangwars", map[string]int{"": 10}, map[string]int{"": 1}, 0, 45},
		{"gangwars", map[string]int{"": 50}, nil, 50, 50},
		{"gangwars", map[string]int{"": 50}, map[string]int{"": 1}, 50, 24.5},
		{"reversi", map[string]int{"": 8}, map[string]int{"": 2}, 0, 75},
		{"squirrel", map[string]int{"greedy": 30, "minimax": 30, "alpha-beta": 30, "battle": 10}, map[string]int{"battle": 1, "minimax": 30}, 0, 69},
		{"squirrel", map[string]int{"greedy": 4, "battle": 2}, map[string]int{"battle": 1}, 0, 87.5},
	} {
		a, err := oracle.Lookup(c.assignment)
		if err != nil {
			t.Fatal(err)
		}
		all, err := cases.Embedded(a)
		if err != nil {
			t.Fatal(err)
		}
		var results []verdict.Result
		for category, n := range c.sizes {
			of := slices.IndexFunc(all, func(x *cases.Case) bool { return category == "" || x.Problem.Category() == category })
			for i := range n {
				r := verdict.Result{Case: all[of], Verdict: verdict.Pass}
				if i < c.failed[category] {
					r.Verdict = verdict.Wrong
				}
				results = append(results, r)
			}
		}
		s := verdict.Rule{Total: c.total}.Score(a, results)
		sum, right := 0.0, true
		for _, r := range results {
			if r.Verdict == verdict.Pass {
				sum += s.Worth(r)
			} else {
				right = false
			}
		}
		if right {
			sum += s.Bonus
		}
		account := 0.0
		for _, e := range s.Adjusted(2, 1, 10, 3).Account() {
			account += e.Points
		}
		if want := s.Points*.9 + 3; math.Abs(account-want) > 1e-9 {
			t.Errorf("%s, %v failed: the account of a late score adds up to %v, want %v", c.assignment, c.failed, account, want)
		}
		if math.Abs(s.Points-c.want) > 1e-9 || math.Abs(sum-c.want) > 1e-9 {
			t.Errorf("%s of %v points, %v failed: %v points, and %v by adding up, want %v", c.assignment, c.total, c.failed, s.Points, sum, c.want)
		}
	}
}

// Cases that no course asks earn and cost nothing; if there are no others, nothing is lost.
func TestScoreOfWhatNoCourseAsks(t *testing.T) {
	for _, a := range oracle.Assignments() {
		all, err := cases.Embedded(a)
		if err != nil {
			t.Fatal(err)
		}
		right := verdict.Result{Case: all[0], Verdict: verdict.Pass}
		wrong := verdict.Result{Case: all[1], Verdict: verdict.Wrong, Beyond: "too large a value"}
		for _, results := range [][]verdict.Result{{right, wrong}, {wrong, wrong}} {
			s := verdict.NewScore(a, results)
			sum := s.Bonus
			for _, r := range results {
				sum += s.Worth(r)
			}
			if s.Points != 100 || sum != 100 || !strings.Contains(s.String(), fmt.Sprintf("%d not asked by the course", s.NotAsked)) || s.NotAsked == 0 {
				t.Errorf("%s: %+v, and %v by adding up, want 100 points and cases that are not asked", a.Name, s, sum)
			}
		}
		beyond := wrong
		wrong.Beyond = ""
		if s := verdict.NewScore(a, []verdict.Result{beyond, right, wrong}); s.Points == 100 || s.NotAsked != 1 {
			t.Errorf("%s: %+v for a case that fails inside the envelope, behind one outside", a.Name, s)
		}
		if s := verdict.NewScore(a, []verdict.Result{right, wrong}); s.Points == 100 || s.NotAsked != 0 || strings.Contains(s.String(), "not asked") {
			t.Errorf("%s: %+v for a case that fails inside the envelope", a.Name, s)
		}
	}
}
