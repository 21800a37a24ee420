package mutant

import "strconv"

const squirrelSize = 5

// squirrel is a position of raid and sneak on the 5x5 board.
type squirrel struct {
	grid
	values [][]int
}

// moves returns all free squares in row-major order (docs/rules/squirrel.md rule 2). None
// is left on a full board (docs/rules/squirrel.md rule 5).
func (g *squirrel) moves() []string {
	if g.flaw.is("game-ends-when-wiped-out") && g.wipedOut() {
		return nil
	}
	var names []string
	for _, s := range g.byValue(g.squares(), g.values) {
		if g.at(s) == g.free {
			names = append(names, upperName(s))
		}
	}
	return names
}

// play places a piece: a raid beside an own piece, otherwise a sneak
// (docs/rules/squirrel.md rule 3). The board decides which of the two it is.
func (g *squirrel) play(move string) (position, bool) {
	target := squareNamed(move)
	raid := g.besideOwn(target)
	switch {
	case g.flaw.is("sneak-conquers"):
		raid = true
	case g.flaw.is("raid-conquers-nothing"):
		raid = false
	}
	return &squirrel{g.take(target, raid), g.values}, false
}

// evaluate implements docs/rules/squirrel.md rule 4.
func (g *squirrel) evaluate() int { return g.balance(g.values) }

// A squirrelPlayer is who plays, and how.
type squirrelPlayer struct {
	piece     byte
	algorithm string // 1 greedy, 2 minimax, 3 alpha-beta
	cutOff    int
}

// choose returns the player's best line, which is empty if there is no move, and its search.
func (p squirrelPlayer) choose(g *squirrel) (*search, []string) {
	s := &search{flaw: g.flaw, limit: p.cutOff, dialect: minimaxDialect}
	if p.algorithm == "1" && !g.flaw.is("greedy-searches-to-the-cut-off") {
		return s, s.squirrelGreedy(g)
	}
	if p.algorithm == "3" {
		s.alphaBeta, s.dialect = true, alphaBetaDialect
	}
	_, line := s.run(g, "root")
	return s, line
}

// squirrelGreedy returns the first move with the greatest evaluation one ply ahead
// (docs/rules/squirrel.md rule 7).
func (s *search) squirrelGreedy(g *squirrel) []string {
	var chosen []string
	best := minusInfinity
	if s.flaw.is("greedy-starts-at-zero") {
		best = 0
	}
	s.limit = 1
	for _, move := range s.expand(node{position: g}) {
		next, _ := g.play(move)
		value := s.evaluate(node{next, move, 1, false})
		s.takeBack(node{position: g}, move)
		s.last = next
		switch {
		case s.flaw.is("greedy-minimises"):
			value = -value
		case s.flaw.is("greedy-ignores-captures"):
			target := squareNamed(move)
			value = g.values[target.row][target.column]
		}
		if value > best || value == best && s.flaw.is("greedy-takes-last-tie") {
			chosen, best = []string{move}, value
		}
	}
	return chosen
}

// solveSquirrel reads the input (docs/rules/squirrel.md rule 1) and writes the outputs
// (docs/rules/squirrel.md rule 9).
func solveSquirrel(f flaw, _ string, input []byte) (map[string]string, error) {
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
	g := &squirrel{grid: grid{flaw: f, free: '*', mover: first.piece, root: first.piece}}
	g.values = r.values(squirrelSize)
	g.board = r.board(squirrelSize, "*XO")
	if err := r.done(); err != nil {
		return nil, err
	}
	if task == "4" {
		return map[string]string{"trace_state.txt": text(squirrelBattle(g, first, second))}, nil
	}
	s, line := first.choose(g)
	files := map[string]string{"next_state.txt": text(boardLines(s.nextState(g, line)))}
	if task != "1" {
		files["traverse_log.txt"] = text(s.log)
	}
	return files, nil
}

// readSquirrelPlayer reads the lines that name a player's algorithm and cut-off. The cut-off of
// greedy is read and ignored (docs/rules/squirrel.md rule 7).
func readSquirrelPlayer(r *reader, piece byte, algorithm string, leastCutOff int) squirrelPlayer {
	p := squirrelPlayer{piece: piece, algorithm: algorithm}
	if algorithm == "1" {
		p.cutOff, _ = strconv.Atoi(r.take()) // only a fault looks at it
	} else {
		p.cutOff = r.depth(leastCutOff)
	}
	return p
}
