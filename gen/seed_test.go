package gen_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

var update = flag.Bool("update", false, "write the digests of testdata again")

// digests returns the file with the digests of the inputs made from an assignment's seeds.
func digests(a *oracle.Assignment) string { return filepath.Join("testdata", "seeds", a.Name+".txt") }

// made makes an input that must exist.
func made(t *testing.T, w gen.Request, i int) gen.Made {
	t.Helper()
	one, err := w.Make(t.Context(), i)
	must.Do(t, err)
	return one
}

// The inputs that a seed makes, and the situations that they show, never change. Changing a
// generator changes these digests, which "go test ./gen -update" rewrites.
func TestSeedsMeanTheSame(t *testing.T) {
	for _, a := range oracle.Assignments() {
		got := digest(t, a)
		if *update {
			must.Do(t, os.WriteFile(digests(a), []byte(got), 0o666))
		}
		want, err := os.ReadFile(digests(a))
		if err != nil {
			t.Errorf("%s: %v: make it by \"go test ./gen -run TestSeedsMeanTheSame -update\"", a.Name, err)
			continue
		}
		if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), got); diff != "" {
			t.Errorf("%s: a seed makes other inputs than it did, or other situations are seen in them (-want +got):\n%s", a.Name, diff)
		}
	}
}

// digest describes the inputs that two seeds of an assignment make.
func digest(t *testing.T, a *oracle.Assignment) string {
	t.Helper()
	const maxInputs = 100
	var text strings.Builder
	for _, set := range []struct {
		name    string
		request gen.Request
		n       int
	}{
		{"mixed", gen.Request{Seed: 7}, maxInputs},
		{"graded", gen.Request{Seed: 1, Graded: true}, min(maxInputs, a.Generator.GradedSize)},
	} {
		set.request.Assignment, set.request.MaxLog = a, 64<<10
		inputs, shows := sha256.New(), sha256.New()
		for i := range set.n {
			one := made(t, set.request, i)
			fmt.Fprintf(inputs, "%d\n%s", i, one.Problem)
			fmt.Fprintf(shows, "%d %s %v\n", i, one.Problem.Category(), one.Shows.Names(a.Situations))
		}
		fmt.Fprintf(&text, "%s, %s, seed %d, the first %d: inputs %x, situations %x\n",
			a.Name, set.name, set.request.Seed, set.n, inputs.Sum(nil)[:8], shows.Sum(nil)[:8])
	}
	return text.String()
}

// maxAnswerSize returns the size of an answer's largest file.
func maxAnswerSize(t *testing.T, p homework.Problem) (maxSize int64) {
	t.Helper()
	files := output.Memory{}
	if _, err := p.Solve(t.Context(), homework.Options{}, files); err != nil {
		t.Fatal(err)
	}
	for _, text := range files {
		maxSize = max(maxSize, int64(len(text)))
	}
	return maxSize
}

// MaxLog is exact: a file of exactly that size is allowed, one with a byte more is not.
func TestMaxLog(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for i := range 3 {
			w := gen.Request{Assignment: a, Seed: 3, MaxLog: 1 << 20, Small: true}
			first := made(t, w, i).Problem
			size := maxAnswerSize(t, first)
			w.MaxLog = size
			if got := made(t, w, i).Problem; got.String() != first.String() {
				t.Errorf("%s: an input with a file of %d bytes was passed over with that limit:\n%s", a.Name, size, first)
			}
			if a.Name == "gangwars" {
				continue // few answers are shorter, and many inputs would be tried
			}
			w.MaxLog = size - 1
			got, err := w.Make(t.Context(), i)
			if err != nil { // no answer is that short
				continue
			}
			if n := maxAnswerSize(t, got.Problem); n >= size {
				t.Errorf("%s: an input with a file of %d bytes was made with the limit %d:\n%s", a.Name, n, size-1, got.Problem)
			}
		}
	}
}

// Inputs show each situation of a game that a request requests, including situations that no course uses.
func TestCover(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for i, s := range a.Situations {
			if i < search.Common {
				continue
			}
			one := made(t, gen.Request{Assignment: a, Seed: 5, MaxLog: 64 << 10, Cover: []string{s.Name}, Beyond: s.Beyond}, i)
			if !one.Shows.Has(i) {
				t.Errorf("%s: made for %s, but shows %v", a.Name, s.Name, one.Shows.Names(a.Situations))
			}
		}
	}
}

// Inputs show several situations at once, too.
func TestCoverSeveral(t *testing.T) {
	for name, cover := range map[string][]string{
		"reversi": {"pass", "tie-below"},
		"mancala": {"capture", "extra-turn-of-opponent", "one-move-below"},
	} {
		a, err := oracle.Lookup(name)
		must.Do(t, err)
		shown := made(t, gen.Request{Assignment: a, Seed: 5, MaxLog: 64 << 10, Cover: cover}, 0).Shows.Names(a.Situations)
		for _, s := range cover {
			if !slices.Contains(shown, s) {
				t.Errorf("%s shows %v, want %s", name, shown, s)
			}
		}
	}
}

// A graded set whose shares of tasks the course fixed has them in the order of the grading rule,
// in every set the same.
func TestGradedOrder(t *testing.T) {
	for _, a := range oracle.Assignments() {
		if a.Generator.Graded == nil {
			continue
		}
		var sets [2][]string
		for seed := range sets {
			for i := range a.Generator.GradedSize {
				request := gen.Request{Assignment: a, Seed: uint64(seed), MaxLog: 1 << 20, Graded: true}
				sets[seed] = append(sets[seed], made(t, request, i).Problem.Category())
			}
		}
		if diff := cmp.Diff(sets[0], sets[1]); diff != "" {
			t.Errorf("%s: two sets have other tasks (-first +second):\n%s", a.Name, diff)
		}
		var want []string
		for _, s := range a.Grading.Shares {
			want = append(want, s.Category)
		}
		if diff := cmp.Diff(want, slices.Compact(sets[0])); len(want) > 0 && diff != "" {
			t.Errorf("%s: the order of the tasks (-want +got):\n%s", a.Name, diff)
		}
	}
}

// A cancelled context or failing search also ends Make.
func TestMakeEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, a := range oracle.Assignments() {
		w := gen.Request{Assignment: a, Seed: 1, MaxLog: 1 << 20}
		if _, err := w.Make(ctx, 0); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want %v", a.Name, err, context.Canceled)
		}
	}
}
