package desk

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/verdict"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// mostLines is how many lines of a search the trace page of a browser's answer holds.
const mostLines = 200_000

// walkPage is the file of a reply that holds a trace page.
const walkPage = "walk.html"

// An explained is what there is to say of an input.
type explained struct {
	Verdict verdict.Verdict `json:"verdict,omitempty"` // of the program's files; "" if there are none
	Text    string          `json:"text"`
	Files   []string        `json:"files"`          // the right ones
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
	e := explained{Files: c.Problem.Files(), Known: []string{}}
	how := homework.Options{Edition: q.Edition}
	page := walk.Page{Assignment: q.a.Name, Name: c.Name, Title: c.Title, Edition: q.Edition, How: how, Most: mostLines}
	if len(q.Files) > 0 {
		if page.First, page.Program, err = q.differ(ctx, c, &e); err != nil {
			return Reply{}, err
		}
	}
	reply := Reply{Files: map[string][]byte{}}
	if page.Game, err = replayed(ctx, c, how, page.First); page.Game != nil && err == nil {
		var text bytes.Buffer
		sum, failed := walk.Write(ctx, &text, page)
		e.Walk, e.More, err = true, sum.More, failed
		reply.Files[walkPage] = text.Bytes()
	}
	reply.Value = e
	return reply, err
}

// differ judges the program's files, and explains the first difference.
func (q *question) differ(ctx context.Context, c *cases.Case, e *explained) (first *decision.Explanation, program *walk.Program, err error) {
	a := &answer{files: map[string][]byte{}}
	for name, text := range q.Files {
		if err := a.add(name[strings.LastIndexByte(name, '/')+1:], text); err != nil {
			return nil, nil, err
		}
	}
	r, err := q.judge(ctx, c, a)
	if err != nil {
		return nil, nil, err
	}
	e.Verdict = r.Verdict
	var text strings.Builder
	if wrongFiles(r) {
		if first, err = decision.Explain(ctx, decision.Question{Problem: c.Problem, How: homework.Options{Edition: q.Edition}, Files: r.Files}); err != nil {
			return nil, nil, err
		}
	}
	if first != nil {
		err = first.Print(&text, false)
	} else {
		r.Explain(&text, compare.Style{})
	}
	if err != nil {
		return nil, nil, err
	}
	e.Text = text.String()
	faults, grade, err := diagnosis.Case(ctx, q.a, q.Edition, r)
	if err != nil {
		return nil, nil, err
	}
	e.Known = append(e.Known, diagnosis.NewKnown(faults, grade).Paragraphs()...)
	return first, &walk.Program{Name: "your files", Verdict: string(r.Verdict), Reason: r.Reason, Known: e.Known, Log: q.log(c, r)}, nil
}

// log returns the program's log, if it differs.
func (q *question) log(c *cases.Case, r verdict.Result) []byte {
	game, ok := c.Problem.(homework.Replayer)
	for _, f := range r.Files {
		if ok && f.Name == game.Stage().File && f.Report.Grade != compare.Equal {
			return f.Text
		}
	}
	return nil
}

// replayed returns what can be walked: the search of a problem, or of a battle the turn that is explained, or nil.
func replayed(ctx context.Context, c *cases.Case, how homework.Options, first *decision.Explanation) (homework.Replayer, error) {
	if battle, is := c.Problem.(homework.Battle); is {
		turn, err := decision.TurnOf(ctx, battle, how, first)
		if turn != nil || err != nil {
			return turn, err
		}
	}
	game, _ := c.Problem.(homework.Replayer)
	return game, nil
}

// solve returns the right files of an input.
func solve(ctx context.Context, q *question) (Reply, error) {
	c, err := q.problem(ctx)
	if err != nil {
		return Reply{}, err
	}
	files := output.Memory{}
	if _, err := c.Problem.Solve(ctx, homework.Options{Edition: q.Edition}, files); err != nil {
		return Reply{}, err
	}
	return Reply{Value: c.Problem.Files(), Files: files}, nil
}
