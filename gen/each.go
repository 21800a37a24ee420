package gen

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Picker makes inputs of a wish, so many of each category.
type Picker struct {
	wish Wish
	left map[string]int // by category
	next int            // input of the wish
}

// Each returns a picker of so many inputs of each category.
func (w Wish) Each(count map[string]int) *Picker { return &Picker{wish: w, left: maps.Clone(count)} }

// mostMisses is how many inputs in a row may be of categories that are not wanted any more.
const mostMisses = 10_000

// Next returns the next input of a category of which there are too few yet. The error names the categories of which
// no more can be made, and those that there are.
func (p *Picker) Next(ctx context.Context) (Made, error) {
	others := map[string]bool{}
	for range mostMisses {
		made, err := p.wish.Make(ctx, p.next)
		if err != nil {
			return made, err
		}
		p.next++
		if category := made.Problem.Category(); p.left[category] > 0 {
			p.left[category]--
			return made, nil
		} else {
			others[category] = true
		}
	}
	var wanted []string
	for _, category := range slices.Sorted(maps.Keys(p.left)) {
		if n := p.left[category]; n > 0 {
			wanted = append(wanted, fmt.Sprintf("%d of %s", n, category))
		}
	}
	return Made{}, fmt.Errorf("seed %d: want more inputs of %s (%s), found none among %d, which are of the categories %s", p.wish.Seed,
		p.wish.Assignment.Name, strings.Join(wanted, ", "), mostMisses, strings.Join(slices.Sorted(maps.Keys(others)), ", "))
}

// Best returns the index of the candidate, of n, with the largest gain. Among equals it takes the
// better one, or else the first. It returns -1 if no candidate has a gain.
func Best(n int, gain func(i int) int, better func(i, j int) bool) int {
	best, most := -1, 0
	for i := range n {
		if k := gain(i); k > most || k == most && k > 0 && better(i, best) {
			best, most = i, k
		}
	}
	return best
}
