package mutant

import (
	"fmt"
	"slices"
)

// A game is an assignment as this package knows it.
type game struct {
	name     string
	editions []string // the default one first; [""] for an assignment of one edition
	faults   []Fault  // its own; it shares others
	solve    func(f flaw, edition string, input []byte) (map[string]string, error)
}

var games = []game{
	{"squirrel", []string{""}, squirrelFaults, solveSquirrel},
	{"gangwars", []string{""}, gangwarsFaults, solveGangwars},
	{"reversi", []string{"final", "first"}, reversiFaults, solveReversi},
	{"mancala", []string{""}, mancalaFaults, solveMancala},
	{"mapcolor", []string{"revised", "handout"}, mapcolorFaults, solveMapcolor},
}

// gameOf finds a game by its name.
func gameOf(name string) (game, bool) {
	i := slices.IndexFunc(games, func(g game) bool { return g.name == name })
	if i < 0 {
		return game{}, false
	}
	return games[i], true
}

// edition returns the edition asked for; "" is the default one (docs/rules/README.md,
// "Editions").
func (g game) edition(asked string) (string, error) {
	if asked == "" {
		return g.editions[0], nil
	}
	if !slices.Contains(g.editions, asked) {
		return "", fmt.Errorf("%s: unknown edition %q", g.name, asked)
	}
	return asked, nil
}
