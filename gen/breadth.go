package gen

import (
	"context"
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A Recipe makes one of the corpus's cases of breadth: a random input of a certain
// shape that shows certain situations. The recipes of an assignment go through its
// tasks and sizes and its catalogue of situations, and name no fault, so that what they
// catch tells how mistakes are caught that nobody has named. Some of gangwars and of
// mapcolor were added when it was known how many faults escaped the first ones.
type Recipe struct {
	Name  string // of the case
	Title string
	Cover []string // situations of the catalogue that the input must show
	shape shape
}

// A shape draws inputs that are alike.
type shape interface {
	draw(r *Rand) homework.Problem
}

// Breadth gives the recipes of an assignment.
func Breadth(assignment string) []Recipe {
	return map[string][]Recipe{
		"squirrel": squirrelBreadth,
		"gangwars": gangwarsBreadth,
		"reversi":  reversiBreadth,
		"mancala":  mancalaBreadth,
		"mapcolor": mapcolorBreadth,
	}[assignment]
}

const (
	breadthSeed   = 1
	breadthMaxLog = 16 << 10
)

// Make gives the input of a recipe. It depends on nothing but the recipe: the name is
// part of the seed, so that no recipe changes what another makes.
func (c Recipe) Make(ctx context.Context, a *oracle.Assignment) (Made, error) {
	name := fnv.New64a()
	name.Write([]byte(c.Name))
	wish := Wish{Assignment: a, Seed: breadthSeed + name.Sum64(), Cover: c.Cover, MaxLog: breadthMaxLog, shape: c.shape}
	made, err := wish.Make(ctx, 0)
	if err != nil {
		return Made{}, fmt.Errorf("%s: %w", c.Name, err)
	}
	return made, nil
}

// words is a list of words.
func words(list string) []string { return strings.Fields(list) }
