package report

import (
	"io"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/touchstone-suite/touchstone/testscript"
)

// A Bar shows on a terminal how far long work has got, with an estimate of the time left. A
// nil *Bar shows nothing.
type Bar struct {
	bars *mpb.Progress
	bar  *mpb.Bar
}

// NewBar draws a bar with the given number of steps on a screen.
func NewBar(screen io.Writer, what string, steps int) *Bar {
	bars := mpb.New(mpb.WithOutput(screen), mpb.WithWidth(48))
	return &Bar{bars, bars.AddBar(int64(steps), mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(what+" "), decor.CountersNoUnit("%d/%d")),
		mpb.AppendDecorators(left(time.Now())))}
}

// Step advances the bar by one step.
func (b *Bar) Step() {
	if b != nil {
		b.bar.Increment()
	}
}

// Above returns a writer for text above the bar, until its end.
func (b *Bar) Above() io.Writer { return b.bars }

// End removes the bar; it may be called twice.
func (b *Bar) End() {
	if b != nil {
		b.bar.Abort(true) // does nothing if it is complete
		b.bars.Wait()
	}
}

// Progress returns a Reporter that only shows a bar on a screen, while the report goes
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

// left estimates the remaining time, once there is a basis for it.
func left(begin time.Time) decor.Decorator {
	return decor.Any(func(s decor.Statistics) string {
		if s.Current == 0 || s.Current >= s.Total {
			return ""
		}
		each := time.Since(begin) / time.Duration(s.Current)
		return " " + (each * time.Duration(s.Total-s.Current)).Round(time.Second).String() + " left"
	})
}
