package class

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/work/journal"
	"github.com/touchstone-suite/touchstone/internal/work/workers"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A Station runs leases of one plan on this machine.
type Station struct {
	g        *Grader
	limiter  *testscript.Limiter
	confined []string

	mu   sync.Mutex
	kept []*stay // programs, those used last at the end
}

// A stay is a program at a station.
type stay struct {
	*subject
	once  sync.Once
	err   error
	users int
	lines []byte // the entry of a build that failed
}

// mostKept is how many programs a station keeps that nobody uses.
const mostKept = 4

// NewStation returns a station with so many programs at a time, which are run by a policy. It refuses a plan
// that wants another, or more confinement than there is by it.
func NewStation(p *Plan, by Policy, jobs int, hide []string) (*Station, error) {
	if err := p.IsPortable(); err != nil {
		return nil, err
	}
	p.Conditions = p.Under(by)
	active, err := p.Fit()
	if err != nil {
		return nil, err
	}
	g, err := NewGrader(p, nil, nil)
	if err != nil {
		return nil, err
	}
	g.Jobs, g.Hide = jobs, hide
	return &Station{g: g, limiter: testscript.NewLimiter(jobs), confined: active}, nil
}

// Confined returns the mechanisms that confine programs at the station.
func (s *Station) Confined() []string { return s.confined }

// Do runs a lease. fetch returns where the submission is, if its program is not at the station yet;
// tell gets each result as a line for Accept, and is not called concurrently. An error that is not
// tell's is a failure of ours in grading the submission.
func (s *Station) Do(ctx context.Context, l Lease, fetch func() (path string, err error), tell func(line []byte) error) error {
	one, err := s.enter(ctx, l.Submission, fetch)
	defer s.leave(one)
	if errors.Is(err, errUnbuilt) {
		return tell(one.lines)
	}
	if err != nil {
		return err
	}
	known := l.Cases
	if unknown := slices.IndexFunc(known, func(of int) bool { return of < 0 || of >= len(s.g.cases) }); unknown >= 0 {
		known = known[:unknown]
	}
	var mu sync.Mutex
	workers.Each(2*s.g.Jobs, len(known), func(i int) {
		if ctx.Err() != nil {
			return
		}
		e, failed := s.g.runOne(ctx, s.limiter, one.subject, known[i])
		mu.Lock()
		defer mu.Unlock()
		if err == nil && failed == nil {
			failed = tell(bytes.TrimSuffix(journal.Line(e), []byte{'\n'}))
		}
		err = cmp.Or(err, failed)
	})
	return cmp.Or(ctx.Err(), err)
}

// enter returns the program of a submission, and builds it if it is not here.
func (s *Station) enter(ctx context.Context, submission string, fetch func() (string, error)) (*stay, error) {
	s.mu.Lock()
	at := slices.IndexFunc(s.kept, func(one *stay) bool { return one.digest == submission })
	one := &stay{subject: &subject{digest: submission, names: []string{submission}}}
	if at >= 0 {
		one = s.kept[at]
		s.kept = slices.Delete(s.kept, at, at+1)
	}
	s.kept = append(s.kept, one)
	one.users++
	s.mu.Unlock()
	one.once.Do(func() {
		if one.path, one.err = fetch(); one.err != nil {
			return
		}
		var e entry
		if e, one.err = s.g.buildOne(ctx, s.limiter, one.subject); errors.Is(one.err, errUnbuilt) {
			one.lines = bytes.TrimSuffix(journal.Line(e), []byte{'\n'})
		}
	})
	return one, one.err
}

// leave says that a program is not used any more, and removes those that were not used for longest.
// One that could not be fetched or built because we failed does not stay.
func (s *Station) leave(one *stay) {
	s.mu.Lock()
	one.users--
	var gone []*stay
	idle := 0
	for i := len(s.kept) - 1; i >= 0; i-- {
		other := s.kept[i]
		if other.users > 0 {
			continue
		}
		if idle++; idle > mostKept || other.err != nil && !errors.Is(other.err, errUnbuilt) {
			gone, s.kept = append(gone, other), slices.Delete(s.kept, i, i+1)
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
	for _, one := range s.kept {
		wrong = append(wrong, one.clear())
	}
	s.kept = nil
	return errors.Join(wrong...)
}
