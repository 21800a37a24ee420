package command

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// What is told after a signal has a little time, or until another signal.
func TestAfterwards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		second, another := context.WithCancel(t.Context())
		ctx, end := context.WithCancel(context.WithValue(t.Context(), anotherSignal{}, second))
		end() // by the first signal
		begin := time.Now()
		told, done := afterwards(ctx)
		defer done()
		if told.Err() != nil {
			t.Error("there is no time at all")
		}
		if <-told.Done(); time.Since(begin) != telling {
			t.Errorf("it ends after %s, want %s", time.Since(begin), telling)
		}
		told, done = afterwards(ctx)
		defer done()
		begin = time.Now()
		another()
		if <-told.Done(); time.Since(begin) != 0 {
			t.Errorf("it goes on for %s after another signal", time.Since(begin))
		}
	})
}
