package desk

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// mostLines is how many lines of a search the trace page of a browser's answer holds.
const mostLines = 200_000

// walkPage is the file of a reply that holds a trace page.
const walkPage = "walk.html"

// An explained is what there is to say of an input.
type explained struct {
	Verdict verdict.Verdict `json:"verdict,omitempty"` // of the program's files; "" if there are none
	Text    string          `json:"text"`
	Known   []string        `json:"known"`          // mistakes that fit
	Walk    bool            `json:"walk"`           // there is a trace page
	More    bool            `json:"more,omitempty"` // which does not hold all lines
}

// problem returns the case that is asked for, or one of the input.
func (q *question) problem(ctx context.Context) (*cases.Case, error) {
	if q.Case != "" {
		return q.find()
	}
	if strings.TrimSpace(q.Input) == "" {
		return nil, fmt.Errorf("want an input, found none")
	}
	c, err := cases.OnInput(q.a, "your-input", q.a.Run.InputName(), []byte(q.Input))
	if err != nil || len(q.Files) == 0 {
		return c, err
	}
	return c.Complete(ctx) // it is compared with what is right
}

// explain says where the files of a program first go wrong on an input, and why, and makes the page that walks the search.
func explain(ctx context.Context, q *question) (Reply, error) {
	c, err := q.problem(ctx)
	if err != nil {
		return Reply{}, err
	}
	e := explained{Known: []string{}}
	how := homework.Options{Edition: q.Edition}
	page := walk.Page{Assignment: q.a.Name, Name: c.Name, Title: c.Title, Edition: q.Edition, How: how, Most: mostLines}
	var r verdict.Result
	if len(q.Files) > 0 {
		if r, page.First, err = q.differ(ctx, c, &e); err != nil {
			return Reply{}, err
		}
	}
	reply := Reply{Files: map[string][]byte{}}
	if page.Game, err = decision.Searched(ctx, c.Problem, how, page.First); page.Game != nil && err == nil {
		if len(q.Files) > 0 {
			page.Program = &walk.Program{Name: "your files", Verdict: string(r.Verdict), Reason: r.Reason, Known: e.Known, Log: walk.Differing(page.Game, r.Files)}
		}
		var text bytes.Buffer
		sum, failed := walk.Write(ctx, &text, page)
		e.Walk, e.More, err = true, sum.More, failed
		reply.Files[walkPage] = text.Bytes()
	}
	reply.Value = e
	return reply, err
}

// differ judges the program's files, and explains the first difference.
func (q *question) differ(ctx context.Context, c *cases.Case, e *explained) (r verdict.Result, first *decision.Explanation, err error) {
	a := &answer{files: map[string][]byte{}}
	for name, text := range q.Files {
		if err := a.add(path.Base(name), text); err != nil {
			return r, nil, err
		}
	}
	if r, err = q.judge(ctx, c, a); err != nil {
		return r, nil, err
	}
	e.Verdict = r.Verdict
	if first, err = decision.Explain(ctx, decision.Question{Problem: c.Problem, How: homework.Options{Edition: q.Edition}, Files: r.Files}); err != nil {
		return r, nil, err
	}
	var text strings.Builder
	if first != nil {
		err = first.Print(&text, false)
	} else {
		r.Explain(&text, compare.Style{})
	}
	if err != nil {
		return r, nil, err
	}
	e.Text = text.String()
	faults, grade, err := diagnosis.Case(ctx, q.a, q.Edition, r)
	e.Known = append(e.Known, diagnosis.NewKnown(faults, grade).Paragraphs()...)
	return r, first, err
}

// right returns the right files of a case.
func (q *question) right(ctx context.Context, c *cases.Case) (output.Memory, error) {
	files := output.Memory{}
	_, err := c.Problem.Solve(ctx, homework.Options{Edition: q.Edition}, files)
	return files, err
}

// solve returns the right files of an input.
func solve(ctx context.Context, q *question) (Reply, error) {
	c, err := q.problem(ctx)
	if err != nil {
		return Reply{}, err
	}
	files, err := q.right(ctx, c)
	return Reply{Files: files}, err
}
