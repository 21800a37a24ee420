package work

import (
	"sync"
	"sync/atomic"
)

// Each calls do for each i below n, at most jobs at a time, beginning them in the order of i. It
// returns when all calls have.
func Each(jobs, n int, do func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(jobs, n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	group.Wait()
}
