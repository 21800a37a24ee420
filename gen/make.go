// Package gen makes test cases: random inputs for an assignment from a seed, inside its
// envelope unless asked otherwise, that show the situations asked for.
//
// The possible inputs of an assignment are defined in the assignment's own package (homework.Generator). This
// package is independent of the game.
package gen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// A Request describes the inputs to make.
type Request struct {
	Assignment *oracle.Assignment
	Seed       uint64
	// Cover names situations of the assignment's catalogue that each input must show. This
	// is verified by searching the input.
	Cover []string
	// MaxLog limits the bytes of an input's largest output file; 0 means DefaultMaxLog. A
	// search that exceeds it is stopped.
	MaxLog int64
	// Course requests inputs like the course's own. Small requests small and strange inputs, in which situations
	// are dense. If neither is set, Make returns both kinds.
	Course, Small bool
	// Graded requests the i-th input of a set like the one that the course graded with, of Generator.GradedSize
	// inputs.
	Graded bool
	// Beyond requests inputs outside the assignment's envelope, which no course would use. Otherwise all inputs
	// are inside.
	Beyond bool

	// Edition is the edition that programs follow, or "": the envelope of some assignments depends on it.
	Edition string
	// Tries limits the number of candidates for an input; 0 means 20,000.
	Tries int
}

// DefaultMaxLog is the maximum size in bytes of an input's largest output file if the request sets none.
const DefaultMaxLog = 1 << 20

// attempts limits the number of candidates tried for one input.
const attempts = 20_000

// A Made is an input that was made, and the situations it shows.
type Made struct {
	Problem homework.Problem
	Shows   homework.Seen
}

// Make returns the i-th input of a request, from 0. It depends only on the request and i.
func (w *Request) Make(ctx context.Context, i int) (Made, error) {
	want, err := w.cover()
	if err != nil {
		return Made{}, err
	}
	r := random.New(random.New(w.Seed + uint64(i)*0x9e3779b97f4a7c15).Uint64())
	none := &NoneError{request: w, Assignment: w.Assignment.Name, Tries: cmp.Or(w.Tries, attempts)}
	for range none.Tries {
		p := w.draw(i, r)
		seen, got, err := w.try(ctx, p, want)
		if err != nil {
			return Made{}, err
		}
		if got == fulfilled {
			return Made{p, seen}, nil
		}
		none.got = max(none.got, got)
	}
	return Made{}, none
}

// A NoneError is the error for a request that no candidate fulfils.
type NoneError struct {
	Assignment string
	Tries      int
	request    *Request
	got        int // how far the best candidate got
}

func (e *NoneError) Error() string {
	none := fmt.Sprintf("no input of %s among %d ", e.Assignment, e.Tries)
	switch {
	case e.got == tooLong:
		return none + fmt.Sprintf("has an answer whose files have at most %d bytes each (MaxLog)", e.request.maxLog())
	case e.got == otherSide && e.request.Beyond:
		return none + "lies outside the envelope"
	case e.got == otherSide:
		return none + "lies inside the envelope"
	}
	return none + "shows all of " + strings.Join(e.request.Cover, ", ")
}

// The results of examining a candidate. Each is further along than the one before.
const (
	tooLong   = iota
	otherSide // of the envelope
	uncovered // lacks a situation
	fulfilled
)

// try returns the situations that a candidate shows, if they are looked for, and how far it got.
func (w *Request) try(ctx context.Context, p homework.Problem,
	want homework.Seen) (seen homework.Seen, got int, err error) {
	if small, err := fits(ctx, p, w.maxLog()); err != nil || !small {
		return 0, tooLong, err
	}
	if beyond, err := p.Beyond(ctx, nil, w.Edition); err != nil || w.Beyond != (beyond != "") {
		return 0, otherSide, err
	}
	if seen, err = p.Situations(ctx); err != nil || seen&want != want {
		return 0, uncovered, err
	}
	return seen, fulfilled, nil
}

func (w *Request) maxLog() int64 { return cmp.Or(w.MaxLog, DefaultMaxLog) }

// draw makes a candidate for the i-th input.
func (w *Request) draw(i int, r *random.Rand) homework.Problem {
	g := w.Assignment.Generator
	switch {
	case w.Graded && g.Graded != nil:
		return g.Graded(i, r)
	case w.Graded || w.Course || !w.Small && r.Chance(2):
		return g.Course(r)
	}
	return g.Small(r)
}

// cover returns the set of the named situations.
func (w *Request) cover() (want homework.Seen, err error) {
	for _, name := range w.Cover {
		found := false
		for i, s := range w.Assignment.Situations {
			if s.Name != name {
				continue
			}
			if s.Beyond && !w.Beyond {
				return 0, fmt.Errorf("no course asks for %s %q: want --profile beyond for it", w.Assignment.Name, name)
			}
			want.Add(i, true)
			found = true
		}
		if !found {
			return 0, fmt.Errorf("%s has no situation %q (see \"touchstone list %s situations\")", w.Assignment.Name, name,
				w.Assignment.Name)
		}
	}
	return want, nil
}

// fits reports whether every file of the answer has at most limit bytes. It stops the
// search as soon as one has more.
func fits(ctx context.Context, p homework.Problem, limit int64) (bool, error) {
	_, err := p.Solve(ctx, homework.Options{}, &sizer{limit: limit})
	if errors.Is(err, errTooLong) {
		return false, nil
	}
	return err == nil, err
}

// AnswerSize returns the number of bytes of all files of an answer.
func AnswerSize(ctx context.Context, p homework.Problem, edition string) (int64, error) {
	s := &sizer{limit: math.MaxInt64}
	_, err := p.Solve(ctx, homework.Options{Edition: edition}, s)
	return s.total, err
}

var errTooLong = errors.New("the output is too long")

// A sizer is a sink that counts bytes and discards them. It returns an error once a file
// has more than limit bytes.
type sizer struct{ total, limit int64 }

func (s *sizer) Begin(_ string, head output.Size) (output.File, error) {
	s.total += int64(head.Bytes)
	return &sizedFile{s, int64(head.Bytes)}, nil
}

type sizedFile struct {
	of   *sizer
	size int64
}

func (f *sizedFile) Write(p []byte) (int, error) {
	f.of.total += int64(len(p))
	if f.size += int64(len(p)); f.size > f.of.limit {
		return 0, errTooLong
	}
	return len(p), nil
}

func (f *sizedFile) Finish([]byte) error { return nil }

// Best returns the index of the candidate, of n, with the largest gain. Among equals it takes the
// better one, or else the first. It returns -1 if no candidate has a gain.
func Best(n int, gain func(i int) int, better func(i, j int) bool) int {
	best, maxGain := -1, 0
	for i := range n {
		if k := gain(i); k > maxGain || k == maxGain && k > 0 && better(i, best) {
			best, maxGain = i, k
		}
	}
	return best
}
