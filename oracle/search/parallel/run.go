package parallel

import (
	"context"
	"runtime"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// tuning says when a search is shared out, and how. Tests change it.
var tuning = struct {
	workers int     // besides the caller of Run; auto for one to each processor but the first
	leaves  int     // a tree that has fewer, were all its nodes like the root, is not even estimated
	rows    float64 // of the shortest log that pays
	unit    float64 // the most rows of a work unit, on average
	ahead   int     // the most units that are forecast and not committed
	buffers int     // of a worker
	size    int     // of a buffer, in bytes
}{workers: auto, leaves: 1 << 12, rows: 1 << 18, unit: 1 << 15, ahead: 12, buffers: 32, size: trace.FlushAt}

const auto = -1

// mostWorkers is what the writing of the log keeps up with.
const mostWorkers = 3

// Run returns what search.Run does, and writes the same log. It searches with all
// processors if the log will be long and if how does not forbid it. The rules and the
// label of the log must be safe for concurrent use.
func Run[S any](ctx context.Context, rules search.Rules[S], root *S, p search.Params, how homework.Options) (search.Result, error) {
	workers := tuning.workers
	if workers == auto {
		workers = min(runtime.GOMAXPROCS(0)-1, mostWorkers)
		how.Sequential = how.Sequential || workers == 0
	}
	if !how.Sequential && !p.Log.Off() {
		if split, ok := splitDepth(rules, root, p); ok {
			return newPool(rules, root, p, split).run(ctx, workers)
		}
	}
	return search.Run(ctx, rules, root, p)
}
