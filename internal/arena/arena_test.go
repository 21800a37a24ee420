package arena_test

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// The flags -tier 2 and -as-nobody run the tests with fewer mechanisms of the sandbox.
func TestMain(m *testing.M) { tier.Main(programtest.Tests(m)) }

func terms(t *testing.T, name string) arena.Terms {
	t.Helper()
	return arena.Terms{Assignment: gametest.Lookup(t, name)}
}

func agent(t *testing.T, terms arena.Terms, words ...string) *arena.Agent {
	t.Helper()
	a := must.Get(terms.NewAgent(t.Context(), words...))(t)
	t.Cleanup(func() { must.Do(t, a.Close()) })
	return a
}

// written returns the record of a game.
func written(t *testing.T, g *record.Game) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, g.Write(&b))
	return b.String()
}

// A built-in agent loses only by the CPU time of its thread, since it may have waited for a processor.
func TestBuiltinHasNoWallLimit(t *testing.T) {
	tt := terms(t, "gangwars")
	tt.Clock, tt.Spare = 100*time.Millisecond, -100*time.Millisecond+1
	for _, g := range match(t, tt, "oracle", "greedy", record.Plan{Games: 2, Size: 4, Seed: 1}).Games {
		expect.Equal(t, record.Played, g.End.Reason, g.End.Text)
	}
}

// One that thinks for longer than its clock is ended, and has lost by that; one whose match is ended has not.
func TestBuiltinOvertime(t *testing.T) {
	tt := terms(t, "gangwars")
	tt.Clock = 20 * time.Millisecond
	a, b := agent(t, tt, "minimax:9"), agent(t, tt, "minimax:9")
	p := record.Plan{Games: 1, Size: 6, Seed: 1}
	m := must.Get(tt.Match(t.Context(), a, b, p, nil))(t)
	expect.Equal(t, record.Overtime, m.Games[0].End.Reason, "end")
	expect.Equal(t, 0, len(m.Games[0].Moves), "moves")
	expect.Contains(t, m.Games[0].End.Text, "for the move, where it had 0.020 s left")
	tt.Clock = time.Hour
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	m, err := tt.Match(ctx, a, b, p, nil)
	expect.True(t, errors.Is(err, context.DeadlineExceeded), err)
	expect.Equal(t, 0, len(m.Games), "games: nobody has lost")
}

// match plays a match between built-in agents.
func match(t *testing.T, tt arena.Terms, a, b string, p record.Plan) *arena.Match {
	t.Helper()
	return must.Get(tt.Match(t.Context(), agent(t, tt, a), agent(t, tt, b), p, nil))(t)
}

// With nodes in place of a clock, the same seed gives the same games, to the byte, and another does not.
func TestSameSeedSameGames(t *testing.T) {
	tt := terms(t, "gangwars")
	tt.Nodes = 300
	texts := func(seed uint64) string {
		var b bytes.Buffer
		for _, g := range match(t, tt, "greedy", "random", record.Plan{Games: 3, Size: 4, Seed: seed}).Games {
			must.Do(t, g.Write(&b))
		}
		return b.String()
	}
	first := texts(7)
	expect.Equal(t, first, texts(7), "games of the same seed")
	expect.Equal(t, false, texts(8) == first, "another seed gives the same games")
}

// Every assignment is played to its end, and its games are read again as they were, and right.
func TestEveryContest(t *testing.T) {
	for _, a := range oracle.Assignments() {
		tt := arena.Terms{Assignment: a, Nodes: 50, Depth: 2}
		for _, g := range match(t, tt, "greedy", "random", record.Plan{Games: 2, Size: a.Contest.Sizes.Min, Seed: 1}).Games {
			got := must.Get(record.Read("game.txt", []byte(written(t, g))))(t)
			expect.True(t, g.End.Reason == record.Played && len(g.Moves) > 0, a.Name, g.End)
			expect.True(t, reflect.DeepEqual(got, g), a.Name, "reads the same game", got, g)
			must.Do(t, got.Check("game.txt"))
		}
	}
}

// Two games are a pair: the same position with the agents exchanged. So they move first by turns,
// and any game can be drawn alone. Over many seeds each agent is each side, and each begins.
func TestOpenings(t *testing.T) {
	c := terms(t, "gangwars").Assignment.Contest
	sides, firsts := map[int]int{}, map[int]int{}
	for seed := range uint64(200) {
		p, before := record.Plan{Games: 5, Size: 4, Seed: seed}, -1
		for number := 1; number <= p.Games; number++ {
			o, side := p.Opening(c, number)
			first := o.Start.Mover() ^ side
			expect.Equal(t, false, first == before, "seed", seed, "game", number, "begins with agent", first, "again")
			if number%2 == 0 {
				other, otherSide := p.Opening(c, number-1)
				expect.Equal(t, other.Start.Input(homework.Allowance{}), o.Start.Input(homework.Allowance{}), number)
				expect.Equal(t, false, side == otherSide, "seed", seed, "game", number, "has the same side again")
			}
			before = first
			sides[side]++
			firsts[first]++
		}
	}
	for i := range 2 {
		expect.True(t, sides[i] >= 400 && firsts[i] >= 400, "sides and first moves", sides, firsts)
	}
}

// A match counts the results of its games, and reports each game as it is recorded.
func TestMatch(t *testing.T) {
	tt := terms(t, "gangwars")
	tt.Nodes = 300
	var told []int
	ended := 0
	var last *record.Game
	m, err := tt.Match(t.Context(), agent(t, tt, "minimax:2"), agent(t, tt, "random"), record.Plan{Games: 4, Size: 4, Seed: 5}, func(g *record.Game) {
		if g != last {
			told, last = append(told, 0), g
		} else if len(g.Moves) != told[len(told)-1]+1 && g.End == nil {
			t.Errorf("after %d moves %d are told of", told[len(told)-1], len(g.Moves))
		}
		if g.End != nil {
			ended++
		}
		told[len(told)-1] = len(g.Moves)
	})
	must.Do(t, err)
	expect.Equal(t, 4, ended, "games reported with their ends")
	wins, margin := [2]int{}, 0
	for i, g := range m.Games {
		side := slices.Index(g.Agents[:], "minimax:2")
		expect.True(t, side >= 0 && g.Agents[1-side] == "random" && g.Number == i+1, g.Agents, g.Number)
		expect.Equal(t, len(g.Moves), told[i], "moves told of game", i+1)
		lead := int(g.End.Points[side] - g.End.Points[1-side])
		margin += lead
		if lead > 0 {
			wins[0]++
		} else if lead < 0 {
			wins[1]++
		}
	}
	expect.Equal(t, wins, m.Wins, "wins")
	expect.Equal(t, [3]int{margin, 4 - wins[0] - wins[1]}, [3]int{m.Margin, m.Draws, m.Winner()}, "all in all")
}

// The times of a game with clocks are whole microseconds, as its record has them, and add up.
func TestTimesAddUp(t *testing.T) {
	tt := terms(t, "gangwars")
	tt.Nodes, tt.Clock = 0, time.Minute
	m := match(t, tt, "greedy", "random", record.Plan{Games: 1, Size: 3, Seed: 5})
	left := [2]time.Duration{tt.Clock, tt.Clock}
	for i, move := range m.Games[0].Moves {
		left[move.Side] -= move.ClockUsed
		expect.Equal(t, left[move.Side], move.ClockLeft, "left after move", i+1, "of", move.ClockUsed)
		expect.True(t, move.Timed && move.ClockUsed%time.Microsecond == 0, "whole microseconds", i+1)
		expect.Equal(t, m.Games[0].Agents[move.Side] != "random", move.Thought != nil, "the agent of move", i+1, "thinks")
	}
}

// The winner has won more games or, with equally many, has the greater margin.
func TestWinner(t *testing.T) {
	for _, c := range []struct {
		m    arena.Match
		want int
	}{
		{arena.Match{Wins: [2]int{2, 1}, Margin: -100}, 0}, {arena.Match{Wins: [2]int{1, 2}, Margin: 100}, 1},
		{arena.Match{Wins: [2]int{1, 1}, Margin: 1}, 0}, {arena.Match{Margin: -1}, 1}, {arena.Match{}, record.NoSide},
	} {
		expect.Equal(t, c.want, c.m.Winner(), c.m)
	}
}

// The names of built-in agents are words; with a depth where they need one.
func TestBuiltin(t *testing.T) {
	for _, name := range arena.Builtins {
		expect.Equal(t, name, must.Get(arena.Builtin(name))(t).Name)
	}
	for _, name := range []string{"minimax", "minimax:", "minimax:0", "alphabeta:100", "alphabeta:03", "alphabeta:+3", "greedy:1", "oracle:", "random:2"} {
		_, err := arena.Builtin(name)
		word, _, _ := strings.Cut(name, ":")
		expect.Error(t, err, "want "+word+" with", name, "is no agent")
	}
	for _, name := range []string{"", "Oracle", "./oracle", "greedy ", "python3"} {
		expect.True(t, must.Get(arena.Builtin(name))(t) == nil, name)
	}
}
