package mancala

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
		rules := rules{n: len(in.Pits[0]), root: uint8(in.Player - 1)}
		root := in.root(rules)
		if len(in.Pits[0]) <= 5 {
			enginetest.Minimax(t, rules, &root, 3)
		}
		enginetest.Playout(t, rules, &root, r, true)
	}
}
