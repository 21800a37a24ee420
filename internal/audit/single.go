package audit

import (
	"context"
	"reflect"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/work/workers"
	"github.com/touchstone-suite/touchstone/oracle"
)

// Singles are an audit of which each case is a shard of its own, so that it can be shared out case by
// case. Its methods may not be called concurrently.
type Singles struct {
	Assignment *oracle.Assignment
	Cases      []*cases.Case
	touchstone string
	about      About
	parts      []*Part // by case, nil for those of which nothing is known
}

// NewSingles returns an audit of an assignment's cases by a version of touchstone.
func NewSingles(a *oracle.Assignment, corpus []*cases.Case, touchstone string) *Singles {
	return &Singles{a, corpus, touchstone, newMatrix(a, corpus).about(), make([]*Part, len(corpus))}
}

// Try returns the parts of some cases, with the given number of concurrent jobs.
func (s *Singles) Try(ctx context.Context, which []int, jobs int) (parts []*Part, err error) {
	m := newMatrix(s.Assignment, s.Cases)
	if err := m.try(ctx, func(c int) bool { return slices.Contains(which, c) }, jobs, func() {}); err != nil {
		return nil, err
	}
	for _, c := range which {
		shard := workers.Shard{I: c + 1, N: len(s.Cases)}
		parts = append(parts, &Part{s.touchstone, shard.I, shard.N, []Found{{s.about, m.killed(shard)}}})
	}
	return parts, nil
}

// Accept takes a part that Try has returned, perhaps elsewhere. It reports whether it is one of this
// audit of which nothing was known.
func (s *Singles) Accept(p *Part) bool {
	if p.Touchstone != s.touchstone || p.Shards != len(s.Cases) || p.Shard < 1 || p.Shard > p.Shards || len(p.Found) != 1 {
		return false
	}
	found, c := p.Found[0], p.Shard-1
	if !reflect.DeepEqual(found.About, s.about) || len(found.Killed) != 1 || found.Killed[0].Case != s.Cases[c].Name || s.parts[c] != nil {
		return false
	}
	s.parts[c] = p
	return true
}

// Missing returns the cases of which nothing is known.
func (s *Singles) Missing() (missing []int) {
	for c, p := range s.parts {
		if p == nil {
			missing = append(missing, c)
		}
	}
	return missing
}

// Merge returns the matrix, once nothing is missing.
func (s *Singles) Merge(ctx context.Context) (*Matrix, error) {
	return Merge(ctx, s.Assignment, s.Cases, s.parts)
}
