package command

import (
	"cmp"

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
	for at, set := range c.Generated {
		one := genFlags{
			seed: set.Seed, cover: set.Cover, limit: cmp.Or(set.MaxLog, f.limit), out: f.out, force: f.force,
			profile: set.Kind,
		}
		if len(c.Generated) > 1 {
			one.set = at + 1
		}
		wish := one.wish(c.Assignment)
		wish.Edition = c.Edition
		next := func(i int) (gen.Made, error) { return wish.Make(cmd.Context(), i) }
		if set.Each != nil {
			each := wish.Each(set.Each)
			next = func(int) (gen.Made, error) { return each.Next(cmd.Context()) }
		}
		count := cmp.Or(set.Count, c.Assignment.Generator.GradedSize)
		err := one.makeAll(cmd, c.Assignment, count, func(i int) (name string, text []byte, err error) {
			made, err := next(i)
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

// wish returns what the flags ask for.
func (f *genFlags) wish(a *oracle.Assignment) gen.Wish {
	return gen.Wish{
		Assignment: a, Seed: f.seed, Cover: f.cover, MaxLog: f.limit,
		Course: f.profile == course.KindCourse, Graded: f.profile == course.KindGraded, Beyond: f.profile == course.KindBeyond,
	}
}
