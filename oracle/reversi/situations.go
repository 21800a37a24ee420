package reversi

import (
	"context"
	"math/bits"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

const (
	passMove = search.Common + iota
	rootPass
	doublePass
	passAfterMove
	wipedOut
	fullBoard
	wrapTempts
	manyLines
	longLine
	whiteToMove
	direction0 // and the seven after it
)

// Situations is the catalogue of situations that an input can show.
var Situations = append(search.Situations[:search.Common:search.Common], []homework.Situation{
	passMove - search.Common:       {Name: "pass", About: "a side must pass below the root"},
	rootPass - search.Common:       {Name: "pass-at-root", About: "the root player must pass"},
	doublePass - search.Common:     {Name: "double-pass", About: "both sides pass, which ends the game"},
	passAfterMove - search.Common:  {Name: "pass-after-reply", About: "passes on a line of play that are not next to each other"},
	wipedOut - search.Common:       {Name: "wiped-out", About: "a side has no piece left, and the game goes on", Beyond: true},
	fullBoard - search.Common:      {Name: "full-board", About: "the board is full, and the game goes on"},
	wrapTempts - search.Common:     {Name: "wrap-tempts", About: "a line that wrapped round an edge would make another move legal"},
	manyLines - search.Common:      {Name: "many-lines", About: "a move flips along three lines or more"},
	longLine - search.Common:       {Name: "long-line", About: "a move flips five pieces or more of one line"},
	whiteToMove - search.Common:    {Name: "white-to-move", About: "the root player is O"},
	direction0 - search.Common:     {Name: "flip-east", About: "a move flips pieces to its right"},
	direction0 + 1 - search.Common: {Name: "flip-west", About: "a move flips pieces to its left"},
	direction0 + 2 - search.Common: {Name: "flip-south", About: "a move flips pieces below it"},
	direction0 + 3 - search.Common: {Name: "flip-north", About: "a move flips pieces above it"},
	direction0 + 4 - search.Common: {Name: "flip-south-east", About: "a move flips pieces to its lower right"},
	direction0 + 5 - search.Common: {Name: "flip-north-west", About: "a move flips pieces to its upper left"},
	direction0 + 6 - search.Common: {Name: "flip-south-west", About: "a move flips pieces to its lower left"},
	direction0 + 7 - search.Common: {Name: "flip-north-east", About: "a move flips pieces to its upper right"},
}...)

// Situations returns the situations of the catalogue that the input shows in the default
// edition.
func (in *Input) Situations(ctx context.Context) (homework.Seen, error) {
	o := &observer{Observer: search.Observer[position]{Limit: in.Depth}}
	o.Seen.Add(whiteToMove, in.Player == 'O')
	root := in.root()
	_, err := search.Watch(ctx, new(rules), &root, search.Params{Limit: in.Depth, Prune: true, Log: trace.Discard()}, o)
	return o.Seen, err
}

// An observer notes the situations specific to reversi.
type observer struct {
	search.Observer[position]
	path []search.Move // to the node, by ply
}

func (o *observer) Play(n search.Node[position], m search.Move, _ *position, _ search.Turn) {
	s := n.State
	o.path = append(o.path[:n.Ply], m)
	own, foe := s.pieces[s.mover&1], s.pieces[s.mover&1^1]
	o.Seen.Add(wipedOut, s.wipedOut())
	o.Seen.Add(fullBoard, own|foe == ^uint64(0))
	if m == pass {
		o.Seen.Add(passMove, n.Ply > 0)
		o.Seen.Add(rootPass, n.Ply == 0)
		o.Seen.Add(doublePass, s.passes == 1)
		o.Seen.Add(passAfterMove, s.passes == 0 && passed(o.path[:n.Ply]))
	}
	o.Seen.Add(wrapTempts, wrapped(own, foe) != targets(own, foe))
	if m == pass {
		return
	}
	lines := 0
	for i, d := range directions {
		x := d.line(1<<m, foe)
		if d.step(x)&own == 0 {
			continue
		}
		lines++
		o.Seen.Add(direction0+i, true)
		o.Seen.Add(longLine, bits.OnesCount64(x) >= 5)
	}
	o.Seen.Add(manyLines, lines >= 3)
}

// passed reports whether a line of play contains a pass.
func passed(line []search.Move) bool {
	for _, m := range line {
		if m == pass {
			return true
		}
	}
	return false
}

// wrapped is like targets in a program that forgets the edges.
func wrapped(own, foe uint64) (t uint64) {
	for _, d := range directions {
		d.keep = ^uint64(0)
		t |= d.step(d.line(own, foe))
	}
	return t &^ (own | foe)
}

// line returns the foe's squares in an unbroken line from the given squares in direction d.
func (d direction) line(from, foe uint64) uint64 {
	x := d.step(from) & foe
	for range side - 3 { // at most six pieces stand between two ends
		x |= d.step(x) & foe
	}
	return x
}
