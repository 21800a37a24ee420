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

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// The cases of a scoring problem form a tree of directories. A case has a judgement and a score: that of the
// validator, or else the maximum if it is accepted. A directory has a judgement and a score, too, which follow from
// those below it in the order of their names. Its own settings, or the flags of the grader of a legacy package, say
// how.

// A graded is the result of a case or of a directory.
type graded struct {
	judgement string
	score     float64
}

// grade returns the result of what is at a path below data. cases has the results of the cases that ran, and of the
// directories that it has graded. ok is false if none of the cases below the path ran.
func (p *Package) grade(name string, cases map[string]graded) (result graded, ok bool) {
	if result, ok = cases[name]; ok {
		return result, true
	}
	g := p.groupOf(name)
	var parts []graded
	for _, child := range p.children(name) {
		part, judged := p.grade(child, cases)
		if !judged {
			continue
		}
		parts = append(parts, part)
		if p.manifest.legacy && part.judgement != accepted && g.grader.onReject == "break" {
			break
		}
	}
	if len(parts) == 0 {
		return graded{}, false
	}
	if result = g.aggregate(parts); p.manifest.legacy {
		result = g.gradeLegacy(parts)
	}
	cases[name] = result // ends a cycle of require_pass
	for _, needed := range g.requirePass {
		if other, judged := p.grade(p.required(needed), cases); judged && other.judgement != accepted {
			result = graded{other.judgement, 0}
		}
	}
	cases[name] = result
	return result, true
}

// required returns the path of a group or case that require_pass names, below data or below data/secret.
func (p *Package) required(name string) string {
	name = path.Clean(name)
	if isBelow(name, sample) || isBelow(name, secret) {
		return name
	}
	return path.Join(secret, name)
}

// groupOf returns the group of a directory. One without settings has those of the directory above, but for a score.
func (p *Package) groupOf(name string) *group {
	for _, g := range p.groups {
		if g.name == name {
			return g
		}
	}
	g := &group{name: name, maxScore: -1, aggregation: "sum", config: p.top}
	if above := path.Dir(name); above != "." {
		g.config = p.groupOf(above).config
	}
	return g
}

// children returns the paths of the cases and directories in a directory, in their order.
func (p *Package) children(name string) (all []string) {
	for _, c := range p.cases {
		if rest, below := strings.CutPrefix(c.name, name+"/"); below {
			first, _, _ := strings.Cut(rest, "/")
			if child := name + "/" + first; !slices.Contains(all, child) {
				all = append(all, child)
			}
		}
	}
	slices.Sort(all)
	return all
}

// aggregate returns the result of a group by its settings.
func (g *group) aggregate(parts []graded) graded {
	result := graded{judgement: worstOf(parts, false)}
	switch g.aggregation {
	case "sum":
		for _, part := range parts {
			result.score += part.score
		}
	case "min":
		result.score = slices.MinFunc(parts, byScore).score
	default:
		if result.judgement == accepted {
			result.score = slices.MinFunc(parts, byScore).score
			if g.maxScore >= 0 {
				result.score = g.maxScore
			}
		}
	}
	if g.maxScore >= 0 {
		result.score = min(result.score, g.maxScore)
	}
	return result
}

func byScore(x, y graded) int { return cmp.Compare(x.score, y.score) }

// worstOf returns the judgement of several results: that of the first that is not accepted, or the worst.
func worstOf(parts []graded, first bool) string {
	found := accepted
	for _, part := range parts {
		if i := slices.Index(badness, part.judgement); i > slices.Index(badness, found) && !(first && found != accepted) {
			found = part.judgement
		}
	}
	return found
}

// badness lists the judgements, the worst last.
var badness = []string{accepted, wrong, tooSlow, runFailed}

// gradeLegacy returns the result of a group as the default grader of legacy packages does.
func (g *group) gradeLegacy(parts []graded) graded {
	has := func(flag string) bool { return slices.Contains(g.grader.flags, flag) }
	result := graded{judgement: worstOf(parts, has("first_error"))}
	isAccepted := func(part graded) bool { return part.judgement == accepted }
	if has("always_accept") || has("accept_if_any_accepted") && slices.ContainsFunc(parts, isAccepted) {
		result.judgement = accepted
	}
	for _, part := range parts {
		result.score += part.score
	}
	switch {
	case has("min"):
		result.score = slices.MinFunc(parts, byScore).score
	case has("max"):
		result.score = slices.MaxFunc(parts, byScore).score
	case has("avg"):
		result.score /= float64(len(parts))
	}
	return result
}

// maxOf returns the score of an accepted case for which the validator gives none.
func (p *Package) maxOf(c *testCase) float64 {
	if p.manifest.legacy {
		return c.grader.acceptScore
	}
	dir := path.Dir(c.name)
	g := p.groupOf(dir)
	switch {
	case g.maxScore < 0:
		return 1
	case g.aggregation == "sum":
		return g.maxScore / float64(len(p.children(dir)))
	}
	return g.maxScore
}

// gradeCase returns the result of a case with a judgement and the score of the validator, or nil.
func (p *Package) gradeCase(c *testCase, judgement string, score *float64) graded {
	switch {
	case judgement == accepted && score != nil:
		return graded{judgement, *score}
	case judgement == accepted:
		return graded{judgement, p.maxOf(c)}
	case p.manifest.legacy:
		return graded{judgement, c.grader.rejectScore}
	}
	return graded{judgement, 0}
}

// The files of the score of a case. The second is a share of the maximum.
const (
	scoreFile      = feedback + "/score.txt"
	multiplierFile = feedback + "/score_multiplier.txt"
)

// scoreOf returns the score that the validator left for a case, or nil.
func (p *Package) scoreOf(c *testCase, left map[string][]byte) (*float64, error) {
	for _, file := range []string{scoreFile, multiplierFile} {
		text, found := left[file]
		if !found || !p.manifest.scoring {
			continue
		}
		score, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
		if err != nil || math.IsNaN(score) || math.IsInf(score, 0) || score < 0 {
			return nil, fmt.Errorf("%s: want a number of at least 0 in %s, found %q", p.where(p.outputCheck), file, excerpt(text))
		}
		if file == multiplierFile {
			score *= p.maxOf(c)
		}
		return &score, nil
	}
	return nil, nil
}

// part returns the directory whose score a case is a part of: a directory of secret if that has groups.
func (p *Package) part(c *testCase) string {
	parts := strings.SplitN(c.name, "/", 3)
	if g := p.groupOf(secret); parts[0] == secret && len(parts) == 3 && len(p.groups) > 0 && g.aggregation == "sum" &&
		g.maxScore < 0 && !p.manifest.legacy {
		return path.Join(parts[:2]...)
	}
	return parts[0]
}

// grading makes shares of the parts that have a score. Samples are worth nothing beside them.
func (p *Package) grading() (g homework.Grading) {
	if !p.manifest.scoring {
		return g
	}
	right, best, total := map[string]graded{}, map[string]float64{}, 0.0
	for _, c := range p.cases {
		right[c.name] = p.gradeCase(c, accepted, nil)
	}
	for _, c := range p.cases {
		part := p.part(c)
		if _, known := best[part]; known {
			continue
		}
		best[part] = p.best(part, right)
		share := homework.Share{Category: part}
		if isBelow(c.name, secret) {
			share.Points = best[part]
			share.All = !p.manifest.legacy && p.groupOf(part).aggregation != "sum"
		}
		total += share.Points
		g.Shares = append(g.Shares, share)
	}
	if total == 0 {
		return homework.Grading{}
	}
	for i := range g.Shares {
		g.Shares[i].Points *= homework.FullMarks / total
	}
	g.Earned = func(results map[string]homework.CaseResult) map[string]float64 { return p.earned(results, best) }
	return g
}

// best returns the greatest score of a part: what its settings say, or else that of a program that is always right.
func (p *Package) best(part string, cases map[string]graded) float64 {
	if g := p.groupOf(part); g.maxScore >= 0 {
		return g.maxScore
	} else if p.manifest.legacy && g.grader.rangeMax > 0 {
		return g.grader.rangeMax
	}
	result, _ := p.grade(part, cases)
	return result.score
}

// earned returns which share of its points each part has earned, from 0 to 1.
func (p *Package) earned(results map[string]homework.CaseResult, best map[string]float64) map[string]float64 {
	cases, shares := map[string]graded{}, map[string]float64{}
	for _, c := range p.cases {
		if r, ran := results[c.flatName()]; ran {
			cases[c.name] = p.gradeCase(c, judgement[verdict.Verdict(r.Verdict)], r.Score)
		}
	}
	for _, c := range p.cases {
		part := p.part(c)
		if result, judged := p.grade(part, cases); judged {
			shares[part] = min(1, max(0, result.score/cmp.Or(best[part], 1)))
		}
	}
	return shares
}

// checkGroups checks the names in require_pass.
func (p *Package) checkGroups() error {
	var wrong []error
	for _, g := range p.groups {
		for _, name := range g.requirePass {
			is := func(c *testCase) bool { return isBelow(c.name, p.required(name)) }
			if !slices.ContainsFunc(p.cases, is) || isBelow(g.name, p.required(name)) || isBelow(p.required(name), g.name) {
				wrong = append(wrong, fmt.Errorf("%s: want a case or another group in require_pass, found %s",
					p.where(path.Join("data", g.name, groupFile)), name))
			}
		}
	}
	return errors.Join(wrong...)
}
