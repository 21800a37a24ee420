package gangwars

import (
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

func small(r *random.Rand) homework.Problem {
	n := r.Between(1, 6)
	if r.Chance(20) {
		n = r.Between(7, MaxN)
	}
	in := &Input{
		N:      n,
		Mode:   random.Pick(r, Minimax, AlphaBeta),
		Player: random.Pick[byte](r, 'X', 'O'),
	}
	in.clear()
	free := r.Between(1, min(n*n, 40))
	switch {
	case free <= 4:
		in.Depth = r.Between(1, 5)
	case free <= 9:
		in.Depth = r.Between(1, 3)
	default:
		in.Depth = r.Between(1, 2)
	}
	if !r.Chance(10) {
		in.Depth = min(in.Depth, free)
	}
	top := random.TopValue(r, 99)
	random.Fill(r, in.Values, 1, top)
	random.Scatter(r, in.Board, '.', free)
	return in
}

// mostSquares bounds the number of squares that a plain gangwars search visits, so that a
// slow program in an interpreted language, which copies boards, takes seconds.
const mostSquares = 5_000_000

// likeCourse makes boards of 2 to 15 squares a side (at most 6 for minimax) with depths
// that a plain search reaches.
func likeCourse(r *random.Rand) homework.Problem {
	in := &Input{
		N:      r.Between(2, 15),
		Mode:   AlphaBeta,
		Player: random.Pick[byte](r, 'X', 'O'),
	}
	if r.Chance(2) {
		in.N, in.Mode = r.Between(2, 6), Minimax
	}
	all := in.N * in.N
	in.clear()
	random.Fill(r, in.Values, 1, 99)
	free := r.Between(1, min(all, 125))
	random.Scatter(r, in.Board, '.', free)
	deepest := 4
	if in.N > 7 {
		deepest = 2
	}
	in.Depth = r.Between(1, min(deepest, free))
	for in.Depth > 1 && all*power(2*free, in.Depth) > mostSquares {
		in.Depth--
	}
	return in
}

func power(base, exponent int) int {
	p := 1
	for range exponent {
		p *= base
	}
	return p
}
