// Package desk answers what the page asks of touchstone: it judges, explains, solves and tells rules, cases and mistakes, from
// what the page hands over, without files, programs or a network. It holds no rules of its own: the same packages answer on the
// command line.
package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A Request is a question of the page.
type Request struct {
	Do         string   `json:"do"` // one of Questions
	Assignment string   `json:"assignment"`
	Edition    string   `json:"edition"`
	Compare    string   `json:"compare"` // exact or course
	Case       string   `json:"case"`
	Cases      []string `json:"cases"` // of which boards are wanted
	Fault      string   `json:"fault"`
	Input      string   `json:"input"`
	Match      Match    `json:"match"`
	// Files are what the user chose, dropped or pasted, by their paths; they are no part of the JSON.
	Files map[string][]byte `json:"-"`
	// Step is called as long work goes on; it may be nil.
	Step func(done, of int) `json:"-"`
	// Tell is called with parts of an answer that is long in the making, as soon as each is known; it may be nil. What Ask returns
	// is the last part.
	Tell func(Reply) `json:"-"`
}

// A Reply is the answer to a Request.
type Reply struct {
	Value any               // for JSON
	Files map[string][]byte // to be shown or kept
}

// questions are what can be asked.
var questions = map[string]func(context.Context, *question) (Reply, error){
	"games": games, "cases": listCases, "case": showCase, "boards": boards, "bundle": bundle, "check": check, "explain": explain, "solve": solve,
	"rules": listRules, "mistakes": listMistakes, "mistake": showMistake,
	"play": play, "think": think, "values": values, "save": saveMatch, "open": openMatch,
}

// A question is a request whose assignment is known, if it has one.
type question struct {
	Request
	desk  *Desk
	shelf *shelf
	a     *oracle.Assignment
	all   []*cases.Case // of the game
	cases []*cases.Case // those that a check takes
	lacks map[string]string
}

// Ask answers a request. The error is a sentence for the user.
func (d *Desk) Ask(ctx context.Context, r Request) (Reply, error) {
	answer, ok := questions[r.Do]
	if !ok {
		return Reply{}, fmt.Errorf("want one of %s, found %q", strings.Join(slices.Sorted(maps.Keys(questions)), ", "), r.Do)
	}
	q := &question{Request: r, desk: d}
	if q.Step == nil {
		q.Step = func(int, int) {}
	}
	if q.Tell == nil {
		q.Tell = func(Reply) {}
	}
	if r.Do == "games" {
		return answer(ctx, q)
	}
	if err := q.open(); err != nil {
		return Reply{}, err
	}
	if why := q.lacks[viewOf(r.Do)]; why != "" {
		return Reply{}, errors.New(why)
	}
	return answer(ctx, q)
}

// open finds the game that a request is about. What the course settles comes before what is asked for.
func (q *question) open() error {
	s, err := q.desk.shelf(q.Assignment)
	if err != nil {
		return err
	}
	if c := q.desk.course; c != nil {
		q.Edition, q.Compare = c.Edition, c.Compare
	} else if q.Edition == s.a.Editions[0].Name { // which stands there unless somebody chooses another
		q.Edition = ""
	}
	if _, err := s.a.Edition(q.Edition); err != nil {
		return err
	}
	q.shelf, q.a = s, s.a
	if q.all, err = s.load(); err != nil {
		return err
	}
	q.cases, q.lacks = q.desk.course.checked(q.all), q.desk.lacks(s.a, len(q.all))
	return nil
}

// AskJSON is Ask for a request in JSON, and tells and returns the values of replies likewise.
func (d *Desk) AskJSON(
	ctx context.Context, request []byte, files map[string][]byte, step func(done, of int), tell func(value []byte, made map[string][]byte),
) (value []byte, made map[string][]byte, err error) {
	var failed error
	r := Request{Files: files, Step: step, Tell: func(part Reply) {
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

// checked returns the cases that a check takes if nothing is said: those of the course, or without one of the default profile.
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
