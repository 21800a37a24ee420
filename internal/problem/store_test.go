package problem

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/must"
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
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, nil, 0o600)))
		root, err := os.OpenRoot(dir)
		must.Do(t, err)
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
		must.Do(t, errors.Join(os.WriteFile(path, make([]byte, 10), 0o600), os.Chtimes(path, when, when)))
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

// Where all answers are known, no program is built, not even to find the reference and the limit of time.
func TestBuildsNothing(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := lay(t, sum(map[string]string{"data/secret/1.ans": "-", "touchstone.yaml": "assignment: {}\n"}))
	for _, want := range []int{1, 0} {
		p, n := open(t, dir), 0
		answerIs(t, p, "secret/1")
		for range p.programs.Range {
			n++
		}
		if n != want {
			t.Errorf("found %d programs built, want %d", n, want)
		}
	}
}

// An answer of a program that was changed while its package was read is kept under no name.
func TestChanged(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := lay(t, sum(nil))
	p := open(t, dir)
	const ref = "submissions/accepted/ref.py"
	if _, err := p.digestOf(p.sources(ref)); err != nil {
		t.Fatal(err)
	}
	must.Do(t, os.WriteFile(filepath.Join(dir, ref), []byte("print(666)\n"), 0o600))
	_, err := p.ask(t.Context(), ref, p.of(t.Context(), p.cases[0]))
	if err == nil || !strings.Contains(err.Error(), "want files that stay as they are, found them changed") {
		t.Errorf("found %v", err)
	}
}
