// Package mancala implements Kalah with extra turns and captures (CSCI 561, Fall 2015, homework 2). rules.go
// implements rules 2 to 7 of docs/rules/mancala.md, input.go rules 1, 15 and 16, output.go rules 11, 13 and
// 14. Rules 8 to 10 and 12 are implemented by the search, for which an extra turn is search.Again.
package mancala

import "github.com/touchstone-suite/touchstone/oracle/search"

// minPits and maxPits bound the pits of a side.
const (
	minPits = 3
	maxPits = 10
)

// A position is the ring of pits in the direction of sowing: player 1's pits from left to right (0 to n-1),
// player 1's mancala (n), player 2's pits from right to left (n+1 to 2n) and player 2's mancala (2n+1).
type position struct {
	ring  [2*maxPits + 2]int32
	mover uint8 // 0 for player 1, 1 for player 2
}

// rules implements the game on one board.
type rules struct {
	n    int // pits a side
	root uint8
}

// store returns the index of a player's mancala in the ring.
func (r rules) store(player uint8) int { return r.n + int(player)*(r.n+1) }

// first returns the index of a player's first pit in the direction of sowing.
func (r rules) first(player uint8) int { return int(player) * (r.n + 1) }

// pit returns the index of the pit that a move empties. Moves 0 to n-1 are player 1's pits
// from left to right, n to 2n-1 player 2's.
func (r rules) pit(m search.Move) int {
	if int(m) < r.n {
		return int(m)
	}
	return 3*r.n - int(m)
}

// owns reports whether an index is one of a player's pits.
func (r rules) owns(player uint8, place int) bool {
	first := r.first(player)
	return first <= place && place < first+r.n
}

// Moves returns the mover's pits that hold stones, left to right (rule 2).
func (r rules) Moves(dst []search.Move, p *position, _ *search.Notes) []search.Move {
	low := search.Move(r.n * int(p.mover))
	for m := low; m < low+search.Move(r.n); m++ {
		if p.ring[r.pit(m)] > 0 {
			dst = append(dst, m)
		}
	}
	return dst
}

// Play sows a pit, captures, and ends the game (rules 3 to 6).
func (r rules) Play(dst, src *position, m search.Move) search.Turn {
	*dst = *src
	player := src.mover
	last := r.sow(dst, r.pit(m))
	if r.owns(player, last) && dst.ring[last] == 1 {
		across := 2*r.n - last
		dst.ring[r.store(player)] += 1 + dst.ring[across]
		dst.ring[last], dst.ring[across] = 0, 0
	}
	if r.sweep(dst) || last != r.store(player) {
		dst.mover = player ^ 1
		return search.Next
	}
	return search.Again
}

// sow empties the pit at start around the ring and returns the index of the last stone. The
// opponent's mancala is skipped; the emptied pit is not (rule 3).
func (r rules) sow(p *position, start int) (last int) {
	stones := p.ring[start]
	p.ring[start] = 0
	skip := r.store(p.mover ^ 1)
	lap := int32(2*r.n + 1)
	if laps := stones / lap; laps > 0 {
		for i := range 2*r.n + 2 {
			if i != skip {
				p.ring[i] += laps
			}
		}
	}
	last = start
	for range stones % lap {
		if last++; last == skip {
			last++
		}
		if last >= 2*r.n+2 {
			last = 0
		}
		p.ring[last]++
	}
	return last
}

// sweep ends the game if all pits of a side are empty: the stones left go to their owner's mancala (rule 6).
func (r rules) sweep(p *position) (over bool) {
	left := [2]int32{r.stones(p, 0), r.stones(p, 1)}
	if left[0] != 0 && left[1] != 0 {
		return false
	}
	for player := range left {
		clear(p.ring[r.first(uint8(player)):][:r.n])
		p.ring[r.store(uint8(player))] += left[player]
	}
	return true
}

// stones counts the stones in a player's pits.
func (r rules) stones(p *position, player uint8) (n int32) {
	for _, stones := range p.ring[r.first(player):][:r.n] {
		n += stones
	}
	return n
}

// Eval implements rule 7.
func (r rules) Eval(p *position) int32 {
	return p.ring[r.store(r.root)] - p.ring[r.store(r.root^1)]
}
