package main

import (
	"math"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
)

// Wilson's interval, by the textbook: 9 of 10, none of 20, and half of 100.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		share     float64
		games     int
		low, high float64
	}{{0.9, 10, 0.5958, 0.9821}, {0, 20, 0, 0.1611}, {0.5, 100, 0.4038, 0.5962}} {
		if low, high := wilson(c.share, c.games); math.Abs(low-c.low) > 1e-4 || math.Abs(high-c.high) > 1e-4 {
			t.Errorf("%v of %d: %.4f to %.4f, want %.4f to %.4f", c.share, c.games, low, high, c.low, c.high)
		}
	}
}

// With a number of nodes the games are the same each time, and the reference beats a random player.
func TestNodes(t *testing.T) {
	var tallies [2]tally
	for i := range tallies {
		m := match{contest: gangwars.Assignment.Contest, size: 4, nodes: 500, seed: 1}
		for _, name := range []string{"random", "half"} {
			opponent, err := kindOf(name)
			must.Do(t, err)
			for game := range 6 {
				must.Do(t, m.play(t.Context(), &tallies[i], opponent, game/2, game%2))
			}
		}
	}
	if tallies[0] != tallies[1] {
		t.Errorf("first %+v, then %+v", tallies[0], tallies[1])
	}
	if tallies[0].won < 6 {
		t.Errorf("%+v: want all games against the random player won", tallies[0])
	}
}

// A side that uses up its clock loses.
func TestOvertime(t *testing.T) {
	m := match{contest: gangwars.Assignment.Contest, size: 6, clock: 1, seed: 1}
	opponent, err := kindOf("alphabeta:3")
	must.Do(t, err)
	var all tally
	for game := range 4 {
		must.Do(t, m.play(t.Context(), &all, opponent, game/2, game%2))
	}
	if all.overtime != [2]int{2, 2} || all.won != 2 || all.lost != 2 {
		t.Errorf("%+v: want the first mover of each game to lose on time", all)
	}
}

func TestKindOf(t *testing.T) {
	for name, fine := range map[string]bool{
		"half": true, "oracle": true, "greedy": true, "random": true, "minimax:3": true, "alphabeta:12": true,
		"": false, "minimax": false, "minimax:0": false, "alphabeta:x": false, "greedy:1": false, "chess": false,
	} {
		if _, err := kindOf(name); (err == nil) != fine {
			t.Errorf("%q: %v", name, err)
		}
	}
}
