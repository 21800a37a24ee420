package search

import "testing"

// Share has every search shared out among so many workers that can be, for the
// length of a test: units have about so many rows, and each worker has few buffers,
// small ones, so that small trees also fill them.
func Share(t *testing.T, workers int, unit float64, size int) {
	t.Helper()
	before := sharing
	t.Cleanup(func() { sharing = before })
	sharing.workers, sharing.leaves, sharing.rows = workers, 0, 0
	sharing.unit, sharing.buffers, sharing.size = unit, 3*workers, size
}
