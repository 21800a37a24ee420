// Package desk answers what the page asks of touchstone: it judges, explains, solves and tells rules, cases and mistakes, from
// what the page hands over, without files, programs or a network. It holds no rules of its own: the same packages answer on the
// command line.
package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A Request is a question of the page.
type Request struct {
	Do         string `json:"do"` // one of Questions
	Assignment string `json:"assignment"`
	Edition    string `json:"edition"`
	Compare    string `json:"compare"` // exact or course
	Case       string `json:"case"`
	Fault      string `json:"fault"`
	Input      string `json:"input"`
	Match      Match  `json:"match"`
	// Files are what the user chose, dropped or pasted, by their paths; they are no part of the JSON.
	Files map[string][]byte `json:"-"`
	// Step is called as long work goes on; it may be nil.
	Step func(done, of int) `json:"-"`
}

// A Reply is the answer to a Request.
type Reply struct {
	Value any               // for JSON
	Files map[string][]byte // to be shown or kept
}

// questions are what can be asked.
var questions = map[string]func(context.Context, *question) (Reply, error){
	"games": games, "cases": listCases, "case": showCase, "bundle": bundle, "check": check, "explain": explain, "solve": solve,
	"rules": listRules, "mistakes": listMistakes, "mistake": showMistake,
	"play": play, "think": think, "values": values,
}

// A question is a request whose assignment is known, if it has one.
type question struct {
	Request
	a     *oracle.Assignment
	cases []*cases.Case
}

// Ask answers a request. The error is a sentence for the user.
func Ask(ctx context.Context, r Request) (Reply, error) {
	answer, ok := questions[r.Do]
	if !ok {
		return Reply{}, fmt.Errorf("want one of %s, found %q", strings.Join(slices.Sorted(maps.Keys(questions)), ", "), r.Do)
	}
	q := &question{Request: r}
	if q.Step == nil {
		q.Step = func(int, int) {}
	}
	if r.Assignment != "" {
		a, err := oracle.Lookup(r.Assignment)
		if err != nil {
			return Reply{}, err
		}
		if _, err := a.Edition(r.Edition); err != nil {
			return Reply{}, err
		}
		q.a = a
		if q.cases, err = defaultCases(a); err != nil {
			return Reply{}, err
		}
	} else if r.Do != "games" {
		return Reply{}, fmt.Errorf("want an assignment, found none")
	}
	return answer(ctx, q)
}

// AskJSON is Ask for a request in JSON, and returns the reply's value likewise.
func AskJSON(ctx context.Context, request []byte, files map[string][]byte, step func(done, of int)) (value []byte, made map[string][]byte, err error) {
	r := Request{Files: files, Step: step}
	if err := json.Unmarshal(request, &r); err != nil {
		return nil, nil, err
	}
	reply, err := Ask(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	value, err = json.Marshal(reply.Value)
	return value, reply.Files, err
}

// defaultCases returns the cases that a check takes if nothing is said.
func defaultCases(a *oracle.Assignment) ([]*cases.Case, error) {
	all, err := cases.Embedded(a)
	return slices.DeleteFunc(all, func(c *cases.Case) bool { return !c.In(cases.ProfileDefault) }), err
}

// A game is what the page knows of an assignment.
type game struct {
	Name     string    `json:"name"`
	Title    string    `json:"title"`
	Input    string    `json:"input"`
	Editions []edition `json:"editions"`
	Cases    int       `json:"cases"`
}

type edition struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

// games lists the assignments.
func games(context.Context, *question) (Reply, error) {
	var all []game
	for _, a := range oracle.Assignments() {
		some, err := defaultCases(a)
		if err != nil {
			return Reply{}, err
		}
		g := game{Name: a.Name, Title: a.Title, Input: a.Run.InputName(), Cases: len(some)}
		for _, e := range a.Editions {
			g.Editions = append(g.Editions, edition{e.Name, e.About})
		}
		all = append(all, g)
	}
	return Reply{Value: all}, nil
}

// find returns the case that is asked for.
func (q *question) find() (*cases.Case, error) {
	all, err := cases.Embedded(q.a)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		if c.IsCalled(q.Case) {
			return c, nil
		}
	}
	return nil, fmt.Errorf("want a case of %s, found %q", q.a.Name, q.Case)
}
