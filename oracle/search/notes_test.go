package search_test

import (
	"context"
	"maps"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// A noting game is wide, and notes every position whose moves it is asked for.
type noting struct {
	wide
	noted map[uint32]bool
}

func (g noting) Moves(dst []search.Move, s *uint32) []search.Move {
	g.noted[*s] = true
	return g.wide.Moves(dst, s)
}

func (g noting) Copy() search.Sharable[uint32] { return noting{g.wide, map[uint32]bool{}} }

func (g noting) Merge(from search.Sharable[uint32]) { maps.Copy(g.noted, from.(noting).noted) }

// notes gives what a search notes.
func notes(t *testing.T, root uint32, prune bool) map[uint32]bool {
	t.Helper()
	g := noting{newWide(), map[uint32]bool{}}
	log, err := trace.Begin(homework.Memory{}, "log", homework.Size{}, &trace.Minimax, label)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := search.Run(context.Background(), g, &root, search.Params{Limit: 5, Prune: prune, Log: log}); err != nil {
		t.Fatal(err)
	}
	return g.noted
}

// A shared search notes all that the plain one does, whoever met it, and nothing
// that only a probe, a forecast or a unit that was given up has met.
func TestSharedNotes(t *testing.T) {
	for root := range uint32(20) {
		prune := root%2 == 1
		root = root*40503 + 1
		want := notes(t, root, prune)
		for _, helpers := range []int{1, 3} {
			t.Run("", func(t *testing.T) {
				search.Share(t, helpers, 20, 500)
				if got := notes(t, root, prune); !maps.Equal(want, got) {
					t.Errorf("root %d, %d helpers: %d positions noted, want the %d of the plain search", root, helpers, len(got), len(want))
				}
			})
		}
	}
}
