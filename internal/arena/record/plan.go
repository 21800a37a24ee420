package record

import (
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// What is drawn from the seed of a match, apart from each other.
const (
	drawsFirst  = iota + 1 // who moves first in the first game
	drawsStarts            // the start positions, and who is which side
	drawsMoves             // the moves of agents that play at random
	drawsEven   = 100      // the start positions of which an even one is taken
)

// EvenDraws is how many those are.
const EvenDraws = 8

// A Plan says which games make a match.
type Plan struct {
	Games int // an odd number, unless draws do not matter
	Size  int // of the board
	Seed  uint64
}

// Opening returns the game of a number, from 1, and which side the first agent has in it. Games 1
// and 2, 3 and 4, and so on, begin from the same position with the agents exchanged, so that they
// move first by turns (docs/rules/competition.md rule 11).
func (p Plan) Opening(c *homework.Contest, number int) (o Opening, side int) {
	r := random.Derived(p.Seed, drawsStarts, uint64((number-1)/2))
	mover := r.Intn(2) // the side that moves first
	o = Opening{Seed: p.Seed, Number: number, Of: p.Games, Size: p.Size, Start: c.Start(r, p.Size, mover)}
	first := (random.Derived(p.Seed, drawsFirst).Intn(2) + number - 1) % 2 // the agent that moves first
	return o, mover ^ first
}

// Evens returns start positions of which the most even one may begin a game in place of that of its Opening
// (docs/rules/competition.md rule 14). The same side moves first.
func (p Plan) Evens(c *homework.Contest, number int) (drawn []homework.Position) {
	o, _ := p.Opening(c, number)
	r := random.Derived(p.Seed, drawsEven, uint64(number))
	for range EvenDraws {
		drawn = append(drawn, c.Start(r, p.Size, o.Start.Mover()))
	}
	return drawn
}

// An Opening is a game to be played.
type Opening struct {
	Seed       uint64 // of the match
	Number, Of int    // of the game in its match, from 1
	Size       int
	Start      homework.Position
}

// Start returns the position in which a game begins: that of its Opening, or that of Evens with this number, from 1.
func (p Plan) Start(c *homework.Contest, number, even int) homework.Position {
	if even > 0 {
		return p.Evens(c, number)[even-1]
	}
	o, _ := p.Opening(c, number)
	return o.Start
}

// Draws returns what a side's agent may draw from in the game.
func (o Opening) Draws(side int) *random.Rand {
	return random.Derived(o.Seed, drawsMoves, uint64(o.Number), uint64(side))
}
