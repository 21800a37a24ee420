package problem

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/caserules"
	"github.com/touchstone-suite/touchstone/internal/expectation"
	"github.com/touchstone-suite/touchstone/internal/groups"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// scoreTree returns the cases and groups of the package as they are scored.
func (p *Package) scoreTree() *groups.Tree {
	t := &groups.Tree{Group: func(dir string) *groups.Group {
		g := p.groupOf(dir)
		s := &groups.Group{MaxScore: g.maxScore, Aggregation: g.aggregation, RequirePass: g.requirePass}
		if p.manifest.Legacy {
			s.Legacy = &g.config.grader
		}
		return s
	}}
	for _, c := range p.cases {
		t.Cases = append(t.Cases, c.name)
	}
	return t
}

// groupOf returns the group of a directory. A directory without settings inherits all settings of its parent
// except the maximum score.
func (p *Package) groupOf(dir string) *group {
	for _, g := range p.groups {
		if g.name == dir {
			if dir == secret && g.aggregation == "" {
				summed := *g
				summed.aggregation = "sum"
				return &summed
			}
			return g
		}
	}
	g := &group{name: dir, maxScore: -1, aggregation: "sum", config: p.top}
	if above := path.Dir(dir); above != "." {
		g.config = p.groupOf(above).config
	}
	return g
}

// The files of the score of a case. The second is a factor of the maximum.
const (
	scoreFile      = feedback + "/score.txt"
	multiplierFile = feedback + "/score_multiplier.txt"
)

// scoreOf returns the score that an output validator left for a case, or nil.
func (p *Package) scoreOf(check string, c *testCase, left map[string][]byte) (*float64, error) {
	for _, file := range []string{scoreFile, multiplierFile} {
		text, found := left[file]
		if !found || !p.manifest.Scoring {
			continue
		}
		score, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
		if err != nil || math.IsNaN(score) || math.IsInf(score, 0) || score < 0 {
			return nil, &judgeError{text: fmt.Sprintf("%s: want a number of at least 0 in %s, found %q",
				p.displayPath(check), file, excerpt(text))}
		}
		if file == multiplierFile {
			score *= p.scoreTree().MaxScore(c.name)
		}
		return &score, nil
	}
	return nil, nil
}

// grading returns a share for each part that has a score. Samples have no points.
func (p *Package) grading() (g homework.Grading) {
	if !p.manifest.Scoring {
		return g
	}
	t, best, total := p.scoreTree(), map[string]float64{}, 0.0
	var samples []homework.Share
	for _, c := range p.cases {
		part := t.Part(c.name)
		if _, known := best[part]; known {
			continue
		}
		best[part] = t.Best(part)
		if c.dir() == sample {
			samples = append(samples, homework.Share{Category: part})
			continue
		}
		total += best[part]
		all := !p.manifest.Legacy && p.groupOf(part).aggregation != "sum"
		g.Shares = append(g.Shares, homework.Share{Category: part, Points: best[part], All: all})
	}
	if total == 0 {
		return homework.Grading{}
	}
	g.Shares = append(g.Shares, samples...)
	for i := range g.Shares {
		g.Shares[i].Points *= homework.FullMarks / total
	}
	g.Earned = func(results map[string]homework.CaseResult) map[string]float64 {
		return p.earnedShares(t, results, best)
	}
	return g
}

// earnedShares returns which share of its points each part has earned, from 0 to 1.
func (p *Package) earnedShares(t *groups.Tree, results map[string]homework.CaseResult,
	best map[string]float64) map[string]float64 {
	graded, shares := p.gradedResults(t, results), map[string]float64{}
	for part := range best {
		if result, judged := t.Grade(part, graded); judged {
			shares[part] = min(1, max(0, result.Score/cmp.Or(best[part], 1)))
		}
	}
	return shares
}

// gradedResults returns the results of the cases that ran, by their names.
func (p *Package) gradedResults(t *groups.Tree, results map[string]homework.CaseResult) map[string]groups.Result {
	graded := map[string]groups.Result{}
	for _, c := range p.cases {
		if r, ran := results[c.flatName()]; ran {
			graded[c.name] = groups.Result{Judgement: r.Judgement, Score: t.CaseScore(c.name, r.Judgement, r.Score)}
		}
	}
	return graded
}

// checkGroups checks the names in require_pass.
func (p *Package) checkGroups() error {
	var wrong []error
	for _, g := range p.groups {
		for _, name := range g.requirePass {
			path := groups.Required(name)
			isBelow := func(c *testCase) bool { return expectation.IsBelow(c.name, path) }
			if !slices.ContainsFunc(p.cases, isBelow) || expectation.IsBelow(g.name, path) ||
				expectation.IsBelow(path, g.name) {
				wrong = append(wrong, fmt.Errorf("%s: want a case or another group in require_pass, found %s",
					p.displayPath("data/"+g.name+"/"+caserules.GroupFile), name))
			}
		}
	}
	return errors.Join(wrong...)
}
