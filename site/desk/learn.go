package desk

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/mutant"
)

// A listed case is one in a list.
type listed struct {
	Name       string   `json:"name"`
	Title      string   `json:"title"`
	Category   string   `json:"category"`
	Situations []string `json:"situations"`
}

// listCases lists the cases of an assignment, with the situations that they show if a course shows everything.
func listCases(ctx context.Context, q *question) (Reply, error) {
	all := []listed{}
	for _, c := range q.cases {
		one := q.listed(c)
		if q.desk.course.show() == report.ShowDiff {
			seen, err := c.Problem.Situations(ctx)
			if err != nil {
				return Reply{}, err
			}
			one.Situations = append(one.Situations, seen.Names(q.a.Situations)...)
		}
		all = append(all, one)
	}
	return Reply{Value: all}, nil
}

// listed returns what is told of a case.
func (q *question) listed(c *cases.Case) listed {
	return listed{Name: c.Name, Title: c.Title, Category: c.Problem.Category(), Situations: []string{}}
}

// showCase returns a case: its input, and its right files if a course shows everything.
func showCase(ctx context.Context, q *question) (Reply, error) {
	c, err := q.find()
	if err != nil {
		return Reply{}, err
	}
	files := map[string][]byte{}
	if q.desk.course.show() == report.ShowDiff {
		if files, err = q.right(ctx, c); err != nil {
			return Reply{}, err
		}
	}
	files[q.a.Run.InputName()] = c.Input()
	return Reply{Value: q.listed(c), Files: files}, nil
}

// A rule is a part of the pages of rules.
type rule struct {
	Heading string `json:"heading"` // "Rule 7"
	Title   string `json:"title"`
	Text    string `json:"text"` // Markdown
	Shared  bool   `json:"shared"`
}

// listRules lists the rules of an assignment, and those that all share.
func listRules(_ context.Context, q *question) (Reply, error) {
	all := []rule{}
	for _, p := range rules.Parts(q.a.Rules) {
		all = append(all, rule{p.Heading, p.Title, p.Text, false})
	}
	for _, p := range rules.Parts(rules.Shared) {
		all = append(all, rule{p.Heading, p.Title, p.Text, true})
	}
	return Reply{Value: all}, nil
}

// A mistake is a fault that is known.
type mistake struct {
	Name     string `json:"name"`
	About    string `json:"about"`
	Explains string `json:"explains"`
	Rule     string `json:"rule"` // the heading of the rule that it breaks
	Title    string `json:"title"`
	Case     string `json:"case"` // the smallest that catches it
}

// listMistakes lists the mistakes that are known, but for those that no case shows.
func listMistakes(_ context.Context, q *question) (Reply, error) {
	all := []mistake{}
	for _, f := range catalog.Faults(q.a) {
		if smallest := q.shelf.smallest[f.ID]; smallest != "" {
			all = append(all, mistake{f.ID, f.About, f.Explains, f.Rule.Heading, q.titleOf(f.Rule), smallest})
		}
	}
	return Reply{Value: all}, nil
}

// titleOf returns the title of a rule.
func (q *question) titleOf(rule mutant.Rule) string {
	page := q.a.Rules
	if rule.Page == mutant.Shared {
		page = rules.Shared
	}
	found, _ := rules.Find(page, rule.Heading)
	return found.Title
}

// An example shows what a mistake does in the smallest case that catches it.
type example struct {
	mistake
	CaseTitle string `json:"caseTitle"`
	explained
}

// showMistake explains what a program with a mistake writes in the smallest case that catches it.
func showMistake(ctx context.Context, q *question) (Reply, error) {
	all, err := listMistakes(ctx, q)
	if err != nil {
		return Reply{}, err
	}
	known := all.Value.([]mistake)
	i := slices.IndexFunc(known, func(m mistake) bool { return strings.EqualFold(m.Name, q.Fault) })
	if i < 0 {
		return Reply{}, fmt.Errorf("want a mistake of %s, found %q", q.a.Name, q.Fault)
	}
	shown := example{mistake: known[i]}
	q.Case = shown.Case
	c, err := q.find()
	if err != nil {
		return Reply{}, err
	}
	files, err := catalog.Second(q.a).Solve(q.Edition, c.Input(), shown.Name)
	if err != nil {
		return Reply{}, err
	}
	made := &answer{files: map[string][]byte{}}
	for name, text := range files {
		made.files[name] = []byte(text)
	}
	shown.CaseTitle = c.Title
	if c, err = q.problem(ctx); err != nil {
		return Reply{}, err
	}
	r, first, told, err := q.differ(ctx, c, made)
	if err != nil {
		return Reply{}, err
	}
	reply, err := q.walk(ctx, c, "a program with the mistake", &r, first)
	if err == nil {
		shown.explained = reply.Value.(explained)
		shown.Verdict, shown.Text = told.Verdict, told.Text
		reply.Value = shown
	}
	return reply, err
}
