package judge

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/touchstone-suite/touchstone/internal/fuzz"
	"github.com/touchstone-suite/touchstone/internal/policy"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A station runs a program on inputs.
type station struct {
	plan     *plan
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

// Opener returns what makes stations with so many programs at a time, which are run as this machine wants. They
// refuse a plan that wants more confinement.
func Opener(how policy.Local, jobs int, hide []string) work.Opener {
	return work.Opens(func(p *plan, more []string) (work.Station[piece, answer], error) {
		a, err := oracle.Lookup(p.Assignment)
		if err != nil {
			return nil, err
		}
		if err := p.IsPortable(); err != nil {
			return nil, err
		}
		p.Conditions = p.Under(how)
		confined, err := p.Fit()
		return &station{plan: p, a: a, jobs: jobs, hide: slices.Concat(hide, more), confined: confined, limiter: testscript.NewLimiter(jobs)}, err
	})
}

func (s *station) Confined() []string { return s.confined }

func (s *station) Do(ctx context.Context, p piece, fetch work.Fetch, report func(answer) error) error {
	runner, built, err := s.build(ctx, fetch)
	if err == nil && p.Build > 0 {
		err = report(answer{Number: p.Build, Built: &built})
	}
	if err != nil {
		return err
	}
	var mu sync.Mutex
	work.Each(2*s.jobs, len(p.Inputs), func(i int) {
		a, failed := s.judge(ctx, runner, p.Inputs[i])
		mu.Lock()
		defer mu.Unlock()
		if err = cmp.Or(err, failed); err == nil {
			err = report(a)
		}
	})
	return cmp.Or(ctx.Err(), err)
}

// build builds the program, unless it is here. Without one the runner is nil.
func (s *station) build(ctx context.Context, fetch work.Fetch) (*testscript.Runner, built, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	path, err := fetch(s.plan.Submission)
	if err != nil {
		return nil, built{}, err
	}
	if s.player == nil || path != s.path {
		if err := errors.Join(s.clear(), s.make(ctx, path)); err != nil {
			return nil, built{}, errors.Join(err, s.clear())
		}
	}
	b := built{Note: s.there(s.player.Note())}
	if err := s.player.BuildError(); err != nil {
		b.Unbuilt = s.there(err.Error())
	}
	return s.runner, b, nil
}

// make builds the program of the submission at a path.
func (s *station) make(ctx context.Context, path string) (err error) {
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
func (s *station) clear() (err error) {
	if s.runner != nil {
		err = s.runner.Close()
	}
	if s.player != nil {
		err = errors.Join(err, s.player.Close())
	}
	s.player, s.runner = nil, nil
	return err
}

func (s *station) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clear()
}

// judge runs the program on an input.
func (s *station) judge(ctx context.Context, runner *testscript.Runner, in input) (a answer, err error) {
	if runner == nil {
		return a, errors.New("want a program that is built as on other machines, found none")
	}
	p, err := s.a.Parse("an input of a search", []byte(in.Text))
	if err != nil {
		return a, err
	}
	c, err := fuzz.MakeCase(ctx, s.a, p)
	if err != nil {
		return a, err
	}
	begin := time.Now()
	r := runner.RunIn(ctx, s.limiter, c)
	if err := cmp.Or(ctx.Err(), r.Err); err != nil {
		return a, err
	}
	if r.Verdict == testscript.Internal {
		return a, errors.New(r.Reason)
	}
	a = answer{Number: in.Number, Took: time.Since(begin)}
	a.Data, err = s.pack(r)
	return a, err
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

// mostUnpacked is how large what is unpacked may be.
const mostUnpacked = 8 * fuzz.MostText

// pack encodes a result, as if the program had run where the search is led.
func (s *station) pack(r testscript.Result) ([]byte, error) {
	p := packed{
		r.Verdict, s.there(r.Reason), r.Beyond, r.Edition, s.there(r.At), s.there(r.Hint), r.Files, r.Outcome, r.Allowed, r.Enforced, r.Refused,
	}
	if r.Verdict == testscript.Pass {
		p.Outcome = testscript.Outcome{} // of which nobody asks
	}
	for _, text := range []*[]byte{&p.Outcome.First, &p.Outcome.Output, &p.Outcome.Errors} {
		*text = bytes.ReplaceAll(*text, []byte(s.path), []byte(s.plan.Path))
	}
	data, err := work.Pack(p)
	if err == nil && len(data) > mostPacked {
		for i := range p.Files {
			p.Files[i].Text = nil
		}
		data, err = work.Pack(p)
	}
	return data, err
}

// there returns a text in which the submission is where the search is led.
func (s *station) there(text string) string { return strings.ReplaceAll(text, s.path, s.plan.Path) }

// unpack returns the result that pack has encoded.
func unpack(data []byte) (testscript.Result, error) {
	var p packed
	if err := work.Unpack(data, &p, mostUnpacked); err != nil {
		return testscript.Result{}, fmt.Errorf("a result of the search: %w", err)
	}
	return testscript.Result{
		Verdict: p.Verdict, Reason: p.Reason, Beyond: p.Beyond, Edition: p.Edition, At: p.At, Hint: p.Hint, Files: p.Files,
		Outcome: p.Outcome, Allowed: p.Allowed, Enforced: p.Enforced, Refused: p.Refused,
	}, nil
}
