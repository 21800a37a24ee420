package gradebook

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A lesson is a cause over the whole class: what to teach next.
type lesson struct {
	Key      string            `json:"key"`
	Brief    string            `json:"brief"` // in one line
	Faults   []diagnosis.Fault `json:"faults,omitempty"`
	Right    string            `json:"right,omitempty"` // of one that is no known mistake
	Ways     int               `json:"ways,omitempty"`  // of one that is no known mistake: how many the students have
	Students []int             `json:"students"`
	Lost     []float64         `json:"lost"`  // points of each, by the cases that it explains
	Total    float64           `json:"total"` // of all
	Example  int               `json:"example"`
	Text     int               `json:"text"` // what the smallest case of the example shows
	Case     int               `json:"case"` // -1 if it is about no case
	smallest int               // bytes of that text
	ways     map[string]int    // by Brief
}

// lessons returns the causes of the class, those that most students make first, and for each student
// which of them each of the causes is.
func (c *class) lessons(t *texts) (all []*lesson, of [][]int) {
	byKey := map[string]*lesson{}
	for i, s := range c.students {
		for k, cause := range s.Summary.Causes {
			l := byKey[cause.Key]
			if l == nil {
				l = &lesson{Key: cause.Key, Faults: cause.Faults, Right: cause.Right, Example: -1, ways: map[string]int{}}
				byKey[cause.Key] = l
			}
			l.Faults = merged(l.Faults, cause.Faults)
			l.ways[cause.Brief()]++
			lost := 0.0
			for _, name := range cause.Cases {
				lost += s.lost(c.caseAt[name])
			}
			if n := len(l.Students); n > 0 && l.Students[n-1] == i { // in another of its ways
				l.Lost[n-1] += lost
			} else {
				l.Students, l.Lost = append(l.Students, i), append(l.Lost, lost)
			}
			l.Total += lost
			if text := c.difference(s, k); !cause.Second && (l.Example < 0 || len(text) < l.smallest) {
				l.Example, l.Text, l.Case, l.smallest = i, t.id(text), c.caseAt[cause.Cases[0]], len(text)
			}
		}
	}
	if l := c.noProgram(t); l != nil {
		byKey[l.Key] = l
	}
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		l := byKey[key]
		l.name()
		all = append(all, l)
	}
	slices.SortStableFunc(all, func(x, y *lesson) int {
		return cmp.Or(cmp.Compare(len(y.Students), len(x.Students)), cmp.Compare(cents(y.Total), cents(x.Total)))
	})
	places := map[string]int{}
	for i, l := range all {
		places[l.Key] = i
	}
	for _, s := range c.students {
		ids := []int{}
		for _, cause := range s.Summary.Causes {
			ids = append(ids, places[cause.Key])
		}
		of = append(of, ids)
	}
	return all, of
}

// noProgram returns the lesson that students have to hand in a program that can be built, or nil if
// all have done so.
func (c *class) noProgram(t *texts) *lesson {
	const brief = "there is no program to run"
	l := &lesson{Key: string(verdict.Build), Example: -1, Case: -1, ways: map[string]int{brief: 1}}
	for i, s := range c.students {
		if s.Built == "" || len(s.excused()) == len(s.Results) {
			continue
		}
		lost := 0.0
		for k := range s.Results {
			lost += s.lost(k)
		}
		l.Students, l.Lost = append(l.Students, i), append(l.Lost, lost)
		l.Total += lost
		if text := shorten(escape.Text(s.Built), longestText); l.Example < 0 || len(text) < l.smallest {
			l.Example, l.Text, l.smallest = i, t.id(text), len(text)
		}
	}
	if l.Students == nil {
		return nil
	}
	return l
}

// cents rounds points, so that rounding errors order nothing.
func cents(points float64) float64 { return math.Round(100 * points) }

// merged adds faults that are not among others yet: students with fewer failing cases have more that
// nothing tells apart.
func merged(all, more []diagnosis.Fault) []diagnosis.Fault {
	all = slices.Clone(all)
	for _, f := range more {
		if !slices.ContainsFunc(all, func(known diagnosis.Fault) bool { return known.Name == f.Name }) {
			all = append(all, f)
		}
	}
	return all
}

// name names a lesson: a known mistake by what it does, and what is none by how most put it. Rules are named as readers
// look them up, who have no files of touchstone.
func (l *lesson) name() {
	most := 0
	for _, brief := range slices.Sorted(maps.Keys(l.ways)) {
		if l.ways[brief] > most {
			most, l.Brief = l.ways[brief], brief
		}
	}
	if len(l.Faults) > 0 {
		l.Brief = escape.Line(l.Faults[0].About)
	} else if len(l.ways) > 1 {
		l.Ways = len(l.ways)
	}
	for i := range l.Faults {
		l.Faults[i].Rule = escape.Line(rules.Titled(l.Faults[i].Rule))
	}
	l.Right = escape.Line(l.Right)
}

// longestText is how many bytes of a text the page has.
const longestText = 16 << 10

// difference returns what the first case of a student's cause shows.
func (c *class) difference(s *student, cause int) string {
	one := s.Summary.Causes[cause]
	return shorten(one.Difference(s.Results[c.caseAt[one.Cases[0]]]), longestText)
}
