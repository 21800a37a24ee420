package engine

import (
	"math"
	"math/bits"

	"github.com/touchstone-suite/touchstone/internal/recursion"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// A searcher searches the positions of one game by principal variation search (Marsland and Campbell, 1982).
// The first move of each node gets the whole window; each later move gets a null window until it turns out to
// be better. Values are from the perspective of the side to move, and the search is fail-soft.
type searcher struct {
	board Board
	*memory
	full    bool // no move is reduced, and so the value is the one of minimax
	limits  limits
	nodes   int64
	stopped bool        // the limits are reached: the result of node is then meaningless
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
	turn  search.Turn // the result of the move into the node
	chain bool        // the node belongs to the turn at the root: all moves from there gave another
}

// node searches to a depth, in plies: a move that gives another turn takes none, and no node is a
// leaf after one. The rules of the homework have the same (docs/rules/mancala.md, rules 8 and 9).
func (s *searcher) node(node place, depth int, alpha, beta int32) int32 {
	recursion.Yield(node.ply)
	s.nodes++
	if s.stopped = s.stopped || s.limits.mustStop(s.nodes); s.stopped {
		return 0
	}
	if depth <= 0 && node.turn == search.Next {
		return s.board.Value()
	}
	key, known := uint64(0), noMove
	if s.table != nil {
		key = s.board.Key()
	}
	if key != 0 {
		if e := s.table.find(key); e != nil {
			if known = e.best(); !node.chain && e.decides(depth, alpha, beta) {
				return e.value
			}
		}
	}
	if node.ply == 0 {
		known = s.first
	}
	l := s.level(node.ply)
	l.moves = s.board.Moves(l.moves[:0])
	if len(l.moves) == 0 {
		return s.board.Value()
	}
	s.rank(l, node.side, known)
	best, bestMove, low := -search.Inf, noMove, alpha
	for i := range l.moves {
		c := pick(l.moves[i:])
		if depth == 1 && c.MaxValue <= alpha && !node.chain {
			best = max(best, c.MaxValue)
			continue
		}
		v := s.child(node, c.Move, i, depth, alpha, beta)
		if s.stopped {
			return 0
		}
		if v > best {
			best, bestMove = v, c.Move
			if node.chain {
				l.line = append(append(l.line[:0], c.Move), s.level(node.ply+1).line...)
			}
			if alpha = max(alpha, v); alpha >= beta {
				s.recordCut(l, node.side, c.Move, depth)
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
func (s *searcher) child(node place, m search.Move, i, depth int, alpha, beta int32) (v int32) {
	if node.chain {
		next := s.level(node.ply + 1)
		next.line = next.line[:0]
	}
	turn := s.board.Play(m)
	defer s.board.Undo()
	to := place{node.ply + 1, node.side, turn, node.chain && turn == search.Again}
	if turn == search.Next {
		to.side ^= 1
		depth--
	}
	if i > 0 {
		if r := s.reduction(to, i, depth); r > 0 {
			if v = s.searchChild(to, depth-r, alpha, alpha+1); v <= alpha || s.stopped {
				return v
			}
		}
		if v = s.searchChild(to, depth, alpha, alpha+1); v <= alpha || v >= beta || s.stopped {
			return v
		}
	}
	return s.searchChild(to, depth, alpha, beta)
}

// searchChild searches a node from the point of view of the side that moved there.
func (s *searcher) searchChild(to place, depth int, alpha, beta int32) int32 {
	if to.turn == search.Again {
		return s.node(to, depth, alpha, beta)
	}
	return -s.node(to, depth, -beta, -alpha)
}

// reduction returns the number of plies by which to reduce the search of the i-th move of a node, since the
// order rates it lower than the moves before it. If it turns out to be better it is searched again.
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

// The order of moves is: the move from the table, then the others by gain. A point of value is worth
// gainUnit; killer moves and moves that caused cuts elsewhere get a bonus.
const (
	gainUnit    = 16
	killerBonus = 200
	maxHistory  = 1 << 12
)

// rank replaces the gain of each move of a node by its rank in the order of moves.
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
	if (*h)[m] += int32(depth * depth); (*h)[m] > maxHistory {
		for i := range *h {
			(*h)[i] /= 2
		}
	}
}

// A bound is the relation of a stored value to the true value: exact, lower or upper bound.
type bound uint8

const (
	exact bound = iota
	atLeast
	atMost
)

// boundOf returns the bound that a value represents if a search with the given window found it.
func boundOf(value, alpha, beta int32) bound {
	switch {
	case value >= beta:
		return atLeast
	case value <= alpha:
		return atMost
	}
	return exact
}

// An entry stores the search result of a position in 16 bytes. An empty entry has the key 0.
type entry struct {
	key   uint64
	value int32
	move  uint16 // the best move plus one, or 0 if it is not known
	depth int8
	about uint8 // its bound, and above that the age of the search that found it
}

// decides reports whether the value that was found answers a search to a depth with a window.
func (e *entry) decides(depth int, alpha, beta int32) bool {
	if int(e.depth) < depth {
		return false
	}
	switch bound(e.about & 3) {
	case exact:
		return true
	case atLeast:
		return e.value >= beta
	}
	return e.value <= alpha
}

// best returns the best move, or noMove.
func (e *entry) best() search.Move { return search.Move(e.move) - 1 }

// noMove represents no move. It is the decoded form of a 0 in an entry.
const noMove search.Move = math.MaxUint32

// A table is a transposition table of buckets of two. In the first entry of a bucket the deeper
// search counts, and in the second the later one.
type table struct {
	entries []entry
	shift   uint8
	age     uint8
}

// newTable returns a table with room for the given number of positions, from 16 kB to 64 MB.
func newTable(positions int64) *table {
	const minBits, maxBits = 10, 22
	size := min(max(bits.Len64(uint64(max(positions, 0))), minBits), maxBits)
	return &table{entries: make([]entry, 1<<size), shift: uint8(64 - size)}
}

func (t *table) bucket(key uint64) *[2]entry { return (*[2]entry)(t.entries[key>>t.shift&^1:]) }

// find returns the entry of a position, or nil.
func (t *table) find(key uint64) *entry {
	b := t.bucket(key)
	for i := range b {
		if b[i].key == key {
			return &b[i]
		}
	}
	return nil
}

// store stores the result of a search.
func (t *table) store(key uint64, depth int, value int32, found bound, best search.Move) {
	e := entry{key: key, value: value, depth: int8(min(depth, math.MaxInt8)), about: uint8(found) | t.age<<2}
	if best < math.MaxUint16 {
		e.move = uint16(best + 1)
	}
	b := t.bucket(key)
	switch {
	case b[0].key == key:
		b[0] = e
	case b[0].about>>2 != t.age&63 || e.depth >= b[0].depth:
		b[1], b[0] = b[0], e
	default:
		b[1] = e
	}
}

// Hash hashes the words that make up a position. It is not 0.
func Hash(words ...uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range words { // the mixing function of SplitMix64
		h += w
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	return max(h, 1)
}
