// Package desk answers the requests of the page: it judges, explains and solves, and lists rules, cases and
// mistakes. Its only input is the data that the page passes; it uses no files, programs or network. It
// contains no rules of its own: the same packages answer on the command line.
package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A Request is a question of the page.
type Request struct {
	Do         string   `json:"do"` // one of Questions
	Assignment string   `json:"assignment"`
	Edition    string   `json:"edition"`
	Compare    string   `json:"compare"` // exact or course
	Case       string   `json:"case"`
	Cases      []string `json:"cases"` // cases whose boards are requested
	Fault      string   `json:"fault"`
	Input      string   `json:"input"`
	Match      Match    `json:"match"`
	// Files are the files that the user selected, dropped or pasted, by their paths; they are not part of the
	// JSON.
	Files map[string][]byte `json:"-"`
	// Step is called as long work goes on; it may be nil.
	Step func(done, of int) `json:"-"`
	// OnPart is called with parts of a slow answer, as soon as each is ready; it may be nil. Ask returns the last
	// part.
	OnPart func(Reply) `json:"-"`
}

// A Reply is the answer to a Request.
type Reply struct {
	Value any               // for JSON
	Files map[string][]byte // to be shown or kept
}

// questions are the possible requests, each with the view that sends it.
var questions = map[string]struct {
	view string
	give func(context.Context, *question) (Reply, error)
}{
	"games": {"", games}, "boards": {"", boards},
	"cases": {viewCases, listCases}, "case": {viewCases, showCase},
	"check": {viewCheck, check}, "bundle": {viewCheck, bundle},
	"explain": {viewExplain, explain}, "solve": {viewExplain, solve},
	"rules": {"", listRules}, "mistakes": {viewMistakes, listMistakes}, "mistake": {viewMistakes, showMistake},
	"play": {viewPlay, play}, "think": {viewPlay, think}, "values": {viewValues, values},
	"save": {viewPlay, saveMatch}, "open": {viewPlay, openMatch},
}

// A question is a request whose assignment is known, if it has one.
type question struct {
	Request
	desk    *Desk
	game    *deskGame
	a       *oracle.Assignment
	all     []*cases.Case // of the game
	cases   []*cases.Case // the cases of a check
	missing map[string]string
}

// Ask answers a request. The error is a sentence for the user.
func (d *Desk) Ask(ctx context.Context, r Request) (Reply, error) {
	answer, ok := questions[r.Do]
	if !ok {
		return Reply{}, fmt.Errorf("want one of %s, found %q",
			strings.Join(slices.Sorted(maps.Keys(questions)), ", "), r.Do)
	}
	q := &question{Request: r, desk: d}
	if q.Step == nil {
		q.Step = func(int, int) {}
	}
	if q.OnPart == nil {
		q.OnPart = func(Reply) {}
	}
	if r.Do == "games" {
		return answer.give(ctx, q)
	}
	if err := q.open(); err != nil {
		return Reply{}, err
	}
	if reason := q.missing[answer.view]; reason != "" {
		return Reply{}, errors.New(reason)
	}
	return answer.give(ctx, q)
}

// open finds the game that a request is about. The settings of the course override the request.
func (q *question) open() error {
	s, err := q.desk.findGame(q.Assignment)
	if err != nil {
		return err
	}
	if c := q.desk.course; c != nil {
		q.Edition, q.Compare = c.Edition, c.Compare
	} else if q.Edition == s.a.Editions[0].Name { // which is selected unless the user selects another
		q.Edition = ""
	}
	if _, err := s.a.Edition(q.Edition); err != nil {
		return err
	}
	q.game, q.a = s, s.a
	if q.all, err = s.load(); err != nil {
		return err
	}
	q.cases, q.missing = q.desk.course.checked(q.all), q.desk.missingViews(s.a, len(q.all))
	return nil
}

// AskJSON is like Ask for a request in JSON, and returns the values of replies, including those passed to tell, in
// JSON.
func (d *Desk) AskJSON(
	ctx context.Context, request []byte, files map[string][]byte, step func(done, total int),
	tell func(value []byte, outputs map[string][]byte),
) (value []byte, created map[string][]byte, err error) {
	var failed error
	r := Request{Files: files, Step: step, OnPart: func(part Reply) {
		value, err := json.Marshal(part.Value)
		if failed = errors.Join(failed, err); err == nil {
			tell(value, part.Files)
		}
	}}
	if err := json.Unmarshal(request, &r); err != nil {
		return nil, nil, err
	}
	reply, err := d.Ask(ctx, r)
	if err = errors.Join(err, failed); err != nil {
		return nil, nil, err
	}
	value, err = json.Marshal(reply.Value)
	return value, reply.Files, err
}

// checked returns the cases of a check without a selection: the cases of the course, or else of the default
// profile.
func (c *Course) checked(all []*cases.Case) []*cases.Case {
	if c != nil {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(c *cases.Case) bool { return !c.In(cases.ProfileDefault) })
}

// find returns the case that is asked for.
func (q *question) find() (*cases.Case, error) {
	for _, c := range q.all {
		if c.IsCalled(q.Case) {
			return c, nil
		}
	}
	return nil, fmt.Errorf("want a case of %s, found %q", q.a.Name, q.Case)
}

// A PageData is the data of a page in addition to the program: its games with their cases, and the settings of a
// course. No case has its goldens: the oracle makes them again.
type PageData struct {
	Games  []GameData `json:"games"`
	Course *Course    `json:"course,omitempty"`
}

// A GameData is a game and its cases.
type GameData struct {
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

// A Course holds the settings of a course file that affect a page.
type Course struct {
	Title   string       `json:"title"`
	Edition string       `json:"edition"`
	Compare string       `json:"compare"`
	Show    report.Show  `json:"show"`
	Points  verdict.Rule `json:"points"`
	Seconds float64      `json:"seconds,omitempty"` // that a program has for a case; 0 means the usual
	// settings of the file that the page does not implement, in sentences
	Unsupported []string `json:"left,omitempty"`
}

// Add adds a game with these cases. The show of the course determines which parts of a case are stored at
// all, so it must be set first.
func (s *PageData) Add(a *oracle.Assignment, all []*cases.Case) {
	game := GameData{Assignment: a.Name, Cases: []Script{}}
	for _, c := range all {
		script := Script{Name: c.Name, Text: string(c.Script()), Kills: c.Kills}
		switch s.Course.show() {
		case report.ShowSummary:
			script.Text, script.Kills = string(c.Strip(c.Title)), nil
		case report.ShowNone:
			script.Text, script.Kills = string(c.Strip("a case")), nil
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

// show returns the visibility for students; without a course it is everything.
func (c *Course) show() report.Show {
	if c == nil {
		return report.ShowDiff
	}
	return c.Show
}

// A Desk answers questions about its stock.
type Desk struct {
	games  []*deskGame
	course *Course // nil without one
}

// A deskGame is a game at a desk.
type deskGame struct {
	a        *oracle.Assignment
	load     func() ([]*cases.Case, error) // once
	whole    sync.Map                      // the cases that have been solved, with their goldens
	smallest map[string]string             // as in GameData
}

// complete returns a case with its goldens.
func (s *deskGame) complete(ctx context.Context, c *cases.Case) (*cases.Case, error) {
	if whole, ok := s.whole.Load(c); ok {
		return whole.(*cases.Case), nil
	}
	complete, err := c.Complete(ctx)
	if err == nil && complete != c {
		s.whole.Store(c, complete)
	}
	return complete, err
}

// Open returns a desk.
func Open(s PageData) (*Desk, error) {
	d := &Desk{course: s.Course}
	for _, game := range s.Games {
		a, err := oracle.Lookup(game.Assignment)
		if err != nil {
			return nil, err
		}
		d.games = append(d.games, &deskGame{a: a, load: sync.OnceValues(game.parse), smallest: game.Smallest})
	}
	return d, nil
}

// parse reads the cases.
func (s GameData) parse() (all []*cases.Case, err error) {
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

// findGame returns the game with a name.
func (d *Desk) findGame(name string) (*deskGame, error) {
	for _, s := range d.games {
		if s.a.Name == name {
			return s, nil
		}
	}
	return nil, fmt.Errorf("want a game of this page, found %q", name)
}

// An initialPage is the initial content of the page.
type initialPage struct {
	Title string   `json:"title"` // of the course, or ""
	Notes []string `json:"notes"` // missing parts of the page, in sentences
	Fixed bool     `json:"fixed"` // the course settles the edition, and how files are compared
	Games []game   `json:"games"`
}

// A game is the page's data about an assignment.
type game struct {
	Name     string             `json:"name"`
	Title    string             `json:"title"`
	Input    string             `json:"input"`
	Files    []string           `json:"files"` // required by some case
	Editions []homework.Edition `json:"editions"`
	Cases    []requiredCase     `json:"cases"` // that a check takes
	Missing  map[string]string  `json:"lacks"` // views that there are not, and why
}

// A requiredCase is a case that a program has to answer.
type requiredCase struct {
	Name  string   `json:"name"`
	Files []string `json:"files"`
}

// games returns the page's games.
func games(_ context.Context, q *question) (Reply, error) {
	f := initialPage{Notes: []string{}, Games: []game{}}
	if c := q.desk.course; c != nil {
		f.Title, f.Fixed = c.Title, true
		if say := hidden[c.Show]; say != "" {
			f.Notes = append(f.Notes, say)
		}
		f.Notes = append(f.Notes, c.Unsupported...)
	}
	for _, s := range q.desk.games {
		all, err := s.load()
		if err != nil {
			return Reply{}, err
		}
		g := game{Name: s.a.Name, Title: s.a.Title, Input: s.a.Run.InputName(), Files: filesOf(all),
			Editions: s.a.Editions, Cases: []requiredCase{}, Missing: q.desk.missingViews(s.a, len(all))}
		for _, c := range q.desk.course.checked(all) {
			g.Cases = append(g.Cases, requiredCase{c.Name, c.Problem.Files()})
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

// hidden describes each limited visibility that a course can set.
var hidden = map[report.Show]string{
	report.ShowNone: "Of a check your course shows the verdicts and the points, without titles of cases " +
		"and without differences.",
	report.ShowSummary: "Of a check your course shows the verdicts, the points, and where each file first " +
		"differs.",
}

// The views that a game may lack.
const (
	viewCheck    = "check"
	viewExplain  = "explain"
	viewPlay     = "play"
	viewValues   = "values" // a part of play
	viewCases    = "cases"
	viewMistakes = "mistakes"
)

// missingViews returns the views that a game lacks, with the reason: the course hides them, or the game does not
// implement them.
func (d *Desk) missingViews(a *oracle.Assignment, cases int) map[string]string {
	missing := map[string]string{}
	if cases == 0 {
		missing[viewCheck] = fmt.Sprintf("There is nothing to check: %s has no cases.", a.Name)
		missing[viewCases] = fmt.Sprintf("%s has no cases.", a.Name)
	}
	if a.Contest == nil {
		missing[viewPlay] = fmt.Sprintf("%s cannot be played: it has no contest between programs.", a.Name)
	}
	if len(catalog.Faults(a)) == 0 {
		missing[viewMistakes] = fmt.Sprintf("No mistakes in %s are known.", a.Name)
	}
	if d.course.show() == report.ShowDiff {
		return missing
	}
	missing[viewExplain] = "Inputs are neither explained nor solved here, and cases have no right files: your " +
		"course does not show right answers."
	missing[viewMistakes] = "Known mistakes are not shown here: your course does not show the right lines."
	if a.Contest != nil {
		missing[viewValues] = "The values of moves are not shown here: your course does not show right answers."
	}
	return missing
}
