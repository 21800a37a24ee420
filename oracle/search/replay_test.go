package search_test

import (
	"context"
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

// newToy returns a search of it, twelve plies deep.
func newToy(expanded *int) search.Game[string] {
	return search.Game[string]{
		Rules: countingToy{expanded}, Root: new(string), Params: search.Params{Limit: 12},
		Show: search.Show[string]{
			Name:  func(dst []byte, _ search.Move) []byte { return dst },
			Board: func(*string) replay.Board { return replay.Board{} },
			Lines: func([]string, *string) []string { return nil },
			Read:  func([]string) (string, []string) { return "", nil },
		},
	}
}

// A replay whose visit fails searches no further, on one thread too, where nothing else has a turn until it ends.
func TestReplayStops(t *testing.T) {
	expanded, visits := 0, 0
	full := errors.New("full")
	err := newToy(&expanded).Replay(t.Context(), func(replay.Step) error {
		if visits++; visits > 5 {
			return full
		}
		return nil
	})
	if !errors.Is(err, full) || visits != 6 || expanded > 20 {
		t.Errorf("%v after %d visits and %d nodes, want %v after 6, and at most 20", err, visits, expanded, full)
	}
}

// The values of turns whose search was cut short mean nothing.
func TestValuesCutShort(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if values, err := newToy(new(int)).Turns().Values(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, error %v, want %v", values, err, context.Canceled)
	}
}
