package gen_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// Each input is valid, parses to itself, and is the same for the same seed. Other seeds
// make other inputs, of every category.
func TestSmall(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			r, again := random.New(7), random.New(7)
			categories, texts := map[string]int{}, map[string]bool{}
			const n = 2000
			for range n {
				p := a.Generator.Small(r)
				text := p.String()
				if other := a.Generator.Small(again).String(); other != text {
					t.Fatalf("one seed gave\n%s\nand\n%s", text, other)
				}
				got, err := a.Parse("input.txt", []byte(text))
				if err != nil {
					t.Fatalf("%v, in\n%s", err, text)
				}
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
				if categories[c] < n/10 {
					t.Errorf("%d of %d inputs are of the category %s, want a tenth", categories[c], n, c)
				}
			}
			if len(categories) != len(want) {
				t.Errorf("categories %v, want %v", categories, want)
			}
		})
	}
}

// categoriesOf returns the categories of the grading rule, or the categories of the corpus if all cases count
// the same.
func categoriesOf(t *testing.T, a *oracle.Assignment) (all []string) {
	t.Helper()
	for _, s := range a.Grading.Shares {
		all = append(all, s.Category)
	}
	if len(all) > 0 {
		return all
	}
	corpus, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range corpus {
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
		if !slices.Contains(in.Board[:], '*') {
			seen["squirrel: full board"]++
		}
		if in.Players[0].CutOff == 0 {
			seen["squirrel: cut-off 0"]++
		}
		if in.Players[0].Piece == 'O' {
			seen["squirrel: O to move"]++
		}
		other := reversi.Assignment.Generator.Small(r).(*reversi.Input)
		if other.Depth == 0 {
			seen["reversi: depth 0"]++
		}
		if !slices.Contains(other.Board[:], 'X') || !slices.Contains(other.Board[:], 'O') {
			seen["reversi: a side without pieces"]++
		}
	}
	for _, edge := range []string{"squirrel: full board", "squirrel: cut-off 0", "squirrel: O to move", "reversi: depth 0", "reversi: a side without pieces"} {
		if seen[edge] < 10 {
			t.Errorf("%s: %d of 2000 inputs", edge, seen[edge])
		}
	}
}
