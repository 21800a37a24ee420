package verdict_test

import (
	"math"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// some returns results of cases of squirrel, each given by its name, category, points and whether
// it passes.
func some(t *testing.T) []verdict.Result {
	t.Helper()
	a, err := oracle.Lookup("squirrel")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	var results []verdict.Result
	for _, c := range []struct {
		name, category string
		points         float64
		verdict        verdict.Verdict
	}{
		{"g-1", "greedy", 1, verdict.Pass},
		{"g-2", "greedy", 1, verdict.Wrong},
		{"g-3", "greedy", 2, verdict.Wrong},
		{"m-1", "minimax", 1, verdict.Pass},
		{"m-2", "minimax", 0, verdict.Crash},
	} {
		one := *all[slices.IndexFunc(all, func(x *cases.Case) bool { return x.Problem.Category() == c.category })]
		one.Name, one.Points = c.name, c.points
		results = append(results, verdict.Result{Case: &one, Verdict: c.verdict})
	}
	return results
}

// What cases are worth follows the rule, and adds up to the points.
func TestRule(t *testing.T) {
	two := []homework.Share{{Category: "greedy", Points: 10}, {Category: "minimax", Points: 30}}
	all := []homework.Share{{Category: verdict.AllCases, Points: 10}}
	bonus, most := 20.0, 40.0
	for name, c := range map[string]struct {
		rule       verdict.Rule
		points, of float64
	}{
		"the course's, a case in four":  {verdict.Rule{}, 50*0.25 + 50, 100},
		"another total":                 {verdict.Rule{Total: 10}, 5*0.25 + 5, 10},
		"categories":                    {verdict.Rule{Shares: two}, 10*0.25 + 30, 40},
		"categories of a total":         {verdict.Rule{Shares: two, Total: 80}, 20*0.25 + 60, 80},
		"a bonus that is lost":          {verdict.Rule{Shares: two, Bonus: &bonus}, 5*0.25 + 15, 40},
		"nothing but a bonus":           {verdict.Rule{Shares: two, Bonus: &most}, 0, 40},
		"all alike":                     {verdict.Rule{Shares: all}, 10 * 2.0 / 5, 10},
		"patterns, the first counts":    {verdict.Rule{Shares: all, Cases: []verdict.Weight{{Pattern: "g-3", Points: 0}, {Pattern: "?-*", Points: 2}}}, 10 * 4.0 / 8, 10},
		"excused, and so a bonus":       {verdict.Rule{Shares: two, Bonus: &bonus, Excused: []string{"g-2", "g-3"}}, 40, 40},
		"a category excused":            {verdict.Rule{Shares: two, Excused: []string{"m-*"}}, 40 * 0.25, 40},
		"a category of no points":       {verdict.Rule{Shares: []homework.Share{{Category: "greedy"}, {Category: "minimax", Points: 8}}}, 8, 8},
		"nothing counts, nothing lost":  {verdict.Rule{Cases: []verdict.Weight{{Pattern: "*"}}}, 100, 100},
		"all excused, nothing lost":     {verdict.Rule{Excused: []string{"*"}}, 100, 100},
		"an invalid pattern is no case": {verdict.Rule{Shares: two, Excused: []string{"["}}, 10*0.25 + 30, 40},
	} {
		results := some(t)
		s := c.rule.Score(results[0].Case.Assignment, results)
		sum, right := 0.0, true
		for _, r := range results {
			if r.Verdict == verdict.Pass {
				sum += s.Worth(r)
			} else if s.Counts(r) {
				right = false
			}
		}
		if right {
			sum += s.Bonus
		}
		if math.Abs(s.Points-c.points) > 1e-9 || math.Abs(sum-c.points) > 1e-9 || s.Of != c.of {
			t.Errorf("%s: %v of %v points, and %v by adding up, want %v of %v", name, s.Points, s.Of, sum, c.points, c.of)
		}
	}
}

// Late days take a part of what was earned, and no score falls below zero.
func TestAdjusted(t *testing.T) {
	s := verdict.NewScore(some(t)[0].Case.Assignment, some(t)) // 62.5
	for _, c := range []struct {
		days, free             int
		percent, extra, points float64
		text                   string
	}{
		{0, 2, 10, 0, 62.5, "score: 62.50 of 100 (greedy 1 of 3 cases, minimax 1 of 2)"},
		{4, 2, 10, 0, 50, "score: 50.00 of 100 (greedy 1 of 3 cases, minimax 1 of 2); 4 days late, 2 free: -20 %, -12.50"},
		{1, 3, 10, 0, 62.5, "score: 62.50 of 100 (greedy 1 of 3 cases, minimax 1 of 2); 1 day late, 1 free"},
		{2, 0, 12.5, 0, 46.875, "score: 46.88 of 100 (greedy 1 of 3 cases, minimax 1 of 2); 2 days late: -25 %, -15.62"},
		{20, 0, 10, 5, 5, "score: 5.00 of 100 (greedy 1 of 3 cases, minimax 1 of 2); 20 days late: -100 %, -62.50; +5.00 by hand"},
		{0, 0, 0, -70, 0, "score: 0.00 of 100 (greedy 1 of 3 cases, minimax 1 of 2); -70.00 by hand"},
	} {
		got := s.Adjusted(c.days, c.free, c.percent, c.extra)
		if math.Abs(got.Points-c.points) > 1e-9 || got.String() != c.text || got.Raw() != 62.5 {
			t.Errorf("%v points, %q, want %v, %q", got.Points, got, c.points, c.text)
		}
	}
}

// Who is excused from every case has all points for that, and for no bonus.
func TestAccountOfExcused(t *testing.T) {
	results := some(t)
	account := verdict.Rule{Excused: []string{"*"}}.Score(results[0].Case.Assignment, results).Account()
	if len(account) == 0 || account[0].Name != "all points, since every case is excused" || account[0].Points != 100 {
		t.Errorf("found %+v", account)
	}
}
