// Package groups computes the scores of scoring problems. The cases of such a problem form a tree of
// directories. A case has a judgement and a score. The judgement and the score of a directory follow from its
// entries, in the order of their names. The settings of the directory decide how. In a "legacy" package, the
// flags of the default grader decide.
package groups

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"
)

// The judgements.
const (
	Accepted  = "AC"
	Wrong     = "WA"
	TooSlow   = "TLE"
	RunFailed = "RTE"
)

// Judgements lists all judgements, the worst last.
var Judgements = []string{Accepted, Wrong, TooSlow, RunFailed}

// A Result is the result of a case or of a directory.
type Result struct {
	Judgement string
	Score     float64
}

// A Group holds the settings of a directory.
type Group struct {
	MaxScore    float64  // -1 means no maximum
	Aggregation string   // "sum", "min" or "pass-fail"; "" is pass-fail
	RequirePass []string // directories and cases that must be accepted before the group counts
	// Legacy holds the settings of the grader of a legacy package; nil in others.
	Legacy *Grader
}

// A Grader holds the settings of the default grader of legacy packages.
type Grader struct {
	Break    bool     // a failure ends the group
	Flags    []string // such as "min" and "always_accept"
	MaxScore float64  // the end of the range of scores; 0 and infinity mean no maximum
	Accept   float64  // the score of an accepted case
	Reject   float64  // the score of another case
}

// A Tree has the cases of a problem.
type Tree struct {
	Cases []string                // paths, such as "secret/group1/03"
	Group func(dir string) *Group // the settings of a directory
}

// Grade returns the result of the case or directory at a path. results holds the results of the cases that
// ran, and Grade adds the results of directories. ok is false if no case below the path ran.
func (t *Tree) Grade(name string, results map[string]Result) (result Result, ok bool) {
	if result, ok = results[name]; ok {
		return result, true
	}
	g := t.Group(name)
	var parts []Result
	for _, child := range t.children(name) {
		part, judged := t.Grade(child, results)
		if !judged {
			continue
		}
		parts = append(parts, part)
		if part.Judgement != Accepted && g.Legacy != nil && g.Legacy.Break {
			break
		}
	}
	switch {
	case len(parts) == 0:
		return Result{}, false
	case g.Legacy != nil:
		result = g.Legacy.aggregate(parts)
	default:
		result = g.aggregate(parts)
	}
	results[name] = result // ends a cycle of required groups
	for _, needed := range g.RequirePass {
		if other, judged := t.Grade(Required(needed), results); judged && other.Judgement != Accepted {
			result = Result{other.Judgement, 0}
		}
	}
	results[name] = result
	return result, true
}

// Required returns the path of a group or a case that require_pass names: its path itself, or one below
// "secret".
func Required(name string) string {
	name = path.Clean(name)
	for _, top := range []string{"sample", "secret"} {
		if name == top || strings.HasPrefix(name, top+"/") {
			return name
		}
	}
	return path.Join("secret", name)
}

// children returns the paths of the cases and directories in a directory, in their order.
func (t *Tree) children(dir string) (all []string) {
	for _, c := range t.Cases {
		if rest, below := strings.CutPrefix(c, dir+"/"); below {
			first, _, _ := strings.Cut(rest, "/")
			if child := dir + "/" + first; !slices.Contains(all, child) {
				all = append(all, child)
			}
		}
	}
	slices.Sort(all)
	return all
}

// aggregate returns the result of a group by its settings.
func (g *Group) aggregate(parts []Result) Result {
	result := Result{Judgement: worstJudgement(parts, false)}
	switch {
	case g.Aggregation == "sum":
		result.Score = sum(parts)
	case g.Aggregation == "min":
		result.Score = slices.MinFunc(parts, byScore).Score
	case result.Judgement == Accepted && g.MaxScore >= 0:
		result.Score = g.MaxScore
	case result.Judgement == Accepted:
		result.Score = slices.MinFunc(parts, byScore).Score
	}
	if g.MaxScore >= 0 {
		result.Score = min(result.Score, g.MaxScore)
	}
	return result
}

// aggregate returns the result of a group as the default grader does.
func (g *Grader) aggregate(parts []Result) Result {
	hasFlag := func(flag string) bool { return slices.Contains(g.Flags, flag) }
	result := Result{worstJudgement(parts, hasFlag("first_error")), sum(parts)}
	isAccepted := func(part Result) bool { return part.Judgement == Accepted }
	if hasFlag("always_accept") || hasFlag("accept_if_any_accepted") && slices.ContainsFunc(parts, isAccepted) {
		result.Judgement = Accepted
	}
	switch {
	case hasFlag("min"):
		result.Score = slices.MinFunc(parts, byScore).Score
	case hasFlag("max"):
		result.Score = slices.MaxFunc(parts, byScore).Score
	case hasFlag("avg"):
		result.Score /= float64(len(parts))
	}
	return result
}

func byScore(x, y Result) int { return cmp.Compare(x.Score, y.Score) }

func sum(parts []Result) (sum float64) {
	for _, part := range parts {
		sum += part.Score
	}
	return sum
}

// worstJudgement returns the worst judgement of several results, or the first that is not Accepted.
func worstJudgement(parts []Result, first bool) string {
	found := Accepted
	for _, part := range parts {
		if slices.Index(Judgements, part.Judgement) > slices.Index(Judgements, found) {
			found = part.Judgement
		}
		if first && found != Accepted {
			break
		}
	}
	return found
}

// CaseScore returns the score of a case with a judgement, and with the score that a validator gave to it, or
// nil.
func (t *Tree) CaseScore(name, judgement string, score *float64) float64 {
	legacy := t.Group(path.Dir(name)).Legacy
	switch {
	case judgement == Accepted && score != nil:
		return *score
	case judgement == Accepted:
		return t.MaxScore(name)
	case legacy != nil:
		return legacy.Reject
	}
	return 0
}

// MaxScore returns the score of an accepted case for which the validator gives none.
func (t *Tree) MaxScore(name string) float64 {
	dir := path.Dir(name)
	switch g := t.Group(dir); {
	case g.Legacy != nil:
		return g.Legacy.Accept
	case g.MaxScore < 0:
		return 1
	case g.Aggregation == "sum":
		return g.MaxScore / float64(max(1, len(t.children(dir))))
	default:
		return g.MaxScore
	}
}

// Best returns the maximum score of a directory: the maximum in its settings, or else the score of a right
// program.
func (t *Tree) Best(dir string) float64 {
	g := t.Group(dir)
	switch {
	case g.MaxScore >= 0:
		return g.MaxScore
	case g.Legacy != nil && g.Legacy.MaxScore > 0 && !math.IsInf(g.Legacy.MaxScore, 0):
		return g.Legacy.MaxScore
	}
	right := map[string]Result{}
	for _, c := range t.Cases {
		right[c] = Result{Accepted, t.MaxScore(c)}
	}
	result, _ := t.Grade(dir, right)
	return result.Score
}

// Part returns the directory to whose share of the score a case belongs. It is a directory in "secret" if the
// score of "secret" is the sum of the scores of directories. Otherwise it is "secret" or "sample".
func (t *Tree) Part(name string) string {
	parts := strings.SplitN(name, "/", 3)
	isInSecret := func(c string) bool { return path.Dir(c) == "secret" }
	if g := t.Group(parts[0]); parts[0] == "secret" && len(parts) == 3 && g.Legacy == nil && g.MaxScore < 0 &&
		g.Aggregation == "sum" && !slices.ContainsFunc(t.Cases, isInSecret) {
		return path.Join(parts[:2]...)
	}
	return parts[0]
}
