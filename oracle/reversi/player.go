package reversi

import (
	"math/bits"

	"github.com/touchstone-suite/touchstone/oracle/engine"
)

var _ engine.Game[position] = (*rules)(nil)

// Board implements engine.Game.
func (r *rules) Board(root *position) engine.Board {
	return engine.NewStack(r, root, engine.Tactics[position]{Key: key, Left: left, Value: r.worth})
}

func key(p *position) uint64 {
	return engine.Hash(p.pieces[0], p.pieces[1], uint64(p.mover&1)|uint64(p.passes)<<1)
}

// left counts a pass before each move, and two at the end.
func left(p *position) int {
	return 2*(squares-bits.OnesCount64(p.pieces[0]|p.pieces[1])) + 2 - int(p.passes)
}

// perPiece makes the outcome of a game count more than any sum of weights.
const perPiece = 10_000

// worth is the score and, at the end, by how many pieces the root player wins.
func (*rules) worth(p *position) int32 {
	if p.passes < 2 && p.pieces[0]|p.pieces[1] != ^uint64(0) {
		return p.score
	}
	return perPiece * int32(bits.OnesCount64(p.pieces[0])-bits.OnesCount64(p.pieces[1]))
}
