package cli

import (
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

// A pace says how fast work goes on.
type pace struct {
	begin, told time.Time
	steps       int
}

func newPace() pace { return pace{begin: time.Now(), told: time.Now()} }

// rate returns steps a second.
func (p *pace) rate() float64 { return float64(p.steps) / time.Since(p.begin).Seconds() }

// left estimates how long so many more steps take.
func (p *pace) left(steps int) time.Duration {
	return (time.Since(p.begin) / time.Duration(max(1, p.steps)) * time.Duration(steps)).Round(time.Second)
}

// due reports, once a minute, that it is time to tell where nobody looks at a bar.
func (p *pace) due() bool {
	if time.Since(p.told) <= time.Minute {
		return false
	}
	p.told = time.Now()
	return true
}
