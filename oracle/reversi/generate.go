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
	s.Int(&s.Input.Depth, 1)
	for _, piece := range []byte("XO") {
		s.Replace(s.Input.Board[:], piece, '*')
	}
	if s.Input.Player == 'O' {
		s.Try(func(in *Input) { in.setMover('X') })
	}
	s.Replace(s.Input.Board[:], 'O', 'X')
	return s.All
}

// situations are the situations of this game.
var situations = search.Catalogue[*Input, position, move]{
	{Name: "pass", Title: "a side must pass below the root",
		AfterMove: func(m *move) bool { return m.to == pass && m.ply > 0 }},
	{Name: "pass-at-root", Title: "the root player must pass",
		AfterMove: func(m *move) bool { return m.to == pass && m.ply == 0 }},
	{Name: "double-pass", Title: "both sides pass, which ends the game",
		AfterMove: func(m *move) bool { return m.to == pass && m.from.passes == 1 }},
	{Name: "pass-after-reply", Title: "passes on a line of play that are not next to each other",
		AfterMove: func(m *move) bool { return m.to == pass && m.from.passes == 0 && m.passed }},
	{Name: "wiped-out", Title: "a side has no piece left, and the game goes on", Beyond: true,
		AfterMove: func(m *move) bool { return m.from.wipedOut() }},
	{Name: "full-board", Title: "the board is full, and the game goes on",
		AfterMove: func(m *move) bool { return m.own|m.foe == ^uint64(0) }},
	{Name: "wrap-tempts", Title: "a line that wrapped round an edge would make another move legal",
		AfterMove: func(m *move) bool { return ends(m.own, m.foe, m.foe) != targets(m.own, m.foe) }},
	{Name: "many-lines", Title: "a move flips along three lines or more",
		AfterMove: func(m *move) bool { return m.lines >= 3 }},
	{Name: "long-line", Title: "a move flips five pieces or more of one line",
		AfterMove: func(m *move) bool { return slices.Max(m.flips[:]) >= 5 }},
	{Name: "white-to-move", Title: "the root player is O",
		AfterSearch: func(in *Input) bool { return in.Player == 'O' }},
	{Name: "flip-east", Title: "a move flips pieces to its right", AfterMove: flipsAlong(east)},
	{Name: "flip-west", Title: "a move flips pieces to its left", AfterMove: flipsAlong(west)},
	{Name: "flip-south", Title: "a move flips pieces below it", AfterMove: flipsAlong(south)},
	{Name: "flip-north", Title: "a move flips pieces above it", AfterMove: flipsAlong(north)},
	{Name: "flip-south-east", Title: "a move flips pieces to its lower right",
		AfterMove: flipsAlong(southEast)},
	{Name: "flip-north-west", Title: "a move flips pieces to its upper left",
		AfterMove: flipsAlong(northWest)},
	{Name: "flip-south-west", Title: "a move flips pieces to its lower left",
		AfterMove: flipsAlong(southWest)},
	{Name: "flip-north-east", Title: "a move flips pieces to its upper right",
		AfterMove: flipsAlong(northEast)},
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
