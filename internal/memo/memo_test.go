package memo

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/must"
)

// If there are too many answers, the oldest half is removed.
func TestPrune(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"c", "a", "d", "b"} {
		path := filepath.Join(dir, name)
		when := time.Unix(int64(1_000_000+i), 0)
		must.Do(t, errors.Join(os.WriteFile(path, make([]byte, 10), 0o600), os.Chtimes(path, when, when)))
	}
	for _, c := range []struct {
		maxSize int64
		want    string
	}{{40, "abcd"}, {39, "b"}} { // of 39 bytes half is less than two files
		Prune(dir, c.maxSize)
		entries, err := os.ReadDir(dir)
		got := ""
		for _, e := range entries {
			got += e.Name()
		}
		if err != nil || got != c.want {
			t.Errorf("at most %d bytes: left are %q, %v", c.maxSize, got, err)
		}
	}
}

// TestGetBuild makes a result again if another build of the program has stored it.
func TestGetBuild(t *testing.T) {
	defer func(before func() string) { build = before }(build)
	s, made := Store[int]{Dir: t.TempDir()}, 0
	for _, c := range []struct {
		build string
		want  int
	}{{"a", 1}, {"a", 1}, {"b", 2}, {"a", 1}} {
		build = func() string { return c.build }
		r, err := s.Get("key", func(int) bool { return true }, func() (int, error) { made++; return made, nil })
		if r != c.want || err != nil {
			t.Errorf("build %s: found %d, %v, want %d", c.build, r, err, c.want)
		}
	}
}
