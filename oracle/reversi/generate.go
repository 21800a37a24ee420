package reversi

import (
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

// small scatters pieces, since games from the start rarely lead to passes and wiped-out
// sides.
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
	in.giveTo('X')
	in.Depth = 3
	return in
}

// giveTo makes it a player's turn: if it is not, it exchanges the colours, which is the
// same game.
func (in *Input) giveTo(player byte) {
	if in.Player == player {
		return
	}
	in.Player = player
	shrink.Exchange(in.Board[:])
}

// A game draws reversi inputs: positions after a number of random plies.
type game struct {
	player      byte
	depth       int
	least, most int // plies
}

func (s game) Draw(r *random.Rand) homework.Problem {
	in := Play(r.Between(s.least, s.most), r.Intn)
	in.giveTo(s.player)
	in.Depth = s.depth
	return in
}

// pieces draws reversi inputs with pieces in random places, also fewer or more than a game
// usually has.
type pieces struct {
	player      byte
	depth       int
	least, most int // free squares
}

func (s pieces) Draw(r *random.Rand) homework.Problem {
	in := &Input{Player: s.player, Depth: s.depth}
	random.Scatter(r, in.Board[:], '*', r.Between(s.least, s.most))
	return in
}

// breadth covers openings, middle games and endings for both players and several depths;
// few pieces and full boards; passes; flips in all directions.
var breadth = []homework.Recipe{
	homework.NewRecipe("opening-at-depth-1", "an opening at depth 1", "", game{'O', 1, 4, 8}),
	homework.NewRecipe("opening-at-depth-3", "an opening at depth 3", "cut-at-min tie-below", game{'X', 3, 2, 6}),
	homework.NewRecipe("opening-at-depth-4", "an opening at depth 4", "cut-at-max cut-at-min", game{'O', 4, 1, 4}),
	homework.NewRecipe("middle-game-at-depth-2", "a middle game at depth 2", "many-lines", game{'O', 2, 20, 34}),
	homework.NewRecipe("middle-game-at-depth-3", "a middle game at depth 3", "cut-at-max many-lines", game{'X', 3, 16, 36}),
	homework.NewRecipe("middle-game-with-ties", "a middle game with ties", "tie-at-root tie-below cut-on-equality-at-max cut-on-equality-at-min", game{'X', 3, 16, 40}),
	homework.NewRecipe("late-game-at-depth-3", "a late game at depth 3", "wrap-tempts long-line", game{'X', 3, 40, 50}),
	homework.NewRecipe("late-game-at-depth-4", "a late game at depth 4", "cut-on-equality-at-max cut-on-equality-at-min wrap-tempts", game{'O', 4, 44, 50}),
	homework.NewRecipe("ending-at-depth-5", "an ending at depth 5", "pass", game{'X', 5, 50, 55}),
	homework.NewRecipe("ending-to-the-last-square", "an ending, searched past the last square", "full-board game-over-before-cut-off", game{'O', 7, 55, 57}),
	homework.NewRecipe("ending-with-passes", "an ending in which both sides pass", "double-pass pass-after-reply", game{'X', 5, 52, 57}),
	homework.NewRecipe("ending-with-a-pass-at-the-root", "an ending in which the root player must pass", "pass-at-root pass", game{'O', 3, 46, 56}),
	homework.NewRecipe("middle-game-with-a-pass", "a pass with many squares left", "pass", game{'X', 3, 16, 44}),
	homework.NewRecipe("pass-at-root-for-x", "X must pass at the root", "pass-at-root", game{'X', 4, 46, 56}),
	homework.NewRecipe("ending-for-o-with-passes", "passes that are not next to each other, for O", "pass-after-reply double-pass", game{'O', 6, 53, 57}),
	homework.NewRecipe("behind-in-the-ending", "an ending in which every move leaves X behind", "negative-best", game{'X', 4, 46, 54}),
	homework.NewRecipe("behind-in-the-middle-game", "a middle game in which every move leaves O behind", "negative-best cut-on-equality-at-min", game{'O', 3, 20, 40}),
	homework.NewRecipe("one-move-in-a-late-game", "a late game with one move at the root", "one-move-at-root", game{'X', 4, 36, 55}),
	homework.NewRecipe("one-move-for-o", "one move at the root for O, and one below", "one-move-at-root one-move-below", game{'O', 3, 30, 55}),
	homework.NewRecipe("flips-east-and-west", "flips along rows", "flip-east flip-west long-line", game{'O', 2, 20, 50}),
	homework.NewRecipe("flips-north-and-south", "flips along columns", "flip-north flip-south long-line", game{'X', 2, 20, 50}),
	homework.NewRecipe("flips-along-diagonals", "flips along both diagonals", "flip-north-east flip-north-west flip-south-east flip-south-west", game{'O', 2, 24, 50}),
	homework.NewRecipe("flips-along-all-lines", "flips in all directions, of one ply", "flip-east flip-west flip-north flip-south many-lines", game{'X', 1, 20, 50}),
	homework.NewRecipe("few-pieces-for-x", "a few scattered pieces, X to move", "", pieces{'X', 3, 54, 60}),
	homework.NewRecipe("few-pieces-for-o", "a few scattered pieces, O to move", "", pieces{'O', 2, 54, 60}),
	homework.NewRecipe("crowded-board-for-x", "scattered pieces on a board nearly full, X to move", "full-board", pieces{'X', 4, 3, 5}),
	homework.NewRecipe("crowded-board-for-o", "scattered pieces on a board nearly full, O to move", "many-lines", pieces{'O', 3, 5, 9}),
	homework.NewRecipe("half-a-board-of-pieces", "scattered pieces on half a board", "many-lines", pieces{'X', 2, 26, 36}),
}

// simpler returns simpler inputs, by this measure: depth, pieces, whether O moves, pieces of O.
func simpler(p homework.Problem) []homework.Problem {
	s := shrink.From(p, func(in *Input) *Input { c := *in; return &c }, nil)
	s.Int(&s.In.Depth, 1)
	for _, piece := range []byte("XO") {
		s.Replace(s.In.Board[:], piece, '*')
	}
	if s.In.Player == 'O' {
		s.Try(func(in *Input) { in.giveTo('X') })
	}
	s.Replace(s.In.Board[:], 'O', 'X')
	return s.All
}
