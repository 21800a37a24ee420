package arena_test

import (
	"bytes"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
)

// For poorer environments: -tier 2 -as-nobody.
func TestMain(m *testing.M) { tier.Main(m) }

func terms(t *testing.T, name string) arena.Terms {
	t.Helper()
	a, err := oracle.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return arena.Terms{Assignment: a}
}

func agent(t *testing.T, terms arena.Terms, words ...string) *arena.Agent {
	t.Helper()
	a, err := terms.NewAgent(t.Context(), words...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// written returns the record of a game.
func written(t *testing.T, g *record.Game) string {
	t.Helper()
	var b bytes.Buffer
	if err := g.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
