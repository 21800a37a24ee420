package mutant

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const mancalaMostStones = 1_000_000

// readMancala reads the board, lines 4 to 7 of the input (docs/rules/mancala.md rule 1).
func readMancala(r *reader, f flaw, player int) *mancala {
	upper, lower := r.numbers(0, mancalaMostStones), r.numbers(0, mancalaMostStones)
	if len(upper) != len(lower) || len(lower) < 3 || len(lower) > 10 {
		r.fail("found rows of %d and %d pits, expected two equal rows of 3 to 10", len(upper), len(lower))
		return nil
	}
	store2, store1 := r.number(0, mancalaMostStones), r.number(0, mancalaMostStones)
	g := newMancala(f, player, upper, lower, store2, store1)
	total := 0
	for _, n := range g.stones {
		total += n
	}
	if total > mancalaMostStones {
		r.fail("found %d stones, expected at most %d", total, mancalaMostStones)
	}
	if g.sideEmpty(player) { // docs/rules/mancala.md rule 15
		r.fail("player %d has no legal move", player)
	}
	return g
}

// newMancala sets up the board (docs/rules/mancala.md rule 1).
func newMancala(f flaw, player int, upper, lower []int, store2, store1 int) *mancala {
	t := newMancalaTable(f, len(lower))
	g := &mancala{flaw: f, table: t, stones: map[string]int{}, mover: player, root: player}
	for i := range lower {
		g.stones[t.pits[2][i]], g.stones[t.pits[1][i]] = upper[i], lower[i]
	}
	g.stones[t.store[2]], g.stones[t.store[1]] = store2, store1
	return g
}

// misread returns the board as misread by a program with a fault in its input. It is called
// after the input has been checked; the input is valid.
func (g *mancala) misread() *mancala {
	upper, lower := g.row(2), g.row(1)
	store2, store1 := g.stones[g.table.store[2]], g.stones[g.table.store[1]]
	player := g.mover
	switch {
	case g.flaw.is("rows-swapped-on-input"):
		upper, lower = lower, upper
	case g.flaw.is("upper-row-reversed-on-input"):
		slices.Reverse(upper)
	case g.flaw.is("mancalas-swapped-on-input"):
		store2, store1 = store1, store2
	case g.flaw.is("mancalas-start-empty"):
		store2, store1 = 0, 0
	case g.flaw.is("always-player-1"):
		player = 1
	}
	misread := newMancala(g.flaw, player, upper, lower, store2, store1)
	misread.table.lead[1], misread.table.lead[2] = store1-store2, store2-store1
	return misread
}

// row returns the number of stones in each of a player's pits, from left to right.
func (g *mancala) row(player int) []int {
	var row []int
	for _, pit := range g.table.pits[player] {
		row = append(row, g.stones[pit])
	}
	return row
}

// lines writes the board the way next_state.txt shows it (docs/rules/mancala.md rule 13).
func (g *mancala) lines() []string {
	upper, lower := g.row(2), g.row(1)
	store2, store1 := g.stones[g.table.store[2]], g.stones[g.table.store[1]]
	switch {
	case g.flaw.is("rows-swapped-on-output"):
		upper, lower = lower, upper
	case g.flaw.is("upper-row-reversed-on-output"):
		slices.Reverse(upper)
	case g.flaw.is("mancalas-swapped-on-output"):
		store2, store1 = store1, store2
	}
	return []string{spaced(upper), spaced(lower), strconv.Itoa(store2), strconv.Itoa(store1)}
}

// spaced writes numbers with blanks between them.
func spaced(numbers []int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }

// nextState returns the board that next_state.txt shows: that after the whole chain of the
// root player's moves along the best line (docs/rules/mancala.md rule 13).
func (g *mancala) nextState(line []string) *mancala {
	board := g
	for i := 0; ; i++ {
		line = g.steps(board, line, i)
		if i >= len(line) {
			return board
		}
		next, _ := board.play(line[i])
		board = next.(*mancala)
		if board.over && g.flaw.is("next-state-not-swept") {
			board.stones = board.unswept
		}
		turnOver := board.mover != g.mover && !g.flaw.is("next-state-after-best-line")
		if turnOver || g.flaw.is("next-state-after-first-move") {
			return board
		}
	}
}

// steps adjusts the line that leads to the next state, before its move number i is played.
func (g *mancala) steps(board *mancala, line []string, i int) []string {
	moves := board.moves()
	switch {
	case len(line) == 0 || len(moves) == 0:
		return line
	case g.flaw.is("next-state-after-last-move-searched"):
		return append(slices.Clone(line[:i]), moves[len(moves)-1])
	case g.flaw.is("next-state-chain-takes-first-pits") && i > 0:
		return append(slices.Clone(line[:i]), moves[0])
	}
	return line
}

// greedyByMoves returns a line in which each move is the best by its own evaluation, for as
// long as the turn lasts. Greedy, in contrast, considers whole chains
// (docs/rules/mancala.md rule 14).
func (g *mancala) greedyByMoves() []string {
	var line []string
	for board := g; board.mover == g.mover; {
		var chosen *mancala
		var name string
		for _, move := range board.moves() {
			next, _ := board.play(move)
			if chosen == nil || next.evaluate() > chosen.evaluate() {
				chosen, name = next.(*mancala), move
			}
		}
		if chosen == nil {
			break
		}
		board, line = chosen, append(line, name)
	}
	if g.flaw.is("greedy-takes-one-move-only") {
		return line[:1]
	}
	return line
}

// solveMancala reads the input (docs/rules/mancala.md rule 1), searches, and writes the next state
// (rule 13) and, except for greedy, the log (rule 11).
func solveMancala(f flaw, _ string, input []byte) (map[string]string, error) {
	r := newReader(input)
	task := r.word("1", "2", "3", "4")
	if r.err == nil && task == "4" { // docs/rules/mancala.md rule 16
		return nil, errors.New("competition task: rules not published by the course")
	}
	player := r.number(1, 2)
	s := &search{flaw: f}
	switch task {
	case "1": // minimax with cut-off 1 and no log; the cut-off line is ignored: docs/rules/mancala.md rule 14
		s.limit = 1
		limit, err := strconv.Atoi(r.take())
		if f.is("greedy-honours-cut-off") && err == nil && limit > 0 {
			s.limit = limit
		}
	case "2":
		s.limit, s.dialect = r.depth(1), minimaxDialect
	case "3":
		s.limit, s.dialect, s.alphaBeta = r.depth(1), alphaBetaDialect, true
	}
	g := readMancala(r, f, player)
	if err := r.done(); err != nil {
		return nil, err
	}
	g = g.misread()
	_, line := s.run(g, "root")
	if task == "1" && f.is("greedy-takes-one-move-only", "greedy-move-by-move") {
		line = g.greedyByMoves()
	}
	files := map[string]string{"next_state.txt": text(g.nextState(line).lines())}
	if task != "1" {
		files["traverse_log.txt"] = text(s.log)
	}
	return files, nil
}
