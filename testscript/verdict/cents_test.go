package verdict_test

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Whoever adds up what is shown of a score, in whole cents, gets the points that are shown.
func TestShownPointsAddUp(t *testing.T) {
	a, err := oracle.Lookup("squirrel")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
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
			if of += cents(t, e.Of); e.Passed == e.Cases && e.Cases > 0 && e.Points != e.Of {
				t.Errorf("all %d cases of %s pass and earn %v of %v", e.Cases, e.Name, e.Points, e.Of)
			}
		}
		if points := cents(t, s.Points); sum != points {
			t.Errorf("the account of %v adds up to %d cents: %+v", s.Points, sum, s.Account())
		}
		if want := cents(t, s.Of); of != want {
			t.Errorf("the parts of %v are worth %d cents: %+v", s.Of, of, s.Account())
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
