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

// build finds a program and builds it. If the program does not compile, or not as required, while others run,
// the error counts only if it repeats alone. build tries again alone after any other error, too. The error
// names the failure, or the resource that the machine lacked.
func (p *Program) build(ctx context.Context, a *oracle.Assignment, from Source) (err error) {
	err = p.runner.limiter.ResolveWithSlot(ctx, func() (executor.Trust, error) {
		err := p.removeBuild()
		switch {
		case err != nil:
		case from.command != nil:
			p.built, err = program.FromCommand(ctx, p.runner.executor, from.command...)
		default:
			p.built, err = program.FromPath(ctx, p.runner.executor, a, from.path)
		}
		p.reason = nil
		if failed := (*BuildError)(nil); errors.As(err, &failed) {
			p.reason, err = failed, nil
		}
		return p.trustBuild(err), err
	})
	if err != nil {
		err = errors.Join(err, p.removeBuild())
	}
	return err
}

// removeBuild removes the built program.
func (p *Program) removeBuild() error {
	built := p.built
	p.built = nil
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

// If a program has failed in the same way alone minRepeats times, it will most likely do so again. Then more
// failures of that kind count at once, so that the program does not keep all others waiting each time. For
// timeouts there is a better test. From then on the program has a multiple of its limits, generousTimes,
// which makes up for the load of one job per processor, and a timeout at these limits counts. After
// minRepeats of them in a category, a timeout at the limits themselves counts too, if the answer of the case
// is not shorter than the answer of one of these cases. A program that has timed out in all of the first
// minLoops cases of a category loops: further timeouts in the category count at once.
const (
	minRepeats    = 3
	minLoops      = 2
	generousTimes = 2
)

// A caseKind is the category and the CPU time of cases. Cases of one kind with longer answers are harder.
type caseKind struct {
	category string
	cpu      time.Duration // the limit
}

// A timeoutCount counts a program's timeouts in the cases of a kind.
type timeoutCount struct {
	cases    int   // with a timeout
	generous int   // with a timeout at generous limits
	shortest int64 // size of the shortest answer of these cases, in bytes
	ended    bool  // the program ended in time in another case
}

func (p *Program) kindOf(c *cases.Case) caseKind {
	return caseKind{c.Problem.Category(), p.limits(c).CPU}
}

// recordVerdict records the final verdict on a case. exceeded reports that the program exceeded generous
// limits.
func (p *Program) recordVerdict(c *cases.Case, v Verdict, exceeded bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.timeouts[p.kindOf(c)]
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
	p.timeouts[p.kindOf(c)] = e
}

// loops reports whether a timeout in a case counts at once.
func (p *Program) loops(c *cases.Case) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.timeouts[p.kindOf(c)]
	return (e.cases >= minLoops && !e.ended || e.generous >= minRepeats && e.shortest > 0) &&
		c.AnswerSize() >= e.shortest
}

// timeFactor returns the factor of the time limits for a case that runs concurrently with others.
func (p *Program) timeFactor(c *cases.Case) int {
	if !p.countsAtOnce(Timeout) || p.loops(c) {
		return 1
	}
	return generousTimes
}

// recordRepeat records that a failure has repeated alone.
func (p *Program) recordRepeat(v Verdict) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.repeats[v]++
}

// countsAtOnce reports whether failures of a kind need not repeat alone any more.
func (p *Program) countsAtOnce(v Verdict) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.repeats[v] >= minRepeats
}

// resolve runs a case, and again alone if its result does not count.
func (p *Program) resolve(ctx context.Context, c *cases.Case) (result Result) {
	if p.reason != nil {
		return Result{Case: c, Verdict: Build, Reason: p.reason.Error()}
	}
	var first Verdict
	repeated, exceeded := false, false
	short := p.runner.limiter.Resolve(ctx, func(alone bool) executor.Trust {
		times := 1
		if repeated = alone; alone {
			if err := scratch.RemoveAll(result.Dir); err != nil { // "" without a directory
				result = failed(c, err)
			} else {
				result = p.runOnce(ctx, c, times)
			}
		} else {
			times = p.timeFactor(c)
			result = p.runOnce(ctx, c, times)
			first = result.Verdict
			exceeded = times > 1 && first == Timeout
		}
		return p.isTrusted(c, result, times)
	})
	if short != nil {
		return failed(c, short)
	}
	p.recordVerdict(c, result.Verdict, exceeded)
	switch {
	case repeated && result.Verdict == first:
		p.recordRepeat(first)
	case repeated && (first == Crash || first == Missing || first == Wrong):
		result.EarlierVerdict = first
	}
	return result
}

// isTrusted returns whether a result counts. times is the factor of the time limits of the run.
func (p *Program) isTrusted(c *cases.Case, result Result, times int) executor.Trust {
	limits := p.limits(c)
	switch over := result.Outcome.CPU > limits.CPU || result.Outcome.Wall > limits.Wall; {
	case times > 1 && over && result.Verdict != Timeout:
		return executor.Discard
	case result.Verdict == Pass:
		return executor.Final
	case result.Verdict == Timeout && p.loops(c):
		return executor.FinalUnlessShort
	case mayComeFromShortage(result) && !p.countsAtOnce(result.Verdict):
		return executor.RetryAlone
	}
	return executor.FinalUnlessShort
}

// mayComeFromShortage reports whether a result can come from a lack of time, memory, disk space or processes.
// Programs that ignore write errors leave a file that breaks off.
func mayComeFromShortage(r Result) bool {
	switch r.Verdict {
	case Missing, Crash, Output, Memory, Timeout, Internal:
		return true
	case Wrong:
		return slices.ContainsFunc(r.Files, verdict.File.BreaksOff)
	}
	return false
}

// failed returns the result of a case in which touchstone failed.
func failed(c *cases.Case, err error) Result {
	return Result{Case: c, Verdict: Internal, Err: err, Reason: err.Error()}
}
