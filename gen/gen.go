package gen

import "github.com/touchstone-suite/touchstone/oracle/homework"

// Small gives a random input of an assignment whose search takes well under a
// second: boards nearly full or shallow cut-offs, with values chosen so that
// ties are frequent, and every task and edge of the input format now and then.
func Small(assignment string, r *Rand) homework.Problem {
	return choose(assignment, map[string]maker{
		"squirrel": smallSquirrel,
		"gangwars": smallGangwars,
		"reversi":  smallReversi,
		"mancala":  smallMancala,
		"mapcolor": smallMapcolor,
	})(r)
}

// greatest chooses the greatest value of a square: small ones make ties.
func greatest(r *Rand) int { return pick(r, 1, 2, 4, 99, 99, 100, 1_000_000) }

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
