package mutant

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// mancalaTable is the table that the stones lie on; it does not change during the game. Index 0 of
// each array is unused: players are 1 and 2.
type mancalaTable struct {
	flaw  flaw
	size  int         // pits a side
	pits  [3][]string // a player's pits from left to right
	store [3]string   // a player's mancala
	ring  [3][]string // the places that a player sows, counterclockwise
	lead  [3]int      // by how much a player's mancala was ahead at the root; only for a fault
}

// newMancalaTable names the places of a table with n pits a side: B2 to B(n+1) and the mancala
// B(n+2) are player 1's, A2 to A(n+1) and the mancala A1 player 2's (docs/rules/mancala.md rule 2).
func newMancalaTable(f flaw, n int) *mancalaTable {
	t := &mancalaTable{flaw: f, size: n}
	for i := 2; i <= n+1; i++ {
		t.pits[1] = append(t.pits[1], fmt.Sprintf("B%d", i))
		t.pits[2] = append(t.pits[2], fmt.Sprintf("A%d", i))
	}
	t.store[1], t.store[2] = fmt.Sprintf("B%d", n+2), "A1"
	for player := 1; player <= 2; player++ {
		t.ring[player] = t.newRing(player)
	}
	return t
}

// newRing lists the places that a player sows, counterclockwise and without the opponent's mancala
// (docs/rules/mancala.md rule 3).
func (t *mancalaTable) newRing(player int) []string {
	ring := slices.Clone(t.pits[1])
	ring = append(ring, t.store[1])
	for _, pit := range slices.Backward(t.pits[2]) {
		ring = append(ring, pit)
	}
	ring = append(ring, t.store[2])
	if !t.flaw.is("opponents-mancala-filled", "opponents-mancala-skipped-once") {
		ring = without(ring, t.store[3-player])
	}
	if t.flaw.is("own-mancala-skipped") {
		ring = without(ring, t.store[player])
	}
	if t.flaw.is("sowing-clockwise") {
		slices.Reverse(ring)
	}
	return ring
}

// shown returns a pit's name as shown in the log (docs/rules/mancala.md rule 2).
func (t *mancalaTable) shown(name string) string {
	letter := name[:1]
	number, err := strconv.Atoi(name[1:])
	if err != nil { // root, pass
		return name
	}
	switch {
	case t.flaw.is("pits-numbered-from-1"):
		number--
	case t.flaw.is("player-2-numbered-from-right") && letter == "A":
		number = t.size + 3 - number
	case t.flaw.is("letters-swapped"):
		letter = across(name)[:1]
	case t.flaw.is("all-pits-named-b"):
		letter = "B"
	}
	return letter + strconv.Itoa(number)
}

// sow takes all stones of a pit and drops them one by one, the emptied pit included on later laps.
// It returns where the last stone fell (docs/rules/mancala.md rule 3).
func (g *mancala) sow(pit string) string {
	ring := g.table.ring[g.mover]
	place := slices.Index(ring, pit)
	hand := g.stones[pit]
	g.stones[pit] = 0
	switch {
	case g.flaw.is("lap-of-2n-plus-2"):
		for _, other := range ring {
			g.stones[other] += hand / (len(ring) + 1)
		}
		hand %= len(ring) + 1
	case g.flaw.is("full-laps-forgotten"):
		hand %= len(ring)
	case g.flaw.is("first-stone-into-start-pit"):
		place += len(ring) - 1
	}
	skip := map[string]bool{} // places to pass over, each once
	if g.flaw.is("opponents-mancala-skipped-once") {
		skip[g.table.store[3-g.mover]] = true
	}
	for ; hand > 0; hand-- {
		place = (place + 1) % len(ring)
		if skip[ring[place]] || ring[place] == pit && g.flaw.is("start-pit-skipped") {
			skip[ring[place]] = false
			place = (place + 1) % len(ring)
		}
		g.stones[ring[place]]++
	}
	return ring[place%len(ring)]
}

// captures reports whether the last stone of a move captures: it must have fallen into an
// empty pit of the mover; the pit across may be empty. The pit that was sown counts like
// any other (docs/rules/mancala.md rule 5).
func (g *mancala) captures(before *mancala, start, last string) bool {
	own := slices.Contains(g.table.pits[g.mover], last)
	alone := g.stones[last] == 1
	switch {
	case g.flaw.is("no-capture"),
		g.flaw.is("capture-for-root-player-only") && g.mover != g.root,
		g.flaw.is("capture-needs-stones-across") && g.stones[across(last)] == 0,
		g.flaw.is("lap-home-never-captures") && last == start:
		return false
	case g.flaw.is("capture-in-opponents-empty-pit"):
		own = own || slices.Contains(g.table.pits[3-g.mover], last)
	case g.flaw.is("capture-judged-before-sowing"):
		alone = before.stones[last] == 0
	case g.flaw.is("laps-home-always-capture"):
		alone = alone || last == start
	case g.flaw.is("capture-onto-stones"):
		alone = true
	}
	return own && alone
}

// capture moves the last stone and all stones across to the mover's mancala (docs/rules/mancala.md
// rule 5).
func (g *mancala) capture(last string) {
	facing := across(last)
	switch {
	case g.flaw.is("capture-from-mirrored-pit"):
		facing = g.numbered(facing, g.table.size+3-numberOf(facing))
	case g.flaw.is("capture-one-pit-off"):
		facing = g.numbered(facing, numberOf(facing)+1)
	}
	store := g.table.store[g.mover]
	if g.flaw.is("capture-into-opponents-mancala") {
		store = g.table.store[3-g.mover]
	}
	if !g.flaw.is("capture-loses-own-stone", "capture-leaves-own-stone") {
		g.stones[store] += g.stones[last]
	}
	g.stones[store] += g.stones[facing]
	if !g.flaw.is("capture-leaves-own-stone") {
		g.stones[last] = 0
	}
	if !g.flaw.is("captured-stones-stay") {
		g.stones[facing] = 0
	}
}

// across returns the pit on the other side with the same number.
func across(pit string) string {
	if strings.HasPrefix(pit, "A") {
		return "B" + pit[1:]
	}
	return "A" + pit[1:]
}

// numbered returns the pit with another number on the same side as a pit, which may be none.
func (g *mancala) numbered(pit string, number int) string {
	if number < 2 || number > g.table.size+1 {
		return "off the board"
	}
	return pit[:1] + strconv.Itoa(number)
}

// numberOf returns the number in a pit's name.
func numberOf(pit string) int {
	number, _ := strconv.Atoi(pit[1:])
	return number
}

func (g *mancala) sideEmpty(player int) bool { return g.inPits(player) == 0 }

// inPits counts the stones in a player's pits.
func (g *mancala) inPits(player int) int {
	sum := 0
	for _, pit := range g.table.pits[player] {
		sum += g.stones[pit]
	}
	return sum
}

// sweep puts each side's stones into its owner's mancala (docs/rules/mancala.md rule 6).
func (g *mancala) sweep() {
	for player := 1; player <= 2; player++ {
		to := player
		switch {
		case g.flaw.is("no-sweep"),
			g.flaw.is("sweep-of-movers-pits-only") && player != g.mover,
			g.flaw.is("sweep-of-opponents-pits-only") && player == g.mover:
			continue
		case g.flaw.is("sweep-to-the-other-player"):
			to = 3 - player
		case g.flaw.is("sweep-to-the-last-mover"):
			to = g.mover
		case g.flaw.is("sweep-to-the-last-movers-opponent"):
			to = 3 - g.mover
		}
		g.stones[g.table.store[to]] += g.inPits(player)
		for _, pit := range g.table.pits[player] {
			if !g.flaw.is("swept-stones-stay") {
				g.stones[pit] = 0
			}
		}
	}
}
