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

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/fuzz"
	"github.com/touchstone-suite/touchstone/internal/policy"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/internal/work/parcel"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
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
	return work.Each(ctx, 2*s.jobs, len(p.Inputs), func(i int) error {
		a, err := s.judge(ctx, runner, p.Inputs[i])
		if err != nil {
			return err
		}
		return report(a)
	})
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
	c, err := cases.Parse("an input of a search", "fuzz", []byte(in.Script))
	if err != nil {
		return a, err
	}
	if c.Assignment != s.a {
		return a, fmt.Errorf("want inputs of %s, found one of %s", s.a.Name, c.Assignment.Name)
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

// pack encodes a result, as if the program had run where the search is led.
func (s *station) pack(r verdict.Result) ([]byte, error) {
	r.Reason, r.At, r.Hint = s.there(r.Reason), s.there(r.At), s.there(r.Hint)
	if r.Verdict == verdict.Pass {
		r.Outcome = outcome.Outcome{} // of which nobody asks
	}
	for _, text := range []*[]byte{&r.Outcome.First, &r.Outcome.Output, &r.Outcome.Errors} {
		*text = bytes.ReplaceAll(*text, []byte(s.path), []byte(s.plan.Path))
	}
	return parcel.PackResult(r)
}

// there returns a text in which the submission is where the search is led.
func (s *station) there(text string) string { return strings.ReplaceAll(text, s.path, s.plan.Path) }
