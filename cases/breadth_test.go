package cases_test

import (
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
)

// Breadth cases are made only by the recipes of the assignments.
func TestBreadthIsMadeByRecipes(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			tagged := map[string]*cases.Case{}
			for _, c := range embedded(t, a) {
				if slices.Contains(c.Tags, cases.TagBreadth) {
					tagged[c.Name] = c
				}
			}
			for _, recipe := range a.Generator.Breadth {
				c := tagged[recipe.Name]
				if c == nil {
					t.Errorf("%s: no such case: make it by \"touchstone gen %s --breadth --out cases/%s\"", recipe.Name, a.Name, a.Name)
					continue
				}
				delete(tagged, recipe.Name)
				made, err := gen.FromRecipe(t.Context(), a, recipe)
				must.Do(t, err)
				tags := append([]string{cases.TagBreadth, made.Problem.Category()}, made.Shows.Names(a.Situations)...)
				if string(c.Input()) != made.Problem.String() || c.Title != recipe.Title || !slices.Equal(c.Tags, tags) {
					t.Errorf("%s is not what its recipe makes", recipe.Name)
				}
			}
			for name := range tagged {
				t.Errorf("%s has the tag %s, but no recipe makes it", name, cases.TagBreadth)
			}
		})
	}
}
