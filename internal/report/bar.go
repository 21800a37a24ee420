package report

import (
	"io"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/touchstone-suite/touchstone/testscript"
)

// A Bar shows on a terminal how far long work is, with an estimate of the time
// left. The nil Bar shows nothing.
type Bar struct {
	bars *mpb.Progress
	bar  *mpb.Bar
}

// NewBar draws the bar of so many steps on a screen.
func NewBar(screen io.Writer, what string, steps int) *Bar {
	bars := mpb.New(mpb.WithOutput(screen), mpb.WithWidth(48))
	return &Bar{bars, bars.AddBar(int64(steps), mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(what+" "), decor.CountersNoUnit("%d/%d")),
		mpb.AppendDecorators(left(time.Now())))}
}

// Step takes one step.
func (b *Bar) Step() {
	if b != nil {
		b.bar.Increment()
	}
}

// Above is where text appears above the bar, until its end.
func (b *Bar) Above() io.Writer { return b.bars }

// End takes the bar away; it may be called twice.
func (b *Bar) End() {
	if b != nil {
		b.bar.Abort(true) // does nothing if it is complete
		b.bars.Wait()
	}
}

// Progress shows a bar on a screen and nothing else, while the report goes
// elsewhere.
func Progress(screen io.Writer) Reporter { return &progress{screen: screen} }

type progress struct {
	screen io.Writer
	bar    *Bar
}

func (p *progress) Start(s Start)                 { p.bar = NewBar(p.screen, s.Assignment, s.Cases) }
func (p *progress) Result(int, testscript.Result) { p.bar.Step() }
func (p *progress) End(Summary)                   { p.bar.End() }
func (p *progress) Abort(Summary)                 { p.bar.End() }

// left estimates how long the rest takes, once there is something to go by.
func left(begin time.Time) decor.Decorator {
	return decor.Any(func(s decor.Statistics) string {
		if s.Current == 0 || s.Current >= s.Total {
			return ""
		}
		each := time.Since(begin) / time.Duration(s.Current)
		return " " + (each * time.Duration(s.Total-s.Current)).Round(time.Second).String() + " left"
	})
}
