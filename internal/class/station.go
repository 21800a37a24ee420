package class

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/policy"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A station runs leases of one plan on this machine.
type station struct {
	g        *Grader
	limiter  *testscript.Limiter
	confined []string
	here     bool // submissions are where they were handed in, and no copies
	builds   *work.Cache[*build]
}

// A build is a program at a station.
type build struct {
	submission
	unbuilt *entry // why there is none
}

// newStation returns a station that keeps so many programs that nobody uses.
func newStation(g *Grader, confined []string, idle int, here bool) *station {
	remove := func(b *build) error { return b.clear() }
	return &station{g: g, limiter: testscript.NewLimiter(g.Jobs), confined: confined, here: here, builds: work.NewCache(idle, remove)}
}

// Opener returns what makes stations with so many programs at a time, which are run as this machine wants. They
// refuse a plan that wants more confinement.
func Opener(how policy.Local, jobs int, hide []string) work.Opener {
	return work.Opens(func(p *Plan, more []string) (work.Station[Lease, entry], error) {
		if err := p.IsPortable(); err != nil {
			return nil, err
		}
		p.Conditions = p.Under(how)
		active, err := p.Fit()
		if err != nil {
			return nil, err
		}
		g, err := NewGrader(p, nil, nil)
		if err != nil {
			return nil, err
		}
		g.Jobs, g.Hide = jobs, slices.Concat(hide, more)
		return newStation(g, active, mostIdle, false), nil
	})
}

// mostIdle is how many programs a station elsewhere keeps that nobody uses.
const mostIdle = 4

// Confined returns the mechanisms that confine programs at the station.
func (s *station) Confined() []string { return s.confined }

// Do runs a lease.
func (s *station) Do(ctx context.Context, l Lease, fetch work.Fetch, report func(entry) error) error {
	b, release, err := s.build(ctx, l, fetch)
	if err != nil {
		return err
	}
	defer release(l.Last)
	if b.unbuilt != nil {
		return report(*b.unbuilt)
	}
	known := l.Cases
	if unknown := slices.IndexFunc(known, func(of int) bool { return of < 0 || of >= len(s.g.cases) }); unknown >= 0 {
		known = known[:unknown]
	}
	return work.Each(ctx, 2*s.g.Jobs, len(known), func(i int) error {
		e, err := s.g.run(ctx, s.limiter, &b.submission, known[i])
		if err != nil {
			return err
		}
		return report(e)
	})
}

// build returns the program of a submission, and builds it if it is not here.
func (s *station) build(ctx context.Context, l Lease, fetch work.Fetch) (b *build, release func(last bool), err error) {
	of := s.g.byID[l.Submission]
	if of == nil {
		return nil, nil, fmt.Errorf("want a submission of the plan, found %.40q", l.Submission)
	}
	return s.builds.Get(l.Submission, func() (b *build, err error) {
		b = &build{submission: *of}
		if b.path, err = fetch(l.Submission); err != nil {
			return nil, err
		}
		if b.unbuilt, err = s.g.build(ctx, s.limiter, &b.submission, s.here); err != nil {
			return nil, errors.Join(err, b.clear())
		}
		return b, nil
	})
}

// Close removes all programs.
func (s *station) Close() error { return s.builds.Close() }
