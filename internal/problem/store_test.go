package problem

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
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

// Runs that differ in anything that a program can see have different keys.
func TestKeys(t *testing.T) {
	known := map[string]int{}
	for i, j := range []job{
		{}, {args: []string{""}}, {args: []string{"", ""}}, {args: []string{"a b"}}, {args: []string{"a", "b"}}, {stdin: []byte("a")}, {input: "a"},
		{leaves: []string{"a"}}, {leaves: []string{"b"}}, {limits: sandbox.Limits{CPU: 1}}, {limits: sandbox.Limits{Memory: 1}}, {limits: sandbox.Limits{Output: 1}},
	} {
		for k, key := range []string{j.key("p", nil), j.key("q", nil), j.key("p", [][]byte{nil}), j.key("p", [][]byte{[]byte("a")})} {
			if other, ok := known[key]; ok {
				t.Errorf("run %d has the key of run %d", 10*i+k, other)
			}
			known[key] = 10*i + k
		}
	}
	digests := map[string]string{}
	for _, name := range []string{"a", "b", "x/a", "y/a"} {
		dir := t.TempDir()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		sum, err := (&Package{root: root}).digestOf(".")
		if err != nil || digests[sum] != "" {
			t.Errorf("%s has the digest of %s: %v", name, digests[sum], err)
		}
		digests[sum] = name
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
