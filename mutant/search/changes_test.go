package search_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
)

func TestChanges(t *testing.T) {
	for _, name := range []string{"mancala", "reversi", "squirrel", "gangwars"} {
		gametest.Changes(t, gametest.Lookup(t, name), "../testdata/"+name+".txt", false)
	}
}
