package mapcolor

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
		rules, root, _ := in.shown()
		if len(rules.Moves(nil, &root, nil)) <= 12 {
			enginetest.Minimax(t, rules, &root, 3)
		}
		enginetest.Playout(t, rules, &root, r, true)
	}
}
