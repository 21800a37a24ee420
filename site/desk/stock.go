package desk

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A Stock is what a page has besides the program: the games that it is about, with their cases, and what a course settles. No case
// has its goldens: the oracle makes them again.
type Stock struct {
	Games  []Stocked `json:"games"`
	Course *Course   `json:"course,omitempty"`
}

// A Stocked is a game and its cases.
type Stocked struct {
	Assignment string   `json:"assignment"`
	Cases      []Script `json:"cases"`
	// Smallest is, for each mistake that is caught, the case with the smallest answer that catches it.
	Smallest map[string]string `json:"smallest,omitempty"`
}

// A Script is a case without its goldens.
type Script struct {
	Name  string   `json:"name"`
	Text  string   `json:"text"`
	Kills []string `json:"kills,omitempty"`
}

// A Course is what a course file settles, of what a page does.
type Course struct {
	Title   string       `json:"title"`
	Edition string       `json:"edition"`
	Compare string       `json:"compare"`
	Show    report.Show  `json:"show"`
	Points  verdict.Rule `json:"points"`
	Seconds float64      `json:"seconds,omitempty"` // that a program has for a case; 0 means the usual
	Left    []string     `json:"left,omitempty"`    // what the file says and the page does not do, in sentences
}

// Add adds a game with these cases. The show of the course decides what of a case is there at all, so it comes first.
func (s *Stock) Add(a *oracle.Assignment, all []*cases.Case) {
	game := Stocked{Assignment: a.Name, Cases: []Script{}}
	for _, c := range all {
		script := Script{Name: c.Name, Text: string(c.Script()), Kills: c.Kills}
		switch s.Course.show() {
		case report.ShowSummary:
			script.Text, script.Kills = string(c.Bare(c.Title)), nil
		case report.ShowNone:
			script.Text, script.Kills = string(c.Bare("a case")), nil
		}
		game.Cases = append(game.Cases, script)
	}
	if s.Course.show() == report.ShowDiff {
		game.Smallest = map[string]string{}
		for _, c := range slices.SortedStableFunc(slices.Values(s.Course.checked(all)), cases.BySize()) {
			for _, fault := range c.Kills {
				if _, known := game.Smallest[fault]; !known {
					game.Smallest[fault] = c.Name
				}
			}
		}
	}
	s.Games = append(s.Games, game)
}

// show returns what students may see, which is everything without a course.
func (c *Course) show() report.Show {
	if c == nil {
		return report.ShowDiff
	}
	return c.Show
}

// A Desk answers questions about its stock.
type Desk struct {
	shelves []*shelf
	course  *Course // nil without one
}

// A shelf is a game at a desk.
type shelf struct {
	a        *oracle.Assignment
	load     func() ([]*cases.Case, error) // once
	whole    sync.Map                      // the cases that have been solved, with their goldens
	smallest map[string]string             // as in Stocked
}

// complete returns a case with its goldens.
func (s *shelf) complete(ctx context.Context, c *cases.Case) (*cases.Case, error) {
	if whole, ok := s.whole.Load(c); ok {
		return whole.(*cases.Case), nil
	}
	whole, err := c.Complete(ctx)
	if err == nil && whole != c {
		s.whole.Store(c, whole)
	}
	return whole, err
}

// Open returns a desk.
func Open(s Stock) (*Desk, error) {
	d := &Desk{course: s.Course}
	for _, game := range s.Games {
		a, err := oracle.Lookup(game.Assignment)
		if err != nil {
			return nil, err
		}
		d.shelves = append(d.shelves, &shelf{a: a, load: sync.OnceValues(game.parse), smallest: game.Smallest})
	}
	return d, nil
}

// parse reads the cases.
func (s Stocked) parse() (all []*cases.Case, err error) {
	for _, script := range s.Cases {
		c, err := cases.Parse(script.Name, script.Name, []byte(script.Text))
		if err != nil {
			return nil, err
		}
		c.Kills = script.Kills
		all = append(all, c)
	}
	return all, nil
}

// shelf returns the game of that name.
func (d *Desk) shelf(name string) (*shelf, error) {
	for _, s := range d.shelves {
		if s.a.Name == name {
			return s, nil
		}
	}
	return nil, fmt.Errorf("want a game of this page, found %q", name)
}
