package desk

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/mutant/search"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// mostLines is how many lines of a search the trace page of a browser's answer holds.
const mostLines = 200_000

// walkPage is the file of a reply that holds a trace page.
const walkPage = "walk.html"

// mostNamed is the longest file, in bytes, in which known mistakes are looked for. The second solver keeps a whole log as lines,
// right or wrong: of longer ones a browser has no room for both.
const mostNamed = search.MostLog

// An explained is a part of what there is to say of an input.
type explained struct {
	Verdict verdict.Verdict `json:"verdict,omitempty"` // of the program's files; "" if there are none
	Text    string          `json:"text,omitempty"`    // of the first difference
	// Unjudged says which files were not looked at.
	Unjudged string   `json:"unjudged,omitempty"`
	Known    []string `json:"known,omitempty"` // mistakes that fit
	Walk     bool     `json:"walk,omitempty"`  // there is a trace page
	More     bool     `json:"more,omitempty"`  // which does not hold all lines
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

// explain says where the files of a program first go wrong on an input, or a case of those that they answer, and why, makes the
// page that walks the search, and says which known mistakes fit. Each is told when it is known: the first takes as long as solving
// the input, the last a hundred times as long.
func explain(ctx context.Context, q *question) (Reply, error) {
	c, err := q.problem(ctx)
	if err != nil {
		return Reply{}, err
	}
	a, err := q.answer(c)
	if err != nil {
		return Reply{}, err
	}
	if a == nil {
		return q.walk(ctx, c, "", nil, nil)
	}
	r, first, told, err := q.differ(ctx, c, a)
	if err != nil {
		return Reply{}, err
	}
	if a.some {
		told.Unjudged = a.unjudged(c)
	}
	q.Tell(Reply{Value: told})
	walked, err := q.walk(ctx, c, "your files", &r, first)
	if err != nil {
		return Reply{}, err
	}
	q.Tell(walked)
	known, err := q.known(ctx, r)
	return Reply{Value: explained{Known: known}}, err
}

// answer returns what there is of the program's for a case, or nil: of an input of one's own the files that are given, and for a case
// of the stock those that lie so among the answers.
func (q *question) answer(c *cases.Case) (*answer, error) {
	if len(q.Files) == 0 {
		return nil, nil
	}
	if q.Case != "" {
		all, err := q.read()
		return all[c.Name], err
	}
	a := &answer{files: map[string][]byte{}}
	for name, text := range q.Files {
		if err := a.add(path.Base(name), text); err != nil {
			return nil, err
		}
	}
	if a.some = true; len(a.asked(c)) > 0 {
		return a, nil
	}
	if a.some = false; a.ran { // and left nothing
		return a, nil
	}
	found := cmp.Or(escape.Line(strings.Join(a.left(), " and ")), "none of them")
	return nil, fmt.Errorf("want %s, which this input asks for, found %s", strings.Join(c.Problem.Files(), " or "), found)
}

// unjudged says which files an answer has not that a case asks for, and which it has that the case does not ask for, or returns "".
func (a *answer) unjudged(c *cases.Case) string {
	var missing, other, says []string
	for _, name := range c.Problem.Files() {
		if !a.has(name) {
			missing = append(missing, name)
		}
	}
	for _, name := range a.left() {
		if !slices.Contains(c.Problem.Files(), name) && name != c.Assignment.Run.InputName() {
			other = append(other, escape.Line(name))
		}
	}
	was := func(names []string, why string) {
		switch len(names) {
		case 0:
		case 1:
			says = append(says, names[0]+" was not looked at"+why+".")
		default:
			says = append(says, strings.Join(names, " and ")+" were not looked at"+why+".")
		}
	}
	was(missing, "")
	was(other, ": this input asks for no such file")
	return strings.Join(says, " ")
}

// walk makes the page that walks the search of a case, beside what a program of that name made of it unless r is nil.
func (q *question) walk(ctx context.Context, c *cases.Case, name string, r *verdict.Result, first *decision.Explanation) (Reply, error) {
	how := homework.Options{Edition: q.Edition}
	game, err := decision.Searched(ctx, c.Problem, how, first)
	if game == nil || err != nil {
		return Reply{Value: explained{}}, err
	}
	page := walk.Page{Assignment: q.a.Name, Name: c.Name, Title: c.Title, Edition: q.Edition, Game: game, How: how, Most: mostLines, First: first, Plain: true}
	if r != nil {
		page.Program = &walk.Program{Name: name, Verdict: string(r.Verdict), Reason: r.Reason, Log: walk.Differing(game, r.Files)}
	}
	var text bytes.Buffer
	sum, err := walk.Write(ctx, &text, page)
	return Reply{Value: explained{Walk: true, More: sum.More}, Files: map[string][]byte{walkPage: text.Bytes()}}, err
}

// differ judges an answer. told is the verdict and the first difference.
func (q *question) differ(ctx context.Context, c *cases.Case, a *answer) (r verdict.Result, first *decision.Explanation, told explained, err error) {
	if r, err = q.judge(ctx, c, a); err != nil {
		return r, nil, told, err
	}
	if first, err = decision.Explain(ctx, decision.Question{Problem: c.Problem, How: homework.Options{Edition: q.Edition}, Files: r.Files}); err != nil {
		return r, nil, told, err
	}
	var text strings.Builder
	if first != nil {
		err = first.Print(&text, false)
	} else {
		r.Explain(&text, compare.Style{})
	}
	return r, first, explained{Verdict: r.Verdict, Text: text.String()}, err
}

// known says which known mistakes fit what a program made of a case.
func (q *question) known(ctx context.Context, r verdict.Result) ([]string, error) {
	for _, f := range r.Files {
		if len(f.Text) > mostNamed {
			return []string{fmt.Sprintf("Known mistakes are looked for in files of at most %d MB: %s has more. \"touchstone explain\" on the command line looks there too.",
				mostNamed>>20, f.Name)}, nil
		}
	}
	faults, grade, err := diagnosis.Case(ctx, q.a, q.Edition, r)
	fitting := diagnosis.NewKnown(faults, grade)
	if fitting == nil {
		return nil, err
	}
	return append(fitting.Fits(), fitting.Caution()[0]+". Check, with the answers to all cases, says whether they fit, too."), err
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
