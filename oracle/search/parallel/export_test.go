package parallel

import (
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Share makes every search that may be shared out use the given number of workers, for the duration of a
// test. Units have about unit rows, and each worker has few small buffers, so that small trees also fill
// them.
func Share(t *testing.T, workers int, unit float64, size int) {
	t.Helper()
	before := tuning
	t.Cleanup(func() { tuning = before })
	tuning.workers, tuning.leaves, tuning.rows = workers, 0, 0
	tuning.unit, tuning.buffers, tuning.size = unit, 3, size
}

// IsRight reports whether a unit that was forecast with one window matches a subtree with another.
func IsRight(forecast, found search.Subtree) bool {
	return (&unit[int]{Subtree: forecast}).is(found)
}

// SplitDepth is splitDepth for a game of numbers.
var SplitDepth = splitDepth[uint32]

// Auto is a number of workers that depends on the number of processors.
const Auto = auto
