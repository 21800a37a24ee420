package verdict

import (
	"fmt"

	"github.com/touchstone-suite/touchstone/internal/prose"
)

// An Entry is a part of how points came about. Those of an account add up to the points of its score.
type Entry struct {
	Name   string  `json:"name"`
	Passed int     `json:"passed,omitempty"`
	Cases  int     `json:"cases,omitempty"` // 0 of what is no part of the cases
	Points float64 `json:"points"`
	Of     float64 `json:"of,omitempty"` // what the part can earn
}

// Account says how the points came about: what each part of the cases earned, the bonus, what was taken for days late, and what was
// given by hand. Cases that are not scored are entries without points.
func (s Score) Account() (all []Entry) {
	for _, p := range s.Parts {
		e := Entry{Name: p.Category, Passed: p.Passed, Cases: p.Cases, Of: p.Weight, Points: p.points()}
		if e.Name == AllCases || e.Name == "" {
			e.Name = "cases"
		}
		if p.all {
			e.Name += ", if all of them pass"
		}
		all = append(all, e)
	}
	if s.Bonus > 0 {
		e := Entry{Name: "bonus, if all cases pass", Of: s.Bonus}
		if len(s.Parts) == 0 && s.Excused > 0 {
			e.Name = "all points, since every case is excused"
		}
		if s.right {
			e.Points = s.Bonus
		}
		all = append(all, e)
	}
	for _, none := range []struct {
		name  string
		cases int
	}{{"not asked by the course", s.NotAsked}, {"excused", s.Excused}} {
		if none.cases > 0 {
			all = append(all, Entry{Name: fmt.Sprintf("%s: %s", none.name, prose.Count(none.cases, "case"))})
		}
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

// points returns what the part earned.
func (p Part) points() float64 {
	if !p.counts || p.all && p.earned != p.weight {
		return 0
	}
	return Cents(p.Weight * p.earned / p.weight)
}
