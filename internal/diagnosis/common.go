package diagnosis

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// passing are the cases that pass, with the situations that each shows once somebody asks.
type passing struct {
	assignment *oracle.Assignment
	cases      []*cases.Case
	seen       []homework.Seen
}

// against returns what the cases of a cause have in common against those that pass, what tells most
// first.
func (p *passing) against(ctx context.Context, failing []*cases.Case) (common []Common, err error) {
	if len(failing) < fewest || len(p.cases) < fewest {
		return nil, nil
	}
	for _, c := range p.cases[len(p.seen):] {
		seen, err := c.Problem.Situations(ctx)
		if err != nil {
			return nil, err
		}
		p.seen = append(p.seen, seen)
	}
	all := ^homework.Seen(0)
	for _, c := range failing {
		seen, err := c.Problem.Situations(ctx)
		if err != nil {
			return nil, err
		}
		all &= seen
	}
	for i, s := range p.assignment.Situations {
		n := 0
		for _, seen := range p.seen {
			if seen.Has(i) {
				n++
			}
		}
		if all.Has(i) && n <= len(p.seen)/4 && byChance(len(failing), n, len(p.seen))*float64(len(p.assignment.Situations)) < mostByChance {
			common = append(common, Common{s.Name, s.About, n})
		}
	}
	slices.SortStableFunc(common, func(x, y Common) int { return x.Passing - y.Passing })
	return common[:min(mostCommon, len(common))], nil
}

// mostByChance is how likely it may be that some situation of the catalogue is common to all by chance.
const mostByChance = 0.02

// byChance returns how likely it is that all of so many failing cases show a situation which so many of the passing ones show, if
// the failing ones were drawn from all.
func byChance(failing, showing, passing int) float64 {
	p := 1.0
	for i := range failing {
		p *= float64(failing+showing-i) / float64(failing+passing-i)
	}
	return p
}

// mostCommon is how many situations are told of a cause.
const mostCommon = 2
