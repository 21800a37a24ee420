package memo

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
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
	must.Do(t, os.Mkdir(filepath.Join(dir, "e"), 0o755)) // stays
	for _, c := range []struct {
		maxSize int64
		want    string
	}{{40, "abcde"}, {20, "be"}} {
		Prune(dir, c.maxSize)
		expect.Equal(t, c.want, strings.Join(must.Names(t, dir), ""), "left of at most", c.maxSize, "bytes")
	}
}

// A store removes old answers when it is opened, and again after it has written a quarter of the maximum.
func TestStorePrunes(t *testing.T) {
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, "") // a user without a cache
	}
	s, old, key := new(Store[int]), filepath.Join(t.TempDir(), "old"), ""
	get := func() {
		key += "k"
		must.Get(s.Get(key, func(int) bool { return true }, func() (int, error) { return 7, nil }))(t)
	}
	for _, c := range []struct {
		name string
		do   func()
		kept bool
	}{
		{"opened", func() { s.Open(filepath.Dir(old)) }, false}, {"before it has written much", get, true},
		{"later", func() { s.fresh.Store(maxStored / 4); get() }, false}, {"soon after", get, true},
	} {
		must.Do(t, errors.Join(os.WriteFile(old, nil, 0o600), os.Truncate(old, maxStored+1)))
		c.do()
		_, err := os.Stat(old)
		expect.Equal(t, c.kept, err == nil, c.name)
	}
}

// TestGetBuild makes a result again if another build of the program has stored it.
func TestGetBuild(t *testing.T) {
	defer func(before func() string) { build = before }(build)
	expect.Equal(t, false, build() == "", "this executable has no name")
	s, made := Store[int]{Dir: t.TempDir()}, 0
	for _, c := range []struct {
		build string
		want  int
	}{{"a", 1}, {"a", 1}, {"b", 2}, {"a", 1}} {
		build = func() string { return c.build }
		r := must.Get(s.Get("key", func(int) bool { return true }, func() (int, error) { made++; return made, nil }))(t)
		expect.Equal(t, c.want, r, "build", c.build)
	}
}

// The results are in the user's cache, or in a temporary directory if the user has no cache.
func TestOpen(t *testing.T) {
	caches := t.TempDir()
	for home, want := range map[string]string{caches: filepath.Join(caches, "touchstone", "answers"), "": "temporary"} {
		t.Setenv("XDG_CACHE_HOME", home)
		t.Setenv("HOME", "") // a user without a home
		s := new(Store[int])
		if s.Open("temporary"); s.Dir != want && runtime.GOOS == "linux" || s.Failed != "temporary-failed" {
			t.Errorf("%q: found %q and %q", home, s.Dir, s.Failed)
		}
	}
}

// TestGet stores a result that is not permanent in the directory Failed only, and none that cannot be made. It
// ignores a damaged file.
func TestGet(t *testing.T) {
	made, dir := 0, filepath.Join(t.TempDir(), "answers")
	open := func() *Store[int] { return &Store[int]{Dir: dir, Failed: t.TempDir()} }
	ask := func(s *Store[int], permanent bool) int {
		return must.Get(s.Get("key", func(int) bool { return permanent }, func() (int, error) { made++; return made, nil }))(t)
	}
	s := open()
	if r, err := s.Get("key", nil, func() (int, error) { return 7, errors.New("no") }); err == nil || r != 0 {
		t.Errorf("found %d, no error", r)
	}
	if first, second, other, last := ask(s, false), ask(s, true), ask(open(), true), ask(open(), true); first != 1 || second != 1 || other != 2 || last != 2 {
		t.Errorf("found %d, %d, %d and %d", first, second, other, last)
	}
	expect.Equal(t, 3, ask(open(), false), "a result that is not permanent")
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("found the files %q, %v", files, err)
	}
	text := must.Get(os.ReadFile(files[0]))(t)
	for _, damaged := range [][]byte{text[:len(text)-1], nil, text[:digestLength-1], text[:digestLength], []byte(digest(nil)), append([]byte("x"), text[1:]...)} {
		must.Do(t, os.WriteFile(files[0], damaged, 0o600))
		before := made
		expect.Equal(t, before+1, ask(open(), true), damaged)
	}
}
