package mapcolor_test

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/gametest"
)

func TestChanges(t *testing.T) {
	gametest.Changes(t, gametest.Lookup(t, "mapcolor"), "../testdata/mapcolor.txt", false)
}
