package search

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/touchstone-suite/touchstone/internal/recursion"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// A Game is a search with the functions that display it.
type Game[S any] struct {
	Rules  Rules[S]
	Root   *S
	Params Params
	Show   Show[S]
}

// A Show describes how to display a game.
type Show[S any] struct {
	Root  string                          // the root's name
	Name  func(dst []byte, m Move) []byte // appends a move's name
	Board func(s *S) replay.Board
	// Turned returns a position with the other side to move; nil in games that do not provide its moves.
	Turned func(s S) S

	// File and First are the place of the turn in the answer, as in replay.Turns.
	File  string
	First int
	// Lines returns the lines that show a turn and the position after it, and Read reads such lines, as
	// in replay.Turns.
	Lines func(turn []string, after *S) []string
	Read  func(lines []string) (move string, texts []string)
}

// checkParts returns an error that names the missing parts of a game, or nil if all parts are present.
func (g Game[S]) checkParts(parts map[string]bool) error {
	maps.DeleteFunc(parts, func(_ string, missing bool) bool { return !missing })
	if len(parts) == 0 {
		return nil
	}
	return fmt.Errorf("want a whole search.Game, found one without %s",
		strings.Join(slices.Sorted(maps.Keys(parts)), ", "))
}

// checkShow checks that a game has all parts that show a search.
func (g Game[S]) checkShow() error {
	return g.checkParts(map[string]bool{"Rules": g.Rules == nil, "Root": g.Root == nil,
		"Show.Name":  g.Show.Name == nil,
		"Show.Board": g.Show.Board == nil, "Show.Lines": g.Show.Lines == nil, "Show.Read": g.Show.Read == nil})
}

// Replay searches like Run, without a log, and visits each line that a log would have, in order.
// It ends early, with its error, if a visit returns one.
func (g Game[S]) Replay(ctx context.Context, visit func(replay.Step) error) error {
	if err := g.checkShow(); err != nil {
		return err
	}
	g.Params.Log = nil
	var failed error
	stop := new(atomic.Bool) // a context does not end a search where there is only one thread, as in a browser
	r := &replayer[S]{rules: g.Rules, show: g.Show, visit: func(s replay.Step) {
		if !stop.Load() {
			if failed = visit(s); failed != nil {
				stop.Store(true)
			}
		}
	}}
	if _, err := watch(ctx, g.Rules, g.Root, g.Params, r, stop); failed == nil && err != nil {
		failed = context.Cause(ctx)
	}
	return failed
}

// A replayer turns the calls of a watcher into the lines of a log.
type replayer[S any] struct {
	rules Rules[S]
	show  Show[S]
	visit func(replay.Step)
	moves [][]string // by ply, of the nodes that the search is in
}

func (r *replayer[S]) Enter(n Node[S], moves []Move) {
	r.moves = append(r.moves[:n.Ply], r.names(moves))
	s := r.step(replay.Enter, n, Inf)
	if n.Max {
		s.Value = -Inf
	}
	r.visit(s)
}

func (r *replayer[S]) Play(Node[S], Move, *S, Turn) {}

func (r *replayer[S]) Leaf(n Node[S], value int32) {
	r.moves = append(r.moves[:n.Ply], nil)
	r.visit(r.step(replay.Leaf, n, value))
}

func (r *replayer[S]) Return(n Node[S], ret Return) {
	var cut bool
	var value int32
	value, n.Alpha, n.Beta, cut = n.Update(ret)
	s := r.step(replay.Update, n, value)
	s.Index, s.Returned, s.ValueBefore, s.Better, s.Cut = ret.Index, ret.Value, ret.Best, value != ret.Best, cut
	r.visit(s)
}

func (r *replayer[S]) step(kind replay.Kind, n Node[S], value int32) replay.Step {
	name := r.show.Root
	if n.Move != trace.Root {
		name = string(r.show.Name(nil, n.Move))
	}
	return replay.Step{
		Kind: kind, Name: name, Ply: n.Ply, Depth: n.Depth, Max: n.Max,
		Value: value, Alpha: n.Alpha, Beta: n.Beta, Moves: r.moves[n.Ply],
		Board: func() replay.Board { return r.show.Board(n.State) },
		Over:  func() bool { return len(r.rules.Moves(nil, n.State, nil)) == 0 },
		OpponentMoves: func() []string {
			if r.show.Turned == nil {
				return nil
			}
			turned := r.show.Turned(*n.State)
			return r.names(r.rules.Moves(nil, &turned, nil))
		},
	}
}

// names returns the names of moves.
func (r *replayer[S]) names(moves []Move) (names []string) {
	for _, m := range moves {
		names = append(names, string(r.show.Name(nil, m)))
	}
	return names
}

// maxTurns is the maximum number of turns that Turns lists.
const maxTurns = 10_000

// Turns lists the turns of the root player in order, up to maxTurns, with the board after each.
// With a limit of 0, or without a move, the board stays as it is, which is the only turn. It panics where
// Replay returns an error.
func (g Game[S]) Turns() replay.Turns {
	if err := g.checkShow(); err != nil {
		panic("search: " + err.Error())
	}
	rules, show := g.Rules, g.Show
	turns := replay.Turns{File: show.File, First: show.First, Read: show.Read, Values: g.values}
	add := func(path []string, s *S, unfinished bool) {
		turns.All = append(turns.All,
			replay.Turn{Moves: path, Lines: show.Lines(path, s), Board: show.Board(s), Unfinished: unfinished})
	}
	var list func(s *S, made []string)
	list = func(s *S, made []string) {
		recursion.Yield(len(made))
		moves := rules.Moves(nil, s, nil)
		if g.Params.Limit == 0 {
			moves = nil
		}
		if len(moves) == 0 {
			add(made, s, false)
		}
		for _, m := range moves {
			if len(turns.All) >= maxTurns {
				turns.More = true
				return
			}
			var after S
			movesAgain := rules.Play(&after, s, m) == Again
			with := append(made[:len(made):len(made)], string(show.Name(nil, m)))
			unfinished := movesAgain && len(rules.Moves(nil, &after, nil)) > 0
			if add(with, &after, unfinished); unfinished {
				list(&after, with)
			}
		}
	}
	list(g.Root, nil)
	return turns
}

// values searches each move at the root with an open window.
func (g Game[S]) values(ctx context.Context) (found []int32, err error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	s := NewSearcher(g.Rules, g.Root, Params{Limit: g.Params.Limit, Prune: true})
	for _, m := range g.Rules.Moves(nil, g.Root, nil) {
		value, _ := s.Search(Subtree{Path: []Move{m}, Alpha: -Inf, Beta: Inf}, &stop)
		found = append(found, value)
	}
	return found, ctx.Err()
}
