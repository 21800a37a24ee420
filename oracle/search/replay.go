package search

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// A Game is a search, with all that shows it to people.
type Game[S any] struct {
	Rules  Rules[S]
	Root   *S
	Params Params
	Show   Show[S]
}

// A Show describes a game to those who show it.
type Show[S any] struct {
	Root  string                          // the root's name
	Name  func(dst []byte, m Move) []byte // appends a move's name
	Board func(s *S) replay.Board

	// File and First say where the answer shows the turn, as in replay.Turns.
	File  string
	First int
	// Lines returns the lines that show a turn and the position after it, and Read reads such lines, as
	// in replay.Turns.
	Lines func(turn []string, after *S) []string
	Read  func(lines []string) (move string, texts []string)
}

// Replay searches like Run, without a log, and visits each line that a log would have, in order.
// It ends early, with its error, if a visit returns one.
func (g Game[S]) Replay(ctx context.Context, visit func(replay.Step) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	g.Params.Log = nil
	r := &replayer[S]{rules: g.Rules, show: g.Show, visit: func(s replay.Step) {
		if ctx.Err() == nil {
			if err := visit(s); err != nil {
				stop(err)
			}
		}
	}}
	if _, err := Watch(ctx, g.Rules, g.Root, g.Params, r); err != nil {
		return context.Cause(ctx)
	}
	return nil
}

// A replayer turns what a watcher is told into the lines of a log.
type replayer[S any] struct {
	rules Rules[S]
	show  Show[S]
	visit func(replay.Step)
	plies []frame // the nodes from the root that are entered
}

// A frame is an interior node that the search is in.
type frame struct {
	moves              []string
	entered            bool
	value, alpha, beta int32
}

// Play enters the node, if this is its first move.
func (r *replayer[S]) Play(n Node[S], m Move, _ *S, _ Turn) {
	f := r.at(n.Ply)
	if f.entered {
		return
	}
	*f = frame{entered: true, value: Inf, alpha: -Inf, beta: Inf}
	if n.Max {
		f.value = -Inf
	}
	if n.Ply > 0 {
		f.alpha, f.beta = r.plies[n.Ply-1].alpha, r.plies[n.Ply-1].beta
	}
	for _, move := range r.rules.Moves(nil, n.State, nil) {
		f.moves = append(f.moves, string(r.show.Name(nil, move)))
	}
	r.visit(r.step(replay.Enter, n, *f))
}

// Leaf evaluates a leaf.
func (r *replayer[S]) Leaf(n Node[S], value int32) {
	f := frame{value: value, alpha: -Inf, beta: Inf}
	if n.Ply > 0 {
		f.alpha, f.beta = r.plies[n.Ply-1].alpha, r.plies[n.Ply-1].beta
	}
	r.visit(r.step(replay.Leaf, n, f))
}

// Return updates the node, and leaves it after its last child.
func (r *replayer[S]) Return(n Node[S], ret Return) {
	f := r.at(n.Ply)
	before := f.value
	better := n.Max && ret.Value > before || !n.Max && ret.Value < before
	if better {
		f.value = ret.Value
	}
	cut := false
	if ret.Prune {
		f.alpha, f.beta, cut = Narrow(n.Max, f.value, f.alpha, f.beta)
	}
	s := r.step(replay.Update, n, *f)
	s.Index, s.Returned, s.Before, s.Better, s.Cut = ret.Index, ret.Value, before, better, cut
	r.visit(s)
	if cut || ret.Index == ret.Moves-1 {
		f.entered = false
	}
}

func (r *replayer[S]) step(kind replay.Kind, n Node[S], f frame) replay.Step {
	name := r.show.Root
	if n.Move != trace.Root {
		name = string(r.show.Name(nil, n.Move))
	}
	return replay.Step{
		Kind: kind, Name: name, Ply: n.Ply, Depth: n.Depth, Max: n.Max,
		Value: f.value, Alpha: f.alpha, Beta: f.beta, Moves: f.moves,
		Board: func() replay.Board { return r.show.Board(n.State) },
		Over:  func() bool { return len(r.rules.Moves(nil, n.State, nil)) == 0 },
	}
}

// at returns the frame of a ply, growing the stack if need be.
func (r *replayer[S]) at(ply int) *frame {
	for ply >= len(r.plies) {
		r.plies = append(r.plies, frame{})
	}
	return &r.plies[ply]
}
