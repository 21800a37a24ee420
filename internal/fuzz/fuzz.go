// Package fuzz searches for inputs on which a program fails, and makes them small. It judges the
// inputs of the profile core and then generated ones, small and telling ones first, and shrinks a
// failing one as long as it fails in the same way.
//
// The findings depend only on the seed and the program, not on the number of inputs judged at a time, unless
// the time runs out.
package fuzz

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A Judge runs the program on the input of a case and judges its files. A result has the case, and up
// to MaxText bytes of each wrong file. A Judge is called concurrently.
type Judge func(ctx context.Context, c *cases.Case) verdict.Result

// A Search holds the subject and the limits of a search.
type Search struct {
	Assignment *oracle.Assignment
	Edition    string // that the program follows, or ""
	Course     bool   // the judge compares as leniently as the course
	Judge      Judge
	Seed       uint64
	Shard      run.Shard     // of the inputs of the seed, which inputs are judged
	Runs       int           // maximum number of inputs of the seed, over all shards; 0 means no limit
	TimeLimit  time.Duration // time for judging inputs, and again for shrinking one; 0 means no limit
	Jobs       int           // how many are judged at a time
	All        bool          // keep searching after the first failure

	// Judged is called after each input that is searched or, if shrinking is set, that is tried
	// instead of a failing one. Calls may overlap.
	Judged func(shrinking bool)
	// Found is called with each finding, in order, while no program runs.
	Found func(Finding) error
}

// A Finding is an input on which the program fails.
type Finding struct {
	Number   int              // of the input among all of the seed, from 1
	Core     *cases.Case      // of the profile core, whose input it is, or nil
	Problem  homework.Problem // as it was generated
	Smallest homework.Problem // that fails in the same way
	Result   verdict.Result
	Steps    int  // from the one to the other
	Tried    int  // how many inputs were judged on the way
	Unstable bool // the program answers the same input in different ways
	Cut      bool // shrinking was cut short, so that there may be smaller ones

	Explained *decision.Explanation // of the first difference of the smallest, or nil
	Causes    []diagnosis.Cause     // known mistakes that explain the smallest

	failure failure
}

// Shown returns the case of the profile core whose input the smallest is, or nil.
func (f *Finding) Shown() *cases.Case {
	if f.Steps > 0 {
		return nil
	}
	return f.Core
}

// MaxText is the number of bytes of a wrong file that are read.
const MaxText = 1 << 20

// maxEmpty is the number of rounds without a new input that end a search.
const maxEmpty = 20

// Run searches until the time or the runs are used up, or until a failure is found. Its error is the error of
// a failed judge, or of the context; the summary is correct even then.
func (s *Search) Run(ctx context.Context) (sum Summary, err error) {
	begin := time.Now()
	in := s.newInputs()
	sum.Ended = endBroken
	var findings []Finding
	seen := evidence{ofCore: map[*cases.Case]bool{}}
	for s.endReason(begin, in) == "" {
		made, err := in.next(ctx)
		if err != nil {
			return sum, err
		}
		made = s.inShard(made)
		sum.OfCore = len(in.core)
		results, judged := s.round(ctx, made, begin)
		for i, r := range results[:judged] {
			if r.Verdict == verdict.Internal {
				return sum, judgeError(ctx, r)
			}
			sum.add(made[i])
			seen.add(r, made[i].core)
			if r.Verdict == verdict.Pass {
				continue
			}
			f := Finding{Number: made[i].number, Core: made[i].core, Problem: made[i].Problem, Result: r}
			f.Smallest = f.Problem
			if f.failure, err = s.newFailure(ctx, f.Problem, r); err != nil {
				return sum, err
			}
			if s.isDuplicate(findings, f) {
				sum.Duplicates++
				continue
			}
			err := s.shrink(ctx, &f, &seen, in.core)
			findings = append(findings, f)
			sum.Found++
			if e := s.Found(f); e != nil {
				return sum, e
			}
			if err != nil {
				return sum, err
			}
			if !s.All {
				sum.Ended = EndFailure
				return sum, nil
			}
		}
		if ctx.Err() != nil {
			return sum, ctx.Err()
		}
	}
	sum.Ended = s.endReason(begin, in)
	return sum, nil
}

// inShard returns the inputs to be judged.
func (s *Search) inShard(made []input) (mine []input) {
	for _, in := range made {
		if s.Shard.Has(in.number-1) && (s.Runs == 0 || in.number <= s.Runs) {
			mine = append(mine, in)
		}
	}
	return mine
}

// endReason returns why no more inputs are made, or "".
func (s *Search) endReason(begin time.Time, in *inputs) End {
	switch {
	case s.Runs > 0 && in.count >= s.Runs:
		return EndRuns
	case s.TimeLimit > 0 && time.Since(begin) >= s.TimeLimit:
		return EndClock
	case in.empty >= maxEmpty:
		return EndInputs
	}
	return ""
}

// round judges inputs and returns the results, and how many of them hold: up to the first
// failure unless all are wanted, or up to the first that was not begun in time.
func (s *Search) round(ctx context.Context, made []input,
	begin time.Time) (results []verdict.Result, judged int) {
	results = make([]verdict.Result, len(made))
	var end atomic.Int64 // no result from here on matters
	end.Store(int64(len(made)))
	lower := func(to int) {
		for old := end.Load(); int64(to) < old && !end.CompareAndSwap(old, int64(to)); old = end.Load() {
		}
	}
	all := context.WithoutCancel(ctx) // who is not judged for want of time is to be known
	_ = run.Each(all, s.Jobs, len(made), func(i int) error {
		if int64(i) >= end.Load() {
			return nil
		}
		if ctx.Err() != nil || s.TimeLimit > 0 && time.Since(begin) >= s.TimeLimit {
			lower(i)
			return nil
		}
		r := s.judge(ctx, made[i].Problem, made[i].core)
		results[i] = r
		s.Judged(false)
		if ctx.Err() != nil { // it may have been cut short
			lower(i)
		} else if r.Verdict != verdict.Pass && !s.All || r.Verdict == verdict.Internal {
			lower(i + 1)
		}
		return nil
	})
	return results, int(end.Load())
}

// judge runs the program on a problem, as a new case unless there is one.
func (s *Search) judge(ctx context.Context, p homework.Problem, c *cases.Case) verdict.Result {
	if c == nil {
		made, err := cases.Make(ctx, s.Assignment, p, "fuzz", "an input made by fuzz")
		if err != nil {
			return verdict.Result{Verdict: verdict.Internal, Err: err}
		}
		c = made
	}
	return s.Judge(ctx, c)
}

// judgeError returns why a judge failed.
func judgeError(ctx context.Context, r verdict.Result) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return r.Err
}

// isDuplicate reports whether a failure equals an earlier one, or the cause of an earlier one explains it.
func (s *Search) isDuplicate(findings []Finding, f Finding) bool {
	for _, earlier := range findings {
		if earlier.failure == f.failure {
			return true
		}
		for _, cause := range earlier.Causes {
			if cause.Explains(s.Assignment, s.Edition, f.Result) {
				return true
			}
		}
	}
	return false
}

// A Summary counts the inputs of a search.
type Summary struct {
	Runs       int           // inputs that were judged, up to a finding that ended the search
	Core       int           // inputs of the profile core among them
	OfCore     int           // inputs of the profile core
	Small      int           // small inputs among Runs
	Course     int           // inputs like the course's own among Runs
	Shown      homework.Seen // the situations that they show
	Found      int           // findings
	Duplicates int           // further inputs that fail as a finding does
	Ended      End           // why there are no more
}

// add counts an input that was judged.
func (s *Summary) add(in input) {
	s.Runs++
	s.Shown |= in.Shows
	switch in.kind {
	case core:
		s.Core++
	case small:
		s.Small++
	case course:
		s.Course++
	}
}

// An End is the reason why a search ended.
type End string

// The ends.
const (
	EndRuns    End = "runs"    // the limit of inputs is reached
	EndClock   End = "clock"   // the time is up
	EndInputs  End = "inputs"  // no further inputs are found
	EndFailure End = "failure" // a failure was found
	endBroken  End = "broken"  // an error or an interruption
)
