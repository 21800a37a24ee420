package queue

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/touchstone-suite/touchstone/internal/class"
	"github.com/touchstone-suite/touchstone/internal/fuzz"
	"github.com/touchstone-suite/touchstone/internal/work/journal"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A Search is the job of judging inputs as a search asks for them. A unit is an input. The search
// itself, which is not shared out, decides what comes of the results.
type Search struct {
	assignment *oracle.Assignment
	plan       fuzzPlan
	wake       chan struct{}

	mu    sync.Mutex
	left  []*asked
	asked map[int]*asked // without a result yet, by number
	next  int
	ended error
}

// An asked input waits for its result. Number 0 is none, but asks whether there is a program.
type asked struct {
	fuzzInput
	answer chan fuzzAnswer
}

// longestOfSearch is how much work a piece is at most: the next inputs may depend on its results.
const longestOfSearch = 2 * time.Second

// errEnded is the error for an input of a search that is over.
var errEnded = errors.New("the search is over")

// A fuzzPlan is what a station must know of a search.
type fuzzPlan struct {
	class.Conditions
	Submission string `json:"submission"` // its digest
	Path       string `json:"path"`       // of it where the job is led, which results name
}

// A fuzzPiece is some inputs.
type fuzzPiece struct {
	Inputs []fuzzInput `json:"inputs"`
}

type fuzzInput struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
}

// A fuzzAnswer is a line of results. For number 0 it says what was built, or why there is no program.
type fuzzAnswer struct {
	Number  int           `json:"number"`
	Note    string        `json:"note,omitempty"`
	Unbuilt string        `json:"unbuilt,omitempty"`
	Took    time.Duration `json:"took,omitempty"` // nanoseconds
	Data    []byte        `json:"data,omitempty"` // what pack made of the result
	result  testscript.Result
	err     error
}

// NewSearch returns the job of running the submission at a path, which is absolute, on inputs.
func NewSearch(a *oracle.Assignment, path string, c class.Conditions) (*Search, error) {
	digest, err := journal.DigestOf(path)
	return &Search{
		assignment: a, plan: fuzzPlan{c.Portable(), digest, path},
		wake: make(chan struct{}, 1), asked: map[int]*asked{}, next: 1,
	}, err
}

// Build has the submission built, and returns what was built if that is not obvious, or why there is no
// program.
func (s *Search) Build(ctx context.Context) (note, unbuilt string, err error) {
	answer := s.ask(ctx, &asked{})
	return answer.Note, answer.Unbuilt, answer.err
}

// Judge has the program run on an input: it is a fuzz.Judge.
func (s *Search) Judge(ctx context.Context, p homework.Problem) testscript.Result {
	s.mu.Lock()
	one := &asked{fuzzInput: fuzzInput{s.next, p.String()}}
	s.next++
	s.mu.Unlock()
	answer := s.ask(ctx, one)
	r, err := answer.result, answer.err
	if err == nil {
		r.Case, err = fuzz.MakeCase(ctx, s.assignment, p)
	}
	if err != nil {
		return testscript.Result{Verdict: testscript.Internal, Err: err, Reason: err.Error()}
	}
	return r
}

// ask waits for an answer.
func (s *Search) ask(ctx context.Context, one *asked) fuzzAnswer {
	one.answer = make(chan fuzzAnswer, 1)
	s.mu.Lock()
	if s.ended != nil {
		defer s.mu.Unlock()
		return fuzzAnswer{err: s.ended}
	}
	s.asked[one.Number] = one
	s.left = append(s.left, one)
	s.mu.Unlock()
	s.stir()
	select {
	case answer := <-one.answer:
		return answer
	case <-ctx.Done():
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.asked, one.Number)
		s.left = slices.DeleteFunc(s.left, func(other *asked) bool { return other == one })
		return fuzzAnswer{err: ctx.Err()}
	}
}

// stir wakes the leader.
func (s *Search) stir() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// End ends the job: what was given out is called off, and nothing more is judged. Whoever waits gets the
// error, if there is one.
func (s *Search) End(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended != nil {
		return
	}
	if s.ended = err; err == nil {
		s.ended = errEnded
	}
	for _, one := range s.asked {
		one.answer <- fuzzAnswer{err: s.ended}
	}
	clear(s.asked)
	s.left = nil
	s.stir()
}

// Describe implements Job, like those that follow.
func (s *Search) Describe([]byte) (Description, error) {
	return Description{
		ID: rand.Text(), Kind: Fuzzing, Title: "a search in " + s.assignment.Name, Plan: s.plan, Longest: longestOfSearch,
		Path: func(string) string { return s.plan.Path }, Wake: s.wake,
	}, nil
}

func (s *Search) Left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.left)
}

func (s *Search) Take(most int) Piece {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := min(most, len(s.left))
	piece := fuzzPiece{}
	for _, one := range s.left[:n] {
		piece.Inputs = append(piece.Inputs, one.fuzzInput)
	}
	s.left = slices.Clone(s.left[n:])
	return Piece{Submissions: []string{s.plan.Submission}, What: piece}
}

func (s *Search) Accept(r Results) (inputs int, took time.Duration, err error) {
	var piece fuzzPiece
	if json.Unmarshal(r.Piece, &piece) != nil {
		return 0, 0, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, line := range r.Lines {
		var answer fuzzAnswer
		if json.Unmarshal(line, &answer) != nil || s.asked[answer.Number] == nil || !piece.has(answer.Number) {
			continue
		}
		if answer.Number > 0 {
			if answer.result, err = unpack(answer.Data); err != nil {
				continue
			}
			inputs++
			took += max(0, answer.Took)
		}
		s.asked[answer.Number].answer <- answer
		delete(s.asked, answer.Number)
	}
	return inputs, took, nil
}

// has reports whether an input is one of a piece.
func (p *fuzzPiece) has(number int) bool {
	return slices.ContainsFunc(p.Inputs, func(in fuzzInput) bool { return in.Number == number })
}

func (s *Search) Sync() error { return nil } // if the leader ends, the search begins again

func (s *Search) Fail(_ Piece, reason string) error { return errors.New(reason) }

func (s *Search) More(idle bool) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if idle {
		s.left = nil
		for _, one := range s.asked {
			s.left = append(s.left, one)
		}
		slices.SortFunc(s.left, func(x, y *asked) int { return x.Number - y.Number })
	}
	return s.ended == nil, nil
}
