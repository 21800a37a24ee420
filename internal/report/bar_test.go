package report

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/vbauerster/mpb/v8/decor"
)

// There is no estimate before there is a basis for it, nor after the end.
func TestLeft(t *testing.T) {
	begin := time.Now().Add(-10 * time.Second)
	for current, want := range map[int64]string{0: "", 1: " 1m30s left", 5: " 10s left", 10: ""} {
		got, _ := new(Bar).left(begin).Decor(decor.Statistics{Current: current, Total: 10})
		expect.Equal(t, want, strings.TrimRight(got, " "), "after", current, "of 10")
	}
}

// A bar counts the steps made, and the steps that are left to make.
func TestBar(t *testing.T) {
	shown := &progress{screen: io.Discard}
	shown.Start(Start{Cases: 5})
	shown.Ran()
	shown.Ran()
	shown.bar.Skip(1)
	expect.Equal(t, [2]int64{2, 4}, [2]int64{shown.bar.bar.Current(), shown.bar.steps}, "steps made, of all")
	shown.End(Summary{})
	expect.True(t, shown.bar.bar.Aborted(), "the bar is removed")
}

// A counter counts the cases that have run.
type counter struct {
	Discard
	ran int
}

func (c *counter) Ran() { c.ran++ }

// The given text replaces the estimate, also in a bar that is part of another.
func TestSay(t *testing.T) {
	shown := &progress{bar: &Bar{}}
	Limit(Multi(&events{}, shown), ShowDiff).Judged()
	got, _ := shown.bar.left(time.Now()).Decor(decor.Statistics{Current: 3, Total: 10})
	expect.Equal(t, "looking for causes ...", strings.TrimSpace(got))
	watcher := &counter{}
	all := Limit(Multi(&events{}, watcher), ShowNone)
	for range 3 {
		all.Ran()
	}
	expect.Equal(t, 3, watcher.ran, "cases that have run")
	var none *Bar
	none.SetText("nothing")
}
