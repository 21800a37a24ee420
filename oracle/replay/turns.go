package replay

import "context"

// Turns are what the root player may do, and how the answer shows it.
type Turns struct {
	// File is the file of the answer that shows the turn, and First the number of the first of its
	// lines there, from 1, or 0 if it is the last line of the file.
	File  string
	First int
	All   []Turn // in order, as far as they are listed
	More  bool   // there are too many to list
	// Read reads such lines as a program wrote them: the move that they name, or "", and what lies
	// on each place, or nil if they are no board.
	Read func(lines []string) (move string, texts []string)
	// Values returns what each move at the root is worth, which alpha-beta does not find out.
	Values func(ctx context.Context) ([]int32, error)
}

// A Turn is a move, or several where a move gives another turn.
type Turn struct {
	Moves []string // their names; none where no move is chosen, and the board stays as it is
	Lines []string // of the file
	Board Board    // after it
	// Unfinished is set if another move is due in the same turn.
	Unfinished bool
}

// Rows reads a board of so many squares, each a character, in rows of a width. It returns nil if
// the lines are no such board.
func Rows(lines []string, width, squares int, empty byte) (texts []string) {
	for _, line := range lines {
		if len(line) != width {
			return nil
		}
		for i := range width {
			switch c := line[i]; c {
			case empty:
				texts = append(texts, "")
			case 'X', 'O':
				texts = append(texts, string(rune(c)))
			default:
				return nil
			}
		}
	}
	if len(texts) != squares {
		return nil
	}
	return texts
}

// Rows returns the rows of a square board of a width, each square a character.
func (b Board) Rows(width int, empty byte) (lines []string) {
	row := make([]byte, 0, width)
	for _, piece := range b.Pieces {
		c := empty
		if piece.Text != "" {
			c = piece.Text[0]
		}
		if row = append(row, c); len(row) == width {
			lines, row = append(lines, string(row)), row[:0]
		}
	}
	return lines
}
