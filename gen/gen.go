package gen

import "github.com/touchstone-suite/touchstone/oracle/homework"

// Small gives a random input of an assignment whose search takes well under a
// second: boards nearly full or shallow cut-offs, with values chosen so that
// ties are frequent, and every task and edge of the input format now and then.
// Some lie outside the assignment's envelope: Wish.Make leaves those out.
func Small(assignment string, r *Rand) homework.Problem {
	return choose(assignment, map[string]maker{
		"squirrel": smallSquirrel,
		"gangwars": smallGangwars,
		"reversi":  smallReversi,
		"mancala":  smallMancala,
		"mapcolor": smallMapcolor,
	})(r)
}

// greatest chooses the greatest value of a square: small ones make ties. Seldom it
// is above the course's own.
func greatest(r *Rand, course int) int {
	if r.Chance(12) {
		return 1_000_000
	}
	return pick(r, 1, 2, 4, course, course)
}

// scatter fills a board with the signs of both sides but for free squares.
func scatter(r *Rand, board []byte, empty byte, free int) {
	share := r.Between(0, 10) // of X, in tenths
	for i := range board {
		board[i] = 'O'
		if r.Intn(10) < share {
			board[i] = 'X'
		}
		if i < free {
			board[i] = empty
		}
	}
	r.Shuffle(len(board), func(i, j int) { board[i], board[j] = board[j], board[i] })
}
