package search

import (
	"math"
	"math/rand/v2"
)

// probes is how many lines of play an estimate rests on.
const probes = 16

// uncutShare is the power of the number of moves that alpha-beta searches of a
// node, about, without an order of the moves: 0.5 would be the least.
const uncutShare = 0.7

// chooseFrontier chooses the depth whose subtrees are the units of a crew, or
// nowhere if the log will be short. The rows are estimated as Knuth does ("Estimating
// the efficiency of backtrack programs", 1975): by a few lines of play at random.
// An estimate that is wrong costs time, never bytes. The rules are for the probes alone,
// since what these meet is not what the search meets.
func (s *searcher[S]) chooseFrontier(rules Rules[S]) int {
	root := s.plies[0]
	root.moves = rules.Moves(root.moves[:0], &root.state)
	leaves := 1
	for depth := 0; leaves < sharing.leaves; depth++ {
		if depth == s.limit || len(root.moves) < 2 {
			return nowhere
		}
		leaves *= len(root.moves)
	}
	e := estimate[S]{rules: rules, random: rand.New(rand.NewPCG(1, 1))}
	for range probes {
		s.probe(0, 0, -1, Next, &e)
	}
	if e.rows[0] < sharing.rows*probes {
		return nowhere
	}
	// At depth 2 or more a node is no part of the root player's turn.
	for depth := 2; depth < len(e.rows); depth++ {
		if e.rows[depth] <= sharing.unit*probes {
			return depth
		}
	}
	return nowhere
}

// An estimate is what the probes find: by depth, the rows of the subtrees there,
// summed over the probes.
type estimate[S any] struct {
	rules  Rules[S]
	rows   []float64
	random *rand.Rand
}

// probe plays on from slot i at random and estimates the rows of the tree below.
func (s *searcher[S]) probe(i, depth, above int, turn Turn, e *estimate[S]) float64 {
	if depth == len(e.rows) {
		e.rows = append(e.rows, 0)
	}
	p := s.plies[i]
	p.moves = e.rules.Moves(p.moves[:0], &p.state)
	rows := 1.0
	if len(p.moves) > 0 && (depth < s.limit || turn == Again) {
		child := s.slot(i + 1)
		move := p.moves[e.random.IntN(len(p.moves))]
		t := e.rules.Play(&child.state, &p.state, move)
		searched := float64(len(p.moves))
		if s.prune {
			searched = math.Pow(searched, uncutShare)
		}
		rows += searched * (1 + s.probe(i+1, below(depth, turn), depth, t, e))
	}
	if depth > above {
		e.rows[depth] += rows
	}
	return rows
}
