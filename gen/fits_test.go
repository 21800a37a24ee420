package gen

import (
	"context"
	"errors"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// An answer is a problem that has one file: a head and several parts.
type answer struct {
	homework.Problem
	head  int
	parts []int
	err   error
}

func (a answer) Solve(_ context.Context, _ homework.Options, sink output.Sink) (homework.Notes, error) {
	f, err := sink.Begin("output.txt", output.Size{Bytes: a.head})
	for _, n := range a.parts {
		if err == nil {
			_, err = f.Write(make([]byte, n))
		}
	}
	return homework.Notes{}, errors.Join(err, a.err)
}

// A file of exactly the allowed size, including its head, fits; one with a byte more does
// not. Any other failure of the search is an error.
func TestFits(t *testing.T) {
	for limit, want := range map[int64]bool{8: false, 9: false, 10: true, 11: true} {
		for _, a := range []answer{{parts: []int{10}}, {parts: []int{4, 6}}, {head: 4, parts: []int{6}}} {
			if got, err := fits(t.Context(), a, limit); err != nil || got != want {
				t.Errorf("a head of %d bytes and %v fit into %d: %v, %v, want %v", a.head, a.parts, limit, got, err, want)
			}
		}
	}
	broken := errors.New("broken")
	if got, err := fits(t.Context(), answer{err: broken}, 10); got || !errors.Is(err, broken) {
		t.Errorf("a search that failed fits: %v, error %v, want %v", got, err, broken)
	}
}
