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
