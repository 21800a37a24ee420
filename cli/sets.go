package cli

import (
	"cmp"
	"context"
	"maps"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/class/course"
	"github.com/touchstone-suite/touchstone/oracle"
)

// makeSets writes the generated sets of a course file.
func (f *genFlags) makeSets(cmd *cobra.Command, c *course.File) error {
	if len(c.Generated) == 0 {
		return usagef("%s: want \"generated:\" and sets of cases, found none", c.Path)
	}
	for _, set := range c.Generated {
		one := genFlags{
			seed: set.Seed, cover: set.Cover, limit: cmp.Or(set.MaxLog, f.limit), out: f.out, force: f.force,
			course: set.Kind == course.KindCourse, graded: set.Kind == course.KindGraded, beyond: set.Kind == course.KindBeyond,
		}
		wish := one.wish(c.Assignment)
		wish.Edition = c.Edition
		pick := picker{wish: wish, left: maps.Clone(set.Each)}
		count := cmp.Or(set.Count, c.Assignment.Generator.GradedSize)
		err := one.makeAll(cmd, c.Assignment, count, func(i int) (name string, text []byte, err error) {
			made, err := pick.next(cmd.Context(), i)
			if err != nil {
				return "", nil, usage(err)
			}
			return one.compose(cmd.Context(), c.Assignment, i, made)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// A picker makes the cases of a set, so many of each category.
type picker struct {
	wish gen.Wish
	left map[string]int // by category; nil if any will do
	at   int            // the next input of the wish
}

// mostMisses is how many inputs in a row may be of categories that are not wanted any more.
const mostMisses = 10_000

// next makes the i-th case.
func (p *picker) next(ctx context.Context, i int) (gen.Made, error) {
	if p.left == nil {
		return p.wish.Make(ctx, i)
	}
	for range mostMisses {
		made, err := p.wish.Make(ctx, p.at)
		if err != nil {
			return made, err
		}
		p.at++
		if category := made.Problem.Category(); p.left[category] > 0 {
			p.left[category]--
			return made, nil
		}
	}
	return gen.Made{}, p.none()
}

// none says of which categories no more cases can be made.
func (p *picker) none() error {
	missing := map[string]int{}
	for category, n := range p.left {
		if n > 0 {
			missing[category] = n
		}
	}
	return usagef("seed %d: want cases of the categories %v, found none among %d inputs", p.wish.Seed, missing, mostMisses)
}

// wish returns what the flags ask for.
func (f *genFlags) wish(a *oracle.Assignment) gen.Wish {
	return gen.Wish{Assignment: a, Seed: f.seed, Cover: f.cover, MaxLog: f.limit, Course: f.course, Graded: f.graded, Beyond: f.beyond}
}
