package verdict

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A Rule sets the points of categories and cases, where they differ from the assignment's course ("Grading"
// in docs/rules/ASSIGNMENT.md). The zero Rule is the course's own rule.
type Rule struct {
	// Total is the maximum number of points; 0 means the sum of Shares, or homework.FullMarks without them.
	Total float64
	// Shares are the points of categories, or of AllCases alone. If Total is set, only their proportions matter.
	// Without Shares, the assignment's shares apply.
	Shares []homework.Share
	// Bonus is the number of points of the Total that are given only if all cases pass. If it is nil, the
	// assignment's bonus applies, or no bonus if Shares is set.
	Bonus *float64
	// Cases weighs cases within their category: the first pattern that matches the name counts, and overrides
	// the weight of the case itself.
	Cases []Weight
}

// A Weight is the weight of the cases whose names match a pattern of path.Match.
type Weight struct {
	Pattern string
	Points  float64
}

// AllCases is the name of a category for a Rule that weighs all cases equally.
const AllCases = "all"

// A Score is the result of applying a grading rule to a set of results.
type Score struct {
	Points float64 `json:"points"`
	Max    float64 `json:"of"`
	Parts  []Part  `json:"parts"`
	Bonus  float64 `json:"bonus,omitempty"` // points given only if all cases pass
	// NotAsked is the number of cases that no course uses. They are not scored.
	NotAsked int `json:"notAsked,omitempty"`
	// LateDays is the number of days that the program was late. FreeDays of them cost nothing. LatePercent is
	// the penalty for the others in percent, and Late is that penalty in points. Extra is the number of points
	// given by hand. Points includes Late and Extra.
	LateDays    int     `json:"lateDays,omitempty"`
	FreeDays    int     `json:"freeDays,omitempty"`
	LatePercent float64 `json:"latePercent,omitempty"`
	Late        float64 `json:"late,omitempty"`
	Extra       float64 `json:"extra,omitempty"`
	// Extended is when the program was due, if that was later than for others; "" if not.
	Extended string `json:"-"`

	raw   float64
	right bool // all cases that count pass
	rule  Rule
}

// A Part is a group of cases that the rule weighs as one.
type Part struct {
	Category string  `json:"category"`
	Weight   float64 `json:"weight"` // points for the part if all its cases pass
	Passed   int     `json:"passed"`
	Cases    int     `json:"cases"`

	counts         bool    // it is worth something
	all            bool    // but only if all its cases pass
	earned, weight float64 // of the cases that pass, and of all
}

// NewScore applies the grading rule of an assignment.
func NewScore(a *oracle.Assignment, results []Result) Score { return Rule{}.Score(a, results) }

// Score applies the rule. The weight of a category without cases is divided among the others in
// proportion to their own. If no case counts, no points are lost. All points are whole cents.
func (rule Rule) Score(a *oracle.Assignment, results []Result) Score {
	earned := a.Grading.Earned
	if len(rule.Shares) > 0 { // of a course
		earned = nil
	}
	rule = rule.of(a)
	s := Score{Max: Cents(rule.Total), Parts: []Part{}, Bonus: Cents(*rule.Bonus), rule: rule}
	for _, share := range rule.Shares {
		s.Parts = append(s.Parts, Part{Category: share.Category, Weight: share.Points, all: share.All})
	}
	for _, r := range results {
		s.add(r)
	}
	s.Parts = slices.DeleteFunc(s.Parts, func(p Part) bool { return p.Cases == 0 })
	if earned != nil {
		s.setPoints(earned, results)
	}
	total, right := 0.0, true
	for i := range s.Parts {
		p := &s.Parts[i]
		if p.counts = p.Weight > 0 && p.weight > 0; p.counts {
			total += p.Weight
			right = right && p.earned == p.weight
		}
	}
	if total == 0 {
		s.Bonus = s.Max
	}
	given, exact := 0.0, 0.0 // by the weights so far, in whole cents and not
	for i := range s.Parts {
		p := &s.Parts[i]
		if !p.counts {
			p.Weight = 0
			continue
		}
		exact += p.Weight * (s.Max - s.Bonus) / total
		p.Weight = Cents(exact - given) // the last part absorbs the rounding errors
		given = Cents(given + p.Weight)
		s.Points += p.points()
	}
	if s.right = right; right {
		s.Points += s.Bonus
	}
	s.Points = Cents(s.Points)
	s.raw = s.Points
	return s
}

// judgements has the words of judges for verdicts, except for verdicts that do not concern the program.
var judgements = map[Verdict]string{
	Pass:  "AC",
	Wrong: "WA", Format: "WA", Missing: "WA",
	Timeout: "TLE",
	Crash:   "RTE", Memory: "RTE", Output: "RTE", Build: "RTE",
}

// Judgement returns the word of judges for a verdict, or "" for a verdict that does not concern the program.
func (v Verdict) Judgement() string { return judgements[v] }

// setPoints sets the points of each part by the assignment's rule.
func (s *Score) setPoints(earned func(map[string]homework.CaseResult) map[string]float64, results []Result) {
	ran := map[string]homework.CaseResult{}
	for _, r := range results {
		c := homework.CaseResult{Judgement: r.Verdict.Judgement()}
		for _, f := range r.Files {
			c.Score = f.Report.Score
		}
		ran[r.Case.Name] = c
	}
	points := earned(ran)
	for i := range s.Parts {
		s.Parts[i].all, s.Parts[i].earned = false, points[s.Parts[i].Category]*s.Parts[i].weight
	}
}

// Cents rounds points to whole cents, as they are displayed, so that displayed numbers add up.
func Cents(points float64) float64 { return math.Round(points*100) / 100 }

// of fills in the fields that the rule leaves to the assignment.
func (rule Rule) of(a *oracle.Assignment) Rule {
	bonus := 0.0
	if len(rule.Shares) == 0 {
		rule.Shares, bonus = a.Grading.Shares, a.Grading.Bonus
		if rule.Total == 0 {
			rule.Total = homework.FullMarks
		}
		bonus *= rule.Total / homework.FullMarks
	}
	if rule.Total == 0 {
		for _, share := range rule.Shares {
			rule.Total += share.Points
		}
	}
	if len(rule.Shares) == 0 {
		rule.Shares = []homework.Share{{Category: AllCases, Points: rule.Total}}
	}
	if rule.Bonus == nil {
		rule.Bonus = &bonus
	}
	return rule
}

// add counts a result.
func (s *Score) add(r Result) {
	if r.Beyond != "" {
		s.NotAsked++
		return
	}
	p := &s.Parts[partOf(s.Parts, r.Case)]
	weight := s.rule.weigh(r.Case)
	p.Cases++
	p.weight += weight
	if r.Verdict == Pass {
		p.Passed++
		p.earned += weight
	}
}

// Settles reports whether the points of a case's category are lost if the program fails in it.
func (rule Rule) Settles(c *cases.Case) bool {
	shares := rule.of(c.Assignment).Shares
	i := slices.IndexFunc(shares, func(s homework.Share) bool { return s.Category == c.Problem.Category() })
	return i >= 0 && shares[i].All && rule.weigh(c) > 0
}

// weigh returns the weight of a case within its part.
func (rule Rule) weigh(c *cases.Case) float64 {
	for _, w := range rule.Cases {
		if ok, _ := c.Matches(w.Pattern); ok { // an invalid pattern matches none
			return w.Points
		}
	}
	return c.Points
}

// Counts reports whether a case has any part in the score.
func (s Score) Counts(r Result) bool {
	return r.Beyond == "" && s.Parts[partOf(s.Parts, r.Case)].counts && s.rule.weigh(r.Case) > 0
}

// Worth returns the points that the case of a result can earn, not counting the bonus.
func (s Score) Worth(r Result) float64 {
	if !s.Counts(r) {
		return 0
	}
	p := s.Parts[partOf(s.Parts, r.Case)]
	return p.Weight * s.rule.weigh(r.Case) / p.weight
}

// partOf returns the index of the part that a case belongs to: the part of its category, or the only part.
func partOf(parts []Part, c *cases.Case) int {
	return max(0, slices.IndexFunc(parts, func(p Part) bool { return p.Category == c.Problem.Category() }))
}

// Raw returns the points before anything was taken for late days or given by hand.
func (s Score) Raw() float64 { return s.raw }

// Adjusted returns the score of a program that is the given number of days late. The first free days cost
// nothing; each further day costs the given percentage of the points. extra is the number of points given by
// hand, which may be negative. No score falls below zero.
func (s Score) Adjusted(days, free int, percent, extra float64) Score {
	s.LateDays, s.FreeDays = days, min(free, days)
	s.LatePercent = min(float64(days-s.FreeDays)*percent, 100)
	left := Cents(s.Points - s.Points*s.LatePercent/100) // half a cent is the student's
	s.Late, s.Extra = Cents(s.Points-left), Cents(extra)
	s.Points = max(0, Cents(left+s.Extra))
	return s
}

// Lateness describes how late the program was and the penalty, or returns "".
func (s Score) Lateness() string {
	text := s.daysLate()
	if s.Late > 0 {
		text += fmt.Sprintf(", -%.2f", s.Late)
	}
	return text
}

// daysLate describes how late the program was, or returns "".
func (s Score) daysLate() string {
	if s.LateDays == 0 {
		return ""
	}
	text := prose.Count(s.LateDays, "day") + " late"
	if s.FreeDays > 0 {
		text += fmt.Sprintf(", %d free", s.FreeDays)
	}
	if s.LatePercent > 0 {
		text += fmt.Sprintf(": -%s %%", strconv.FormatFloat(s.LatePercent, 'f', -1, 64))
	}
	return text
}

func (s Score) String() string {
	var parts []string
	for i, p := range s.Parts {
		count := prose.Count(p.Cases, "case")
		if i > 0 {
			count = strconv.Itoa(p.Cases)
		}
		part := fmt.Sprintf("%d of %s", p.Passed, count)
		if p.Category != AllCases {
			part = p.Category + " " + part
		}
		parts = append(parts, part)
	}
	if s.NotAsked > 0 {
		parts = append(parts, fmt.Sprintf("%d not used by the course", s.NotAsked))
	}
	text := fmt.Sprintf("score: %.2f of %s (%s)", s.Points, strconv.FormatFloat(s.Max, 'f', -1, 64),
		strings.Join(parts, ", "))
	if late := s.Lateness(); late != "" {
		text += "; " + late
	}
	if s.Extra != 0 {
		text += fmt.Sprintf("; %+.2f by hand", s.Extra)
	}
	return text
}

// An Entry is a component of a score. The entries of an account add up to the points of its score.
type Entry struct {
	Name   string  `json:"name"`
	Passed int     `json:"passed,omitempty"`
	Cases  int     `json:"cases,omitempty"` // number of cases; 0 for an entry not based on cases
	Points float64 `json:"points"`
	Max    float64 `json:"of,omitempty"` // maximum points of the part
}

// Account lists how the points were computed: the points of each part of the cases, the bonus, the penalty
// for days late, and the points given by hand. Cases that are not scored are entries without points.
func (s Score) Account() (all []Entry) {
	for _, p := range s.Parts {
		e := Entry{Name: p.Category, Passed: p.Passed, Cases: p.Cases, Max: p.Weight, Points: p.points()}
		if e.Name == AllCases || e.Name == "" {
			e.Name = "cases"
		}
		if p.all {
			e.Name += ", if all of them pass"
		}
		all = append(all, e)
	}
	if s.Bonus > 0 {
		e := Entry{Name: "bonus, if all cases pass", Max: s.Bonus}
		if s.right {
			e.Points = s.Bonus
		}
		all = append(all, e)
	}
	if s.NotAsked > 0 {
		all = append(all, Entry{Name: "not used by the course: " + prose.Count(s.NotAsked, "case")})
	}
	if s.Extended != "" {
		all = append(all, Entry{Name: "an extension: due " + s.Extended})
	}
	if s.LateDays > 0 {
		all = append(all, Entry{Name: s.daysLate(), Points: -s.Late})
	}
	if s.Extra != 0 {
		all = append(all, Entry{Name: "by hand", Points: s.Extra})
	}
	if below := Cents(s.raw - s.Late + s.Extra); below < 0 {
		all = append(all, Entry{Name: "no score falls below zero", Points: -below})
	}
	return all
}

// points returns the points of the part.
func (p Part) points() float64 {
	if !p.counts || p.all && p.earned != p.weight {
		return 0
	}
	return Cents(p.Weight * p.earned / p.weight)
}
