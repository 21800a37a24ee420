package parallel

import (
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Share has every search that may be shared out use so many workers, for the length of
// a test: units have about so many rows, and each worker has few buffers, small ones, so
// that small trees also fill them.
func Share(t *testing.T, workers int, unit float64, size int) {
	t.Helper()
	before := tuning
	t.Cleanup(func() { tuning = before })
	tuning.workers, tuning.leaves, tuning.rows = workers, 0, 0
	tuning.unit, tuning.buffers, tuning.size = unit, 3, size
}

// IsRight reports whether a unit that was forecast with one window is that of a subtree with another.
func IsRight(forecast, found search.Subtree) bool {
	return (&unit[int]{Subtree: forecast}).is(found)
}
