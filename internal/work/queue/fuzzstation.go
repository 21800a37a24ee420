package queue

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/touchstone-suite/touchstone/internal/class"
	"github.com/touchstone-suite/touchstone/internal/fuzz"
	"github.com/touchstone-suite/touchstone/internal/work/workers"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A fuzzStation runs a program on inputs.
type fuzzStation struct {
	plan     *fuzzPlan
	a        *oracle.Assignment
	jobs     int
	hide     []string
	confined []string
	limiter  *testscript.Limiter

	mu     sync.Mutex
	path   string // of the submission of which the program is
	player *testscript.Player
	runner *testscript.Runner
}

func newFuzzStation(text []byte, w *Worker) (station, error) {
	s := &fuzzStation{plan: new(fuzzPlan), jobs: w.Jobs, hide: w.Hide, limiter: testscript.NewLimiter(w.Jobs)}
	if err := json.Unmarshal(text, s.plan); err != nil {
		return nil, err
	}
	var err error
	if s.a, err = oracle.Lookup(s.plan.Assignment); err != nil {
		return nil, err
	}
	if err := s.plan.IsPortable(); err != nil {
		return nil, err
	}
	s.plan.Conditions = s.plan.Under(w.Policy)
	s.confined, err = s.plan.Fit()
	return s, err
}

func (s *fuzzStation) Confined() []string { return s.confined }

func (s *fuzzStation) Do(ctx context.Context, text json.RawMessage, fetch fetching, tell func([]byte) error) error {
	var piece fuzzPiece
	if err := json.Unmarshal(text, &piece); err != nil {
		return err
	}
	runner, built, err := s.build(ctx, fetch)
	if err != nil {
		return err
	}
	var mu sync.Mutex
	workers.Each(2*s.jobs, len(piece.Inputs), func(i int) {
		in := piece.Inputs[i]
		answer, failed := built, error(nil)
		if in.Number > 0 {
			answer, failed = s.judge(ctx, runner, in)
		}
		line, wrong := json.Marshal(answer)
		mu.Lock()
		defer mu.Unlock()
		if err = cmp.Or(err, failed, wrong); err == nil {
			err = tell(line)
		}
	})
	return cmp.Or(ctx.Err(), err)
}

// build builds the program, unless it is here, and returns what number 0 asks. Without a program the
// runner is nil.
func (s *fuzzStation) build(ctx context.Context, fetch fetching) (*testscript.Runner, fuzzAnswer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	path, err := fetch(s.plan.Submission)
	if err != nil {
		return nil, fuzzAnswer{}, err
	}
	if s.player == nil || path != s.path {
		if err := errors.Join(s.clear(), s.make(ctx, path)); err != nil {
			return nil, fuzzAnswer{}, errors.Join(err, s.clear())
		}
	}
	answer := fuzzAnswer{Note: s.there(s.player.Note())}
	if err := s.player.BuildError(); err != nil {
		answer.Unbuilt = s.there(err.Error())
	}
	return s.runner, answer, nil
}

// make builds the program of the submission at a path.
func (s *fuzzStation) make(ctx context.Context, path string) (err error) {
	o := s.plan.Options(fuzz.MostText)
	o.Hide = s.hide
	s.path = path
	if s.player, err = testscript.FindPlayer(ctx, s.a, path, s.plan.Tools, o); err != nil || s.player.BuildError() != nil {
		return err
	}
	s.runner, err = testscript.NewRunner(s.player, o)
	return err
}

// clear removes what was built.
func (s *fuzzStation) clear() (err error) {
	if s.runner != nil {
		err = s.runner.Close()
	}
	if s.player != nil {
		err = errors.Join(err, s.player.Close())
	}
	s.player, s.runner = nil, nil
	return err
}

func (s *fuzzStation) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clear()
}

// judge runs the program on an input.
func (s *fuzzStation) judge(ctx context.Context, runner *testscript.Runner, in fuzzInput) (answer fuzzAnswer, err error) {
	if runner == nil {
		return answer, errors.New("want a program that is built as on other machines, found none")
	}
	p, err := s.a.Parse("an input of a search", []byte(in.Text))
	if err != nil {
		return answer, err
	}
	c, err := fuzz.MakeCase(ctx, s.a, p)
	if err != nil {
		return answer, err
	}
	begin := time.Now()
	r := runner.RunIn(ctx, s.limiter, c)
	if err := cmp.Or(ctx.Err(), r.Err); err != nil {
		return answer, err
	}
	if r.Verdict == testscript.Internal {
		return answer, errors.New(r.Reason)
	}
	answer = fuzzAnswer{Number: in.Number, Took: time.Since(begin)}
	answer.Data, err = s.pack(r)
	return answer, err
}

// A packed is what is sent of a result: all but its case.
type packed struct {
	Verdict                           testscript.Verdict
	Reason, Beyond, Edition, At, Hint string
	Files                             []testscript.FileResult
	Outcome                           testscript.Outcome
	Allowed                           time.Duration
	Enforced                          []string
	Refused                           []testscript.Refusal
}

// mostPacked is the size up to which what a program wrote is sent, so that it fits into a message. Logs
// take a tenth of their size.
const mostPacked = 512 << 10

// pack encodes a result, as if the program had run where the search is led.
func (s *fuzzStation) pack(r testscript.Result) ([]byte, error) {
	p := packed{
		r.Verdict, s.there(r.Reason), r.Beyond, r.Edition, s.there(r.At), s.there(r.Hint), r.Files, r.Outcome, r.Allowed, r.Enforced, r.Refused,
	}
	if r.Verdict == testscript.Pass {
		p.Outcome = testscript.Outcome{} // of which nobody asks
	}
	for _, text := range []*[]byte{&p.Outcome.First, &p.Outcome.Output, &p.Outcome.Errors} {
		*text = bytes.ReplaceAll(*text, []byte(s.path), []byte(s.plan.Path))
	}
	data, err := class.Encode(p)
	if err == nil && len(data) > mostPacked {
		for i := range p.Files {
			p.Files[i].Text = nil
		}
		data, err = class.Encode(p)
	}
	return data, err
}

// there returns a text in which the submission is where the search is led.
func (s *fuzzStation) there(text string) string { return strings.ReplaceAll(text, s.path, s.plan.Path) }

// unpack returns the result that pack has encoded.
func unpack(data []byte) (testscript.Result, error) {
	var p packed
	if err := class.Decode(data, &p); err != nil {
		return testscript.Result{}, fmt.Errorf("a result of the search: %w", err)
	}
	return testscript.Result{
		Verdict: p.Verdict, Reason: p.Reason, Beyond: p.Beyond, Edition: p.Edition, At: p.At, Hint: p.Hint, Files: p.Files,
		Outcome: p.Outcome, Allowed: p.Allowed, Enforced: p.Enforced, Refused: p.Refused,
	}, nil
}
