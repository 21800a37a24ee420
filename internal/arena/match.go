package arena

import (
	"context"
	"errors"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
)

// A Match is the record of a match, also of one that is being played.
type Match struct {
	Agents [2]string
	Plan   record.Plan
	Games  []*record.Game
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
	return record.NoSide
}

// Match plays a match. It calls tell, if that is not nil, as Game does. If it is ended early by an
// error, the record holds the games that were played.
func (t Terms) Match(ctx context.Context, a, b *Agent, p record.Plan, tell func(*record.Game)) (m *Match, err error) {
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
func (m *Match) Add(g *record.Game, side int) {
	m.Games, m.Sides = append(m.Games, g), append(m.Sides, side)
	m.Margin += g.Margin(side)
	if w := g.End.Winner; w == record.NoSide {
		m.Draws++
	} else {
		m.Wins[w^side]++
	}
}
