// Package engine plays games: it holds the built-in agents of contests
// (docs/rules/competition.md), for all games at once.
package engine

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Choose has an agent choose the turn of the side to move in root, which is the root player: the
// move, and the ones after it where a move gives another turn.
func Choose[S any](ctx context.Context, rules search.Rules[S], root *S, agent homework.Agent,
	a homework.Allowance) ([]search.Move, homework.Thought, error) {
	switch agent.Kind {
	case homework.Random:
		return anyTurn(rules, root, agent), homework.Thought{}, nil
	case homework.Greedy:
		agent.Depth = 1
		fallthrough
	case homework.Minimax, homework.AlphaBeta:
		return fixed(ctx, rules, root, agent.Depth, agent.Kind == homework.AlphaBeta)
	case homework.Reference:
		return reference(ctx, boardOf(rules, root), agent, a)
	}
	return nil, homework.Thought{}, fmt.Errorf("want a built-in agent, found %q", agent.Kind)
}

// reference has the reference agent choose. The agent keeps to its thread, so it can measure its CPU time.
func reference(ctx context.Context, b Board, agent homework.Agent,
	a homework.Allowance) ([]search.Move, homework.Thought, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return resume(agent).Choose(ctx, b, a)
}

// betweenMoves is the time that a side in this process needs for a move in addition to the search, before and
// after it, on the largest board.
const betweenMoves = 400 * time.Microsecond

// resume returns the agent as it was after its last move, a new one on the first move of a game.
func resume(agent homework.Agent) *Player {
	fresh := &Player{Clock: func(int64) time.Duration { return threadTime() }, Overhead: betweenMoves}
	if agent.Memory == nil {
		return fresh
	}
	if p, ok := (*agent.Memory).(*Player); ok {
		return p
	}
	*agent.Memory = fresh
	return fresh
}

// fixed searches to the fixed depth of the homework.
func fixed[S any](ctx context.Context, rules search.Rules[S], root *S, depth int,
	prune bool) ([]search.Move, homework.Thought, error) {
	found, err := search.Run(ctx, rules, root, search.Params{Limit: depth, Prune: prune})
	return found.Line, homework.Thought{Value: found.Value, Depth: depth}, err
}

// anyTurn draws moves until the turn is over.
func anyTurn[S any](rules search.Rules[S], root *S, agent homework.Agent) (turn []search.Move) {
	s := *root
	for {
		moves := rules.Moves(nil, &s, nil)
		if len(moves) == 0 {
			return turn
		}
		m := moves[agent.Rand.Intn(len(moves))]
		turn = append(turn, m)
		var after S
		if rules.Play(&after, &s, m) == search.Next {
			return turn
		}
		s = after
	}
}

// maxDepth is the maximum depth of a search in a game of unknown length. unknownMoves is the number of its own
// moves that a side expects to make in such a game.
const (
	maxDepth     = 64
	unknownMoves = 25
)

// A Player is the reference agent in one game.
type Player struct {
	// Clock returns the CPU time that the side has used, relative to any starting point. nodes is the number of
	// nodes searched for the move; only the clocks of tests use it.
	Clock func(nodes int64) time.Duration
	// Overhead is the time that each move takes in addition to the search.
	Overhead time.Duration

	memory
}

// A memory is the state that a player keeps from one move of the game to the next.
type memory struct {
	table   *table
	history [2][]int32
}

// Choose chooses a turn in a position that is not the end of the game, by iterative deepening within the
// limits of the allowance. If the allowance sets a number of nodes, that is the limit and no clock is read;
// otherwise the clock is the limit. If the allowance sets a depth, the search to that depth is exhaustive,
// and without a clock the depth is the only limit. When ctx is done, Choose returns its best result so far
// and the error of ctx.
func (p *Player) Choose(ctx context.Context, b Board,
	a homework.Allowance) ([]search.Move, homework.Thought, error) {
	stop, end := stopFlag(ctx)
	defer end()
	left := b.MaxMovesLeft()
	moves := (left + 1) / 2
	if left == 0 {
		moves = unknownMoves
	}
	s := &searcher{board: b, memory: &p.memory, limits: p.limits(a, moves, stop)}
	if p.table == nil && b.Key() != 0 {
		p.table = newTable(s.limits.expect())
	}
	p.renew()
	line, found := s.deepen(left, a.Depth)
	return line, found, ctx.Err()
}

// Exact returns the minimax value at the given depth, which is at least 1, for tests: by the same search,
// without pruning moves. With a board that has keys, it may use a table.
func Exact(b Board, depth int, remember bool) int32 {
	s := &searcher{board: b, memory: new(memory), full: true, limits: limits{poll: math.MaxInt64}, first: noMove}
	if remember {
		s.table = newTable(1 << 12)
	}
	return s.node(place{turn: search.Next}, depth, -search.Inf, search.Inf)
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

// expect returns the number of nodes that a search may visit. The fastest takes some 200 ns for one; where
// only the depth is bounded, that is a guess.
func (l *limits) expect() int64 {
	switch {
	case l.nodes == unlimited:
		return 1 << 16
	case l.nodes > 0:
		return l.nodes
	}
	return int64(l.hard / (200 * time.Nanosecond))
}

// deepen searches to increasing depths, and last, if time permits, to the end of the game without leaving out
// moves. The result of an interrupted search counts: its first move is the best move of the previous search.
func (s *searcher) deepen(left, requested int) (line []search.Move, found homework.Thought) {
	last := maxDepth
	if left > 0 {
		last = left
	}
	if requested > 0 {
		last = min(last, requested)
	}
	line = s.greedyTurn()
	for depth := 1; depth <= last && s.limits.canDeepen(s.nodes); depth++ {
		root := s.level(0)
		root.line = root.line[:0]
		s.full = depth == left || requested > 0
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

// First returns the first move, in the numbering of moves, among those with the greatest minimax value at the
// given depth. The depth must be at least 1 and there must be a move. First searches no more than necessary:
// it tries the moves in its own order and reuses the results of earlier searches. When ctx is done, it
// returns the error of ctx.
func First(ctx context.Context, b Board, depth int) (search.Move, error) {
	stop, end := stopFlag(ctx)
	defer end()
	if left := b.MaxMovesLeft(); left > 0 {
		depth = min(depth, left)
	}
	s := &searcher{board: b, memory: new(memory), full: true, limits: limits{stop: stop, nodes: unlimited},
		first: noMove}
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

// firstBest returns the index of the first move, in the numbering of moves, among the moves with the greatest
// value, in whatever order they are listed.
func (s *searcher) firstBest(moves []Candidate, depth int) (chosen int) {
	s.level(0)
	best := -search.Inf
	for i, c := range moves {
		bar := best
		if c.Move < moves[chosen].Move {
			bar-- // it wins a tie
		}
		to := place{ply: 1, side: 1, turn: s.board.Play(c.Move)}
		below := depth - 1
		if to.turn == search.Again {
			to.side, below = 0, depth
		}
		v := search.Inf
		if i > 0 {
			v = s.searchChild(to, below, bar, bar+1)
		}
		if v > bar {
			v = s.searchChild(to, below, bar, search.Inf)
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

// stopFlag returns a flag that is set when ctx is done, and a function that releases its resources. If ctx is already
// done, AfterFunc alone would set the flag too late, in another goroutine.
func stopFlag(ctx context.Context) (stop *atomic.Bool, end func() bool) {
	stop = new(atomic.Bool)
	stop.Store(ctx.Err() != nil)
	return stop, context.AfterFunc(ctx, func() { stop.Store(true) })
}

// limits determine when a search ends.
type limits struct {
	stop  *atomic.Bool // set from outside
	nodes int64        // if not 0, the nodes that may be searched; then no clock is read

	clock func(nodes int64) time.Duration
	begin time.Duration // of the move
	soft  time.Duration // no deeper search begins after it
	hard  time.Duration // the search ends
	poll  int64         // the number of nodes at which the clock is read next
	step  int64         // nodes from one reading to the next
	read  time.Duration // at the last reading
}

// mustStop reports whether the search must end. It reads the clock at intervals that it derives from its
// measurements: a node costs more the larger the board, and the busier the machine.
func (l *limits) mustStop(nodes int64) bool {
	if nodes < l.poll {
		return false
	}
	if l.stop.Load() {
		return true
	}
	if l.nodes > 0 {
		l.poll = min(nodes+maxStep, l.nodes)
		return nodes >= l.nodes
	}
	now := l.clock(nodes) - l.begin
	slice := max(l.hard/32, 10*time.Microsecond) // to overstep the end by at most
	switch spent := now - l.read; {
	case spent > slice/2:
		l.step = max(l.step/4, 1)
	case spent < slice/8:
		l.step = min(l.step*2, maxStep)
	}
	l.read = now
	l.poll = nodes + l.step
	return now >= l.hard
}

const (
	maxStep   = 512
	unlimited = math.MaxInt64
)

// canDeepen reports whether a deeper search is worth beginning.
func (l *limits) canDeepen(nodes int64) bool {
	if l.nodes > 0 {
		return nodes < l.nodes
	}
	return l.clock(nodes)-l.begin < l.soft
}

// limits returns the limits for the next move. moves is the number of moves still to be made, including this
// one.
func (p *Player) limits(a homework.Allowance, moves int, stop *atomic.Bool) limits {
	l := limits{stop: stop, nodes: a.Nodes, clock: p.Clock, step: 1}
	if a.Nodes == 0 && a.Clock == 0 && a.Depth > 0 {
		l.nodes = unlimited
	}
	if l.nodes > 0 {
		l.poll = min(maxStep, l.nodes)
		return l
	}
	l.begin = l.clock(0)
	l.soft, l.hard = shares(a.Clock-time.Duration(moves)*p.Overhead, moves)
	return l
}

// The reserve is the part of the clock that no search may use.
const (
	reserveShare = 16 // the reserve is 1/reserveShare
	minReserve   = 5 * time.Millisecond
)

// shares divides the time that is left among the moves that are left. The last ones need little:
// their searches end with the game.
func shares(left time.Duration, moves int) (soft, hard time.Duration) {
	usable := max(0, left-max(left/reserveShare, minReserve))
	fair := usable / time.Duration(max(2, moves*3/4))
	return fair / 2, min(3*fair, usable/3)
}

// Seconds writes the time that is left as inputs have it: in seconds, to the millisecond below.
func Seconds(left time.Duration) string {
	return fmt.Sprintf("%.3f", max(left, 0).Truncate(time.Millisecond).Seconds())
}
