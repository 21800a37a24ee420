package problem

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/groups"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// scoring returns a scoring package with two groups of 30 and 10 points, and a sample.
func scoring(legacy bool) *Package {
	p := &Package{manifest: &manifest.Manifest{Scoring: true, Legacy: legacy}, top: config{hint: "top"}, groups: []*group{
		{name: "secret", maxScore: -1, config: config{hint: "secret"}},
		{name: "secret/a", maxScore: 30, aggregation: "pass-fail", config: config{grader: groups.Grader{Accept: 2, MaxScore: 30}}},
		{name: "secret/b", maxScore: 10, aggregation: "sum", config: config{grader: groups.Grader{Accept: 5, MaxScore: 10}}},
	}}
	for _, name := range strings.Fields("sample/1 secret/a/1 secret/a/2 secret/b/1 secret/b/2") {
		p.cases = append(p.cases, &testCase{name: name})
	}
	return p
}

// A directory without settings inherits those of the directory above it, except for the points.
func TestGroupOf(t *testing.T) {
	p := scoring(false)
	for dir, want := range map[string]group{
		"sample": {maxScore: -1, config: p.top}, "secret": {maxScore: -1, config: config{hint: "secret"}},
		"secret/c/d": {maxScore: -1, config: config{hint: "secret"}}, "secret/b/c": {maxScore: -1, config: p.groups[2].config},
		"secret/b": {maxScore: 10, config: p.groups[2].config},
	} {
		got := p.groupOf(dir)
		expect.Equal(t, []any{want.maxScore, "sum", want.hint, want.grader}, []any{got.maxScore, got.aggregation, got.hint, got.grader}, dir)
	}
}

// The shares of the groups are in proportion to their maximum scores. Samples have no points. A group that is not a
// sum counts as a whole. A program earns its part of the maximum, and nothing for cases that did not run.
func TestGrading(t *testing.T) {
	g := scoring(false).grading()
	expect.Equal(t, []homework.Share{{Category: "secret/a", Points: 75, All: true}, {Category: "secret/b", Points: 25}, {Category: "sample"}}, g.Shares)
	five, nine := 5.0, 9.0
	earned := g.Earned(map[string]homework.CaseResult{
		"secret-a-1": {Judgement: groups.Accepted}, "secret-a-2": {Judgement: groups.Wrong, Score: &nine},
		"secret-b-1": {Judgement: groups.Accepted, Score: &five}, "secret-b-2": {Judgement: groups.Accepted, Score: &nine},
	})
	expect.Equal(t, map[string]float64{"secret/a": 0, "secret/b": 1}, earned)
	expect.Equal(t, map[string]float64{"secret/b": 0.5}, g.Earned(map[string]homework.CaseResult{"secret-b-1": {Judgement: groups.Accepted, Score: &five}}))
	p := scoring(true)
	p.groups = p.groups[1:]
	expect.Equal(t, []homework.Share{{Category: "secret", Points: 100}, {Category: "sample"}}, p.grading().Shares, "legacy")
	p.manifest.Scoring = false
	expect.Equal(t, 0, len(p.grading().Shares), "shares of a package without scores")
}

// A validator leaves the score of a case or a factor of its maximum. The first counts.
func TestScoreOf(t *testing.T) {
	p, ten := scoring(false), &testCase{name: "secret/b/1"}
	for text, want := range map[string]float64{"score.txt: 7 ": 7, "score_multiplier.txt:.5\n": 2.5, "score.txt:1,score_multiplier.txt:2": 1} {
		left := map[string][]byte{}
		for file := range strings.SplitSeq(text, ",") {
			name, score, _ := strings.Cut(file, ":")
			left[feedback+"/"+name] = []byte(score)
		}
		expect.Equal(t, &want, must.Get(p.scoreOf("v.py", ten, left))(t), text)
	}
	for _, text := range []string{"-1", "inf", "NaN", "many"} {
		_, err := p.scoreOf("v.py", ten, map[string][]byte{scoreFile: []byte(text)})
		expect.Error(t, err, "want a number of at least 0 in feedback/score.txt, found \""+text)
	}
}
