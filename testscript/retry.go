package testscript

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// build finds a program and builds it. A program that does not compile, or not as it should, while others run
// counts only if that repeats alone. build tries again alone after any other error, too. The error names what
// failed, or the resource that the machine lacked.
func (p *Program) build(ctx context.Context, a *oracle.Assignment, from Source) (err error) {
	short := p.runner.limiter.Resolve(ctx, func(alone bool) executor.Trust {
		if !alone {
			if err = p.runner.limiter.Acquire(ctx); err != nil {
				return executor.Discard
			}
			defer p.runner.limiter.Release()
		}
		if err = p.unbuild(); err == nil {
			p.built, err = p.find(ctx, a, from)
		}
		p.reason = nil
		if failed := (*BuildError)(nil); errors.As(err, &failed) {
			p.reason, err = failed, nil
		}
		return p.trustBuild(err)
	})
	if short != nil {
		err = short
	}
	if err != nil {
		err = errors.Join(err, p.unbuild())
	}
	return err
}

// find finds and builds the program of a source.
func (p *Program) find(ctx context.Context, a *oracle.Assignment, from Source) (*program.Program, error) {
	if from.command != nil {
		return program.FromCommand(ctx, p.runner.executor, from.command...)
	}
	return program.FromPath(ctx, p.runner.executor, a, from.path)
}

// unbuild removes what was built.
func (p *Program) unbuild() error {
	built := p.built
	p.built = nil
	if built == nil {
		return nil
	}
	return built.Close()
}

// trustBuild returns whether a build counts.
func (p *Program) trustBuild(err error) executor.Trust {
	failed := (*BuildError)(nil)
	switch {
	case err != nil:
		return executor.RetryAlone
	case errors.As(p.reason, &failed) && !failed.Compiling():
		return executor.FinalUnlessShort
	case p.reason != nil, p.built.Guessed:
		return executor.RetryAlone
	}
	return executor.Final
}

// A program that has failed in the same way alone enoughRepeats times does so again, most likely. So that it
// does not keep all others waiting each time, more failures of that kind are believed. For time there is a
// better test: the program has generous times its limits then, which no load of a job per processor makes up
// for. A timeout at generous limits is believed. After enoughRepeats of these in a category, a timeout at the
// limits themselves is believed too, if the answer of the case is no shorter than the answer of one of them.
// A program that has timed out in all of the first enoughLoops cases of a category loops: there a timeout is
// believed at once.
const (
	enoughRepeats = 3
	enoughLoops   = 2
	generous      = 2
)

// A hardness is what cases have in common of which one is harder than another if its answer is longer.
type hardness struct {
	category string
	cpu      time.Duration // the limit
}

// An excess counts a program's timeouts in the cases of a hardness.
type excess struct {
	cases    int   // with a timeout
	generous int   // with a timeout at generous limits
	shortest int64 // answer of these cases, in bytes
	ended    bool  // it ended in time in another case
}

func (p *Program) hardness(c *cases.Case) hardness {
	return hardness{c.Problem.Category(), p.limits(c).CPU}
}

// ended records the final verdict on a case. exceeded is set if the program exceeded generous limits.
func (p *Program) ended(c *cases.Case, v Verdict, exceeded bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.excesses[p.hardness(c)]
	switch {
	case v == Timeout:
		if size := c.AnswerSize(); e.cases == 0 || size < e.shortest {
			e.shortest = size
		}
		if e.cases++; exceeded {
			e.generous++
		}
	case v != Internal:
		e.ended = true
	}
	p.excesses[p.hardness(c)] = e
}

// loops reports whether a timeout in a case is believed at once.
func (p *Program) loops(c *cases.Case) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.excesses[p.hardness(c)]
	return (e.cases >= enoughLoops && !e.ended || e.generous >= enoughRepeats && e.shortest > 0) &&
		c.AnswerSize() >= e.shortest
}

// times returns the factor of a program's time limits for a case that runs concurrently with others.
func (p *Program) times(c *cases.Case) int {
	if !p.believed(Timeout) || p.loops(c) {
		return 1
	}
	return generous
}

// repeated notes that a failure has repeated alone.
func (p *Program) repeated(v Verdict) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.repeats[v]++
}

// believed reports whether failures of a kind need not repeat alone any more.
func (p *Program) believed(v Verdict) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.repeats[v] >= enoughRepeats
}

// resolve runs a case, and again alone if its result does not count.
func (p *Program) resolve(ctx context.Context, c *cases.Case) (result Result) {
	if p.reason != nil {
		return Result{Case: c, Verdict: Build, Reason: p.reason.Error()}
	}
	var first Verdict
	again, exceeded := false, false
	short := p.runner.limiter.Resolve(ctx, func(alone bool) executor.Trust {
		times := 1
		if again = alone; alone {
			result = p.replace(ctx, c, result)
		} else {
			times = p.times(c)
			result = p.once(ctx, c, times)
			first = result.Verdict
			exceeded = times > 1 && first == Timeout
		}
		return p.trust(c, result, times)
	})
	if short != nil {
		return failed(c, short)
	}
	p.ended(c, result.Verdict, exceeded)
	switch {
	case again && result.Verdict == first:
		p.repeated(first)
	case again && (first == Crash || first == Missing || first == Wrong):
		result.Before = first
	}
	return result
}

// replace runs a case again, in place of an earlier run.
func (p *Program) replace(ctx context.Context, c *cases.Case, earlier Result) Result {
	if earlier.Folder != "" {
		if err := scratch.RemoveAll(earlier.Folder); err != nil {
			return failed(c, err)
		}
	}
	return p.once(ctx, c, 1)
}

// trust says what a result is worth, of a run that had so many times its limits of time.
func (p *Program) trust(c *cases.Case, result Result, times int) executor.Trust {
	limits := p.limits(c)
	switch over := result.Outcome.CPU > limits.CPU || result.Outcome.Wall > limits.Wall; {
	case times > 1 && over && result.Verdict != Timeout:
		return executor.Discard
	case result.Verdict == Pass:
		return executor.Final
	case result.Verdict == Timeout && p.loops(c):
		return executor.FinalUnlessShort
	case scarce(result) && !p.believed(result.Verdict):
		return executor.RetryAlone
	}
	return executor.FinalUnlessShort
}

// scarce reports whether a result can come from want of time, memory, room on the disk or processes. Programs
// that do not look whether they could write leave a file that breaks off.
func scarce(r Result) bool {
	switch r.Verdict {
	case Missing, Crash, Output, Memory, Timeout, Internal:
		return true
	case Wrong:
		return slices.ContainsFunc(r.Files, verdict.File.BreaksOff)
	}
	return false
}

// failed is the result of a case in which we have failed.
func failed(c *cases.Case, err error) Result {
	return Result{Case: c, Verdict: Internal, Err: err, Reason: err.Error()}
}
