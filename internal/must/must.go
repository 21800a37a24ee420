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

// Write writes a file, and makes the directories around it. A script, which begins with #!, may be executed.
func Write(t testing.TB, path, text string) {
	t.Helper()
	mode := os.FileMode(0o666)
	if strings.HasPrefix(text, "#!") {
		mode = 0o777
	}
	Do(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), mode)))
}
