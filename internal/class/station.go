package class

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/policy"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A Station runs leases of one plan on this machine.
type Station struct {
	g        *Grader
	limiter  *testscript.Limiter
	confined []string
	mostIdle int  // programs that it keeps and nobody uses
	here     bool // submissions are where they were handed in, and no copies

	mu     sync.Mutex
	builds []*build // those used last at the end
}

// A build is a program at a station.
type build struct {
	*submission
	once  sync.Once
	err   error
	entry entry // of one that failed
	users int
	last  bool // nobody else will use it
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
		return &Station{g: g, limiter: testscript.NewLimiter(jobs), confined: active, mostIdle: mostIdle}, nil
	})
}

// mostIdle is how many programs a station elsewhere keeps that nobody uses.
const mostIdle = 4

// Confined returns the mechanisms that confine programs at the station.
func (s *Station) Confined() []string { return s.confined }

// Do runs a lease.
func (s *Station) Do(ctx context.Context, l Lease, fetch work.Fetch, report func(entry) error) error {
	one, err := s.acquire(ctx, l, fetch)
	if one != nil {
		defer s.release(one)
	}
	if errors.Is(err, errUnbuilt) {
		return report(one.entry)
	}
	if err != nil {
		return err
	}
	known := l.Cases
	if unknown := slices.IndexFunc(known, func(of int) bool { return of < 0 || of >= len(s.g.cases) }); unknown >= 0 {
		known = known[:unknown]
	}
	return work.Each(ctx, 2*s.g.Jobs, len(known), func(i int) error {
		e, err := s.g.run(ctx, s.limiter, one.submission, known[i])
		if err != nil {
			return err
		}
		return report(e)
	})
}

// acquire returns the program of a submission, and builds it if it is not here.
func (s *Station) acquire(ctx context.Context, l Lease, fetch work.Fetch) (*build, error) {
	s.mu.Lock()
	at := slices.IndexFunc(s.builds, func(one *build) bool { return one.id == l.Submission })
	var one *build
	if at >= 0 {
		one = s.builds[at]
		s.builds = slices.Delete(s.builds, at, at+1)
	} else {
		of := slices.IndexFunc(s.g.submissions, func(of *submission) bool { return of.id == l.Submission })
		if of < 0 {
			s.mu.Unlock()
			return nil, fmt.Errorf("want a submission of the plan, found %.40q", l.Submission)
		}
		one = &build{submission: new(*s.g.submissions[of])}
	}
	s.builds = append(s.builds, one)
	one.users++
	one.last = one.last || l.Last
	s.mu.Unlock()
	one.once.Do(func() {
		if one.path, one.err = fetch(l.Submission); one.err == nil {
			one.entry, one.err = s.g.build(ctx, s.limiter, one.submission, s.here)
		}
	})
	return one, one.err
}

// release says that a program is not used any more, and removes those that nobody will use, and those that were
// not used for longest. One that could not be fetched or built because we failed does not stay.
func (s *Station) release(one *build) {
	s.mu.Lock()
	one.users--
	var gone []*build
	idle := 0
	for i := len(s.builds) - 1; i >= 0; i-- {
		other := s.builds[i]
		if other.users > 0 {
			continue
		}
		if idle++; other.last || idle > s.mostIdle || other.err != nil && !errors.Is(other.err, errUnbuilt) {
			gone, s.builds = append(gone, other), slices.Delete(s.builds, i, i+1)
		}
	}
	s.mu.Unlock()
	for _, other := range gone {
		other.clear() //nolint:errcheck // what is left is swept
	}
}

// Close removes all programs.
func (s *Station) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var wrong []error
	for _, one := range s.builds {
		wrong = append(wrong, one.clear())
	}
	s.builds = nil
	return errors.Join(wrong...)
}
