package cases_test

import (
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
)

// The breadth cases of an assignment are inside the envelope. Together they show each situation of the envelope
// twice, and have each category five times.
func TestBreadth(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			shown, categories := map[string]int{}, map[string]int{}
			for _, c := range embedded(t, a) {
				if !slices.Contains(c.Tags, cases.TagBreadth) {
					continue
				}
				if beyond, err := c.Beyond(t.Context(), ""); beyond != "" || err != nil {
					t.Errorf("%s: outside the envelope: %q, error %v", c.Name, beyond, err)
				}
				categories[c.Problem.Category()]++
				for _, tag := range c.Tags { // TestTagsAreTrue compares them with the search
					shown[tag]++
				}
			}
			for _, s := range a.Situations {
				if !s.Beyond && shown[s.Name] < 2 {
					t.Errorf("%d breadth cases show %s, want two", shown[s.Name], s.Name)
				}
			}
			for category, n := range categories {
				if n < 5 {
					t.Errorf("%d breadth cases are of the category %s, want five", n, category)
				}
			}
		})
	}
}
