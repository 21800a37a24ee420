package testscript

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle"
)

// A Score is what the course's grading rule makes of a set of results ("Grading"
// in docs/rules/ASSIGNMENT.md).
type Score struct {
	Points float64 `json:"points"`
	Of     float64 `json:"of"`
	Parts  []Part  `json:"parts"`
}

// A Part is a group of cases that the rule weighs as one.
type Part struct {
	Category string  `json:"category"`
	Weight   float64 `json:"weight"` // points of a part that is all right
	Passed   int     `json:"passed"`
	Cases    int     `json:"cases"`
}

// fullMarks is what every assignment can bring.
const fullMarks = 100

// shares holds the weights of the categories where the rule names some.
var shares = map[string][]Part{
	"squirrel": {
		{Category: "greedy", Weight: 30},
		{Category: "minimax", Weight: 30},
		{Category: "alpha-beta", Weight: 30},
		{Category: "battle", Weight: 10},
	},
}

// NewScore applies the rule of an assignment. The weight of a category without
// cases is shared among the others in proportion to their own.
func NewScore(a *oracle.Assignment, results []Result) Score {
	parts := slices.Clone(shares[a.Name])
	if parts == nil {
		parts = []Part{{Category: "all", Weight: fullMarks}}
	}
	for _, r := range results {
		i := max(0, slices.IndexFunc(parts, func(p Part) bool { return p.Category == r.Case.Problem.Category() }))
		parts[i].Cases++
		if r.Verdict == Pass {
			parts[i].Passed++
		}
	}
	parts = slices.DeleteFunc(parts, func(p Part) bool { return p.Cases == 0 })
	total := 0.0
	for _, p := range parts {
		total += p.Weight
	}
	s := Score{Of: fullMarks, Parts: parts}
	for i := range parts {
		parts[i].Weight *= fullMarks / total
		s.Points += parts[i].Weight * float64(parts[i].Passed) / float64(parts[i].Cases)
	}
	if a.Name == "gangwars" && s.Points < fullMarks {
		s.Points /= 2 // one failure costs half, and the rest counts for the other half
	}
	return s
}

func (s Score) String() string {
	var parts []string
	for _, p := range s.Parts {
		parts = append(parts, fmt.Sprintf("%s %d of %d", p.Category, p.Passed, p.Cases))
	}
	return fmt.Sprintf("score: %.2f of %.0f (%s)", s.Points, s.Of, strings.Join(parts, ", "))
}
