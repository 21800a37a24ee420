package oracle_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// contests calls f for each assignment that has a contest, with sizes of it. All but five may lack one.
func contests(t *testing.T, f func(t *testing.T, a *oracle.Assignment, size int)) {
	t.Helper()
	found := 0
	for _, a := range oracle.Assignments() {
		if a.Contest == nil {
			continue
		}
		found++
		s := a.Contest.Sizes
		for _, size := range slices.Compact([]int{s.Min, s.Usual, min(s.Max, 10)}) {
			t.Run(fmt.Sprintf("%s/%d", a.Name, size), func(t *testing.T) { f(t, a, size) })
		}
	}
	expect.True(t, found >= 5, found, "contests, want one for each game of this module")
}

// Games of random players end, from every start. Each position gives a valid input of the assignment, with the
// time that the other side prefers.
func TestContestGames(t *testing.T) {
	contests(t, func(t *testing.T, a *oracle.Assignment, size int) {
		r := random.New(1)
		for game := range effort.Of(2, 8, 8) {
			p := a.Contest.Start(random.New(uint64(game)), size, game%2)
			if p.Mover() != game%2 {
				t.Fatalf("side %d moves first, want %d", p.Mover(), game%2)
			}
			for moves := 0; !p.Over(); moves++ {
				if moves > 2000 {
					t.Fatal("the game does not end")
				}
				wellTold(t, a, p)
				turn, _, err := p.Choose(t.Context(), homework.Agent{Kind: homework.Random, Rand: r}, homework.Allowance{})
				must.Do(t, err)
				p = must.Get(p.Play(turn))(t)
			}
		}
	})
}

// wellTold fails unless the input and the board of a position match its assignment.
func wellTold(t *testing.T, a *oracle.Assignment, p homework.Position) {
	t.Helper()
	text := p.Input(homework.Allowance{Clock: 1500e6, Depth: 3})
	in, err := a.Parse(oracle.InputFile, []byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if in.String() != text {
		t.Fatalf("printed as\n%s, want\n%s", in, text)
	}
	told := strings.Contains(text, "1.500\n")
	if told != a.Contest.Clocked {
		t.Fatalf("the clock is told: %v, in\n%s", told, text)
	}
	for _, name := range p.Files() {
		if !slices.Contains(in.Files(), name) {
			t.Fatalf("%s is judged, but the assignment wants %s", name, in.Files())
		}
	}
	if stage, board := p.Stage(), p.Board(); len(stage.Places) != len(board.Pieces) || board.Mover != a.Contest.Sides[p.Mover()] {
		t.Fatalf("%d places, %d pieces, %q to move", len(stage.Places), len(board.Pieces), board.Mover)
	}
}

// Built-in agents choose legal turns in every game. The reference chooses the same turn for the same number
// of nodes and never exceeds it, and without a clock it searches to the given depth.
func TestContestAgents(t *testing.T) {
	contests(t, func(t *testing.T, a *oracle.Assignment, size int) {
		p := a.Contest.Start(random.New(1), size, 0)
		_, found, err := p.Choose(t.Context(), homework.Agent{Kind: homework.Reference}, homework.Allowance{Nodes: 20_000, Depth: 1})
		if err != nil || (found.Depth > 1) != a.Contest.Clocked {
			t.Fatalf("depth %d, %v; a depth of 1 counts only where nothing is clocked", found.Depth, err)
		}
		for moves := 0; !p.Over() && moves < 12; moves++ {
			var turns [][]string
			for range 2 {
				turn, found, err := p.Choose(t.Context(), homework.Agent{Kind: homework.Reference}, homework.Allowance{Nodes: 300, Depth: 50})
				if err != nil || found.Nodes > 300 {
					t.Fatalf("%v, %d nodes", err, found.Nodes)
				}
				turns = append(turns, turn)
			}
			if !slices.Equal(turns[0], turns[1]) {
				t.Fatalf("%q, then %q", turns[0], turns[1])
			}
			for _, agent := range []homework.Agent{{Kind: homework.Greedy}, {Kind: homework.AlphaBeta, Depth: 2}, {Kind: homework.Reference}} {
				allowance := homework.Allowance{Depth: 2}
				if a.Contest.Clocked {
					allowance.Clock = 50e6
				}
				turn, found, err := p.Choose(t.Context(), agent, allowance)
				must.Do(t, err)
				if agent.Kind == homework.Reference && !a.Contest.Clocked && found.Depth > 2 {
					t.Fatalf("depth %d, told 2", found.Depth)
				}
				if _, err := p.Play(turn); err != nil {
					t.Fatalf("%s: %v", agent.Kind, err)
				}
			}
			p = must.Get(p.Play(turns[0]))(t)
		}
	})
}

// A search of depth 0 chooses no turn, so it cannot be played. The error gives the reason.
func TestContestNoTurn(t *testing.T) {
	for _, a := range oracle.Assignments() {
		if a.Contest == nil {
			continue
		}
		p := a.Contest.Start(random.New(1), a.Contest.Sizes.Usual, 0)
		turn, _, err := p.Choose(t.Context(), homework.Agent{Kind: homework.AlphaBeta}, homework.Allowance{})
		expect.True(t, len(turn) <= 0 && err == nil, a.Name, "of depth 0 it chooses", turn, err)
		if _, err := p.Play(turn); err == nil || !strings.HasSuffix(err.Error(), "a search of depth 0 (Allowance.Depth, Agent.Depth) chooses none") {
			t.Errorf("%s: %v", a.Name, err)
		}
	}
}

// No game is over before it begins.
func TestContestStarts(t *testing.T) {
	contests(t, func(t *testing.T, a *oracle.Assignment, size int) {
		for seed := range uint64(effort.Of(200, 1000, 1000)) {
			expect.True(t, !a.Contest.Start(random.New(seed), size, int(seed%2)).Over(), "seed", seed,
				"begins with the end")
		}
	})
}
