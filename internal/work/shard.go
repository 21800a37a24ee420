package work

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
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

// missing returns an error that names the shards of n that are not there.
func missing(n int, there map[int]bool) error {
	var wrong []error
	for i := 1; i <= n; i++ {
		if !there[i] {
			wrong = append(wrong, fmt.Errorf("%s is missing", Shard{i, n}))
		}
	}
	return errors.Join(wrong...)
}

// Complete checks that shards are all of one work. check says what is wrong with the i-th of them, such as that
// it is of other work than the first. They may come in any order, and more than once.
func Complete(shards []Shard, check func(i int) error) error {
	var wrong []error
	there := map[int]bool{}
	for i, s := range shards {
		there[s.I] = true
		if err := check(i); err != nil {
			wrong = append(wrong, err)
		}
	}
	if len(wrong) > 0 {
		return errors.Join(wrong...)
	}
	return missing(shards[0].N, there)
}

// A Part of two plans is what they have in common if they are of one work.
type Part struct {
	Name string
	X, Y any
}

// Differing returns the name of the first part that differs, or "".
func Differing(parts ...Part) string {
	for _, p := range parts {
		if !reflect.DeepEqual(p.X, p.Y) {
			return p.Name
		}
	}
	return ""
}

// A Key is the digest of everything that decides a result: whoever has the key of a result in a
// journal need not find it again.
type Key string

// NewKey returns the key of a kind of result and of what decides it.
func NewKey(kind string, of ...any) Key {
	h := sha256.New()
	fmt.Fprintln(h, kind)
	if err := json.NewEncoder(h).Encode(of); err != nil {
		panic(err) // our own types
	}
	return Key(hex.EncodeToString(h.Sum(nil)[:16]))
}
