package search_test

import (
	"errors"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// A countingToy has three moves at every node, and counts the nodes that are expanded.
type countingToy struct{ expanded *int }

func (g countingToy) Moves(dst []search.Move, _ *string, _ *search.Notes) []search.Move {
	*g.expanded++
	return append(dst, 0, 1, 2)
}

func (g countingToy) Play(dst, src *string, m search.Move) search.Turn {
	*dst = *src + string(rune('a'+m))
	return search.Next
}

func (g countingToy) Eval(*string) int32 { return 0 }

// A replay whose visit fails searches no further, on one thread too, where nothing else has a turn until it ends.
func TestReplayStops(t *testing.T) {
	root, expanded := "", 0
	full := errors.New("full")
	g := search.Game[string]{
		Rules: countingToy{&expanded}, Root: &root, Params: search.Params{Limit: 12},
		Show: search.Show[string]{
			Name:  func(dst []byte, _ search.Move) []byte { return dst },
			Board: func(*string) replay.Board { return replay.Board{} },
			Lines: func([]string, *string) []string { return nil },
			Read:  func([]string) (string, []string) { return "", nil },
		},
	}
	visits := 0
	err := g.Replay(t.Context(), func(replay.Step) error {
		if visits++; visits > 5 {
			return full
		}
		return nil
	})
	if !errors.Is(err, full) || visits != 6 || expanded > 20 {
		t.Errorf("%v after %d visits and %d nodes, want %v after 6, and at most 20", err, visits, expanded, full)
	}
}
