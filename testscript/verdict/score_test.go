package verdict_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// The rules of docs/rules, on sets of usual sizes. The worth of cases and the bonus add up to the points.
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
		a := gametest.Lookup(t, c.assignment)
		all := gametest.Corpus(t, a)
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
		sum := addedUp(s, results)
		expect.Equal(t, c.assignment != "squirrel", s.Parts[0].Category == verdict.AllCases, c.assignment)
		expect.True(t, math.Abs(s.Points-c.want)+math.Abs(sum-c.want) < 1e-9, s.Points, "points,", sum, "by", c)
	}
}

// The displayed parts of a score, in whole cents, add up to the displayed points.
func TestShownPointsAddUp(t *testing.T) {
	a := gametest.Lookup(t, "squirrel")
	all := gametest.Corpus(t, a)
	rapid.Check(t, func(t *rapid.T) {
		rule := verdict.Rule{Total: rapid.SampledFrom([]float64{0, 1, 10, 43.21, 100}).Draw(t, "total")}
		if rapid.Bool().Draw(t, "own shares") {
			for _, category := range []string{"greedy", "minimax", "alpha-beta", "battle"} {
				rule.Shares = append(rule.Shares, homework.Share{Category: category, Points: rapid.Float64Range(0.001, 50).Draw(t, category), All: rapid.Bool().Draw(t, "all")})
			}
			bonus := rapid.Float64Range(0, .5).Draw(t, "bonus")
			rule.Bonus = &bonus
		}
		var results []verdict.Result
		for range rapid.IntRange(1, 12).Draw(t, "cases") {
			results = append(results, verdict.Result{
				Case:    rapid.SampledFrom(all).Draw(t, "case"),
				Verdict: rapid.SampledFrom([]verdict.Verdict{verdict.Pass, verdict.Pass, verdict.Wrong}).Draw(t, "verdict"),
			})
		}
		days := rapid.IntRange(0, 3).Draw(t, "days")
		s := rule.Score(a, results).Adjusted(days, 1, rapid.Float64Range(0, 100).Draw(t, "percent"), rapid.Float64Range(-3, 3).Draw(t, "extra"))
		sum, of := 0, 0
		for _, e := range s.Account() {
			sum += cents(t, e.Points)
			if of += cents(t, e.Max); e.Passed == e.Cases && e.Cases > 0 && e.Points != e.Max {
				t.Errorf("all %d cases of %s pass and earn %v of %v", e.Cases, e.Name, e.Points, e.Max)
			}
		}
		if points := cents(t, s.Points); sum != points {
			t.Errorf("the account of %v adds up to %d cents: %+v", s.Points, sum, s.Account())
		}
		if want := cents(t, s.Max); of != want {
			t.Errorf("the parts of %v are worth %d cents: %+v", s.Max, of, s.Account())
		}
		if raw, late, extra := cents(t, s.Raw()), cents(t, s.Late), cents(t, s.Extra); max(0, raw-late+extra) != cents(t, s.Points) {
			t.Errorf("%d - %d + %d cents are shown as %v points", raw, late, extra, s.Points)
		}
	})
}

// cents returns points as they are shown, in cents; they have to be whole.
func cents(t *rapid.T, points float64) int {
	n, err := strconv.ParseFloat(strconv.FormatFloat(points, 'f', 2, 64), 64)
	if err != nil || math.Abs(n-points) > 1e-9 {
		t.Errorf("%v points: want whole cents (%v)", points, err)
	}
	return int(math.Round(n * 100))
}

// some returns results of cases of squirrel, each given by its name, category, points and whether it passes.
func some(t *testing.T) []verdict.Result {
	t.Helper()
	all := gametest.Corpus(t, gametest.Lookup(t, "squirrel"))
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

// The worth of cases follows the rule, and adds up to the points.
func TestRule(t *testing.T) {
	two := []homework.Share{{Category: "greedy", Points: 10}, {Category: "minimax", Points: 30}}
	all := []homework.Share{{Category: verdict.AllCases, Points: 10}}
	bonus, maxPoints := 20.0, 40.0
	for name, c := range map[string]struct {
		rule       verdict.Rule
		points, of float64
	}{
		"the course's, a case in four":  {verdict.Rule{}, 50*0.25 + 50, 100},
		"another total":                 {verdict.Rule{Total: 10}, 5*0.25 + 5, 10},
		"categories":                    {verdict.Rule{Shares: two}, 10*0.25 + 30, 40},
		"categories of a total":         {verdict.Rule{Shares: two, Total: 80}, 20*0.25 + 60, 80},
		"a bonus that is lost":          {verdict.Rule{Shares: two, Bonus: &bonus}, 5*0.25 + 15, 40},
		"failures that weigh nothing":   {verdict.Rule{Shares: two, Bonus: &bonus, Cases: []verdict.Weight{{Pattern: "g-[23]", Points: 0}}}, 40, 40},
		"nothing but a bonus":           {verdict.Rule{Shares: two, Bonus: &maxPoints}, 0, 40},
		"all alike":                     {verdict.Rule{Shares: all}, 10 * 2.0 / 5, 10},
		"patterns, the first counts":    {verdict.Rule{Shares: all, Cases: []verdict.Weight{{Pattern: "g-3", Points: 0}, {Pattern: "?-*", Points: 2}}}, 10 * 4.0 / 8, 10},
		"a category of no points":       {verdict.Rule{Shares: []homework.Share{{Category: "greedy"}, two[1]}, Bonus: &bonus}, 30, 30},
		"nothing counts, nothing lost":  {verdict.Rule{Cases: []verdict.Weight{{Pattern: "*"}}}, 100, 100},
		"an invalid pattern is no case": {verdict.Rule{Shares: two, Cases: []verdict.Weight{{Pattern: "["}}}, 10*0.25 + 30, 40},
	} {
		results := some(t)
		s := c.rule.Score(results[0].Case.Assignment, results)
		sum := addedUp(s, results)
		unknown := slices.ContainsFunc(s.Parts, func(p verdict.Part) bool { return math.IsNaN(p.Weight) })
		expect.Equal(t, false, unknown, name, "has a part of an unknown weight")
		near := math.Abs(s.Points-c.points) <= 1e-9 && math.Abs(sum-c.points) <= 1e-9
		expect.True(t, near && s.Max == c.of, name, s.Points, "of", s.Max, sum, "points", c.points)
	}
}

// Late days reduce the points, and no score falls below zero.
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
		{2, 0, 12.5, 0, 46.88, "score: 46.88 of 100 (greedy 1 of 3 cases, minimax 1 of 2); 2 days late: -25 %, -15.62"},
		{20, 0, 10, 5, 5, "score: 5.00 of 100 (greedy 1 of 3 cases, minimax 1 of 2); 20 days late: -100 %, -62.50; +5.00 by hand"},
		{0, 0, 0, -70, 0, "score: 0.00 of 100 (greedy 1 of 3 cases, minimax 1 of 2); -70.00 by hand"},
	} {
		got := s.Adjusted(c.days, c.free, c.percent, c.extra)
		expect.Equal(t, c.text, got.String())
		expect.True(t, math.Abs(got.Points-c.points) <= 1e-9 && got.Raw() == 62.5, got.Points, got.Raw(), c.text)
	}
}

// An account has a line for each part and for all points outside the cases. They add up to the points.
func TestAccount(t *testing.T) {
	two := []homework.Share{{Category: "greedy", Points: 10}, {Category: "minimax", Points: 30}}
	alone := []homework.Share{{Category: "greedy", Points: 10, All: true}, {Category: "minimax", Points: 30, All: true}}
	bonus := 20.0
	for name, c := range map[string]struct {
		rule   verdict.Rule
		change func(results []verdict.Result)
		days   int
		extra  float64
		text   string
		want   []verdict.Entry
	}{
		"all of it": {
			verdict.Rule{Shares: two, Bonus: &bonus}, func(results []verdict.Result) { results[1].Beyond, results[2].Beyond = "too large", "too large" }, 3, -0.5,
			"score: 31.50 of 40 (greedy 1 of 1 case, minimax 1 of 2, 2 not used by the course); 3 days late, 1 free: -20 %, -8.00; -0.50 by hand",
			[]verdict.Entry{
				{Name: "greedy", Passed: 1, Cases: 1, Points: 5, Max: 5}, {Name: "minimax", Passed: 1, Cases: 2,
					Points: 15, Max: 15}, {Name: "bonus, if all cases pass", Points: 20, Max: 20},
				{Name: "not used by the course: 2 cases"}, {Name: "3 days late, 1 free: -20 %", Points: -8}, {Name: "by hand", Points: -0.5},
			},
		},
		"a bonus that is lost": {
			verdict.Rule{Shares: two, Bonus: &bonus}, nil, 0, 0, "score: 16.25 of 40 (greedy 1 of 3 cases, minimax 1 of 2)",
			[]verdict.Entry{{Name: "greedy", Passed: 1, Cases: 3, Points: 1.25, Max: 5}, {Name: "minimax", Passed: 1,
				Cases: 2, Points: 15, Max: 15}, {Name: "bonus, if all cases pass", Max: 20}},
		},
		"parts that earn all or nothing": {
			verdict.Rule{Shares: alone}, nil, 1, 0, "score: 30.00 of 40 (greedy 1 of 3 cases, minimax 1 of 2); 1 day late, 1 free",
			[]verdict.Entry{{Name: "greedy, if all of them pass", Passed: 1, Cases: 3, Max: 10},
				{Name: "minimax, if all of them pass", Passed: 1, Cases: 2, Points: 30, Max: 30}, {Name: "1 day late, 1 free", Points: 0}},
		},
		"cases alike": {
			verdict.Rule{Shares: []homework.Share{{Category: verdict.AllCases, Points: 10}}}, nil, 0, 0, "score: 4.00 of 10 (2 of 5 cases)",
			[]verdict.Entry{{Name: "cases", Passed: 2, Cases: 5, Points: 4, Max: 10}},
		},
		"a part that is worth nothing": {
			verdict.Rule{Shares: []homework.Share{{Category: "greedy", Points: 8}, {Category: "minimax"}}}, nil, 0, 1, "score: 3.00 of 8 (greedy 1 of 3 cases, minimax 1 of 2); +1.00 by hand",
			[]verdict.Entry{{Name: "greedy", Passed: 1, Cases: 3, Points: 2, Max: 8}, {Name: "minimax", Passed: 1,
				Cases: 2}, {Name: "by hand", Points: 1}},
		},
		"less than nothing": {
			verdict.Rule{Shares: []homework.Share{{Category: verdict.AllCases, Points: 10}}}, nil, 0, -6, "score: 0.00 of 10 (2 of 5 cases); -6.00 by hand",
			[]verdict.Entry{{Name: "cases", Passed: 2, Cases: 5, Points: 4, Max: 10}, {Name: "by hand", Points: -6},
				{Name: "no score falls below zero", Points: 2}},
		},
		"a part whose cases weigh nothing": {
			verdict.Rule{Shares: two, Cases: []verdict.Weight{{Pattern: "g-*"}}}, nil, 0, 0,
			"score: 40.00 of 40 (greedy 1 of 3 cases, minimax 1 of 2)", []verdict.Entry{
				{Name: "greedy", Passed: 1, Cases: 3}, {Name: "minimax", Passed: 1, Cases: 2, Points: 40, Max: 40}},
		},
		"nothing asked": {
			verdict.Rule{}, func(results []verdict.Result) {
				for i := range results {
					results[i].Beyond = "too large"
				}
			}, 0, 0, "score: 100.00 of 100 (5 not used by the course)",
			[]verdict.Entry{{Name: "bonus, if all cases pass", Points: 100, Max: 100},
				{Name: "not used by the course: 5 cases"}},
		},
	} {
		results := some(t)
		if c.change != nil {
			c.change(results)
		}
		s := c.rule.Score(results[0].Case.Assignment, results).Adjusted(c.days, 1, 10, c.extra)
		expect.Equal(t, "", cmp.Diff(c.want, s.Account(), cmpopts.EquateApprox(0, 1e-9)), name, "(-want +got)")
		expect.Equal(t, c.text, s.String(), name)
		beyond := func(r verdict.Result) bool { return r.Beyond != "" && (s.Counts(r) || s.Worth(r) > 0) }
		expect.Equal(t, false, slices.ContainsFunc(results, beyond), name, "counts a case that is not used")
		s.Extended = "soon"
		extended := verdict.Entry{Name: "an extension: due soon"}
		expect.True(t, slices.Contains(s.Account(), extended), name, "has the extension")
	}
}

// The first failure in a case with points settles a category that gives them only if all cases pass.
func TestSettles(t *testing.T) {
	all := gametest.Corpus(t, gametest.Lookup(t, "squirrel"))
	rule := verdict.Rule{Shares: []homework.Share{{Category: "greedy", Points: 50, All: true}, {Category: "minimax", Points: 50}},
		Cases: []verdict.Weight{{Pattern: "greedy-raid-*", Points: 0}}}
	settling := 0
	for _, c := range all {
		want := c.Problem.Category() == "greedy" && !strings.HasPrefix(c.Name, "greedy-raid-")
		if want {
			settling++
		}
		expect.Equal(t, [2]bool{want, false}, [2]bool{rule.Settles(c), (verdict.Rule{}).Settles(c)}, c.Name)
	}
	expect.Equal(t, false, settling == 0, "no case settles points")
}

// addedUp returns the worth of the results that pass, and the bonus if all that count do.
func addedUp(s verdict.Score, results []verdict.Result) (sum float64) {
	allPass := true
	for _, r := range results {
		if r.Verdict == verdict.Pass {
			sum += s.Worth(r)
		} else if s.Counts(r) {
			allPass = false
		}
	}
	if allPass {
		sum += s.Bonus
	}
	return sum
}
