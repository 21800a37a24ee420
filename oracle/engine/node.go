package engine

import "github.com/touchstone-suite/touchstone/oracle/search"

// A searcher searches positions of one game by principal variation search (Marsland and Campbell,
// 1982): of each node the first move gets the whole window, and the others only a null window,
// until one turns out to be better. Values are those of the side to move, and fail soft.
type searcher struct {
	board Board
	*memory
	full    bool // no move is reduced, and so the value is the one of minimax
	limits  limits
	nodes   int64
	stopped bool        // the limits are reached: what node returns then means nothing
	first   search.Move // to try at the root
	levels  []*level
}

// A level is the memory of the nodes at one distance from the root.
type level struct {
	moves   []Candidate
	killers [2]search.Move
	line    []search.Move // the rest of the turn at the root, if this node belongs to it
}

// A place is where a node is in the tree.
type place struct {
	ply   int         // distance from the root
	side  uint8       // 0 if the root player is to move
	turn  search.Turn // what the move into the node gave
	chain bool        // the node belongs to the turn at the root: all moves from there gave another
}

// node searches to a depth, in plies: a move that gives another turn takes none, and no node is a
// leaf after one. The rules of the homework have the same (docs/rules/mancala.md, rules 8 and 9).
func (s *searcher) node(at place, depth int, alpha, beta int32) int32 {
	s.nodes++
	if s.stopped = s.stopped || s.limits.reached(s.nodes); s.stopped {
		return 0
	}
	if depth <= 0 && at.turn == search.Next {
		return s.board.Value()
	}
	key, known := uint64(0), noMove
	if s.table != nil {
		key = s.board.Key()
	}
	if key != 0 {
		if e := s.table.find(key); e != nil {
			if known = e.best(); !at.chain && e.decides(depth, alpha, beta) {
				return e.value
			}
		}
	}
	if at.ply == 0 {
		known = s.first
	}
	l := s.level(at.ply)
	l.moves = s.board.Moves(l.moves[:0])
	if len(l.moves) == 0 {
		return s.board.Value()
	}
	s.rank(l, at.side, known)
	best, bestMove, low := -search.Inf, noMove, alpha
	for i := range l.moves {
		c := pick(l.moves[i:])
		if depth == 1 && c.Most <= alpha && !at.chain {
			best = max(best, c.Most)
			continue
		}
		v := s.child(at, c.Move, i, depth, alpha, beta)
		if s.stopped {
			return 0
		}
		if v > best {
			best, bestMove = v, c.Move
			if at.chain {
				l.line = append(append(l.line[:0], c.Move), s.level(at.ply+1).line...)
			}
			if alpha = max(alpha, v); alpha >= beta {
				s.recordCut(l, at.side, c.Move, depth)
				break
			}
		}
	}
	if key != 0 {
		s.table.store(key, depth, best, boundOf(best, low, beta), bestMove)
	}
	return best
}

// child searches the i-th move of a node.
func (s *searcher) child(at place, m search.Move, i, depth int, alpha, beta int32) (v int32) {
	if at.chain {
		next := s.level(at.ply + 1)
		next.line = next.line[:0]
	}
	turn := s.board.Play(m)
	defer s.board.Undo()
	to := place{at.ply + 1, at.side, turn, at.chain && turn == search.Again}
	if turn == search.Next {
		to.side ^= 1
		depth--
	}
	if i > 0 {
		if r := s.reduction(to, i, depth); r > 0 {
			if v = s.below(to, depth-r, alpha, alpha+1); v <= alpha || s.stopped {
				return v
			}
		}
		if alpha+1 < beta {
			if v = s.below(to, depth, alpha, alpha+1); v <= alpha || v >= beta || s.stopped {
				return v
			}
		}
	}
	return s.below(to, depth, alpha, beta)
}

// below searches a node from the point of view of the side that moved there.
func (s *searcher) below(to place, depth int, alpha, beta int32) int32 {
	if to.turn == search.Again {
		return s.node(to, depth, alpha, beta)
	}
	return -s.node(to, depth, -beta, -alpha)
}

// reduction returns by how much less to search the i-th move of a node to a depth, which the order
// says is worse than those before it. If it turns out to be better it is searched again.
func (s *searcher) reduction(to place, i, depth int) int {
	switch {
	case s.full || to.turn == search.Again || depth < 2 || i < 6:
		return 0
	case depth == 2 || i < 8:
		return 1
	}
	return 2
}

// level returns the memory of a distance from the root, growing the stack by one if need be.
func (s *searcher) level(i int) *level {
	if i == len(s.levels) {
		s.levels = append(s.levels, &level{killers: [2]search.Move{noMove, noMove}})
	}
	return s.levels[i]
}

// The order of moves: the one that the table knows, then by gain, which is worth gainUnit a point
// of value, with something added for killers and for what has cut elsewhere.
const (
	gainUnit    = 16
	killerBonus = 200
	mostHistory = 1 << 12
)

// rank makes the gain of each move of a node the place in which it is tried.
func (s *searcher) rank(l *level, side uint8, known search.Move) {
	for i := range l.moves {
		c := &l.moves[i]
		if c.Move == known {
			c.Gain = search.Inf
			continue
		}
		c.Gain = min(max(c.Gain, -1<<25), 1<<25) * gainUnit
		if c.Move == l.killers[0] || c.Move == l.killers[1] {
			c.Gain += killerBonus
		}
		if h := s.history[side]; int(c.Move) < len(h) {
			c.Gain += h[c.Move]
		}
	}
}

// pick moves the best of the moves to the front, and returns it.
func pick(moves []Candidate) Candidate {
	best := 0
	for i := range moves {
		if moves[i].Gain > moves[best].Gain {
			best = i
		}
	}
	moves[0], moves[best] = moves[best], moves[0]
	return moves[0]
}

// recordCut remembers that a move has cut a node.
func (s *searcher) recordCut(l *level, side uint8, m search.Move, depth int) {
	if l.killers[0] != m {
		l.killers[0], l.killers[1] = m, l.killers[0]
	}
	h := &s.history[side]
	if int(m) >= len(*h) {
		if m >= 1<<16 {
			return
		}
		*h = append(*h, make([]int32, int(m)+1-len(*h))...)
	}
	if (*h)[m] += int32(depth * depth); (*h)[m] > mostHistory {
		for i := range *h {
			(*h)[i] /= 2
		}
	}
}
