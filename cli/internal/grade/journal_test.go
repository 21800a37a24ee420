package grade

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// write fills a journal with entries of these keys.
func write(t *testing.T, dir string, keys ...key) {
	t.Helper()
	j, err := OpenJournal(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keys {
		if err := j.Append(entry{Kind: kindRun, Key: k, Case: string(k), Data: []byte("data of " + k)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// Wherever a journal is torn off, what is whole is read, nothing else, and what is appended then is
// whole again.
func TestJournalTornAnywhere(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a", "b", "c")
	path := filepath.Join(dir, journalName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	line := len(text) / 3
	for size := range len(text) + 1 {
		if err := os.WriteFile(path, text[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		write(t, dir, "d")
		j, err := OpenJournal(dir)
		if err != nil {
			t.Fatal(err)
		}
		for i, k := range []key{"a", "b", "c", "d"} {
			want := k == "d" || size >= (i+1)*line
			e, ok, err := j.Entry(k)
			if err != nil || ok != want || ok && string(e.Data) != "data of "+string(k) {
				t.Fatalf("of %d bytes: %s: %v %q, %v; want %v", size, k, ok, e.Data, err, want)
			}
		}
		if j.Torn > 0 {
			t.Fatalf("of %d bytes: %d lines torn, and one appended", size, j.Torn)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A changed byte costs its line, and is told.
func TestJournalDamaged(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a", "b", "c")
	path := filepath.Join(dir, journalName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range text {
		damaged := append([]byte{}, text...)
		damaged[i] ^= 4
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := OpenJournal(dir)
		if err != nil {
			t.Fatal(err)
		}
		whole := 0
		for _, k := range []key{"a", "b", "c"} {
			if j.Has(k) {
				whole++
			}
		}
		if j.Torn == 0 || whole > 2 || whole == 0 {
			t.Fatalf("byte %d: %d torn, %d whole", i, j.Torn, whole)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A journal belongs to one process at a time.
func TestJournalLocked(t *testing.T) {
	dir := t.TempDir()
	j, err := OpenJournal(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(dir); !errors.Is(err, scratch.ErrLocked) {
		t.Errorf("a second one: %v, want %v", err, scratch.ErrLocked)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if j, err = OpenJournal(dir); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}
