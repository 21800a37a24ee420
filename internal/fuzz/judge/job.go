// Package judge runs a program on the inputs of a search by workers elsewhere. The search itself, which is not
// shared out, decides what to run it on, and what comes of the results: it calls Job.Judge as it would call a
// program here.
package judge

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/fuzz"
	"github.com/touchstone-suite/touchstone/internal/policy"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/internal/work/parcel"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Kind is the kind of the job of judging inputs.
const Kind work.Kind = "fuzz"

// A Job is to judge inputs as a search asks for them. A unit is an input.
type Job struct {
	title string
	plan  plan
	wake  chan struct{}

	mu    sync.Mutex
	left  []*question
	asked map[int]*question // without an answer yet, by number
	next  int
	ended error
}

// A question waits for its answer: what a program does on an input, or what was built.
type question struct {
	input
	build  bool
	answer chan answer
}

// longest is how much work a piece is at most: the next inputs may depend on its results.
const longest = 2 * time.Second

// errEnded is the error for an input of a search that is over.
var errEnded = errors.New("the search is over")

// A plan is what a station must know of a search.
type plan struct {
	policy.Conditions
	Submission string `json:"submission"` // its digest
	Path       string `json:"path"`       // of it where the job is led, which results name
}

// A piece is a question for a build, and inputs.
type piece struct {
	Build  int     `json:"build,omitempty"` // number of the question, from 1
	Inputs []input `json:"inputs"`
}

type input struct {
	Number int    `json:"number"`
	Script string `json:"script"` // of its case, without goldens
}

// An answer is to a question: a result, or what was built.
type answer struct {
	Number int           `json:"number"`
	Built  *built        `json:"built,omitempty"`
	Took   time.Duration `json:"took,omitempty"` // nanoseconds
	Data   []byte        `json:"data,omitempty"` // what pack made of the result
	result testscript.Result
	err    error
}

// built says what was built if that is not obvious, or why there is no program.
type built struct {
	Note    string `json:"note,omitempty"`
	Unbuilt string `json:"unbuilt,omitempty"`
}

// New returns the job of running the submission at a path, which is absolute, on inputs.
func New(a *oracle.Assignment, path string, c policy.Conditions) (*Job, error) {
	digest, err := submissions.DigestOf(path)
	return &Job{
		title: "a search in " + a.Name, plan: plan{c.Portable(), digest, path},
		wake: make(chan struct{}, 1), asked: map[int]*question{}, next: 1,
	}, err
}

// Build has the submission built, and returns what was built if that is not obvious, or why there is no
// program.
func (j *Job) Build(ctx context.Context) (note, unbuilt string, err error) {
	a := j.ask(ctx, &question{build: true})
	if a.err != nil {
		return "", "", a.err
	}
	return a.Built.Note, a.Built.Unbuilt, nil
}

// Judge has the program run on the input of a case: it is a fuzz.Judge.
func (j *Job) Judge(ctx context.Context, c *cases.Case) testscript.Result {
	a := j.ask(ctx, &question{input: input{Script: string(c.Script())}})
	if a.err != nil {
		return testscript.Result{Verdict: testscript.Internal, Err: a.err, Reason: a.err.Error()}
	}
	a.result.Case = c
	return a.result
}

// ask waits for an answer.
func (j *Job) ask(ctx context.Context, q *question) answer {
	q.answer = make(chan answer, 1)
	j.mu.Lock()
	if j.ended != nil {
		defer j.mu.Unlock()
		return answer{err: j.ended}
	}
	q.Number = j.next
	j.next++
	j.asked[q.Number] = q
	j.left = append(j.left, q)
	j.mu.Unlock()
	j.wakeLeader()
	select {
	case a := <-q.answer:
		return a
	case <-ctx.Done():
		j.mu.Lock()
		defer j.mu.Unlock()
		delete(j.asked, q.Number)
		j.left = slices.DeleteFunc(j.left, func(other *question) bool { return other == q })
		return answer{err: ctx.Err()}
	}
}

func (j *Job) wakeLeader() {
	select {
	case j.wake <- struct{}{}:
	default:
	}
}

// End ends the job: what was given out is called off, and nothing more is judged. Whoever waits gets the
// error, if there is one.
func (j *Job) End(err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.ended != nil {
		return
	}
	if j.ended = err; err == nil {
		j.ended = errEnded
	}
	for _, q := range j.asked {
		q.answer <- answer{err: j.ended}
	}
	clear(j.asked)
	j.left = nil
	j.wakeLeader()
}

// Encoded returns the job as a leader takes it.
func (j *Job) Encoded() work.EncodedJob { return work.Encoded(j) }

// Describe implements work.Job, like those that follow.
func (j *Job) Describe([]byte) (work.Description, error) {
	return work.Description{
		ID: rand.Text(), Kind: Kind, Title: j.title, Longest: longest, Wake: j.wake,
		Plan: func() (any, error) { return j.plan, nil },
		Path: func(string) string { return j.plan.Path },
	}, nil
}

// Left implements work.Job.
func (j *Job) Left() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.left)
}

// Take implements work.Job.
func (j *Job) Take(most int) work.Piece[piece] {
	j.mu.Lock()
	defer j.mu.Unlock()
	n := min(most, len(j.left))
	what := piece{}
	for _, q := range j.left[:n] {
		if q.build {
			what.Build = q.Number
		} else {
			what.Inputs = append(what.Inputs, q.input)
		}
	}
	j.left = slices.Clone(j.left[n:])
	return work.Piece[piece]{Submissions: []string{j.plan.Submission}, What: what}
}

// Accept implements work.Job.
func (j *Job) Accept(r work.Results[piece, answer]) (inputs int, took time.Duration, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, a := range r.Found {
		q := j.asked[a.Number]
		switch {
		case q == nil || !r.Piece.has(a.Number) || q.build != (a.Built != nil):
			continue
		case !q.build:
			if a.result, err = parcel.UnpackResult(a.Data, fuzz.MostText); err != nil {
				continue
			}
			inputs++
			took += max(0, a.Took)
		}
		q.answer <- a
		delete(j.asked, a.Number)
	}
	return inputs, took, nil
}

// has reports whether a question is one of a piece.
func (p *piece) has(number int) bool {
	return number == p.Build || slices.ContainsFunc(p.Inputs, func(in input) bool { return in.Number == number })
}

// Sync implements work.Job.
func (j *Job) Sync() error { return nil } // if the leader ends, the search begins again

// Fail implements work.Job.
func (j *Job) Fail(_ work.Piece[piece], why error) error { return why }

// More implements work.Job.
func (j *Job) More(idle bool) (bool, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if idle {
		j.left = nil
		for _, q := range j.asked {
			j.left = append(j.left, q)
		}
		slices.SortFunc(j.left, func(x, y *question) int { return x.Number - y.Number })
	}
	return j.ended == nil, nil
}
