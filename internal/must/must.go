// Package must ends tests at errors that are unrelated to the subject of the test.
package must

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
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

// Names returns the names of the files in a directory.
func Names(t testing.TB, dir string) (names []string) {
	t.Helper()
	for _, entry := range Get(os.ReadDir(dir))(t) {
		names = append(names, entry.Name())
	}
	return names
}

// WriteFiles writes files below a directory, each as WriteFile does.
func WriteFiles(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		WriteFile(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
}

// WriteFile writes a file, and makes the directories around it. A file whose path ends in "*", or whose text
// begins with "#!", is executable.
func WriteFile(t testing.TB, path, text string) {
	t.Helper()
	mode := os.FileMode(0o644)
	path, executable := strings.CutSuffix(path, "*")
	if executable || strings.HasPrefix(text, "#!") {
		mode = 0o755
	}
	Do(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), mode)))
}

// Zip returns a zip with files, all of them executable.
func Zip[T string | []byte](t testing.TB, files map[string]T) []byte {
	t.Helper()
	var b bytes.Buffer
	z, all := zip.NewWriter(&b), fstest.MapFS{}
	for name, text := range files {
		all[name] = &fstest.MapFile{Data: []byte(text), Mode: 0o755}
	}
	Do(t, errors.Join(z.AddFS(all), z.Close()))
	return b.Bytes()
}
