package engine

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// deepest bounds the depth of a search where nobody knows how long the game is, and moves how many
// moves of its own a side expects then.
const (
	deepest      = 64
	unknownMoves = 25
)

// A Player is the reference agent in one game.
type Player struct {
	// Clock returns the CPU time that the side has used, from any beginning. nodes is how many
	// nodes it has searched for the move, which only the clocks of tests heed.
	Clock func(nodes int64) time.Duration
	// Overhead is what each move takes besides the search.
	Overhead time.Duration

	memory
}

// A memory is what it remembers from one move of the game to the next.
type memory struct {
	table   *table
	history [2][]int32
}

// Choose chooses a turn in a position that is not the end of the game, by iterative deepening within
// the limits of the allowance. These are its nodes, if it names any, and then no clock is read, or else its clock;
// and its depth, if it names one, to which nothing is left out, and which alone counts if there is no clock either.
// It ends early, with what has been found and the error of ctx, when ctx is done.
func (p *Player) Choose(ctx context.Context, b Board, a homework.Allowance) ([]search.Move, homework.Thought, error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	left := b.Left()
	moves := (left + 1) / 2
	if left == 0 {
		moves = unknownMoves
	}
	s := &searcher{board: b, memory: &p.memory, limits: p.limits(a, moves, &stop)}
	if p.table == nil && b.Key() != 0 {
		p.table = newTable(s.limits.expect())
	}
	p.renew()
	line, found := s.deepen(left, a.Depth)
	return line, found, ctx.Err()
}

// Exact returns the value of minimax to a depth, which is at least 1, for tests: by the same search,
// with nothing left out. A board that has keys may remember what it has found.
func Exact(b Board, depth int, remember bool) int32 {
	s := &searcher{board: b, memory: new(memory), full: true, limits: limits{poll: math.MaxInt64}, first: noMove}
	if remember {
		s.table = newTable(1 << 12)
	}
	return s.node(place{chain: true, turn: search.Next}, depth, -search.Inf, search.Inf)
}

// renew prepares the memory for the next move.
func (m *memory) renew() {
	if m.table != nil {
		m.table.age++
	}
	for _, h := range m.history {
		for i := range h {
			h[i] /= 2
		}
	}
}

// expect returns how many nodes a search may visit. The fastest takes some 200 ns for one; where only the depth is
// bounded, that is a guess.
func (l *limits) expect() int64 {
	switch {
	case l.nodes == unlimited:
		return 1 << 16
	case l.nodes > 0:
		return l.nodes
	}
	return int64(l.hard / (200 * time.Nanosecond))
}

// deepen searches to ever greater depths, and last, if it gets there, to the end of the game, with
// nothing left out. What a search has found before it is stopped counts: its first move is the
// one of the search before.
func (s *searcher) deepen(left, told int) (line []search.Move, found homework.Thought) {
	last := deepest
	if left > 0 {
		last = left
	}
	if told > 0 {
		last = min(last, told)
	}
	line = s.greedyTurn()
	for depth := 1; depth <= last && s.limits.another(s.nodes); depth++ {
		root := s.level(0)
		root.line = root.line[:0]
		s.full = depth == left || told > 0
		s.first = line[0]
		value := s.node(place{chain: true, turn: search.Next}, depth, -search.Inf, search.Inf)
		if len(root.line) > 0 {
			line = append(line[:0], root.line...)
		}
		if s.stopped {
			break
		}
		found.Value, found.Depth = value, depth
	}
	found.Nodes = s.nodes
	return line, found
}

// greedyTurn returns the turn of the greatest gains, for which there is always time.
func (s *searcher) greedyTurn() (line []search.Move) {
	turn := search.Again
	for turn == search.Again {
		moves := s.board.Moves(nil)
		if len(moves) == 0 {
			break
		}
		m := slices.MaxFunc(moves, func(a, b Candidate) int { return cmp.Compare(a.Gain, b.Gain) }).Move
		line = append(line, m)
		turn = s.board.Play(m)
	}
	for range line {
		s.board.Undo()
	}
	return line
}

// First returns the first move, as moves are numbered, of those with the greatest value by minimax to a depth, which
// is at least 1. There must be a move. It looks at no more than that takes: the moves are tried in another order, and
// what earlier searches have found is remembered. It ends early, with the error of ctx, when ctx is done.
func First(ctx context.Context, b Board, depth int) (search.Move, error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	if left := b.Left(); left > 0 {
		depth = min(depth, left)
	}
	s := &searcher{board: b, memory: new(memory), full: true, limits: limits{stop: &stop, nodes: unlimited}, first: noMove}
	moves := b.Moves(nil)
	slices.SortStableFunc(moves, func(a, b Candidate) int { return cmp.Compare(b.Gain, a.Gain) })
	from := depth
	if depth > 2 { // else it would take longer to clear a table than the search
		s.table = newTable(1 << min(17, 7+2*depth))
		from = 2 - depth%2 // and on by two: another last mover's values order moves badly
	}
	for d := from; d <= depth && !s.stopped; d += 2 {
		i := s.firstBest(moves, d)
		best := moves[i]
		copy(moves[1:], moves[:i]) // try it first
		moves[0] = best
	}
	return moves[0].Move, ctx.Err()
}

// firstBest returns the place of the first move, as moves are numbered, of those with the greatest value, in whatever
// order they stand.
func (s *searcher) firstBest(moves []Candidate, depth int) (chosen int) {
	s.level(0)
	best := -search.Inf
	for i, c := range moves {
		bar := best
		if i > 0 && c.Move < moves[chosen].Move {
			bar-- // it wins a tie
		}
		to := place{ply: 1, side: 1, turn: s.board.Play(c.Move)}
		below := depth - 1
		if to.turn == search.Again {
			to.side, below = 0, depth
		}
		v := search.Inf
		if i > 0 {
			v = s.below(to, below, bar, bar+1)
		}
		if v > bar {
			v = s.below(to, below, bar, search.Inf)
		}
		s.board.Undo()
		if s.stopped {
			return chosen
		}
		if v > bar {
			best, chosen = v, i
		}
	}
	return chosen
}
