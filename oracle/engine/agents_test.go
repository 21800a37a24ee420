package engine_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// The moves and thoughts of each agent in some games, with limited nodes and depth, are as stored in
// testdata.
func TestAgentsStable(t *testing.T) {
	var out bytes.Buffer
	for _, a := range oracle.Assignments() {
		for seed := range uint64(2) {
			p := a.Contest.Start(random.New(seed), a.Contest.Sizes.Usual, int(seed))
			var remembered [2]any
			for turn := range 8 {
				if p.Over() {
					break
				}
				fmt.Fprintf(&out, "%s %d, turn %d, side %d, %v points\n", a.Name, seed, turn, p.Mover(), p.Points())
				var played []string
				for _, agent := range []homework.Agent{
					{Kind: homework.Random, Rand: random.New(seed)}, {Kind: homework.Greedy}, {Kind: homework.Minimax, Depth: 2},
					{Kind: homework.AlphaBeta, Depth: 3}, {Kind: homework.Reference, Memory: &remembered[p.Mover()]},
				} {
					chosen, found, err := p.Choose(t.Context(), agent, homework.Allowance{Nodes: 700, Depth: 4})
					must.Do(t, err)
					fmt.Fprintf(&out, "  %s: %s, %+v\n", agent.Kind, strings.Join(chosen, " "), found)
					played = chosen
				}
				p = must.Get(p.Play(played))(t)
			}
		}
	}
	goldie.New(t).Assert(t, "agents", out.Bytes())
}
