package mancala

import (
	"context"
	"fmt"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Search runs the search of Solve without its log. It is for tests in package mancala_test, which draw their
// inputs from package gen.
func Search(in *Input, prune bool) (search.Result, error) {
	g := in.game()
	return search.Run(context.Background(), g.Rules, g.Root, search.Params{Limit: in.CutOff, Prune: prune})
}

// Overs walks the tree of rules 8 to 10, pruned by log rule 3 if the task is alpha-beta. It
// returns, in order, the node, depth and value of each position in which the game is over,
// that is, in which all pits are empty.
func Overs(in *Input) (overs []string) {
	r := in.rules()
	var walk func(p position, depth int, again bool, alpha, beta int32) int32
	walk = func(p position, depth int, again bool, alpha, beta int32) int32 {
		if depth == in.CutOff && !again {
			return r.Eval(&p)
		}
		if !again {
			depth++
		}
		max := p.mover == r.root
		v := search.Inf
		if max {
			v = -search.Inf
		}
		for _, m := range r.Moves(nil, &p, nil) {
			var next position
			turn := r.Play(&next, &p, m)
			w := r.Eval(&next)
			if next.stones() == next.ring[r.store(0)]+next.ring[r.store(1)] {
				overs = append(overs, fmt.Sprintf("%s,%d,%d", r.appendName(nil, m), depth, w))
			} else {
				w = walk(next, depth, turn == search.Again, alpha, beta)
			}
			if max && w > v || !max && w < v {
				v = w
			}
			if in.Task == AlphaBeta && (max && v >= beta || !max && v <= alpha) {
				return v
			}
			if max && v > alpha {
				alpha = v
			} else if !max && v < beta {
				beta = v
			}
		}
		return v
	}
	walk(in.root(r), 0, false, -search.Inf, search.Inf)
	return overs
}

func (p *position) stones() (n int32) {
	for _, stones := range p.ring {
		n += stones
	}
	return n
}
