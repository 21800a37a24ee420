package verdict

import (
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A file breaks off if it is a beginning of the right one, also within a line.
func TestBreaksOff(t *testing.T) {
	for name, c := range map[string]struct {
		grade compare.Grade
		first *compare.Difference
		want  bool
	}{
		"no difference":            {compare.Different, nil, false},
		"a difference of form":     {compare.SameForm, &compare.Difference{}, false},
		"the end before a line":    {compare.Different, &compare.Difference{}, true},
		"the end within a line":    {compare.Different, &compare.Difference{Got: []string{"ab"}, Column: 3}, true},
		"within a long line":       {compare.Different, &compare.Difference{Got: []string{"ab"}, Column: 93, From: 90}, true},
		"another last line":        {compare.Different, &compare.Difference{Got: []string{"ab"}, Column: 2}, false},
		"another long last line":   {compare.Different, &compare.Difference{Got: []string{"ab"}, Column: 92, From: 90}, false},
		"a line with its end":      {compare.Different, &compare.Difference{Got: []string{"ab\n"}, Column: 4}, false},
		"a line and more after it": {compare.Different, &compare.Difference{Got: []string{"ab", "c"}, Column: 3}, false},
	} {
		got := (File{Report: compare.Report{Grade: c.grade, First: c.first}}).BreaksOff()
		expect.Equal(t, c.want, got, name, "breaks off")
	}
}

// Two runs differ in the verdicts of the program or of its first file with another verdict.
func TestDescribeChangeOfVerdict(t *testing.T) {
	for _, c := range []struct {
		first, second  Verdict
		files1, files2 []Verdict
		want           string
	}{
		{Wrong, Internal, []Verdict{Wrong}, []Verdict{Missing}, ""},
		{Crash, Wrong, nil, nil, "it crashes in one run and not in the other"},
		{Wrong, Crash, nil, []Verdict{Missing}, "it crashes in one run and not in the other"},
		{Crash, Crash, []Verdict{Missing}, []Verdict{Missing}, ""},
		{Wrong, Pass, []Verdict{Wrong}, []Verdict{Pass}, "a is right in one run and not in the other"},
		{Wrong, Wrong, []Verdict{Pass, Pass}, []Verdict{Pass, Wrong}, "b is right in one run and not in the other"},
		{Wrong, Wrong, []Verdict{Missing, Wrong}, []Verdict{Missing, Missing}, "b is there in one run and not in the other"},
		{Missing, Wrong, []Verdict{Missing}, []Verdict{Wrong}, "a is there in one run and not in the other"},
	} {
		result := func(v Verdict, files []Verdict) Result {
			r := Result{Verdict: v}
			for i, f := range files {
				r.Files = append(r.Files, File{Name: string(rune('a' + i)), Verdict: f})
			}
			return r
		}
		got := DescribeChange(result(c.first, c.files1), result(c.second, c.files2))
		expect.Equal(t, c.want, got, c.files1, "then", c.files2)
	}
}

// A program runs again on cases that fail soon with a known output, the smallest of each category.
func TestRepeats(t *testing.T) {
	different := compare.Report{Grade: compare.Different}
	for i, c := range []struct {
		r    Result
		want bool
	}{
		{Result{Verdict: Wrong, Files: []File{{Report: different, Text: []byte("x")}}}, true},
		{Result{Verdict: Wrong, Files: []File{{Report: different, Text: []byte("x")}, {Report: different}}}, false},
		{Result{Verdict: Format, Files: []File{{Text: []byte("x")}, {Text: []byte("x"), Cut: true}}}, false},
		{Result{Verdict: Missing, Outcome: outcome.Outcome{Wall: maxFirstWall - 1}}, true},
		{Result{Verdict: Crash, Outcome: outcome.Outcome{Wall: maxFirstWall}}, false},
		{Result{Verdict: Timeout}, false},
	} {
		expect.Equal(t, c.want, IsRepeatable(c.r), i)
	}
	all := slices.Clone(gametest.Corpus(t, gametest.Lookup(t, "squirrel")))
	var results []Result
	for _, c := range all {
		results = append(results, Result{Case: c, Verdict: Wrong})
	}
	slices.SortStableFunc(all, cases.BySize())
	n := map[string]int{}
	want := slices.DeleteFunc(all, func(c *cases.Case) bool {
		n[c.Problem.Category()]++
		return n[c.Problem.Category()] > maxRepeats
	})
	for i, r := range SelectRepeats(results) {
		expect.Equal(t, want[i].Name, r.Case.Name, "case", i, "of", len(want))
	}
	expect.Equal(t, len(want), len(SelectRepeats(results)), "selected cases")
}

// An assignment's own rule gives each category a part of its points, by the results of all cases.
func TestEarnedPoints(t *testing.T) {
	a := *gametest.Lookup(t, "squirrel")
	half := 0.5
	a.Grading = homework.Grading{
		Shares: []homework.Share{{Category: "greedy", Points: 30, All: true}, {Category: "minimax", Points: 70}},
		Earned: func(ran map[string]homework.CaseResult) map[string]float64 {
			expect.Equal(t, []string{"RTE", "AC"}, []string{ran["g"].Judgement, ran["m"].Judgement})
			expect.Equal(t, []*float64{&half, &half}, []*float64{ran["g"].Score, ran["m"].Score})
			expect.Equal(t, 2, len(ran), "results that the rule gets")
			return map[string]float64{"greedy": 0.25, "minimax": 0.5}
		},
	}
	var results []Result
	for _, c := range gametest.Corpus(t, &a) {
		switch category := c.Problem.Category(); {
		case len(results) == 0 && category == "greedy":
			g := &cases.Case{Name: "g", Points: 3, Problem: c.Problem}
			files := []File{{Report: compare.Report{Score: &half}}}
			results = append(results, Result{Case: g, Verdict: Crash, Files: files})
		case len(results) == 1 && category == "minimax":
			results = append(results, Result{Case: &cases.Case{Name: "m", Points: 5, Problem: c.Problem}, Verdict: Pass,
				Files: []File{{Report: compare.Report{Score: new(float64)}}, {Report: compare.Report{Score: &half}}}})
		}
	}
	expect.Equal(t, 7.5+35, Rule{}.Score(&a, results).Points, "points by the own rule")
	expect.Equal(t, 70, Rule{Shares: a.Grading.Shares}.Score(&a, results).Points, "points by the rule of a course")
}
