package gen

import (
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// game is a reversi input: a game of random moves that has come to a number of plies.
type game struct {
	player      byte
	depth       int
	least, most int // plies
}

func (s game) draw(r *Rand) homework.Problem {
	in := reversi.Play(r.Between(s.least, s.most), r.Intn)
	if in.Player != s.player { // the same game with the colours exchanged
		in.Player = s.player
		for i, c := range in.Board {
			if c != '*' {
				in.Board[i] = 'X' + 'O' - c
			}
		}
	}
	in.Depth = s.depth
	return in
}

// pieces is a reversi input: pieces in random places, as few or as many as a game
// seldom has.
type pieces struct {
	player      byte
	depth       int
	least, most int // free squares
}

func (s pieces) draw(r *Rand) homework.Problem {
	in := &reversi.Input{Player: s.player, Depth: s.depth}
	scatter(r, in.Board[:], '*', r.Between(s.least, s.most))
	return in
}

// reversiBreadth: openings, middle games and endings for both players and several
// depths; few pieces and full boards; passes; flips in all directions.
var reversiBreadth = []Recipe{
	{"opening-at-depth-1", "an opening at depth 1", nil, game{'O', 1, 4, 8}},
	{"opening-at-depth-3", "an opening at depth 3", words("cut-at-min tie-below"), game{'X', 3, 2, 6}},
	{"opening-at-depth-4", "an opening at depth 4", words("cut-at-max cut-at-min"), game{'O', 4, 1, 4}},
	{"middle-game-at-depth-2", "a middle game at depth 2", words("many-lines"), game{'O', 2, 20, 34}},
	{"middle-game-at-depth-3", "a middle game at depth 3", words("cut-at-max many-lines"), game{'X', 3, 16, 36}},
	{"middle-game-with-ties", "a middle game with ties", words("tie-at-root tie-below cut-on-equality-at-max cut-on-equality-at-min"), game{'X', 3, 16, 40}},
	{"late-game-at-depth-3", "a late game at depth 3", words("wrap-tempts long-line"), game{'X', 3, 40, 50}},
	{"late-game-at-depth-4", "a late game at depth 4", words("cut-on-equality-at-max cut-on-equality-at-min wrap-tempts"), game{'O', 4, 44, 50}},
	{"ending-at-depth-5", "an ending at depth 5", words("pass"), game{'X', 5, 50, 55}},
	{"ending-to-the-last-square", "an ending, searched past the last square", words("full-board game-over-before-cut-off"), game{'O', 7, 55, 57}},
	{"ending-with-passes", "an ending in which both sides pass", words("double-pass pass-after-reply"), game{'X', 5, 52, 57}},
	{"ending-with-a-pass-at-the-root", "an ending in which the root player must pass", words("pass-at-root pass"), game{'O', 3, 46, 56}},
	{"middle-game-with-a-pass", "a pass with many squares left", words("pass"), game{'X', 3, 16, 44}},
	{"pass-at-root-for-x", "X must pass at the root", words("pass-at-root"), game{'X', 4, 46, 56}},
	{"ending-for-o-with-passes", "passes that are not next to each other, for O", words("pass-after-reply double-pass"), game{'O', 6, 53, 57}},
	{"behind-in-the-ending", "an ending in which every move leaves X behind", words("negative-best"), game{'X', 4, 46, 54}},
	{"behind-in-the-middle-game", "a middle game in which every move leaves O behind", words("negative-best cut-on-equality-at-min"), game{'O', 3, 20, 40}},
	{"one-move-in-a-late-game", "a late game with one move at the root", words("one-move-at-root"), game{'X', 4, 36, 55}},
	{"one-move-for-o", "one move at the root for O, and one below", words("one-move-at-root one-move-below"), game{'O', 3, 30, 55}},
	{"flips-east-and-west", "flips along rows", words("flip-east flip-west long-line"), game{'O', 2, 20, 50}},
	{"flips-north-and-south", "flips along columns", words("flip-north flip-south long-line"), game{'X', 2, 20, 50}},
	{"flips-along-diagonals", "flips along both diagonals", words("flip-north-east flip-north-west flip-south-east flip-south-west"), game{'O', 2, 24, 50}},
	{"flips-along-all-lines", "flips in all directions, of one ply", words("flip-east flip-west flip-north flip-south many-lines"), game{'X', 1, 20, 50}},
	{"few-pieces-for-x", "a few scattered pieces, X to move", nil, pieces{'X', 3, 54, 60}},
	{"few-pieces-for-o", "a few scattered pieces, O to move", nil, pieces{'O', 2, 54, 60}},
	{"crowded-board-for-x", "scattered pieces on a board nearly full, X to move", words("full-board"), pieces{'X', 4, 3, 5}},
	{"crowded-board-for-o", "scattered pieces on a board nearly full, O to move", words("many-lines"), pieces{'O', 3, 5, 9}},
	{"half-a-board-of-pieces", "scattered pieces on half a board", words("many-lines"), pieces{'X', 2, 26, 36}},
}
