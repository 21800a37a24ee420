// Package must ends tests at errors that are unrelated to the subject of the test.
package must

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Do ends the test if err is not nil.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Write writes files below a directory, with the directories around them. A file whose name ends in "*", or whose
// text begins with "#!", is executable.
func Write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		mode := os.FileMode(0o644)
		name, executable := strings.CutSuffix(name, "*")
		if executable || strings.HasPrefix(text, "#!") {
			mode = 0o755
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		Do(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), mode)))
	}
}
