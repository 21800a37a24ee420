package work

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
)

// Each calls do for each i below n, at most jobs at a time, beginning them in the order of i, until ctx is done
// or a call has failed. It returns when all calls have: the error of ctx, or that of the first call that failed.
func Each(ctx context.Context, jobs, n int, do func(i int) error) error {
	var next atomic.Int64
	var failed atomic.Bool
	var group sync.WaitGroup
	errs := make([]error, n)
	for range min(jobs, n) {
		group.Go(func() {
			for ctx.Err() == nil && !failed.Load() {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if errs[i] = do(i); errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	group.Wait()
	return cmp.Or(ctx.Err(), cmp.Or(errs...))
}
