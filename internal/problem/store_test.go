package problem

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// An answer is made once, for other processes too; one that could not be made is made again.
func TestStore(t *testing.T) {
	made := 0
	ask := func(s *answerStore, err error) (answer, error) {
		return s.get("key", func() (answer, error) { made++; return answer{Exit: made}, err })
	}
	dir := t.TempDir()
	first, second := answerStore{folder: dir}, answerStore{folder: dir}
	if _, err := ask(&first, errors.New("no")); err == nil {
		t.Error("no error")
	}
	for range 2 {
		for _, s := range []*answerStore{&first, &second} {
			if a, err := ask(s, nil); a.Exit != 2 || err != nil {
				t.Errorf("found %+v, %v", a, err)
			}
		}
	}
	if made != 2 {
		t.Errorf("made %d times", made)
	}
}

// Of too many answers the oldest half goes.
func TestPrune(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"c", "a", "d", "b"} {
		path := filepath.Join(dir, name)
		when := time.Unix(int64(1_000_000+i), 0)
		if err := errors.Join(os.WriteFile(path, make([]byte, 10), 0o600), os.Chtimes(path, when, when)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		most int64
		want string
	}{{40, "abcd"}, {39, "b"}} { // of 39 bytes half is less than two files
		prune(dir, c.most)
		entries, err := os.ReadDir(dir)
		got := ""
		for _, e := range entries {
			got += e.Name()
		}
		if err != nil || got != c.want {
			t.Errorf("at most %d bytes: left are %q, %v", c.most, got, err)
		}
	}
}
