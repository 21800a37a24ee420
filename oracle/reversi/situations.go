package reversi

import (
	"context"
	"math/bits"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// situations are those of this game.
var situations = search.Catalogue[*Input, position, move]{
	{Name: "pass", About: "a side must pass below the root",
		At: func(m *move) bool { return m.to == pass && m.ply > 0 }},
	{Name: "pass-at-root", About: "the root player must pass",
		At: func(m *move) bool { return m.to == pass && m.ply == 0 }},
	{Name: "double-pass", About: "both sides pass, which ends the game",
		At: func(m *move) bool { return m.to == pass && m.from.passes == 1 }},
	{Name: "pass-after-reply", About: "passes on a line of play that are not next to each other",
		At: func(m *move) bool { return m.to == pass && m.from.passes == 0 && m.passed }},
	{Name: "wiped-out", About: "a side has no piece left, and the game goes on", Beyond: true,
		At: func(m *move) bool { return m.from.wipedOut() }},
	{Name: "full-board", About: "the board is full, and the game goes on",
		At: func(m *move) bool { return m.own|m.foe == ^uint64(0) }},
	{Name: "wrap-tempts", About: "a line that wrapped round an edge would make another move legal",
		At: func(m *move) bool { return ends(m.own, m.foe, m.foe) != targets(m.own, m.foe) }},
	{Name: "many-lines", About: "a move flips along three lines or more",
		At: func(m *move) bool { return m.lines >= 3 }},
	{Name: "long-line", About: "a move flips five pieces or more of one line",
		At: func(m *move) bool { return slices.Max(m.flips[:]) >= 5 }},
	{Name: "white-to-move", About: "the root player is O",
		Of: func(in *Input) bool { return in.Player == 'O' }},
	{Name: "flip-east", About: "a move flips pieces to its right", At: flipsAlong(east)},
	{Name: "flip-west", About: "a move flips pieces to its left", At: flipsAlong(west)},
	{Name: "flip-south", About: "a move flips pieces below it", At: flipsAlong(south)},
	{Name: "flip-north", About: "a move flips pieces above it", At: flipsAlong(north)},
	{Name: "flip-south-east", About: "a move flips pieces to its lower right", At: flipsAlong(southEast)},
	{Name: "flip-north-west", About: "a move flips pieces to its upper left", At: flipsAlong(northWest)},
	{Name: "flip-south-west", About: "a move flips pieces to its lower left", At: flipsAlong(southWest)},
	{Name: "flip-north-east", About: "a move flips pieces to its upper right", At: flipsAlong(northEast)},
}

// A move is what the situations look at.
type move struct {
	to       search.Move
	ply      int
	from     *position
	own, foe uint64  // the pieces before it
	passed   bool    // an earlier move of the line of play was a pass
	flips    [8]int8 // how many pieces it flips, by direction
	lines    int     // how many of them are not 0
}

func flipsAlong(direction int) func(*move) bool {
	return func(m *move) bool { return m.flips[direction] > 0 }
}

// Situations returns the situations of the catalogue that the input shows in the default
// edition.
func (in *Input) Situations(ctx context.Context) (homework.Seen, error) {
	var path []search.Move // to the node, by ply
	return situations.Watch(ctx, in.game(homework.Options{}), func(n search.Node[position], to search.Move, _ *position, _ search.Turn) move {
		path = append(path[:n.Ply], to)
		s := n.State
		m := move{to: to, ply: n.Ply, from: s, own: s.pieces[s.mover&1], foe: s.pieces[s.mover&1^1]}
		if to == pass {
			m.passed = slices.Contains(path[:n.Ply], pass)
			return m
		}
		for d, ray := range rays[to] {
			line := downwards(ray, m.own, m.foe)
			if d < west {
				line = upwards(ray, m.own, m.foe)
			}
			if m.flips[d] = int8(bits.OnesCount64(line)); line != 0 {
				m.lines++
			}
		}
		return m
	}, func(search.Result) *Input { return in })
}
