package mancala

import (
	"slices"
	"strconv"
)

// A table is what the stones lie on; it does not change during the game. Index 0 of each array is
// unused: the players are 1 and 2.
type table struct {
	size  int         // pits a side
	pits  [3][]string // a player's pits from left to right
	store [3]string   // a player's mancala
	round [3][]string // the places that a player sows, in the order of sowing
}

// newTable names the places of a table with n pits a side: B2 to B(n+1) and the mancala B(n+2) are
// player 1's, A2 to A(n+1) and the mancala A1 player 2's (rule 2).
func newTable(h *hooks, n int) *table {
	t := &table{size: n}
	for number := 2; number <= n+1; number++ {
		t.pits[1] = append(t.pits[1], "B"+strconv.Itoa(number))
		t.pits[2] = append(t.pits[2], "A"+strconv.Itoa(number))
	}
	t.store[1], t.store[2] = "B"+strconv.Itoa(n+2), "A1"
	t.round[1], t.round[2] = h.Round(t, 1), h.Round(t, 2)
	return t
}

// places returns all pits and mancalas, counterclockwise (rule 3).
func (t *table) places() []string {
	upper := slices.Clone(t.pits[2])
	slices.Reverse(upper)
	return slices.Concat(t.pits[1], []string{t.store[1]}, upper, []string{t.store[2]})
}

// across returns the pit on the other side with the same number (rule 5).
func (t *table) across(pit string) string {
	letter, number := split(pit)
	return t.pit(facing(letter), number)
}

// facing returns the letter of the other side.
func facing(letter string) string {
	if letter == "A" {
		return "B"
	}
	return "A"
}

// offBoard is a place that no stones ever lie on.
const offBoard = "off the board"

// pit returns the pit with a letter and a number, and offBoard if there is none.
func (t *table) pit(letter string, number int) string {
	if number < 2 || number > t.size+1 {
		return offBoard
	}
	return letter + strconv.Itoa(number)
}

// split returns the letter and the number in a place's name. The number is 0 in names of other
// nodes: root.
func split(name string) (letter string, number int) {
	number, _ = strconv.Atoi(name[1:])
	return name[:1], number
}

// other returns the other player.
func other(player int) int { return 3 - player }
