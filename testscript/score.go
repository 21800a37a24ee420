package testscript

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A Score is the result of applying the course's grading rule to a set of results
// ("Grading" in docs/rules/ASSIGNMENT.md).
type Score struct {
	Points float64 `json:"points"`
	Of     float64 `json:"of"`
	Parts  []Part  `json:"parts"`
	Bonus  float64 `json:"bonus,omitempty"` // points given only if all cases pass
	// NotAsked counts the cases that no course asks, which are not scored.
	NotAsked int `json:"notAsked,omitempty"`
}

// A Part is a group of cases that the rule weighs as one.
type Part struct {
	Category string  `json:"category"`
	Weight   float64 `json:"weight"` // points for the part if all its cases pass
	Passed   int     `json:"passed"`
	Cases    int     `json:"cases"`
}

// NewScore applies the grading rule of an assignment. The weight of a category without
// cases is divided among the others in proportion to their own. If no case counts, no
// points are lost.
func NewScore(a *oracle.Assignment, results []Result) Score {
	parts := []Part{}
	for _, share := range a.Grading.Shares {
		parts = append(parts, Part{Category: share.Category, Weight: share.Points})
	}
	if len(parts) == 0 {
		parts = []Part{{Category: "all", Weight: homework.FullMarks}}
	}
	notAsked := 0
	for _, r := range results {
		if r.Beyond != "" {
			notAsked++
			continue
		}
		i := partOf(parts, r.Case)
		parts[i].Cases++
		if r.Verdict == Pass {
			parts[i].Passed++
		}
	}
	parts = slices.DeleteFunc(parts, func(p Part) bool { return p.Cases == 0 })
	total, right := 0.0, true
	for _, p := range parts {
		total += p.Weight
		right = right && p.Passed == p.Cases
	}
	s := Score{Of: homework.FullMarks, Parts: parts, Bonus: a.Grading.Bonus, NotAsked: notAsked}
	if len(parts) == 0 {
		s.Bonus = homework.FullMarks
	}
	for i := range parts {
		parts[i].Weight *= (homework.FullMarks - s.Bonus) / total
		s.Points += parts[i].Weight * float64(parts[i].Passed) / float64(parts[i].Cases)
	}
	if right {
		s.Points += s.Bonus
	}
	return s
}

// Worth returns the points that the case of a result can earn, not counting the bonus.
func (s Score) Worth(r Result) float64 {
	if r.Beyond != "" {
		return 0
	}
	p := s.Parts[partOf(s.Parts, r.Case)]
	return p.Weight / float64(p.Cases)
}

// partOf returns the part that a case belongs to: that of its category, or the only one.
func partOf(parts []Part, c *cases.Case) int {
	return max(0, slices.IndexFunc(parts, func(p Part) bool { return p.Category == c.Problem.Category() }))
}

func (s Score) String() string {
	var parts []string
	for _, p := range s.Parts {
		parts = append(parts, fmt.Sprintf("%s %d of %d", p.Category, p.Passed, p.Cases))
	}
	if s.NotAsked > 0 {
		parts = append(parts, fmt.Sprintf("%d not asked by the course", s.NotAsked))
	}
	return fmt.Sprintf("score: %.2f of %.0f (%s)", s.Points, s.Of, strings.Join(parts, ", "))
}
