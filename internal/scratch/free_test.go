package scratch

import "testing"

// There is room in the temporary folder, in which this test itself writes.
func TestFree(t *testing.T) {
	for _, dir := range []string{"", t.TempDir()} {
		if free, err := Free(dir); err != nil || free <= 0 {
			t.Errorf("Free(%q) = %d, %v", dir, free, err)
		}
	}
}
