package desk

import (
	"context"
	"fmt"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A front is what the page shows before anything is asked for.
type front struct {
	Title string   `json:"title"` // of the course, or ""
	Notes []string `json:"notes"` // what the page does not have or do, in sentences
	Fixed bool     `json:"fixed"` // the course settles the edition, and how files are compared
	Games []game   `json:"games"`
}

// A game is what the page knows of an assignment.
type game struct {
	Name     string            `json:"name"`
	Title    string            `json:"title"`
	Input    string            `json:"input"`
	Files    []string          `json:"files"` // that some case asks for
	Editions []edition         `json:"editions"`
	Cases    []asked           `json:"cases"` // that a check takes
	Lacks    map[string]string `json:"lacks"` // views that there are not, and why
}

// An asked case is one that a program has to answer.
type asked struct {
	Name  string   `json:"name"`
	Files []string `json:"files"`
}

type edition struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

// games tells of the page's games.
func games(_ context.Context, q *question) (Reply, error) {
	f := front{Notes: []string{}, Games: []game{}}
	if c := q.desk.course; c != nil {
		f.Title, f.Fixed = c.Title, true
		if say := hidden[c.Show]; say != "" {
			f.Notes = append(f.Notes, say)
		}
		f.Notes = append(f.Notes, c.Left...)
	}
	for _, s := range q.desk.shelves {
		all, err := s.load()
		if err != nil {
			return Reply{}, err
		}
		g := game{Name: s.a.Name, Title: s.a.Title, Input: s.a.Run.InputName(), Files: filesOf(all), Cases: []asked{}, Lacks: q.desk.lacks(s.a, len(all))}
		for _, c := range q.desk.course.checked(all) {
			g.Cases = append(g.Cases, asked{c.Name, c.Problem.Files()})
		}
		for _, e := range s.a.Editions {
			g.Editions = append(g.Editions, edition{e.Name, e.About})
		}
		f.Games = append(f.Games, g)
	}
	return Reply{Value: f}, nil
}

// filesOf returns the names of the files that some of the cases ask for, in order.
func filesOf(all []*cases.Case) []string {
	files := []string{}
	for _, c := range all {
		files = append(files, c.Problem.Files()...)
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// hidden says what a course shows that does not show everything.
var hidden = map[report.Show]string{
	report.ShowNone:    "Of a check your course shows the verdicts and the points, without titles of cases and without differences.",
	report.ShowSummary: "Of a check your course shows the verdicts, the points, and where each file first differs.",
}

// The views that a game may lack.
const (
	viewCheck    = "check"
	viewExplain  = "explain"
	viewPlay     = "play"
	viewValues   = "values" // a part of play
	viewRules    = "rules"
	viewCases    = "cases"
	viewMistakes = "mistakes"
)

// viewOf returns the view that asks a question.
func viewOf(do string) string {
	switch do {
	case "solve":
		return viewExplain
	case "think", "save", "open":
		return viewPlay
	case "case":
		return viewCases
	case "mistake":
		return viewMistakes
	case "bundle":
		return viewCheck
	}
	return do
}

// lacks returns the views that a game has not, and why: because of the course, or because nobody wrote what they show.
func (d *Desk) lacks(a *oracle.Assignment, cases int) map[string]string {
	lacks := map[string]string{}
	if cases == 0 {
		lacks[viewCheck] = fmt.Sprintf("There is nothing to check: %s has no cases.", a.Name)
		lacks[viewCases] = fmt.Sprintf("%s has no cases.", a.Name)
	}
	if a.Contest == nil {
		lacks[viewPlay] = fmt.Sprintf("Nobody plays %s here: it has no contest between programs.", a.Name)
	}
	if len(catalog.Faults(a)) == 0 {
		lacks[viewMistakes] = fmt.Sprintf("No mistakes in %s are known.", a.Name)
	}
	if d.course.show() == report.ShowDiff {
		return lacks
	}
	lacks[viewExplain] = "Inputs are neither explained nor solved here, and cases have no right files: your course does not show right answers."
	lacks[viewMistakes] = "Known mistakes are not told here: your course does not show the right lines beside them."
	if a.Contest != nil {
		lacks[viewValues] = "What moves are worth is not told here: your course does not show right answers."
	}
	return lacks
}
