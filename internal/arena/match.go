package arena

import (
	"context"
	"errors"

	"github.com/touchstone-suite/touchstone/internal/escape"
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

// evenDraws is how many those are.
const evenDraws = 8

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
	for range evenDraws {
		drawn = append(drawn, c.Start(r, p.Size, o.Start.Mover()))
	}
	return drawn
}

// A Match is the record of a match, also of one that is being played.
type Match struct {
	Agents [2]string
	Plan   Plan
	Games  []*Game
	// Sides are those that the first agent had in each game.
	Sides  []int
	Wins   [2]int // by agent
	Draws  int
	Margin int // by how many points in all games the first agent is ahead of the second
}

// Winner returns the agent that won, 0 or 1, or NoSide: by games, then by the margin.
func (m *Match) Winner() int {
	switch lead := m.Wins[0] - m.Wins[1]; {
	case lead > 0, lead == 0 && m.Margin > 0:
		return 0
	case lead < 0, m.Margin < 0:
		return 1
	}
	return NoSide
}

// Match plays a match. It calls tell, if that is not nil, as Game does. If it is ended early by an
// error, the record holds the games that were played.
func (t Terms) Match(ctx context.Context, a, b *Agent, p Plan, tell func(*Game)) (m *Match, err error) {
	m = &Match{Agents: [2]string{a.Name, b.Name}, Plan: p}
	seats, err := t.Sit(a, b)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, Leave(seats)) }()
	for number := 1; number <= p.Games; number++ {
		o, side := p.Opening(t.contest(), number)
		sides := seats
		if side == 1 {
			sides[0], sides[1] = sides[1], sides[0]
		}
		g, err := t.Game(ctx, sides, o, tell)
		if err != nil {
			return m, err
		}
		m.Add(g, side)
	}
	return m, nil
}

// Add adds a game that has ended, in which the first agent had a side.
func (m *Match) Add(g *Game, side int) {
	m.Games, m.Sides = append(m.Games, g), append(m.Sides, side)
	m.Margin += g.Margin(side)
	if w := g.End.Winner; w == NoSide {
		m.Draws++
	} else {
		m.Wins[w^side]++
	}
}

// line returns a text as a line without invisible characters, and not too long.
func line(text string) string {
	const most = 1000
	return escape.Line(text[:min(len(text), most)])
}
