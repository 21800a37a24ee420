package mapcolor

import (
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/engine/enginetest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// The engine finds the value of minimax, and its board follows the rules.
func TestEngine(t *testing.T) {
	r := random.New(1)
	for range 200 {
		in := small(r).(*Input)
		rules, _, g := in.game(homework.Options{})
		if len(rules.Moves(nil, g.Root, nil)) <= 12 {
			enginetest.Minimax(t, rules, g.Root, 3)
		}
		enginetest.Playout(t, rules, g.Root, r, true)
	}
}
