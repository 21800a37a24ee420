package groups

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
)

// tree returns a tree of cases, and of groups by their names.
func tree(cases string, groups map[string]*Group) *Tree {
	return &Tree{Cases: strings.Fields(cases), Group: func(dir string) *Group {
		if g := groups[dir]; g != nil {
			return g
		}
		return &Group{MaxScore: -1, Aggregation: "sum"}
	}}
}

// TestGrade grades cases, each with a judgement and the score of the validator.
func TestGrade(t *testing.T) {
	const cases = "secret/a/1 secret/a/2 secret/b/1 secret/b/2"
	legacy := func(brk bool, flags ...string) *Group {
		return &Group{MaxScore: -1, Legacy: &Grader{Break: brk, Flags: flags, Accept: 3, Reject: 1}}
	}
	group := func(best float64, how string, require ...string) *Group {
		return &Group{MaxScore: best, Aggregation: how, RequirePass: require}
	}
	for name, c := range map[string]struct {
		a, b    *Group
		results string // of the cases, in their order; - is a case that did not run
		want    Result
	}{
		"all pass":      {group(20, "pass-fail"), group(30, "sum"), "AC AC AC AC", Result{"AC", 50}},
		"one of two":    {group(20, "pass-fail"), group(30, "sum"), "AC WA AC TLE", Result{"TLE", 15}},
		"min":           {group(20, "min"), group(30, "min"), "AC AC AC RTE", Result{"RTE", 20}},
		"no settings":   {nil, nil, "AC AC AC WA", Result{"WA", 3}},
		"required":      {group(20, ""), group(30, "sum", "a"), "WA AC AC WA", Result{"WA", 0}},
		"required case": {group(20, ""), group(30, "sum", "secret/a/1"), "AC WA AC AC", Result{"WA", 30}},
		"required two":  {group(20, ""), group(30, "sum", "secret/a/1", "secret/a/2"), "AC WA AC AC", Result{"WA", 0}},
		"no maximum":    {group(-1, "pass-fail"), group(-1, ""), "AC AC AC WA", Result{"WA", 1}},
		"cycle":         {group(20, "", "b"), group(30, "", "a"), "AC AC AC AC", Result{"AC", 50}},
		"cycle, failed": {group(20, "", "b"), group(30, "", "a"), "AC AC WA AC", Result{"WA", 0}},
		"cycle, twice":  {group(20, "", "b"), group(30, "sum", "a"), "WA AC AC AC", Result{"WA", 0}},
		"not run":       {group(20, ""), group(30, "sum"), "AC AC - -", Result{"AC", 20}},
		"legacy sum":    {legacy(false), legacy(false), "AC WA AC AC", Result{"WA", 10}},
		"legacy break":  {legacy(true), legacy(true), "WA AC AC AC", Result{"WA", 7}},
		"legacy accept": {legacy(false, "always_accept", "min"), legacy(false, "max"), "WA AC AC AC", Result{"AC", 4}},
		"legacy any":    {legacy(false, "accept_if_any_accepted", "avg"), legacy(false, "avg"), "WA AC AC AC", Result{"AC", 5}},
		"legacy none":   {legacy(false, "accept_if_any_accepted", "avg"), legacy(false, "avg"), "WA TLE AC AC", Result{"TLE", 4}},
		"legacy, one":   {legacy(false, "avg"), legacy(false, "avg"), "AC - AC WA", Result{"WA", 5}},
		"legacy, first": {legacy(false, "first_error", "min"), legacy(false, "min"), "WA TLE AC AC", Result{"WA", 4}},
		"legacy, later": {legacy(false, "first_error", "min"), legacy(false, "min"), "AC WA AC AC", Result{"WA", 4}},
		"legacy, worst": {legacy(false, "worst_error", "min"), legacy(false, "min"), "WA RTE TLE AC", Result{"RTE", 2}},
	} {
		tr, results := tree(cases, map[string]*Group{"secret/a": c.a, "secret/b": c.b}), map[string]Result{}
		for i, judgement := range strings.Fields(c.results) {
			if judgement != "-" {
				results[tr.Cases[i]] = Result{judgement, tr.CaseScore(tr.Cases[i], judgement, nil)}
			}
		}
		slices.Reverse(tr.Cases)
		if got, ok := tr.Grade("secret", results); got != c.want || !ok {
			t.Errorf("%s: found %v, %t, want %v", name, got, ok, c.want)
		}
	}
}

// TestCaseScore prefers the score of the validator, which counts for accepted cases only, and keeps to the maximum.
func TestCaseScore(t *testing.T) {
	tr := tree("secret/a/1 secret/b/1 secret/a/2", map[string]*Group{"secret/a": {MaxScore: 10, Aggregation: "sum"}})
	given := 2.5
	for _, c := range []struct {
		judgement string
		given     *float64
		want      float64
	}{{Accepted, &given, 2.5}, {"WA", &given, 0}, {Accepted, nil, 5}} {
		expect.Equal(t, c.want, tr.CaseScore("secret/a/1", c.judgement, c.given), c)
	}
	got, _ := tr.Grade("secret/a", map[string]Result{"secret/a/1": {Accepted, math.MaxFloat64}, "secret/a/2": {Accepted, 1}})
	none := tree("secret/b/1", map[string]*Group{"secret": {MaxScore: 0, Aggregation: "sum"}})
	nothing, _ := none.Grade("secret", map[string]Result{"secret/b/1": {Accepted, 1}})
	expect.Equal(t, [3]float64{10, 0, 11}, [3]float64{got.Score, nothing.Score, tr.Best("secret")})
}

// If the range of scores has no end, the best score is the score of a right program. In a sum without a maximum, each
// group has its own share, except in legacy packages and next to cases that are in no group.
func TestBest(t *testing.T) {
	for _, c := range []struct {
		secret Group
		best   float64
		part   string
	}{
		{Group{MaxScore: -1, Aggregation: "sum", Legacy: &Grader{MaxScore: math.Inf(1), Accept: 3}}, 4, "secret"},
		{Group{MaxScore: -1, Legacy: &Grader{Accept: 3}}, 4, "secret"},
		{Group{MaxScore: -1, Legacy: &Grader{MaxScore: 9, Accept: 3}}, 9, "secret"},
		{Group{MaxScore: -1, Aggregation: "sum"}, 2, "secret/a"}, {Group{MaxScore: 7, Aggregation: "sum"}, 7, "secret"},
		{Group{MaxScore: -1, Aggregation: "min"}, 1, "secret"},
	} {
		tr := tree("sample/a/1 secret/1 secret/a/1", map[string]*Group{"secret": &c.secret})
		expect.Equal(t, c.best, tr.Best("secret"), c)
		expect.Equal(t, [2]string{"secret", "secret"}, [2]string{tr.Part("secret/a/1"), tr.Part("secret/1")}, c)
		tr.Cases[1] = "secret/b/1"
		expect.Equal(t, [2]string{c.part, "sample"}, [2]string{tr.Part("secret/a/1"), tr.Part("sample/a/1")}, c)
	}
}

// A required group is below "secret", unless its path says otherwise.
func TestRequired(t *testing.T) {
	for name, want := range map[string]string{"a/1": "secret/a/1", "./sample/": "sample", "sample/1": "sample/1",
		"secret": "secret", "secrets": "secret/secrets"} {
		expect.Equal(t, want, Required(name), name)
	}
}
