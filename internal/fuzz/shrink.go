package fuzz

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

const (
	// MaxTried is the maximum number of inputs that are judged to make one smaller.
	MaxTried = 1000
	// plain is the size of an answer up to which a smaller input may have a longer answer, since
	// that is still easy to read.
	plain = 512
	// maxOthers is the number of other inputs that are tried instead of one that cannot be made
	// smaller, unless its answer has at most enough bytes.
	maxOthers = 100
	enough    = 256
	// forOther is the number of candidates that are drawn for each of them.
	forOther = 300
)

// A shrinker makes a failing input smaller, greedily: it takes the first of the simpler inputs
// that fails in the same way, and goes on from there, until none does.
type shrinker struct {
	*Search
	*Finding
	seen  *evidence
	begin time.Time
	size  int64           // of the answer to the smallest
	tried map[string]bool // inputs by their text
}

// shrink makes the input of a finding as small as it can, runs it twice more, and searches for the cause,
// also in the cases of core. Its error is the error of a failed judge, or of the context.
func (s *Search) shrink(ctx context.Context, f *Finding, seen *evidence, core []*cases.Case) error {
	tried := map[string]bool{f.Problem.String(): true}
	x := &shrinker{Search: s, Finding: f, seen: seen, begin: time.Now(), tried: tried}
	var err error
	if x.size, err = gen.AnswerSize(ctx, f.Problem, s.Edition); err != nil {
		return err
	}
	if s.Assignment.Generator.Shrink != nil {
		if err := x.reduce(ctx); err != nil {
			x.Cut = true
			return err
		}
	}
	for range 2 {
		r := s.judge(ctx, f.Smallest, f.Shown())
		if r.Verdict == verdict.Internal || ctx.Err() != nil {
			return judgeError(ctx, r)
		}
		f.Unstable = f.Unstable || !sameFailure(r, f.Result)
	}
	// For other verdicts no mistake is named.
	if v := f.Result.Verdict; !f.Unstable && (v == verdict.Wrong || v == verdict.Format) {
		if err := x.runCore(ctx, core); err != nil {
			return err
		}
	}
	return s.explainCause(ctx, f, seen)
}

// runCore runs the program on the other cases of core, as long as there is time: they distinguish
// mistakes that the failing input does not.
func (x *shrinker) runCore(ctx context.Context, core []*cases.Case) error {
	core = slices.DeleteFunc(slices.Clone(core), func(c *cases.Case) bool { return x.seen.ofCore[c] })
	results := make([]verdict.Result, len(core))
	err := run.Each(ctx, x.Jobs, len(core), func(i int) error {
		if x.TimeLimit > 0 && time.Since(x.begin) >= x.TimeLimit {
			return nil
		}
		results[i] = x.Judge(ctx, core[i])
		x.Judged(true)
		return ctx.Err()
	})
	for i, r := range results {
		switch {
		case err != nil:
			return err
		case r.Verdict == verdict.Internal:
			return judgeError(ctx, r)
		case r.Case != nil:
			x.seen.add(r, core[i])
		}
	}
	return err
}

// reduce moves to smaller inputs until no smaller input fails. It then tries other small inputs, with shorter
// answers, from which it may continue.
func (x *shrinker) reduce(ctx context.Context) error {
	if err := x.descend(ctx); err != nil {
		return err
	}
	for i := 0; i < maxOthers && x.size > enough && !x.isExhausted(); {
		batch, next, err := x.shorterInputs(ctx, i)
		if err != nil || next == i {
			return err
		}
		best, err := x.first(ctx, batch)
		if err != nil {
			return err
		}
		if i = next; best >= 0 {
			i = batch[best].offset + 1
			x.take(batch[best])
			if err := x.descend(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// shorterInputs makes inputs with shorter answers, from the i-th on, and returns the number of the next one; it is i
// if the inputs are used up.
func (x *shrinker) shorterInputs(ctx context.Context, i int) (batch []*candidate, next int, err error) {
	next = i
	for next < maxOthers && len(batch) < min(x.Jobs, MaxTried-x.Tried) {
		request := gen.Request{
			Assignment: x.Assignment, Edition: x.Edition, Seed: x.Seed + 1,
			MaxLog: x.size, Small: true, Tries: forOther,
		}
		input, err := request.Make(ctx, next)
		if errors.As(err, new(*gen.NoneError)) {
			next++
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		c := &candidate{problem: input.Problem, offset: next}
		next++
		if c.size, err = gen.AnswerSize(ctx, c.problem, x.Edition); err != nil {
			return nil, 0, err
		}
		if c.size < x.size && !x.isTried(batch, c) {
			batch = append(batch, c)
		}
	}
	return batch, next, nil
}

// take takes a candidate for the smallest input.
func (x *shrinker) take(c *candidate) {
	x.Smallest, x.size, x.Result = c.problem, c.size, c.result
	x.Steps++
}

// isExhausted reports whether the time or the number of runs is used up, and records that.
func (x *shrinker) isExhausted() bool {
	x.Cut = x.Cut || x.Tried >= MaxTried || x.TimeLimit > 0 && time.Since(x.begin) >= x.TimeLimit
	return x.Cut
}

// descend moves to smaller inputs until no smaller input fails. After a step it continues at its place in the
// list of candidates, since the earlier candidates have just been tried on an input that is almost the same.
// It ends when a whole list has failed.
func (x *shrinker) descend(ctx context.Context) error {
	all := x.Assignment.Generator.Shrink(x.Smallest)
	for start, passed := 0, 0; passed < len(all); {
		if x.isExhausted() {
			return nil
		}
		batch, seen, err := x.batch(ctx, all, start, len(all)-passed)
		if err != nil {
			return err
		}
		i, err := x.first(ctx, batch)
		if err != nil {
			return err
		}
		if i < 0 {
			start, passed = (start+seen)%len(all), passed+seen
			continue
		}
		x.take(batch[i])
		next := x.Assignment.Generator.Shrink(x.Smallest)
		start, passed = start+batch[i].offset, 0
		if start = start % len(all); start >= len(next) {
			start = 0
		}
		all = next
	}
	return nil
}

// A candidate is an input to try instead of the smallest.
type candidate struct {
	problem homework.Problem
	offset  int   // in the list, from where the batch begins; or among other inputs
	size    int64 // of its answer
	result  verdict.Result
}

// batch returns the next candidates that are worth a run, among at most n of the list from an index
// on. It also returns the number of entries of the list that it has seen.
func (x *shrinker) batch(
	ctx context.Context, all []homework.Problem, start, n int,
) (batch []*candidate, seen int, err error) {
	room := min(x.Jobs, MaxTried-x.Tried)
	for seen < n && len(batch) < room {
		c := &candidate{problem: all[(start+seen)%len(all)], offset: seen}
		seen++
		if x.isTried(batch, c) {
			continue
		}
		ok, err := x.isUsable(ctx, c)
		if err != nil {
			return nil, 0, err
		}
		if ok {
			batch = append(batch, c)
		}
	}
	return batch, seen, nil
}

// isTried reports whether a candidate was tried, or is in the next batch.
func (x *shrinker) isTried(batch []*candidate, c *candidate) bool {
	text := c.problem.String()
	same := func(b *candidate) bool { return b.problem.String() == text }
	return x.tried[text] || slices.ContainsFunc(batch, same)
}

// isUsable reports whether a course might use a candidate and whether its answer is no longer than the
// present one, or short.
func (x *shrinker) isUsable(ctx context.Context, c *candidate) (bool, error) {
	beyond, err := c.problem.Beyond(ctx, nil, x.Edition)
	if err != nil || beyond != "" {
		return false, err
	}
	c.size, err = gen.AnswerSize(ctx, c.problem, x.Edition)
	if refusal := homework.Refusal(""); errors.As(err, &refusal) {
		return false, nil
	}
	return err == nil && c.size <= max(x.size, plain), err
}

// first judges candidates and returns the first that fails in the same way, or -1. Only the candidates up to
// it count as tried, so that their number does not depend on how many run at a time.
func (x *shrinker) first(ctx context.Context, batch []*candidate) (int, error) {
	err := run.Each(ctx, x.Jobs, len(batch), func(i int) error {
		batch[i].result = x.judge(ctx, batch[i].problem, nil)
		x.Judged(true)
		return nil
	})
	if err != nil {
		return -1, err
	}
	for i, c := range batch {
		if c.result.Verdict == verdict.Internal || ctx.Err() != nil {
			return -1, judgeError(ctx, c.result)
		}
		x.Tried++
		x.tried[c.problem.String()] = true
		x.seen.add(c.result, nil)
		if c.result.Verdict == verdict.Pass {
			continue
		}
		now, err := x.newFailure(ctx, c.problem, c.result)
		if err != nil {
			return -1, err
		}
		if now == x.failure {
			return i, nil
		}
	}
	return -1, nil
}

// A failure holds the properties of a result by which two failures are compared. Failures with the
// same properties most likely have the same cause.
type failure struct {
	verdict   verdict.Verdict
	key       string // of the decision at the first difference, or of the cause that check would locate
	behaviour string // if there is no decision
}

// newFailure returns the failure of the program on a problem.
func (s *Search) newFailure(ctx context.Context, p homework.Problem, r verdict.Result) (failure, error) {
	f := failure{verdict: r.Verdict}
	switch r.Verdict {
	case verdict.Crash, verdict.Timeout, verdict.Memory, verdict.Output: // the files so far are not significant
	default:
		e, err := s.explain(ctx, p, r)
		if err != nil {
			return f, err
		}
		if e != nil && e.Decision != nil {
			f.key = e.Decision.General().Key
			return f, nil
		}
	}
	f.key, f.behaviour = diagnosis.Ending(r)
	return f, nil
}

// explain explains the first difference. It returns nil if there is no difference, or no explanation.
func (s *Search) explain(ctx context.Context, p homework.Problem, r verdict.Result) (*decision.Explanation, error) {
	edition, err := s.Assignment.Edition(s.Edition)
	if err != nil {
		return nil, err
	}
	options := homework.Options{Edition: edition}
	return decision.Explain(ctx, decision.Question{Problem: p, Options: options, Files: r.Files})
}

// sameFailure reports whether two results of an input have the same verdicts and the same first differences.
func sameFailure(a, b verdict.Result) bool {
	if a.Verdict != b.Verdict || len(a.Files) != len(b.Files) {
		return false
	}
	for i, f := range a.Files {
		other := b.Files[i]
		if f.Verdict != other.Verdict || (f.Report.First == nil) != (other.Report.First == nil) {
			return false
		}
		if d := f.Report.First; d != nil {
			e := other.Report.First
			if d.GotLine != e.GotLine || d.Column != e.Column || !slices.Equal(d.Got, e.Got) {
				return false
			}
		}
	}
	return true
}

// maxSeen is the number of the last inputs that passed, and of the last that failed, which count as
// evidence for and against causes.
const maxSeen = 48

// evidence holds the results of the last inputs.
type evidence struct {
	passed, failed []verdict.Result
	ofCore         map[*cases.Case]bool // the cases of core that were judged
}

// add adds a result. It adds the result of a case of core only once. It drops old results from time to time.
func (e *evidence) add(r verdict.Result, core *cases.Case) {
	if core != nil && e.ofCore[core] {
		return
	}
	e.ofCore[core] = true
	to := &e.failed
	if r.Verdict == verdict.Pass {
		to = &e.passed
	}
	if *to = append(*to, r); len(*to) >= 2*maxSeen {
		*to = slices.Clone(last(*to))
	}
}

func last(results []verdict.Result) []verdict.Result {
	return results[max(0, len(results)-maxSeen):]
}

// explainCause looks for the cause of a finding, unless the program is unstable.
func (s *Search) explainCause(ctx context.Context, f *Finding, seen *evidence) (err error) {
	if f.Explained, err = s.explain(ctx, f.Smallest, f.Result); err != nil || f.Unstable {
		return err
	}
	results := []verdict.Result{withNumber(f.Result, 0)}
	for i, r := range append(slices.Clone(last(seen.failed)), last(seen.passed)...) {
		if r.Case != f.Result.Case {
			results = append(results, withNumber(r, i+1))
		}
	}
	causes, _, err := diagnosis.Named(ctx, diagnosis.Question{
		Assignment: s.Assignment, Edition: s.Edition, Course: s.Course, Results: results,
	})
	for _, c := range causes {
		if slices.Contains(c.Cases, results[0].Case.Name) {
			c.Cases = []string{f.Result.Case.Name}
			f.Causes = append(f.Causes, c)
		}
	}
	return err
}

// withNumber returns a result whose case has a number as its name, since all inputs have the same name.
func withNumber(r verdict.Result, n int) verdict.Result {
	c := *r.Case
	c.Name = strconv.Itoa(n)
	r.Case = &c
	return r
}
