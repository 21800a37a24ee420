package mutant

const squirrelSize = 5

// squirrel is a position of raid and sneak on the 5x5 board.
type squirrel struct {
	values [][]int
	board  [][]byte
	mover  byte // X or O, who moves next
	root   byte // whose side the evaluation takes
}

// moves are all free squares in row-major order (docs/rules/squirrel.md rule 2). None is left on a
// full board (docs/rules/squirrel.md rule 5).
func (g *squirrel) moves() []string {
	var names []string
	for _, s := range rowMajor(g.board) {
		if g.board[s.row][s.column] == '*' {
			names = append(names, upperName(s))
		}
	}
	return names
}

// play places a piece: a raid beside an own piece, otherwise a sneak (docs/rules/squirrel.md rule 3).
func (g *squirrel) play(move string) (position, bool) {
	target := squareNamed(move)
	board := copyBoard(g.board)
	board[target.row][target.column] = g.mover
	if g.isRaid(target) {
		for _, n := range adjacent(g.board, target) { // one step, no chain
			if g.board[n.row][n.column] == opponent(g.mover) {
				board[n.row][n.column] = g.mover
			}
		}
	}
	return &squirrel{g.values, board, opponent(g.mover), g.root}, false
}

// isRaid tells whether an orthogonal neighbour was already the mover's.
func (g *squirrel) isRaid(target square) bool {
	for _, n := range adjacent(g.board, target) {
		if g.board[n.row][n.column] == g.mover {
			return true
		}
	}
	return false
}

// maximising: nobody moves twice, so the root player's nodes are those of even depth
// (docs/rules/squirrel.md rule 5).
func (g *squirrel) maximising() bool { return g.mover == g.root }

// evaluate follows docs/rules/squirrel.md rule 4.
func (g *squirrel) evaluate() int { return balance(g.board, g.values, g.root) }

// after is the board after a move; no move ("") leaves it (docs/rules/squirrel.md rule 10).
func (g *squirrel) after(move string) [][]byte {
	if move == "" {
		return g.board
	}
	next, _ := g.play(move)
	return next.(*squirrel).board
}

// squirrelPlayer is who plays, and how.
type squirrelPlayer struct {
	piece     byte
	algorithm string // 1 greedy, 2 minimax, 3 alpha-beta
	cutOff    int
}

// choose returns the player's move ("" if there is none) and the log of its search.
func (p squirrelPlayer) choose(g *squirrel) (move string, log []string) {
	if p.algorithm == "1" {
		return squirrelGreedy(g), nil
	}
	s := &search{limit: p.cutOff, dialect: minimaxDialect}
	if p.algorithm == "3" {
		s.alphaBeta, s.dialect = true, alphaBetaDialect
	}
	_, line := s.run(g, "root")
	if len(line) == 0 {
		return "", s.log
	}
	return line[0], s.log
}

// squirrelGreedy is the first move with the greatest evaluation one ply ahead
// (docs/rules/squirrel.md rule 7).
func squirrelGreedy(g *squirrel) string {
	chosen, best := "", minusInfinity
	for _, move := range g.moves() {
		next, _ := g.play(move)
		if value := next.evaluate(); value > best {
			chosen, best = move, value
		}
	}
	return chosen
}

// squirrelBattle lets two players alternate until the board is full and returns the rows of the
// board after each move (docs/rules/squirrel.md rules 8 and 9).
func squirrelBattle(g *squirrel, first, second squirrelPlayer) []string {
	var trace []string
	player, waiting := first, second
	board := g.board
	for {
		turn := &squirrel{g.values, board, player.piece, player.piece}
		if len(turn.moves()) == 0 {
			return trace
		}
		move, _ := player.choose(turn)
		board = turn.after(move)
		trace = append(trace, boardLines(board)...)
		player, waiting = waiting, player
	}
}

// readSquirrelPlayer reads the lines that name a player's algorithm and cut-off. The cut-off of
// greedy is read and ignored (docs/rules/squirrel.md rule 7).
func readSquirrelPlayer(r *reader, piece byte, algorithm string, leastCutOff int) squirrelPlayer {
	p := squirrelPlayer{piece: piece, algorithm: algorithm}
	if algorithm == "1" {
		r.take()
	} else {
		p.cutOff = r.depth(leastCutOff)
	}
	return p
}

// solveSquirrel reads the input (docs/rules/squirrel.md rule 1) and writes the outputs
// (docs/rules/squirrel.md rule 9).
func solveSquirrel(input []byte) (map[string]string, error) {
	r := newReader(input)
	var first, second squirrelPlayer
	task := r.word("1", "2", "3", "4")
	if task == "4" {
		first = readSquirrelPlayer(r, r.player(), r.word("1", "2", "3"), 1)
		second = readSquirrelPlayer(r, r.player(), r.word("1", "2", "3"), 1)
		if first.piece == second.piece {
			r.fail("found %c twice, expected two different players", first.piece)
		}
	} else {
		first = readSquirrelPlayer(r, r.player(), task, 0)
	}
	g := &squirrel{mover: first.piece, root: first.piece}
	g.values = r.values(squirrelSize)
	g.board = r.board(squirrelSize, "*XO")
	if err := r.done(); err != nil {
		return nil, err
	}
	if task == "4" {
		return map[string]string{"trace_state.txt": text(squirrelBattle(g, first, second))}, nil
	}
	move, log := first.choose(g)
	files := map[string]string{"next_state.txt": text(boardLines(g.after(move)))}
	if task != "1" {
		files["traverse_log.txt"] = text(log)
	}
	return files, nil
}
