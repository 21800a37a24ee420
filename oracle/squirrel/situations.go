package squirrel

import (
	"context"
	"math/bits"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

const (
	raid = search.Common + iota
	raidOfNone
	raidOfTwo
	raidCouldChain
	sneakByEnemy
	onlyDiagonal
	lastSquare
	greedyCutOff
	valueOf100
	secondFirst
	differentAlgorithms
	differentCutOffs
)

// Situations is the catalogue of situations that an input can show.
var Situations = append(search.Situations[:search.Common:search.Common], []homework.Situation{
	raid - search.Common:                {Name: "raid", About: "a raid turns an enemy"},
	raidOfNone - search.Common:          {Name: "raid-of-none", About: "a raid beside no enemy"},
	raidOfTwo - search.Common:           {Name: "raid-of-two", About: "a raid turns two enemies or more"},
	raidCouldChain - search.Common:      {Name: "raid-could-chain", About: "a turned piece has a further enemy beside it, which stays"},
	sneakByEnemy - search.Common:        {Name: "sneak-by-enemy", About: "a sneak beside an enemy, who stays"},
	onlyDiagonal - search.Common:        {Name: "only-diagonal", About: "the mover's only pieces near by are diagonal: a sneak"},
	lastSquare - search.Common:          {Name: "last-square", About: "the root has one free square"},
	greedyCutOff - search.Common:        {Name: "greedy-cut-off", About: "the greedy player's cut-off line is not 1", Beyond: true},
	valueOf100 - search.Common:          {Name: "value-100", About: "a square is worth 100, more than the handout allows"},
	secondFirst - search.Common:         {Name: "o-moves-first", About: "O is the first player of a battle"},
	differentAlgorithms - search.Common: {Name: "different-algorithms", About: "the players of a battle use different algorithms"},
	differentCutOffs - search.Common:    {Name: "different-cut-offs", About: "the searching players of a battle have different cut-offs"},
}...)

// Situations returns the situations of the catalogue that the input shows.
func (in *Input) Situations(ctx context.Context) (homework.Seen, error) {
	p := in.Players[0]
	o := &observer{Observer: search.Observer[position]{Limit: p.CutOff}}
	o.Seen.Add(greedyCutOff, p.Algorithm == Greedy && p.CutOff != 1)
	for _, v := range in.Values {
		o.Seen.Add(valueOf100, v == 100)
	}
	if in.Battle() {
		q := in.Players[1]
		o.Seen.Add(greedyCutOff, q.Algorithm == Greedy && q.CutOff != 1)
		o.Seen.Add(secondFirst, p.Piece == 'O')
		o.Seen.Add(differentAlgorithms, p.Algorithm != q.Algorithm)
		o.Seen.Add(differentCutOffs, p.CutOff != q.CutOff && p.Algorithm != Greedy && q.Algorithm != Greedy)
	}
	if p.Algorithm == Greedy {
		o.Limit = 1
	}
	r := rules{values: &in.Values}
	root := in.root(in.Board, p.Piece)
	o.Seen.Add(lastSquare, bits.OnesCount32(root.pieces[0]|root.pieces[1]) == squares-1)
	_, err := search.Watch(ctx, r, &root, search.Params{Limit: o.Limit, Prune: p.Algorithm == AlphaBeta, Log: trace.Discard()}, o)
	return o.Seen, err
}

// An observer notes the situations specific to squirrel.
type observer struct{ search.Observer[position] }

func (o *observer) Play(n search.Node[position], m search.Move, child *position, _ search.Turn) {
	me := n.State.mover & 1
	mine, theirs := n.State.pieces[me], n.State.pieces[me^1]
	around := neighbours[m]
	turned := child.pieces[me] &^ mine &^ (1 << m)
	if around&mine == 0 {
		o.Seen.Add(sneakByEnemy, around&theirs != 0)
		o.Seen.Add(onlyDiagonal, around&theirs != 0 && diagonals(m)&mine != 0)
		return
	}
	o.Seen.Add(raid, turned != 0)
	o.Seen.Add(raidOfNone, around&theirs == 0)
	o.Seen.Add(raidOfTwo, bits.OnesCount32(turned) >= 2)
	for rest := turned; rest != 0; rest &= rest - 1 {
		o.Seen.Add(raidCouldChain, neighbours[bits.TrailingZeros32(rest)]&theirs&^turned != 0)
	}
}

// diagonals returns the diagonal neighbours of a square: those that are neighbours of two
// of its neighbours.
func diagonals(m search.Move) (corners uint32) {
	var once uint32
	for rest := neighbours[m]; rest != 0; rest &= rest - 1 {
		n := neighbours[bits.TrailingZeros32(rest)]
		corners |= once & n
		once |= n
	}
	return corners &^ (1 << m)
}
