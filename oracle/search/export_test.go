package search

import "testing"

// Share has every search that can be shared out with so many helpers, for the length
// of a test: units have about so many rows, and each worker has few buffers, small
// ones, so that small trees also fill them.
func Share(t *testing.T, helpers int, unit float64, size int) {
	t.Helper()
	before := sharing
	t.Cleanup(func() { sharing = before })
	sharing.helpers, sharing.leaves, sharing.rows = helpers, 0, 0
	sharing.unit, sharing.buffers, sharing.size = unit, 3, size
}
