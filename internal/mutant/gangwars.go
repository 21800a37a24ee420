package mutant

import (
	"errors"
	"strings"
)

// gangwars is a position of stake and raid on an NxN board.
type gangwars struct {
	values [][]int
	board  [][]byte
	mover  byte // X or O, who moves next
	root   byte // whose side the evaluation takes
}

// moves are all stakes in row-major order, then all raids in row-major order of their target
// (docs/rules/gangwars.md rule 4). A square beside an own piece is open to both
// (docs/rules/gangwars.md rule 3).
func (g *gangwars) moves() []string {
	var stakes, raids []string
	for _, s := range rowMajor(g.board) {
		if g.board[s.row][s.column] != '.' {
			continue
		}
		stakes = append(stakes, upperName(s)+" Stake")
		if g.besideOwn(s) {
			raids = append(raids, upperName(s)+" Raid")
		}
	}
	return append(stakes, raids...)
}

// besideOwn tells whether a square has an orthogonal neighbour of the mover.
func (g *gangwars) besideOwn(s square) bool {
	for _, n := range adjacent(g.board, s) {
		if g.board[n.row][n.column] == g.mover {
			return true
		}
	}
	return false
}

// play takes a square; a stake captures nothing (docs/rules/gangwars.md rule 2), a raid captures
// every orthogonal enemy neighbour, without a chain (docs/rules/gangwars.md rule 3).
func (g *gangwars) play(move string) (position, bool) {
	name, kind, _ := strings.Cut(move, " ")
	target := squareNamed(name)
	board := copyBoard(g.board)
	board[target.row][target.column] = g.mover
	if kind == "Raid" {
		for _, n := range adjacent(g.board, target) {
			if g.board[n.row][n.column] == opponent(g.mover) {
				board[n.row][n.column] = g.mover
			}
		}
	}
	return &gangwars{g.values, board, opponent(g.mover), g.root}, false
}

// maximising: players alternate and nobody passes (docs/rules/gangwars.md rule 5).
func (g *gangwars) maximising() bool { return g.mover == g.root }

// evaluate follows docs/rules/gangwars.md rule 5, on a full board as on any other.
func (g *gangwars) evaluate() int { return balance(g.board, g.values, g.root) }

// solveGangwars reads the input (docs/rules/gangwars.md rule 1), chooses the first root move of
// strictly greatest value (rule 6) and writes it with the board after it (rule 7).
func solveGangwars(input []byte) (map[string]string, error) {
	r := newReader(input)
	size := r.number(1, 26)
	mode := r.word("MINIMAX", "ALPHABETA", "COMPETITION")
	if r.err == nil && mode == "COMPETITION" {
		return nil, errors.New("competition mode has no single right answer")
	}
	player := r.player()
	s := &search{limit: r.depth(1), alphaBeta: mode == "ALPHABETA"}
	g := &gangwars{mover: player, root: player}
	g.values = r.values(size)
	g.board = r.board(size, "XO.")
	if err := r.done(); err != nil {
		return nil, err
	}
	_, line := s.run(g, "root")
	if len(line) == 0 {
		return nil, errors.New("the board is full: there is no legal move")
	}
	next, _ := g.play(line[0])
	lines := append([]string{line[0]}, boardLines(next.(*gangwars).board)...)
	return map[string]string{"output.txt": text(lines)}, nil
}
