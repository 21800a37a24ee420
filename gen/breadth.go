package gen

import (
	"context"
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

const (
	breadthSeed   = 1
	breadthMaxLog = 16 << 10
)

// FromRecipe makes the input of a recipe. It depends on nothing but the recipe; the name is part
// of the seed, so that adding or removing a recipe does not affect the others.
func FromRecipe(ctx context.Context, a *oracle.Assignment, c homework.Recipe) (Made, error) {
	name := fnv.New64a()
	name.Write([]byte(c.Name))
	wish := Wish{Assignment: a, Seed: breadthSeed + name.Sum64(), Cover: strings.Fields(c.Cover), MaxLog: breadthMaxLog, shape: c.Shape}
	made, err := wish.Make(ctx, 0)
	if err != nil {
		return Made{}, fmt.Errorf("%s: %w", c.Name, err)
	}
	return made, nil
}
