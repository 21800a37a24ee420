package main

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/oracle"
)

// answersOf packs what a solver with a fault leaves for all cases, as run.py does.
func answersOf(t *testing.T, a *oracle.Assignment, fault string) string {
	t.Helper()
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]string{}
	for _, c := range all {
		files, err := catalog.Second(a).Solve("", c.Input(), fault)
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range files {
			answers[c.Name+"/"+name] = text
		}
	}
	return packed(t, filepath.Join(t.TempDir(), "answers.zip"), answers)
}

// packed writes a zip, and returns its path.
func packed(t *testing.T, path string, files map[string]string) string {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for name, text := range files {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// unpackedIn writes files into a folder, and returns its path.
func unpackedIn(t *testing.T, dir string, files map[string]string) string {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
