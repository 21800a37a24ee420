package mutant

import (
	"errors"
	"fmt"
	"maps"
	"strings"
)

// mancalaTable is the table that the stones lie on; it does not change during the game. Index 0 of
// each array is unused: players are 1 and 2.
type mancalaTable struct {
	pits  [3][]string // a player's pits from left to right
	store [3]string   // a player's mancala
	ring  [3][]string // the places that a player sows, counterclockwise
}

// newMancalaTable names the places of a table with n pits a side: B2 to B(n+1) and the mancala
// B(n+2) are player 1's, A2 to A(n+1) and the mancala A1 player 2's (docs/rules/mancala.md rule 2).
// The opponent's mancala is missing in a player's ring (docs/rules/mancala.md rule 3).
func newMancalaTable(n int) *mancalaTable {
	t := &mancalaTable{}
	var upperBackwards []string
	for i := 2; i <= n+1; i++ {
		t.pits[1] = append(t.pits[1], fmt.Sprintf("B%d", i))
		t.pits[2] = append(t.pits[2], fmt.Sprintf("A%d", i))
		upperBackwards = append(upperBackwards, fmt.Sprintf("A%d", n+3-i))
	}
	t.store[1], t.store[2] = fmt.Sprintf("B%d", n+2), "A1"
	for player := 1; player <= 2; player++ {
		t.ring[player] = append(t.ring[player], t.pits[1]...)
		if player == 1 {
			t.ring[player] = append(t.ring[player], t.store[1])
		}
		t.ring[player] = append(t.ring[player], upperBackwards...)
		if player == 2 {
			t.ring[player] = append(t.ring[player], t.store[2])
		}
	}
	return t
}

// mancala is a position.
type mancala struct {
	table  *mancalaTable
	stones map[string]int // by the name of the place
	mover  int            // 1 or 2, who moves next
	root   int            // whose side the evaluation takes
	over   bool           // a move has ended the game
}

// moves are the mover's pits with stones, from left to right (docs/rules/mancala.md rule 2).
func (g *mancala) moves() []string {
	if g.over {
		return nil
	}
	var names []string
	for _, pit := range g.table.pits[g.mover] {
		if g.stones[pit] > 0 {
			names = append(names, pit)
		}
	}
	return names
}

// play sows, captures, tests for the end of the game and decides who moves next.
func (g *mancala) play(move string) (position, bool) {
	next := &mancala{g.table, maps.Clone(g.stones), g.mover, g.root, false}
	last := next.sow(move)
	again := last == g.table.store[g.mover] // docs/rules/mancala.md rule 4
	next.capture(last)
	if next.sideEmpty(1) || next.sideEmpty(2) { // either side's pits: docs/rules/mancala.md rule 6
		next.sweep()
		next.over = true
		again = false // a pending extra turn is void: docs/rules/mancala.md rule 6
	}
	if !again {
		next.mover = 3 - g.mover
	}
	return next, again
}

// sow takes all stones of a pit and drops them one by one, the emptied pit included on later laps.
// It returns where the last stone fell (docs/rules/mancala.md rule 3).
func (g *mancala) sow(pit string) string {
	ring := g.table.ring[g.mover]
	place := 0
	for ring[place] != pit {
		place++
	}
	hand := g.stones[pit]
	g.stones[pit] = 0
	for ; hand > 0; hand-- {
		place = (place + 1) % len(ring)
		g.stones[ring[place]]++
	}
	return ring[place]
}

// capture takes a last stone that fell into an empty pit of the mover and all stones across, even
// if there are none (docs/rules/mancala.md rule 5).
func (g *mancala) capture(last string) {
	if !g.ownPit(last) || g.stones[last] != 1 {
		return
	}
	g.stones[g.table.store[g.mover]] += g.stones[last] + g.stones[across(last)]
	g.stones[last] = 0
	g.stones[across(last)] = 0
}

func (g *mancala) ownPit(place string) bool {
	for _, pit := range g.table.pits[g.mover] {
		if pit == place {
			return true
		}
	}
	return false
}

// across is the pit on the other side with the same number.
func across(pit string) string {
	if strings.HasPrefix(pit, "A") {
		return "B" + pit[1:]
	}
	return "A" + pit[1:]
}

func (g *mancala) sideEmpty(player int) bool {
	for _, pit := range g.table.pits[player] {
		if g.stones[pit] > 0 {
			return false
		}
	}
	return true
}

// sweep puts each side's stones into its owner's mancala (docs/rules/mancala.md rule 6).
func (g *mancala) sweep() {
	for player := 1; player <= 2; player++ {
		for _, pit := range g.table.pits[player] {
			g.stones[g.table.store[player]] += g.stones[pit]
			g.stones[pit] = 0
		}
	}
}

// maximising: the node's type follows who moves next (docs/rules/mancala.md rule 10).
func (g *mancala) maximising() bool { return g.mover == g.root }

// evaluate compares the mancalas (docs/rules/mancala.md rule 7).
func (g *mancala) evaluate() int {
	return g.stones[g.table.store[g.root]] - g.stones[g.table.store[3-g.root]]
}

// afterTurn is the board after the whole chain of the root player's moves along the best line
// (docs/rules/mancala.md rule 13).
func (g *mancala) afterTurn(line []string) *mancala {
	board := g
	for _, move := range line {
		next, again := board.play(move)
		board = next.(*mancala)
		if !again {
			break
		}
	}
	return board
}

// lines writes the board the way next_state.txt shows it (docs/rules/mancala.md rule 13).
func (g *mancala) lines() []string {
	pits := func(player int) string {
		var numbers []string
		for _, pit := range g.table.pits[player] {
			numbers = append(numbers, fmt.Sprint(g.stones[pit]))
		}
		return strings.Join(numbers, " ")
	}
	return []string{pits(2), pits(1), fmt.Sprint(g.stones[g.table.store[2]]), fmt.Sprint(g.stones[g.table.store[1]])}
}

const mancalaMostStones = 1_000_000

// readMancala reads the board, lines 4 to 7 of the input (docs/rules/mancala.md rule 1).
func readMancala(r *reader, player int) *mancala {
	upper, lower := r.numbers(0, mancalaMostStones), r.numbers(0, mancalaMostStones)
	if len(upper) != len(lower) || len(lower) < 3 || len(lower) > 10 {
		r.fail("found rows of %d and %d pits, expected two equal rows of 3 to 10", len(upper), len(lower))
		return nil
	}
	t := newMancalaTable(len(lower))
	g := &mancala{table: t, stones: map[string]int{}, mover: player, root: player}
	for i := range lower {
		g.stones[t.pits[2][i]], g.stones[t.pits[1][i]] = upper[i], lower[i]
	}
	g.stones[t.store[2]] = r.number(0, mancalaMostStones)
	g.stones[t.store[1]] = r.number(0, mancalaMostStones)
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

// solveMancala reads the input (docs/rules/mancala.md rule 1), searches, and writes the next state
// (rule 13) and, except for greedy, the log (rule 11).
func solveMancala(input []byte) (map[string]string, error) {
	r := newReader(input)
	task := r.word("1", "2", "3", "4")
	if r.err == nil && task == "4" { // docs/rules/mancala.md rule 16
		return nil, errors.New("competition task: rules not published by the course")
	}
	player := r.number(1, 2)
	s := &search{}
	switch task {
	case "1": // minimax with cut-off 1 and no log; the cut-off line is ignored: docs/rules/mancala.md rule 14
		r.take()
		s.limit = 1
	case "2":
		s.limit, s.dialect = r.depth(1), minimaxDialect
	case "3":
		s.limit, s.dialect, s.alphaBeta = r.depth(1), alphaBetaDialect, true
	}
	g := readMancala(r, player)
	if err := r.done(); err != nil {
		return nil, err
	}
	_, line := s.run(g, "root")
	files := map[string]string{"next_state.txt": text(g.afterTurn(line).lines())}
	if task != "1" {
		files["traverse_log.txt"] = text(s.log)
	}
	return files, nil
}
