package scratch

import (
	"path/filepath"
	"strings"
	"testing"
)

// There is room in the temporary directory, in which this test itself writes.
func TestFree(t *testing.T) {
	for _, dir := range []string{"", t.TempDir()} {
		if bytes, files, err := Free(dir); err != nil || bytes < 1<<20 || files <= 0 {
			t.Errorf("Free(%q) = %d, %d, %v", dir, bytes, files, err)
		}
	}
}

// Without a temporary directory, the error of Make and Free reports that it is missing and names its
// variable.
func TestNoTemporaryDir(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	t.Setenv("TMPDIR", none)
	t.Setenv("TMP", none) // Windows
	_, made := Make("", "test")
	_, _, asked := Free("")
	for _, err := range []error{made, asked} {
		if err == nil || !strings.Contains(err.Error(), "want a temporary directory (TMPDIR)") || !strings.Contains(err.Error(), none) {
			t.Errorf("error %v", err)
		}
	}
}
