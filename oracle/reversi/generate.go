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

// A game draws reversi inputs: positions after a number of random plies.
type game struct {
	player             byte
	depth              int
	minPlies, maxPlies int // plies
}

func (s game) Draw(r *random.Rand) homework.Problem {
	in := Play(r.Between(s.minPlies, s.maxPlies), r.Intn)
	in.setMover(s.player)
	in.Depth = s.depth
	return in
}

// pieces draws reversi inputs with pieces in random places, also fewer or more than a game usually has.
type pieces struct {
	player           byte
	depth            int
	minFree, maxFree int // free squares
}

func (s pieces) Draw(r *random.Rand) homework.Problem {
	in := &Input{Player: s.player, Depth: s.depth}
	random.Scatter(r, in.Board[:], '*', r.Between(s.minFree, s.maxFree))
	return in
}

// recipe keeps the rows of breadth short.
var recipe = homework.NewRecipe

// breadth covers openings, middle games and endings for both players and several depths;
// few pieces and full boards; passes; flips in all directions.
var breadth = []homework.Recipe{
	recipe("opening-at-depth-1", "an opening at depth 1", "", game{'O', 1, 4, 8}),
	recipe("opening-at-depth-3", "an opening at depth 3", "cut-at-min tie-below", game{'X', 3, 2, 6}),
	recipe("opening-at-depth-4", "an opening at depth 4", "cut-at-max cut-at-min", game{'O', 4, 1, 4}),
	recipe("middle-game-at-depth-2", "a middle game at depth 2", "many-lines", game{'O', 2, 20, 34}),
	recipe("middle-game-at-depth-3", "a middle game at depth 3", "cut-at-max many-lines", game{'X', 3, 16, 36}),
	recipe("middle-game-with-ties", "a middle game with ties",
		"tie-at-root tie-below cut-on-equality-at-max cut-on-equality-at-min", game{'X', 3, 16, 40}),
	recipe("late-game-at-depth-3", "a late game at depth 3", "wrap-tempts long-line", game{'X', 3, 40, 50}),
	recipe("late-game-at-depth-4", "a late game at depth 4",
		"cut-on-equality-at-max cut-on-equality-at-min wrap-tempts", game{'O', 4, 44, 50}),
	recipe("ending-at-depth-5", "an ending at depth 5", "pass", game{'X', 5, 50, 55}),
	recipe("ending-to-the-last-square", "an ending, searched past the last square",
		"full-board game-over-before-cut-off", game{'O', 7, 55, 57}),
	recipe("ending-with-passes", "an ending in which both sides pass", "double-pass pass-after-reply",
		game{'X', 5, 52, 57}),
	recipe("ending-with-a-pass-at-the-root", "an ending in which the root player must pass", "pass-at-root pass",
		game{'O', 3, 46, 56}),
	recipe("middle-game-with-a-pass", "a pass with many squares left", "pass", game{'X', 3, 16, 44}),
	recipe("pass-at-root-for-x", "X must pass at the root", "pass-at-root", game{'X', 4, 46, 56}),
	recipe("ending-for-o-with-passes", "passes that are not next to each other, for O",
		"pass-after-reply double-pass", game{'O', 6, 53, 57}),
	recipe("behind-in-the-ending", "an ending in which every move leaves X behind", "negative-best",
		game{'X', 4, 46, 54}),
	recipe("behind-in-the-middle-game", "a middle game in which every move leaves O behind",
		"negative-best cut-on-equality-at-min", game{'O', 3, 20, 40}),
	recipe("one-move-in-a-late-game", "a late game with one move at the root", "one-move-at-root",
		game{'X', 4, 36, 55}),
	recipe("one-move-for-o", "one move at the root for O, and one below", "one-move-at-root one-move-below",
		game{'O', 3, 30, 55}),
	recipe("flips-east-and-west", "flips along rows", "flip-east flip-west long-line", game{'O', 2, 20, 50}),
	recipe("flips-north-and-south", "flips along columns", "flip-north flip-south long-line",
		game{'X', 2, 20, 50}),
	recipe("flips-along-diagonals", "flips along both diagonals",
		"flip-north-east flip-north-west flip-south-east flip-south-west", game{'O', 2, 24, 50}),
	recipe("flips-along-all-lines", "flips in all directions, of one ply",
		"flip-east flip-west flip-north flip-south many-lines", game{'X', 1, 20, 50}),
	recipe("few-pieces-for-x", "a few scattered pieces, X to move", "", pieces{'X', 3, 54, 60}),
	recipe("few-pieces-for-o", "a few scattered pieces, O to move", "", pieces{'O', 2, 54, 60}),
	recipe("crowded-board-for-x", "scattered pieces on a board nearly full, X to move", "full-board",
		pieces{'X', 4, 3, 5}),
	recipe("crowded-board-for-o", "scattered pieces on a board nearly full, O to move", "many-lines",
		pieces{'O', 3, 5, 9}),
	recipe("half-a-board-of-pieces", "scattered pieces on half a board", "many-lines", pieces{'X', 2, 26, 36}),
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
