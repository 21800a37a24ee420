package mutant

const reversiSize = 8

// reversi is a position, with the passes made immediately before it.
type reversi struct {
	grid
	passes  int // passes in a row, up to this position
	edition string
	total   *int // passes of the whole search so far; only a fault looks at it
}

// moves returns the legal moves in row-major order, or else the pass (docs/rules/reversi.md
// rule 3). There is none where the line ends.
func (g *reversi) moves() []string {
	if g.ended() {
		return nil
	}
	names := g.legal()
	switch {
	case len(names) > 0:
		return names
	case g.flaw.is("no-pass"),
		g.flaw.is("second-pass-not-expanded") && g.passes == 1,
		g.flaw.is("game-over-costs-no-pass") && len(g.turned().legal()) == 0:
		return nil
	}
	return []string{"pass"}
}

// legal lists the legal moves.
func (g *reversi) legal() []string {
	var names []string
	for _, s := range g.squares() {
		if g.at(s) == g.free && g.isLegal(s) {
			names = append(names, lowerName(s))
		}
	}
	return names
}

// turned returns the position with the other player to move.
func (g *reversi) turned() *reversi {
	turned := *g
	turned.mover = opponent(g.mover)
	return &turned
}

// ended reports whether the line ends: two passes in a row end it, and nothing else does
// (docs/rules/reversi.md rule 4). In the edition first a side without pieces ends it too
// (docs/rules/reversi.md, "Editions").
func (g *reversi) ended() bool {
	switch {
	case g.edition == "first" || g.flaw.is("game-ends-when-wiped-out"):
		if g.wipedOut() {
			return true
		}
	case g.flaw.is("game-ends-on-full-board"):
		if g.count(g.free) == 0 {
			return true
		}
	case g.flaw.is("game-ends-on-one-pass"):
		return g.passes == 1
	case g.flaw.is("game-ends-on-three-passes"):
		return g.passes == 3
	case g.flaw.is("passes-counted-globally"):
		return g.passes > 0 && *g.total >= 2
	}
	return g.passes >= 2
}

// play makes a move, which resets the count of passes, or passes, which leaves the board
// unchanged (docs/rules/reversi.md rules 3 and 4).
func (g *reversi) play(move string) (position, bool) {
	next := &reversi{g.next(), 0, g.edition, g.total}
	if move == "pass" {
		*g.total++
		next.passes = g.passes + 1
		return next, false
	}
	if g.flaw.is("pass-count-not-reset") {
		next.passes = g.passes
	}
	target := squareNamed(move)
	flips := g.flips(target)
	next.put(target, g.mover)
	for _, s := range flips {
		next.put(s, g.mover)
	}
	return next, false
}

// maximising reports whether the node is a max node: the root player's nodes are
// (docs/rules/README.md, "Evaluation").
func (g *reversi) maximising() bool {
	if g.flaw.is("x-always-maximises") {
		return g.mover == 'X'
	}
	return g.grid.maximising()
}

// evaluate counts the weights of own pieces minus the opponent's, at every leaf
// (docs/rules/reversi.md rule 2).
func (g *reversi) evaluate() int {
	weights := reversiWeights(g.flaw)
	if g.flaw.is("piece-difference-at-game-end") && g.passes >= 2 {
		weights = make([][]int, reversiSize)
		for row := range weights {
			weights[row] = []int{1, 1, 1, 1, 1, 1, 1, 1}
		}
	}
	return g.balance(weights)
}

// solveReversi reads the input (docs/rules/reversi.md rule 1) and writes the next state and the log
// (docs/rules/reversi.md rules 5 and 6). A root that passes or is a leaf leaves the board.
func solveReversi(f flaw, edition string, input []byte) (map[string]string, error) {
	r := newReader(input)
	r.dropBlankLines()
	player := r.player()
	s := &search{flaw: f, limit: r.depth(0), alphaBeta: true, dialect: alphaBetaDialect}
	g := &reversi{grid: grid{flaw: f, free: '*', mover: player, root: player}, edition: edition}
	g.total = new(int)
	if f.is("x-moves-first-always") {
		g.mover, g.root = 'X', 'X'
	}
	g.board = r.board(reversiSize, "*XO")
	if err := r.done(); err != nil {
		return nil, err
	}
	_, line := s.run(g, "root")
	lines := boardLines(s.nextState(g, line))
	switch {
	case f.is("board-missing"):
		lines = s.log
	case f.is("board-below-log"):
		lines = append(s.log, lines...)
	case f.is("blank-line-below-board"):
		lines = append(append(lines, ""), s.log...)
	default:
		lines = append(lines, s.log...)
	}
	return map[string]string{"output.txt": textWithoutNewline(lines)}, nil
}
