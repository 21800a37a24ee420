//go:build !js

package report

import (
	"io"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// A Bar shows on a terminal how far long work has got, with an estimate of the time left. A
// nil *Bar shows nothing. Its steps are not made concurrently.
type Bar struct {
	bars  *mpb.Progress
	bar   *mpb.Bar
	steps int64
	text  atomic.Value // text to show instead of the time left, a string
}

// NewBar draws a bar with the given number of steps on a screen. more, which may be called at any time,
// returns additional text.
func NewBar(screen io.Writer, text string, steps int, more ...func() string) *Bar {
	bars := mpb.New(mpb.WithOutput(screen), mpb.WithWidth(48))
	b := &Bar{bars: bars, steps: int64(steps)}
	after := []decor.Decorator{b.left(time.Now())}
	for _, say := range more {
		after = append(after, decor.Any(func(decor.Statistics) string { return say() }))
	}
	b.bar = bars.AddBar(0, // else its total could not be changed
		mpb.PrependDecorators(decor.Name(text+" "), decor.CountersNoUnit("%d/%d")),
		mpb.AppendDecorators(after...))
	b.bar.SetTotal(b.steps, false)
	return b
}

// Step advances the bar by one step.
func (b *Bar) Step() {
	if b != nil {
		b.bar.Increment()
	}
}

// SetText shows the current activity instead of the time left.
func (b *Bar) SetText(text string) {
	if b != nil {
		b.text.Store(text)
	}
}

// Skip makes the bar shorter by steps that need not be made.
func (b *Bar) Skip(steps int) {
	if b != nil {
		b.steps -= int64(steps)
		b.bar.SetTotal(b.steps, false)
	}
}

// Above returns a writer for text above the bar, until its end.
func (b *Bar) Above() io.Writer { return b.bars }

// End removes the bar; it may be called twice.
func (b *Bar) End() {
	if b != nil {
		b.bar.Abort(true)
		b.bars.Wait()
	}
}

// left shows the text of SetText, or else estimates the remaining time, once it can.
func (b *Bar) left(begin time.Time) decor.Decorator {
	return decor.Any(func(s decor.Statistics) string {
		if text, _ := b.text.Load().(string); text != "" {
			return " " + text
		}
		if s.Current == 0 || s.Current >= s.Total {
			return ""
		}
		perStep := time.Since(begin) / time.Duration(s.Current)
		return " " + (perStep * time.Duration(s.Total-s.Current)).Round(time.Second).String() + " left"
	})
}
