package scratch

import "testing"

// There is room in the temporary folder, in which this test itself writes.
func TestFree(t *testing.T) {
	for _, dir := range []string{"", t.TempDir()} {
		if bytes, files, err := Free(dir); err != nil || bytes <= 0 || files <= 0 {
			t.Errorf("Free(%q) = %d, %d, %v", dir, bytes, files, err)
		}
	}
}
