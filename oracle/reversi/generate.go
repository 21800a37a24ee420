package reversi

import (
	"context"
	"math/bits"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

// small scatters pieces, since games from the start rarely lead to passes and wiped-out sides.
func small(r *random.Rand) homework.Problem {
	in := &Input{Player: random.Pick[byte](r, 'X', 'O')}
	free := r.Between(0, 63)
	random.Scatter(r, in.Board[:], '*', free)
	in.Depth = r.Between(1, 3)
	switch {
	case free < 8:
		in.Depth = r.Between(1, 7)
	case r.Chance(12):
		in.Depth = 0
	}
	return in
}

// likeCourse makes a position reached by random play from the start or, one time in ten, a
// few scattered pieces; X to move at depth 3.
func likeCourse(r *random.Rand) homework.Problem {
	var in *Input
	if r.Chance(10) {
		in = &Input{Player: 'X'}
		random.Scatter(r, in.Board[:], '*', r.Between(56, 62))
	} else {
		in = Play(r.Between(0, 55), r.Intn)
	}
	in.setMover('X')
	in.Depth = 3
	return in
}

// setMover makes it a player's turn: if it is not, it exchanges the colours, which is the same game.
func (in *Input) setMover(player byte) {
	if in.Player == player {
		return
	}
	in.Player = player
	shrink.Exchange(in.Board[:])
}

// simpler returns simpler inputs, by this measure: depth, pieces, whether O moves, pieces of O.
func simpler(p homework.Problem) []homework.Problem {
	s := shrink.From(p, func(in *Input) *Input { c := *in; return &c }, nil)
	s.Int(&s.In.Depth, 1)
	for _, piece := range []byte("XO") {
		s.Replace(s.In.Board[:], piece, '*')
	}
	if s.In.Player == 'O' {
		s.Try(func(in *Input) { in.setMover('X') })
	}
	s.Replace(s.In.Board[:], 'O', 'X')
	return s.All
}

// situations are the situations of this game.
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

// A move is the data that the situations examine.
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

// Situations returns the situations of the catalogue that the input shows in the default edition.
func (in *Input) Situations(ctx context.Context) (homework.Seen, error) {
	var path []search.Move // to the node, by ply
	return situations.Watch(ctx, in.game(homework.Options{}),
		func(n search.Node[position], to search.Move, _ *position, _ search.Turn) move {
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
