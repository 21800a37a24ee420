package work

import (
	"errors"
	"fmt"
)

// A Shard is the I-th, from 1, of N parts of some work, which may be done on different machines. The
// zero value is all of it.
type Shard struct{ I, N int }

// Has reports whether an item, counted from 0, is in the shard. Items are dealt out in turn.
func (s Shard) Has(item int) bool { return s.N == 0 || item%s.N == s.I-1 }

// Of returns how many of the first n items are in the shard.
func (s Shard) Of(n int) int {
	if s.N == 0 {
		return n
	}
	return (n + s.N - s.I) / s.N
}

// String returns "shard 2 of 8", or "" for all of the work.
func (s Shard) String() string {
	if s.N == 0 {
		return ""
	}
	return fmt.Sprintf("shard %d of %d", s.I, s.N)
}

// Missing returns an error that names the shards of n that are not there.
func Missing(n int, there map[int]bool) error {
	var wrong []error
	for i := 1; i <= n; i++ {
		if !there[i] {
			wrong = append(wrong, fmt.Errorf("%s is missing", Shard{i, n}))
		}
	}
	return errors.Join(wrong...)
}
