package gen_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/oracle"
)

// Each recipe makes a distinct input that shows the recipe's situations; together they show each situation of
// the envelope twice and cover every category.
func TestBreadth(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			shown, categories := make([]int, len(a.Situations)), map[string]int{}
			names, texts := map[string]bool{}, map[string]bool{}
			for _, recipe := range a.Generator.Breadth {
				made, err := gen.FromRecipe(t.Context(), a, recipe)
				if err != nil {
					t.Error(err)
					continue
				}
				text := made.Problem.String()
				if names[recipe.Name] || texts[text] {
					t.Errorf("%s: its name or its input is another's, too", recipe.Name)
				}
				names[recipe.Name], texts[text] = true, true
				if beyond, err := made.Problem.Beyond(t.Context(), []byte(text), ""); beyond != "" || err != nil {
					t.Errorf("%s: outside the envelope: %q, error %v", recipe.Name, beyond, err)
				}
				categories[made.Problem.Category()]++
				for i := range a.Situations {
					if made.Shows.Has(i) {
						shown[i]++
					}
				}
			}
			for i, s := range a.Situations {
				if !s.Beyond && shown[i] < 2 {
					t.Errorf("%d recipes show %s, want two", shown[i], s.Name)
				}
			}
			for category, n := range categories {
				if n < 5 {
					t.Errorf("%d recipes are of the category %s, want five", n, category)
				}
			}
		})
	}
}
