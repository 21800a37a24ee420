package arena_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
)

// A built-in agent loses by nothing but the CPU time of its thread, however little time the clock on the
// wall would leave it: it may have waited for a processor.
func TestBuiltinHasNoWallLimit(t *testing.T) {
	tt := terms(t, "gangwars")
	tt.Clock, tt.Spare = 100*time.Millisecond, -100*time.Millisecond+1
	a, b := agent(t, tt, "oracle"), agent(t, tt, "greedy")
	m, err := tt.Match(t.Context(), a, b, record.Plan{Games: 2, Size: 4, Seed: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range m.Games {
		if g.End.Reason != record.Played {
			t.Errorf("%s: %s, want it played to its end", g.End.Reason, g.End.Text)
		}
	}
}

// One that thinks for longer than its clock is ended, and has lost by that; one whose match is ended has not.
func TestBuiltinOvertime(t *testing.T) {
	tt := terms(t, "gangwars")
	tt.Clock = 20 * time.Millisecond
	a, b := agent(t, tt, "minimax:9"), agent(t, tt, "minimax:9")
	p := record.Plan{Games: 1, Size: 6, Seed: 1}
	m, err := tt.Match(t.Context(), a, b, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	if g := m.Games[0]; g.End.Reason != record.Overtime || len(g.Moves) > 0 {
		t.Errorf("%s after %d moves, want overtime in the first", g.End.Reason, len(g.Moves))
	}
	tt.Clock = time.Hour
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if m, err := tt.Match(ctx, a, b, p, nil); !errors.Is(err, context.DeadlineExceeded) || len(m.Games) > 0 {
		t.Errorf("%v, %d games, want none: nobody has lost", err, len(m.Games))
	}
}
