package engine

import "github.com/touchstone-suite/touchstone/oracle/search"

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

// praise remembers that a move has cut a node.
func (s *searcher) praise(l *level, side uint8, m search.Move, depth int) {
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
