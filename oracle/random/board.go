package random

// TopValue chooses the greatest value of a square: small ones make ties. It is rarely above
// the course's own.
func TopValue(r *Rand, course int) int {
	if r.Chance(12) {
		return 1_000_000
	}
	return Pick(r, 1, 2, 4, course, course)
}

// Fill sets the values of squares.
func Fill(r *Rand, values []int32, low, high int) {
	for i := range values {
		values[i] = int32(r.Between(low, high))
	}
}

// Scatter fills a board with pieces of both sides, leaving free squares empty.
func Scatter(r *Rand, board []byte, empty byte, free int) {
	share := r.Between(0, 10) // share of X, in tenths
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

// Only turns all pieces of a board into those of sole, unless it is 0.
func Only(board []byte, sole byte) {
	for i, c := range board {
		if sole != 0 && (c == 'X' || c == 'O') {
			board[i] = sole
		}
	}
}
