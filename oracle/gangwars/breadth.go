package gangwars

import (
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// A turf draws gangwars inputs: its width, the search, the free squares and the values.
type turf struct {
	n           int
	mode        Mode
	player      byte
	depth       int
	least, most int  // free squares
	top         int  // the greatest value
	sole        byte // owner of all pieces; 0 for both sides
}

func (s turf) Draw(r *random.Rand) homework.Problem {
	in := &Input{N: s.n, Mode: s.mode, Player: s.player, Depth: s.depth}
	in.clear()
	random.Fill(r, in.Values, 1, s.top)
	random.Scatter(r, in.Board, '.', r.Between(s.least, s.most))
	random.Only(in.Board, s.sole)
	return in
}

// breadth covers both searches on boards of 2 to 26 squares a side, nearly empty, half full
// and nearly full, with values far apart and with ties, for both players. Some recipes were
// added after it was known how many faults escaped the first ones.
var breadth = []homework.Recipe{
	homework.NewRecipe("minimax-on-two-by-two", "minimax of two plies on 2 by 2", "", turf{2, Minimax, 'O', 2, 2, 4, 99, 0}),
	homework.NewRecipe("minimax-on-three-by-three", "minimax of three plies on 3 by 3", "greedy-errs raid", turf{3, Minimax, 'X', 3, 5, 7, 99, 0}),
	homework.NewRecipe("minimax-on-four-by-four", "minimax of two plies on 4 by 4, nearly empty", "greedy-errs stake-by-enemy", turf{4, Minimax, 'O', 2, 12, 15, 99, 0}),
	homework.NewRecipe("minimax-on-five-by-five", "minimax of three plies on 5 by 5, nearly full", "greedy-errs raid-of-two raid-chosen", turf{5, Minimax, 'X', 3, 4, 7, 99, 0}),
	homework.NewRecipe("minimax-on-six-by-six", "minimax of two plies on 6 by 6, half full", "greedy-errs raid-could-chain", turf{6, Minimax, 'O', 2, 14, 20, 99, 0}),
	homework.NewRecipe("minimax-of-four-plies", "minimax of four plies on 4 by 4", "greedy-errs raid one-move-below", turf{4, Minimax, 'X', 4, 4, 5, 99, 0}),
	homework.NewRecipe("minimax-of-one-ply", "minimax of one ply on 5 by 5", "two-sources", turf{5, Minimax, 'O', 1, 8, 16, 99, 0}),
	homework.NewRecipe("minimax-among-ties", "minimax with values of 1 to 3", "tie-at-root tie-below later-stake-ties-raid", turf{5, Minimax, 'X', 2, 8, 14, 3, 0}),
	homework.NewRecipe("minimax-among-equal-squares", "minimax, and all squares are worth 1", "tie-at-root raid-chosen", turf{6, Minimax, 'O', 2, 10, 14, 1, 0}),
	homework.NewRecipe("minimax-far-behind", "minimax, and every move leaves it behind", "negative-best stake-chosen", turf{4, Minimax, 'X', 2, 4, 8, 20, 0}),
	homework.NewRecipe("alpha-beta-on-three-by-three", "alpha-beta of four plies on 3 by 3", "greedy-errs cut-at-max cut-at-min", turf{3, AlphaBeta, 'O', 4, 5, 6, 99, 0}),
	homework.NewRecipe("alpha-beta-on-four-by-four", "alpha-beta of three plies on 4 by 4, nearly empty", "greedy-errs cut-at-max raid-of-none", turf{4, AlphaBeta, 'X', 3, 11, 13, 99, 0}),
	homework.NewRecipe("alpha-beta-on-five-by-five", "alpha-beta of four plies on 5 by 5, nearly full", "greedy-errs raid-of-two cut-at-min only-diagonal", turf{5, AlphaBeta, 'O', 4, 4, 6, 99, 0}),
	homework.NewRecipe("alpha-beta-on-six-by-six", "alpha-beta of three plies on 6 by 6, half full", "greedy-errs raid-chosen two-sources", turf{6, AlphaBeta, 'X', 3, 8, 12, 99, 0}),
	homework.NewRecipe("alpha-beta-on-eight-by-eight", "alpha-beta of two plies on 8 by 8, nearly empty", "greedy-errs stake-chosen", turf{8, AlphaBeta, 'O', 2, 50, 60, 99, 0}),
	homework.NewRecipe("alpha-beta-on-ten-by-ten", "alpha-beta of two plies on 10 by 10, half full", "greedy-errs raid-chosen two-digit-row", turf{10, AlphaBeta, 'X', 2, 20, 30, 99, 0}),
	homework.NewRecipe("alpha-beta-on-fifteen-by-fifteen", "alpha-beta of two plies on 15 by 15", "greedy-errs stake-chosen two-digit-row", turf{15, AlphaBeta, 'O', 2, 15, 25, 99, 0}),
	homework.NewRecipe("alpha-beta-on-an-empty-15-by-15", "alpha-beta of one ply on 15 by 15, nearly empty", "", turf{15, AlphaBeta, 'X', 1, 120, 125, 99, 0}),
	homework.NewRecipe("largest-board-nearly-full", "26 by 26 squares with four free", "greedy-errs largest-board raid", turf{26, AlphaBeta, 'O', 2, 3, 4, 99, 0}),
	homework.NewRecipe("largest-board-a-raid", "26 by 26 squares, and a raid is best", "largest-board raid-chosen two-digit-row", turf{26, AlphaBeta, 'X', 1, 60, 125, 99, 0}),
	homework.NewRecipe("largest-board-a-stake", "26 by 26 squares, and a stake is best", "largest-board stake-chosen two-digit-row", turf{26, AlphaBeta, 'O', 1, 60, 125, 99, 0}),
	homework.NewRecipe("largest-board-of-ties", "26 by 26 squares of equal value", "largest-board tie-at-root", turf{26, AlphaBeta, 'X', 1, 20, 40, 1, 0}),
	homework.NewRecipe("alpha-beta-among-ties", "alpha-beta with values of 1 to 3", "tie-at-root tie-below cut-on-equality-at-max cut-on-equality-at-min", turf{5, AlphaBeta, 'O', 3, 7, 9, 3, 0}),
	homework.NewRecipe("alpha-beta-among-equal-squares", "alpha-beta, and all squares are worth 1", "tie-at-root cut-on-equality-at-max cut-on-equality-at-min", turf{6, AlphaBeta, 'X', 3, 8, 10, 1, 0}),
	homework.NewRecipe("alpha-beta-stake-or-raid", "alpha-beta, and a stake is as good as a raid of the same square", "stake-ties-raid-of-square later-stake-ties-raid", turf{6, AlphaBeta, 'O', 2, 8, 14, 2, 0}),
	homework.NewRecipe("minimax-stake-or-raid", "minimax, and a stake is as good as a raid of the same square", "stake-ties-raid-of-square", turf{4, Minimax, 'X', 1, 6, 10, 9, 0}),
	homework.NewRecipe("alpha-beta-far-behind", "alpha-beta, and every move leaves it behind", "negative-best raid-could-chain", turf{7, AlphaBeta, 'X', 3, 4, 6, 20, 0}),
	homework.NewRecipe("alpha-beta-one-free-square", "alpha-beta with one free square", "raid", turf{12, AlphaBeta, 'O', 1, 1, 1, 99, 0}),
	homework.NewRecipe("minimax-one-free-square", "minimax on the last free square, without a raid", "one-move-at-root", turf{3, Minimax, 'X', 1, 1, 1, 99, 0}),
	homework.NewRecipe("alpha-beta-two-free-squares", "alpha-beta on the last two squares", "one-move-below", turf{9, AlphaBeta, 'X', 2, 2, 2, 99, 0}),
	homework.NewRecipe("sparse-three-by-three", "alpha-beta of three plies on 3 by 3 with two or three pieces", "greedy-errs raid", turf{3, AlphaBeta, 'O', 3, 6, 7, 99, 0}),
	homework.NewRecipe("sparse-four-by-four", "minimax of two plies on 4 by 4 with two or three pieces", "greedy-errs raid", turf{4, Minimax, 'X', 2, 13, 14, 99, 0}),
	homework.NewRecipe("sparse-five-by-five", "alpha-beta of two plies on 5 by 5 with three pieces", "greedy-errs raid raid-of-none", turf{5, AlphaBeta, 'O', 2, 22, 22, 99, 0}),
	homework.NewRecipe("sparse-two-by-two", "minimax of two plies on 2 by 2 with a piece of each side", "raid-chosen", turf{2, Minimax, 'X', 2, 2, 2, 99, 0}),
	homework.NewRecipe("last-piece-is-raided", "a raid takes the opponent's last piece, and the game goes on", "greedy-errs wiped-out", turf{3, Minimax, 'X', 2, 4, 7, 99, 0}),
	homework.NewRecipe("last-piece-is-raided-in-time", "alpha-beta of three plies, and a raid may take the last piece", "greedy-errs wiped-out raid-chosen", turf{3, AlphaBeta, 'O', 3, 5, 7, 99, 0}),
	homework.NewRecipe("last-piece-of-four-by-four", "minimax of three plies, and a raid may take the last piece", "greedy-errs wiped-out stake-chosen", turf{4, Minimax, 'O', 3, 6, 8, 99, 0}),
	homework.NewRecipe("last-piece-of-five-by-five", "alpha-beta of two plies, and a raid may take the last piece", "greedy-errs wiped-out", turf{5, AlphaBeta, 'X', 2, 12, 22, 99, 0}),
	homework.NewRecipe("ties-on-three-by-three", "minimax on 3 by 3 with squares of 1 and 2", "tie-at-root raid-chosen", turf{3, Minimax, 'O', 2, 3, 5, 2, 0}),
	homework.NewRecipe("ties-on-six-by-six", "minimax, and one of several equal raids is best", "tie-at-root raid-chosen two-sources", turf{6, Minimax, 'X', 1, 10, 16, 1, 0}),
	homework.NewRecipe("ties-on-seven-by-seven", "alpha-beta, and one of several equal raids is best", "tie-at-root raid-chosen raid-of-two", turf{7, AlphaBeta, 'O', 2, 14, 18, 1, 0}),
	homework.NewRecipe("ties-on-eight-by-eight", "alpha-beta on 8 by 8 squares of equal value", "tie-at-root raid-chosen", turf{8, AlphaBeta, 'X', 1, 20, 40, 1, 0}),
	homework.NewRecipe("ties-on-ten-by-ten", "alpha-beta of two plies on 10 by 10 with squares of 1 and 2", "tie-at-root", turf{10, AlphaBeta, 'O', 2, 8, 14, 2, 0}),
	homework.NewRecipe("ties-on-twelve-by-twelve", "alpha-beta on 12 by 12 with squares of 1 to 3", "tie-at-root raid-chosen", turf{12, AlphaBeta, 'X', 1, 40, 80, 3, 0}),
	homework.NewRecipe("ties-among-stakes", "minimax, and one of several equal stakes is best", "tie-at-root stake-chosen", turf{5, Minimax, 'O', 2, 10, 14, 2, 0}),
	homework.NewRecipe("minimax-against-no-piece", "minimax of two plies, and the opponent has no piece yet", "raid-of-none", turf{4, Minimax, 'X', 2, 5, 8, 99, 'X'}),
	homework.NewRecipe("alpha-beta-against-no-piece", "alpha-beta of three plies, and the opponent has no piece yet", "greedy-errs raid-of-none", turf{5, AlphaBeta, 'O', 3, 5, 9, 99, 'O'}),
	homework.NewRecipe("minimax-without-a-piece", "minimax of three plies, and the player has no piece yet", "greedy-errs raid", turf{4, Minimax, 'O', 3, 4, 7, 99, 'X'}),
	homework.NewRecipe("alpha-beta-without-a-piece", "alpha-beta of two plies, and the player has no piece yet", "greedy-errs stake-by-enemy", turf{6, AlphaBeta, 'X', 2, 8, 16, 99, 'O'}),
	homework.NewRecipe("one-square-for-o", "one square, and it is O's", "one-square one-move-at-root", turf{1, AlphaBeta, 'O', 1, 1, 1, 99, 0}),
	homework.NewRecipe("one-square-for-x", "one square, and it is X's", "one-square one-move-at-root", turf{1, Minimax, 'X', 1, 1, 1, 99, 0}),
}
