package search_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
)

func TestChanges(t *testing.T) {
	gametest.Changes(t, gametest.Lookup(t, "mancala"), "../testdata/mancala.txt", false)
	gametest.Changes(t, gametest.Lookup(t, "reversi"), "../testdata/reversi.txt", false)
}
