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

// Get returns a function that returns the value of a call, or ends the test if the call fails:
//
//	text := must.Get(os.ReadFile(path))(t)
func Get[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		return value
	}
}

// WriteFiles writes files below a directory, with the directories around them. A file whose name ends in "*",
// or whose text begins with "#!", is executable.
func WriteFiles(t testing.TB, dir string, files map[string]string) {
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

// WriteFile writes one file as WriteFiles does.
func WriteFile(t testing.TB, path, text string) {
	t.Helper()
	WriteFiles(t, filepath.Dir(path), map[string]string{filepath.Base(path): text})
}
