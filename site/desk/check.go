package desk

import (
	"bytes"
	"cmp"
	"context"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A checked is what a check has found, in the words of "touchstone check".
type checked struct {
	Score    string          `json:"score"`  // the points in a line, of all cases
	Absent   []string        `json:"absent"` // cases of which nothing was handed over
	Causes   []cause         `json:"causes"`
	Cases    []failure       `json:"cases"`    // that fail, and have no cause
	Book     gradebook.Sheet `json:"book"`     // verdicts and points: a class of one
	Document string          `json:"document"` // the report of --format json
}

// A cause is something that the program does wrong, with the smallest case that shows it.
type cause struct {
	Key     string          `json:"key"`
	Fault   string          `json:"fault,omitempty"` // the known mistake
	Brief   string          `json:"brief"`
	About   []string        `json:"about"`
	Case    string          `json:"case"`
	Verdict verdict.Verdict `json:"verdict"`
	Text    string          `json:"text"` // the first difference
	Cases   []string        `json:"cases"`
}

// A failure is a case that fails.
type failure struct {
	Name    string          `json:"name"`
	Title   string          `json:"title"`
	Verdict verdict.Verdict `json:"verdict"`
	Text    string          `json:"text"`
}

// check judges answers, and finds out why they are wrong.
func check(ctx context.Context, q *question) (Reply, error) {
	answers, err := q.read()
	if err != nil {
		return Reply{}, err
	}
	c := checked{Causes: []cause{}, Cases: []failure{}, Absent: []string{}}
	var results, absent []verdict.Result
	var kept diagnosis.Kept
	for i, one := range q.cases {
		q.Step(i, len(q.cases))
		if answers[one.Name] == nil {
			c.Absent = append(c.Absent, one.Name)
			r := verdict.Result{Case: one, Verdict: verdict.Missing}
			if r.Beyond, err = one.Beyond(ctx, q.Edition); err != nil {
				return Reply{}, err
			}
			absent = append(absent, r)
			continue
		}
		r, err := q.judge(ctx, one, answers[one.Name])
		if err != nil {
			return Reply{}, err
		}
		results = append(results, kept.Keep(r))
	}
	q.Step(len(q.cases), len(q.cases))
	sum, err := q.sum(ctx, results)
	if err != nil {
		return Reply{}, err
	}
	var document bytes.Buffer
	if err := q.report(report.NewJSON(&document), sum, results); err != nil {
		return Reply{}, err
	}
	score, seen := q.score(append(absent, results...)), &report.Seen{}
	sum.Score = &score // in which a case is worth what it is among all
	if err := q.report(seen, sum, results); err != nil {
		return Reply{}, err
	}
	c.Score, c.Document = score.String(), document.String()
	c.tell(seen)
	c.Book, err = book(seen)
	return Reply{Value: c}, err
}

// book returns what a student sees as a gradebook has it.
func book(seen *report.Seen) (gradebook.Sheet, error) {
	class := &gradebook.Class{Start: seen.Began, Students: []gradebook.Student{{Name: "you", Results: seen.Results, Summary: seen.Sum}}}
	for _, r := range seen.Results {
		class.Cases = append(class.Cases, r.Case)
	}
	return gradebook.NewSheet(class)
}

// score returns the points by the rule of the course or the assignment.
func (q *question) score(results []verdict.Result) verdict.Score {
	var rule verdict.Rule
	if c := q.desk.course; c != nil {
		rule = c.Points
	}
	return rule.Score(q.a, results)
}

// sum sums up a check, and finds causes if they are told.
func (q *question) sum(ctx context.Context, results []verdict.Result) (sum report.Summary, err error) {
	sum = report.Summarise(results, nil)
	score := q.score(results)
	sum.Score = &score
	if q.desk.course.show() == report.ShowDiff {
		sum.Causes, sum.Unexplained, err = diagnosis.Program(ctx, diagnosis.Question{Assignment: q.a, Edition: q.Edition, Course: q.lenient(), Results: results})
	}
	return sum, err
}

// lenient reports whether files are compared as by the course.
func (q *question) lenient() bool { return q.Compare == "course" }

// judge judges the answer to a case.
func (q *question) judge(ctx context.Context, c *cases.Case, a *answer) (r verdict.Result, err error) {
	if c, err = q.shelf.complete(ctx, c); err != nil {
		return r, err
	}
	j := judge.Judge{Case: c, Edition: q.Edition, Course: q.lenient(), Text: diagnosis.MostOfFile, Open: a.open, Left: a.left}
	r = verdict.Result{Case: c, Outcome: a.outcome}
	if r.Beyond, err = c.Beyond(ctx, q.Edition); err != nil {
		return r, err
	}
	for _, name := range a.asked(c) {
		f, err := j.File(ctx, name)
		if err != nil {
			return r, err
		}
		r.Files = append(r.Files, f)
	}
	r.Verdict, r.Reason = judge.Verdict(a.outcome, a.outcome.CPU, a.outcome.Wall, r.Files, q.a.Run.ExitCounts)
	if r.Verdict == verdict.Crash {
		r.At = judge.Place(a.outcome.Errors)
	}
	if r.Verdict == verdict.Wrong || r.Verdict == verdict.Crash {
		r.Edition, err = j.OtherEdition(ctx)
	}
	return r, err
}

// tell tells the causes, and one by one what has none: of what a student sees.
func (c *checked) tell(seen *report.Seen) {
	caused := map[string]bool{}
	for _, of := range seen.Sum.Causes {
		first := seen.Of(of.Cases[0])
		one := cause{
			Key: of.Key, Brief: of.Brief(), About: of.Paragraphs(seen.Sum.Passed()), Case: first.Case.Name, Verdict: first.Verdict,
			Text: of.Difference(first), Cases: of.Cases,
		}
		if len(of.Faults) > 0 {
			one.Fault = of.Faults[0].Name
		}
		for _, name := range of.Cases {
			caused[name] = true
		}
		c.Causes = append(c.Causes, one)
	}
	for _, r := range seen.Results {
		if r.Verdict != verdict.Pass && !caused[r.Case.Name] {
			c.Cases = append(c.Cases, failure{r.Case.Name, r.Case.Title, r.Verdict, report.Details(r)})
		}
	}
}

// report tells of a check what "touchstone check" tells, as far as the course shows it.
func (q *question) report(to report.Reporter, sum report.Summary, results []verdict.Result) error {
	to = report.Limit(to, q.desk.course.show())
	edition, err := q.a.Edition(q.Edition)
	if err != nil {
		return err
	}
	to.Start(report.Start{
		Assignment: q.a.Name, Edition: edition, Compare: cmp.Or(q.Compare, "exact"), Command: []string{}, Cases: len(results), Sandbox: []string{},
	})
	for i, r := range results {
		to.Result(i, r)
	}
	to.End(sum)
	return nil
}
