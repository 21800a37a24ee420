package main

import (
	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// A progress is a bar with an estimate of the time left, on a terminal only.
type progress struct {
	bars *mpb.Progress
	bar  *mpb.Bar
}

func newProgress(cmd *cobra.Command, what string, total int) *progress {
	screen := cmd.ErrOrStderr()
	if !isTerminal(screen) {
		return &progress{}
	}
	bars := mpb.New(mpb.WithOutput(screen), mpb.WithWidth(48))
	bar := bars.AddBar(int64(total), mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(what+" "), decor.CountersNoUnit("%d/%d")),
		mpb.AppendDecorators(decor.AverageETA(decor.ET_STYLE_GO)))
	return &progress{bars, bar}
}

func (p *progress) step() {
	if p.bar != nil {
		p.bar.Increment()
	}
}

// end takes the bar away; it may be called twice.
func (p *progress) end() {
	if p.bar != nil {
		p.bar.Abort(true)
		p.bars.Wait()
		p.bar = nil
	}
}
