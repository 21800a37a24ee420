// Package enginetest tests the boards of games on which the reference agent plays.
package enginetest

import (
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// Minimax fails the test unless the engine finds the value of a position, and the first of its best moves,
// that plain minimax finds, at each depth from 1 to limit. It tests the engine on the rules alone, and on the
// game's own board with and without a table.
func Minimax[S any](t *testing.T, game engine.Game[S], root *S, limit int) {
	t.Helper()
	for depth := 1; depth <= limit; depth++ {
		found, err := search.Run(t.Context(), game, root, search.Params{Limit: depth, Log: trace.Discard()})
		if err != nil {
			t.Fatal(err)
		}
		if got := engine.Exact(engine.NewStack(game, root, engine.Tactics[S]{}), depth, true); got != found.Value {
			t.Fatalf("depth %d: %d, minimax finds %d", depth, got, found.Value)
		}
		if len(found.Line) > 0 {
			first, err := engine.First(t.Context(), engine.NewStack(game, root, engine.Tactics[S]{}), depth)
			if err != nil || first != found.Line[0] {
				t.Fatalf("depth %d: move %d, %v; minimax chooses %d", depth, first, err, found.Line[0])
			}
		}
		want := minimax(game.Board(root), depth, search.Next)
		for _, remember := range []bool{false, true} {
			if got := engine.Exact(game.Board(root), depth, remember); got != want {
				t.Fatalf("depth %d, with a table: %v: %d, minimax finds %d on the game's board", depth, remember, got,
					want)
			}
		}
	}
}

// minimax returns the value of a board for the side to move.
func minimax(b engine.Board, depth int, turn search.Turn) int32 {
	moves := b.Moves(nil)
	if depth <= 0 && turn == search.Next || len(moves) == 0 {
		return b.Value()
	}
	best := -search.Inf
	for _, c := range moves {
		var v int32
		if turn := b.Play(c.Move); turn == search.Again {
			v = minimax(b, depth, turn)
		} else {
			v = -minimax(b, depth-1, turn)
		}
		b.Undo()
		best = max(best, v)
	}
	return best
}

// Playout plays a random game. It fails the test unless the game's board agrees with a stack of positions
// with the same tactics: its moves are legal, the game has at most as many moves as MaxMovesLeft returns,
// MaxValue bounds the value of leaves, and Undo restores the position. all is set if the board leaves out no
// move.
func Playout[S any](t *testing.T, game engine.Game[S], root *S, r *random.Rand, all bool) {
	t.Helper()
	b, plain := game.Board(root), engine.NewStack[S](game, root, engine.Tactics[S]{})
	type state struct {
		key   uint64
		value int32
		left  int
	}
	now := func() state { return state{b.Key(), b.Value(), b.MaxMovesLeft()} }
	var before []state
	for moves := b.Moves(nil); len(moves) > 0; moves = b.Moves(moves[:0]) {
		legal := map[search.Move]bool{}
		for _, c := range plain.Moves(nil) {
			legal[c.Move] = true
		}
		for _, c := range moves {
			if !legal[c.Move] {
				t.Fatalf("move %d is not legal", c.Move)
			}
			start := now()
			turn := b.Play(c.Move)
			if v := -b.Value(); turn == search.Next && v > c.MaxValue {
				t.Fatalf("after move %d the value is %d, want %d at most", c.Move, v, c.MaxValue)
			}
			if b.Undo(); now() != start {
				t.Fatalf("after move %d was taken back: %+v, want %+v", c.Move, now(), start)
			}
		}
		if all && len(legal) != len(moves) {
			t.Fatalf("%d moves of %d", len(moves), len(legal))
		}
		before = append(before, now())
		m := moves[r.Intn(len(moves))].Move
		if b.Play(m) != plain.Play(m) {
			t.Fatalf("after move %d another side is to move", m)
		}
		if previous := before[len(before)-1]; previous.left > 0 && b.MaxMovesLeft() >= previous.left {
			t.Fatalf("after move %d: %d moves left, before it %d", m, b.MaxMovesLeft(), previous.left)
		}
	}
	if len(plain.Moves(nil)) > 0 {
		t.Fatal("the game is not over")
	}
	for len(before) > 0 {
		b.Undo()
		if last := before[len(before)-1]; now() != last {
			t.Fatalf("after the moves were taken back: %+v, want %+v", now(), last)
		}
		before = before[:len(before)-1]
	}
}
