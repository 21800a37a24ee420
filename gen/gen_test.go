package gen_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// Each input is valid, parses to itself, and depends on the seed. The inputs are of every category.
func TestSmall(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			r, again := random.New(7), random.New(7)
			categories, texts := map[string]int{}, map[string]bool{}
			const n = 2000
			for range n {
				p := a.Generator.Small(r)
				text := p.String()
				expect.Equal(t, text, a.Generator.Small(again).String(), "input of the same seed")
				got := must.Get(a.Parse("input.txt", []byte(text)))(t)
				if !reflect.DeepEqual(p, got) {
					t.Fatalf("(- made, + parsed)\n%s\nfrom\n%s", cmp.Diff(p, got), text)
				}
				categories[p.Category()]++
				texts[text] = true
			}
			if len(texts) < n/2 { // a small game has no more
				t.Errorf("%d of %d inputs are different, want half", len(texts), n)
			}
			want := categoriesOf(t, a)
			for _, c := range want {
				expect.True(t, categories[c] >= n/10, c, "has a tenth of the inputs:", categories[c])
			}
			expect.Equal(t, len(want), len(categories), "number of categories", categories)
		})
	}
}

// categoriesOf returns the categories of the grading rule, or of the corpus if all cases count the same.
func categoriesOf(t *testing.T, a *oracle.Assignment) (all []string) {
	t.Helper()
	for _, s := range a.Grading.Shares {
		all = append(all, s.Category)
	}
	if len(all) > 0 {
		return all
	}
	for _, c := range gametest.Corpus(t, a) {
		if !slices.Contains(all, c.Problem.Category()) {
			all = append(all, c.Problem.Category())
		}
	}
	return all
}

// The inputs reach the edges described by the rules: full boards, cut-off 0, O to move.
func TestEdges(t *testing.T) {
	r := random.New(8)
	seen := map[string]int{}
	for range 2000 {
		in := squirrel.Assignment.Generator.Small(r).(*squirrel.Input)
		other := reversi.Assignment.Generator.Small(r).(*reversi.Input)
		for edge, reached := range map[string]bool{
			"squirrel: full board":      !slices.Contains(in.Board[:], '*'),
			"squirrel: cut-off 0":       in.Players[0].CutOff == 0,
			"squirrel: O to move":       in.Players[0].Piece == 'O',
			"reversi: depth 0":          other.Depth == 0,
			"reversi: X without pieces": !slices.Contains(other.Board[:], 'X'),
			"reversi: O without pieces": !slices.Contains(other.Board[:], 'O'),
		} {
			if reached {
				seen[edge]++
			}
		}
	}
	expect.Equal(t, 6, len(seen), "edges")
	for edge, n := range seen {
		expect.True(t, n >= 10, edge, "in 2000 inputs:", n)
	}
}

// Tests try every n-th seed of the inputs inside the envelope and outside.
var every = effort.Of(3, 3, 1)

// Inputs are inside the envelope or, on request, outside it, for all other requests.
func TestInside(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for name, request := range map[string]gen.Request{
			"mixed": {}, "small": {Small: true}, "course": {Course: true}, "graded": {Graded: true},
			"cover": {Cover: []string{a.Situations[0].Name}}, "beyond": {Beyond: true},
		} {
			t.Run(a.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				request.Assignment, request.MaxLog = a, 16<<10
				for seed := 0; seed < effort.Of(40, 400, 400); seed += every {
					request.Seed = uint64(seed)
					made := made(t, request, seed%a.Generator.GradedSize)
					beyond, err := made.Problem.Beyond(t.Context(), []byte(made.Problem.String()), "")
					if err != nil || request.Beyond != (beyond != "") {
						t.Fatalf("seed %d: outside the envelope: %q, error %v, of\n%s", seed, beyond, err, made.Problem)
					}
					for i, s := range a.Situations {
						if s.Beyond && !request.Beyond && made.Shows.Has(i) {
							t.Fatalf("seed %d: %s is said to show outside the envelope alone, but not so in\n%s", seed, s.Name, made.Problem)
						}
					}
				}
			})
		}
	}
}

// The envelope depends on the edition that programs follow, and inputs outside it need permission.
func TestEditions(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for _, edition := range a.EditionNames() {
			for _, beyond := range []bool{false, true} {
				request := gen.Request{Assignment: a, Seed: 3, MaxLog: 16 << 10, Beyond: beyond, Edition: edition}
				for i := range 10 {
					made, err := request.Make(t.Context(), i)
					if none := (*gen.NoneError)(nil); errors.As(err, &none) {
						break
					} else if err != nil {
						t.Fatal(err)
					}
					says := must.Get(made.Problem.Beyond(t.Context(), nil, edition))(t)
					expect.Equal(t, beyond, says != "", a.Name, edition, says)
				}
			}
		}
		for _, s := range a.Situations {
			request := gen.Request{Assignment: a, Cover: []string{a.Situations[0].Name, s.Name}, MaxLog: 1, Tries: 1}
			_, err := request.Make(t.Context(), 0)
			beyond := strings.Contains(fmt.Sprint(err), "want --profile beyond for it")
			expect.Equal(t, s.Beyond, beyond, a.Name, s.Name, err)
		}
	}
}

var update = flag.Bool("update", false, "write the digests of testdata again")

// digests returns the file with the digests of the inputs made from an assignment's seeds.
func digests(a *oracle.Assignment) string { return filepath.Join("testdata", "seeds", a.Name+".txt") }

// made makes an input that must exist.
func made(t *testing.T, w gen.Request, i int) gen.Made {
	t.Helper()
	return must.Get(w.Make(t.Context(), i))(t)
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
		expect.Equal(t, strings.ReplaceAll(string(want), "\r\n", "\n"), got, a.Name, "seeds")
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

// Inputs show each situation of a game that a request requests, including situations that no course uses.
func TestCover(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for i, s := range a.Situations {
			if i < search.Common {
				continue
			}
			one := made(t, gen.Request{Assignment: a, Seed: 5, MaxLog: 64 << 10, Cover: []string{s.Name}, Beyond: s.Beyond}, i)
			expect.True(t, one.Shows.Has(i), s.Name, one.Shows.Names(a.Situations))
		}
	}
}

// A graded set whose shares of tasks are fixed has them in the order of the grading rule, in every set.
func TestGradedOrder(t *testing.T) {
	for _, a := range oracle.Assignments() {
		if a.Generator.Graded == nil {
			continue
		}
		var sets [2][]string
		for seed := range sets {
			for i := range a.Generator.GradedSize {
				request := gen.Request{Assignment: a, Seed: uint64(seed), Graded: true} // with the default limit
				sets[seed] = append(sets[seed], made(t, request, i).Problem.Category())
			}
		}
		expect.Equal(t, sets[0], sets[1], a.Name, "tasks of the second set")
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
		_, err := w.Make(ctx, 0)
		expect.True(t, errors.Is(err, context.Canceled), a.Name, err)
	}
}
