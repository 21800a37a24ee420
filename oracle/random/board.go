package random

// TopValue chooses the greatest value of a square: small ones make ties. Seldom it
// is above the course's own.
func TopValue(r *Rand, course int) int {
	if r.Chance(12) {
		return 1_000_000
	}
	return Pick(r, 1, 2, 4, course, course)
}

// Scatter fills a board with the signs of both sides but for free squares.
func Scatter(r *Rand, board []byte, empty byte, free int) {
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

// Only gives all pieces of a board to one side, if that is wanted.
func Only(board []byte, sole byte) {
	for i, c := range board {
		if sole != 0 && (c == 'X' || c == 'O') {
			board[i] = sole
		}
	}
}
