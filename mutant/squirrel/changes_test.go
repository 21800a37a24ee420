package squirrel_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
)

func TestChanges(t *testing.T) {
	gametest.Changes(t, gametest.Lookup(t, "squirrel"), "../testdata/squirrel.txt", false)
}
