package squirrel

import (
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/engine/enginetest"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// The engine finds the value of minimax, and its board follows the rules.
func TestEngine(t *testing.T) {
	r := random.New(1)
	for range 200 {
		in := small(r).(*Input)
		rules, root := rules{values: &in.Values}, in.root()
		if len(rules.Moves(nil, &root, nil)) <= 10 {
			enginetest.Minimax(t, rules, &root, 4)
		}
		enginetest.Playout(t, rules, &root, r, true)
	}
}

// The right to move is worth half of the gain of the best move, and nothing when the game is over.
func TestTempo(t *testing.T) {
	values := new([squares]int32)
	for i := range values {
		values[i] = int32(i)
	}
	r := rules{values: values}
	for _, c := range []struct {
		p    position
		want int32
	}{
		{position{score: 10}, 10 + 24/2},
		{position{pieces: [2]uint32{1 << 24, 1 << 23}, score: 1}, 1 + 22/2}, // or 18, between the two, which may turn a piece
		{position{pieces: [2]uint32{full, 0}, score: 300}, 300},
	} {
		if got := r.Board(&c.p).Value(); got != c.want {
			t.Errorf("%+v: %d, want %d", c.p, got, c.want)
		}
	}
	b := r.Board(&position{score: 10})
	b.Play(24)
	if got, want := b.Value(), int32(-34+23/2); got != want {
		t.Errorf("after a move: %d, want %d", got, want)
	}
}
