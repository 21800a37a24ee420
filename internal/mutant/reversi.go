package mutant

const reversiSize = 8

// reversiWeights are rows 1 to 4; rows 5 to 8 mirror them (docs/rules/reversi.md rule 2).
var reversiWeights = [][]int{
	{99, -8, 8, 6, 6, 8, -8, 99},
	{-8, -24, -4, -3, -3, -4, -24, -8},
	{8, -4, 7, 4, 4, 7, -4, 8},
	{6, -3, 4, 0, 0, 4, -3, 6},
}

// reversi is a position together with the passes just made on the path to it.
type reversi struct {
	board   [][]byte
	mover   byte // X or O, who moves next
	root    byte // whose side the evaluation takes
	passes  int  // passes in a row, up to this position
	edition string
}

// moves are the legal moves in row-major order, or else the pass (docs/rules/reversi.md rule 3).
// There is none where the line ends.
func (g *reversi) moves() []string {
	if g.ended() {
		return nil
	}
	var names []string
	for _, s := range rowMajor(g.board) {
		if g.board[s.row][s.column] == '*' && len(g.flips(s)) > 0 {
			names = append(names, lowerName(s))
		}
	}
	if len(names) == 0 {
		return []string{"pass"}
	}
	return names
}

// ended: two passes in a row end a line, nothing else does (docs/rules/reversi.md rule 4). In the
// edition first a side without pieces ends it too (docs/rules/reversi.md, "Editions").
func (g *reversi) ended() bool {
	if g.edition == "first" && (g.count('X') == 0 || g.count('O') == 0) {
		return true
	}
	return g.passes == 2
}

func (g *reversi) count(piece byte) int {
	n := 0
	for _, s := range rowMajor(g.board) {
		if g.board[s.row][s.column] == piece {
			n++
		}
	}
	return n
}

// flips are the pieces that turn when the mover plays on a free square.
func (g *reversi) flips(from square) []square {
	var all []square
	for down := -1; down <= 1; down++ {
		for right := -1; right <= 1; right++ {
			if down != 0 || right != 0 {
				all = append(all, g.flipsTowards(from, down, right)...)
			}
		}
	}
	return all
}

// flipsTowards are the enemy pieces in one direction up to the mover's next piece; none if there is
// no such piece at the end of an unbroken line.
func (g *reversi) flipsTowards(from square, down, right int) []square {
	var line []square
	s := square{from.row + down, from.column + right}
	for onBoard(g.board, s) && g.board[s.row][s.column] == opponent(g.mover) {
		line = append(line, s)
		s = square{s.row + down, s.column + right}
	}
	if !onBoard(g.board, s) || g.board[s.row][s.column] != g.mover {
		return nil
	}
	return line
}

// play makes a move, which resets the count of passes, or passes, which leaves the board
// (docs/rules/reversi.md rules 3 and 4).
func (g *reversi) play(move string) (position, bool) {
	next := &reversi{copyBoard(g.board), opponent(g.mover), g.root, 0, g.edition}
	if move == "pass" {
		next.passes = g.passes + 1
		return next, false
	}
	target := squareNamed(move)
	next.board[target.row][target.column] = g.mover
	for _, s := range g.flips(target) {
		next.board[s.row][s.column] = g.mover
	}
	return next, false
}

// maximising: a pass too hands the turn to the other side (docs/rules/reversi.md rule 3).
func (g *reversi) maximising() bool { return g.mover == g.root }

// evaluate counts the weights of own pieces minus the opponent's, at every leaf
// (docs/rules/reversi.md rule 2).
func (g *reversi) evaluate() int {
	var weights [][]int
	weights = append(weights, reversiWeights...)
	for row := len(reversiWeights) - 1; row >= 0; row-- {
		weights = append(weights, reversiWeights[row])
	}
	return balance(g.board, weights, g.root)
}

// solveReversi reads the input (docs/rules/reversi.md rule 1) and writes the next state and the log
// (docs/rules/reversi.md rules 5 and 6). A root that passes or is a leaf leaves the board.
func solveReversi(edition string, input []byte) (map[string]string, error) {
	r := newReader(input)
	r.dropBlankLines()
	player := r.player()
	s := &search{limit: r.depth(0), alphaBeta: true, dialect: alphaBetaDialect}
	g := &reversi{mover: player, root: player, edition: edition}
	g.board = r.board(reversiSize, "*XO")
	if err := r.done(); err != nil {
		return nil, err
	}
	_, line := s.run(g, "root")
	board := g.board
	if len(line) > 0 {
		next, _ := g.play(line[0])
		board = next.(*reversi).board
	}
	lines := append(boardLines(board), s.log...)
	return map[string]string{"output.txt": textWithoutNewline(lines)}, nil
}
