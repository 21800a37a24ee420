package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/engine/enginetest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
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
				usual := homework.Allowance{Nodes: 700, Depth: 4}
				for _, c := range []struct {
					agent homework.Agent
					homework.Allowance
				}{
					{homework.Agent{Kind: homework.Random, Rand: random.New(seed)}, usual},
					{homework.Agent{Kind: homework.Greedy}, usual},
					{homework.Agent{Kind: homework.Minimax, Depth: 2}, usual},
					{homework.Agent{Kind: homework.AlphaBeta, Depth: 3}, usual},
					{homework.Agent{Kind: homework.Reference}, homework.Allowance{Depth: 3}}, // without a limit of nodes
					{homework.Agent{Kind: homework.Reference, Memory: &remembered[p.Mover()]}, usual},
				} {
					chosen, found, err := p.Choose(t.Context(), c.agent, c.Allowance)
					must.Do(t, err)
					fmt.Fprintf(&out, "  %s: %s, %+v\n", c.agent.Kind, strings.Join(chosen, " "), found)
					played = chosen
				}
				p = must.Get(p.Play(played))(t)
			}
		}
	}
	goldie.New(t).Assert(t, "agents", out.Bytes())
}

// pile is a game for tests: each side in turn takes one to twelve stones, for points that depend on the
// stones left. A side that takes exactly seven moves again.
type pile struct {
	stones, score int32
	foe           bool
}

type pileRules struct{}

func (pileRules) Moves(dst []search.Move, s *pile, _ *search.Notes) []search.Move {
	for m := int32(1); m <= min(12, s.stones); m++ {
		dst = append(dst, search.Move(m))
	}
	return dst
}

func (pileRules) Play(dst, src *pile, m search.Move) search.Turn {
	*dst = *src
	points := src.stones*int32(m)%7 - 3
	if src.foe {
		points = -points
	}
	dst.stones, dst.score = src.stones-int32(m), src.score+points
	if m == 7 {
		return search.Again
	}
	dst.foe = !src.foe
	return search.Next
}

func (pileRules) Eval(s *pile) int32 { return s.score }

func (r pileRules) ValueAfter(s *pile, m search.Move) (value int32, leaf bool) {
	var after pile
	turn := r.Play(&after, s, m)
	return after.score, turn == search.Next
}

// Board returns a board that counts the right to move if the number of stones is even.
func (r pileRules) Board(root *pile) engine.Board {
	return engine.NewStack(r, root, engine.Tactics[pile]{
		Key: func(s *pile) uint64 {
			key := engine.Hash(uint64(s.stones), uint64(uint32(s.score)))
			if s.foe {
				return key ^ 1
			}
			return key
		},
		MaxMovesLeft: func(s *pile) int { return int(s.stones) },
		Tempo:        root.stones%2 == 0,
	})
}

// The engine finds the same values and first moves as minimax on the rules. A board of plain positions behaves
// like a board of the game.
func TestPile(t *testing.T) {
	for stones := int32(1); stones < 30; stones++ {
		enginetest.Minimax(t, pileRules{}, &pile{stones: stones}, 4)
		enginetest.Playout(t, pileRules{}, &pile{stones: stones}, random.New(uint64(stones)), true)
	}
}

// The order of the moves, the table and the reductions keep the searches of the reference agent small, and so does
// the memory of its last move. These are the nodes of two moves of one player.
func TestNodesOfReference(t *testing.T) {
	for _, c := range []struct {
		stones  int32
		allowed homework.Allowance
		want    []int64
	}{
		{30, homework.Allowance{Depth: 9}, []int64{16536, 8587}},
		{45, homework.Allowance{Depth: 9}, []int64{32826, 12801}},
		{16, homework.Allowance{Nodes: 1e7}, []int64{3280, 3558}},
		{21, homework.Allowance{Nodes: 1e7}, []int64{8085, 7696}},
		{24, homework.Allowance{Nodes: 1e7}, []int64{29561, 10286}},
	} {
		var player engine.Player
		var got []int64
		for taken := range int32(2) {
			_, found, err := player.Choose(t.Context(), pileRules{}.Board(&pile{stones: c.stones - taken}), c.allowed)
			must.Do(t, err)
			got = append(got, found.Nodes)
		}
		expect.Equal(t, c.want, got, c.stones, "stones", c.allowed)
	}
}

// counted is a board that counts the moves that are played.
type counted struct {
	engine.Board
	left  int // the maximum number of moves left
	plays *int
}

func (c counted) MaxMovesLeft() int { return c.left }

func (c counted) Play(m search.Move) search.Turn {
	*c.plays++
	return c.Board.Play(m)
}

// First tries the best moves of an earlier search first. These are the moves that it plays at the depths 1 to 7.
func TestPlaysOfFirst(t *testing.T) {
	var got []int
	for depth := range 7 {
		plays := 0
		board := counted{Board: pileRules{}.Board(&pile{stones: 40}), plays: &plays}
		must.Get(engine.First(t.Context(), board, depth+1))(t)
		got = append(got, plays)
	}
	expect.Equal(t, []int{16, 162, 641, 1940, 3492, 6234, 9038}, got)
}

// A search ends at its share of the clock, which depends on the number of moves left.
func TestClockByMovesLeft(t *testing.T) {
	for left, want := range map[int]int64{0: 5119, 45: 5207, 46: 5207} {
		player := engine.Player{Clock: func(nodes int64) time.Duration { // the first searches cost nothing
			return time.Duration(max(0, nodes-3552)) * 10 * time.Microsecond
		}}
		board := counted{Board: pileRules{}.Board(&pile{stones: 45}), left: left, plays: new(int)}
		_, found, err := player.Choose(t.Context(), board, homework.Allowance{Clock: 100 * time.Millisecond})
		must.Do(t, err)
		expect.Equal(t, want, found.Nodes, "nodes with", left, "moves left")
	}
}

// Each agent returns a whole legal turn, including extra moves. Near the end of the game the reference finds the
// exact value under each kind of limit.
func TestTurns(t *testing.T) {
	reference := homework.Agent{Kind: homework.Reference}
	for stones := int32(1); stones < 15; stones++ {
		for _, c := range []struct {
			homework.Agent
			homework.Allowance
		}{
			{reference, homework.Allowance{Nodes: 1e6}}, {reference, homework.Allowance{Depth: 100}}, {reference, homework.Allowance{Clock: time.Minute}},
			{Agent: homework.Agent{Kind: homework.Greedy}}, {Agent: homework.Agent{Kind: homework.Minimax, Depth: 2}},
			{Agent: homework.Agent{Kind: homework.AlphaBeta, Depth: 3}}, {Agent: homework.Agent{Kind: homework.Random, Rand: random.New(1)}},
		} {
			s, turn := pile{stones: stones}, search.Again
			line, found, err := engine.Choose(t.Context(), pileRules{}, &s, c.Agent, c.Allowance)
			must.Do(t, err)
			for _, m := range line {
				src := s
				if turn != search.Again || !slices.Contains(pileRules{}.Moves(nil, &src, nil), m) {
					t.Fatalf("%d stones, %+v: %v is not legal at %d", stones, c, line, m)
				}
				turn = pileRules{}.Play(&s, &src, m)
			}
			expect.True(t, len(line) > 0 && (turn != search.Again || s.stones <= 0), stones, "stones", c, line,
				"does not end the turn")
			want := engine.Exact(pileRules{}.Board(&pile{stones: stones}), int(stones), true)
			isExact := found.Value == want && found.Depth == int(stones)
			expect.True(t, isExact || c.Kind != homework.Reference, stones, "stones", c, found, "want the value", want)
		}
	}
}

// A cancelled search ends soon, with a move and the reason.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	board := pileRules{}.Board(&pile{stones: 1000})
	line, found, err := new(engine.Player).Choose(ctx, board, homework.Allowance{Depth: 900})
	expect.True(t, errors.Is(err, context.Canceled) && len(line) > 0 && found.Nodes <= 512, line, found, err)
	_, err = engine.First(ctx, board, 900)
	expect.True(t, errors.Is(err, context.Canceled), "First:", err)
}
