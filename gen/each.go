package gen

import (
	"context"
	"fmt"
	"maps"
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
// no more can be made.
func (p *Picker) Next(ctx context.Context) (Made, error) {
	for range mostMisses {
		made, err := p.wish.Make(ctx, p.next)
		if err != nil {
			return made, err
		}
		p.next++
		if category := made.Problem.Category(); p.left[category] > 0 {
			p.left[category]--
			return made, nil
		}
	}
	maps.DeleteFunc(p.left, func(_ string, n int) bool { return n == 0 })
	return Made{}, fmt.Errorf("seed %d: want cases of the categories %v, found none among %d inputs", p.wish.Seed, p.left, mostMisses)
}
