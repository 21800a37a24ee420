package command

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/report"
)

// newProgress draws a bar of so many steps where somebody looks; more is as for report.NewBar.
func newProgress(cmd *cobra.Command, what string, steps int, more ...func() string) *report.Bar {
	if screen := cmd.ErrOrStderr(); canDraw(screen) {
		return report.NewBar(screen, what, steps, more...)
	}
	return nil
}

// A progress tells how far work is: with a bar where somebody looks, with a line a minute elsewhere.
type progress struct {
	cmd   *cobra.Command
	bar   *report.Bar
	pace  pace
	shown atomic.Value // what the bar says besides, a string
	quiet bool         // nothing is told
}

// begin begins so many steps.
func (p *progress) begin(what string, steps int) {
	p.pace = newPace()
	if steps > 0 && !p.quiet {
		p.bar = newProgress(p.cmd, what, steps, func() string {
			text, _ := p.shown.Load().(string)
			return text
		})
	}
}

// step notes a step. last is what the bar says of it; so tells how far the work is, and left how many steps are left.
func (p *progress) step(last string, so fmt.Stringer, left func() int) {
	p.pace.steps++
	p.shown.Store(fmt.Sprintf(" %s: %s", p.pace.speed(), last))
	p.bar.Step()
	if p.bar == nil && !p.quiet && p.pace.due() {
		fmt.Fprintf(p.cmd.ErrOrStderr(), "touchstone: %s, %s, about %s left\n", so, p.pace.speed(), p.pace.left(left()))
		p.pace.printed, p.pace.then = time.Now(), p.pace.steps
	}
}

// above returns where lines are written that stay.
func (p *progress) above() io.Writer {
	if p.bar != nil {
		return p.bar.Above()
	}
	return p.cmd.ErrOrStderr()
}

func (p *progress) end() { p.bar.End() }

// A pace says how fast work has gone on since something was last printed. At the end only programs that loop may be left,
// which are much slower than all before.
type pace struct {
	printed     time.Time
	steps, then int // until now, and until something was printed
}

func newPace() pace { return pace{printed: time.Now()} }

// speed says how many steps a second takes or, if it is less than one, how many seconds a step.
func (p *pace) speed() string {
	steps, took := float64(p.steps-p.then), time.Since(p.printed).Seconds()
	if steps < took {
		return fmt.Sprintf("%.1f s each", took/max(1, steps))
	}
	return fmt.Sprintf("%.1f a second", steps/took)
}

// left estimates how long so many more steps take.
func (p *pace) left(steps int) time.Duration {
	return (time.Since(p.printed) / time.Duration(max(1, p.steps-p.then)) * time.Duration(steps)).Round(time.Second)
}

// due reports, once a minute, that it is time to tell where nobody looks at a bar.
func (p *pace) due() bool { return time.Since(p.printed) > time.Minute }
