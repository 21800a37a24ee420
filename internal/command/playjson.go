package command

import (
	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
)

// A matchJSON is the document of a match (docs/play.md).
type matchJSON struct {
	Assignment string     `json:"assignment"`
	Seed       uint64     `json:"seed"`
	Size       int        `json:"size,omitempty"`
	Clock      float64    `json:"clock"` // seconds
	Depth      int        `json:"depth,omitempty"`
	Nodes      int64      `json:"nodes,omitempty"`
	Agents     [2]string  `json:"agents"`
	Withdrawn  *[2]string `json:"withdrawn,omitempty"` // why an agent takes no part, or "" for one that does
	Wins       [2]int     `json:"wins"`
	Draws      int        `json:"draws"`
	Margin     int        `json:"margin"`
	Winner     string     `json:"winner"`
	Games      []gameJSON `json:"games"`
}

type gameJSON struct {
	Number int                 `json:"number"`
	Sides  [2]string           `json:"sides"`
	Agents [2]string           `json:"agents"` // by side
	First  string              `json:"first"`  // the side that moves first
	Moves  []record.MoveRecord `json:"moves"`
	Winner string              `json:"winner"` // the side, or ""
	Reason string              `json:"reason"`
	Text   string              `json:"text,omitempty"`
	Points [2]int32            `json:"points"`
}

// matchDocument returns the document of a match that was played.
func matchDocument(m *arena.Match, agents [2]*arena.Agent, terms arena.Terms) matchJSON {
	d := matchJSON{
		Assignment: terms.Assignment.Name, Seed: m.Plan.Seed, Size: m.Plan.Size, Clock: terms.Clock.Seconds(), Nodes: terms.Nodes,
		Agents: m.Agents, Wins: m.Wins, Draws: m.Draws, Margin: m.Margin,
	}
	if why := [2]string{agents[0].Withdrawn(), agents[1].Withdrawn()}; why != [2]string{} {
		d.Withdrawn = &why
	}
	if w := m.Winner(); w != record.NoSide {
		d.Winner = m.Agents[w]
	}
	for _, g := range m.Games {
		d.Depth = g.Depth
		d.Games = append(d.Games, gameDocument(g))
	}
	return d
}

func gameDocument(g *record.Game) gameJSON {
	d := gameJSON{
		Number: g.Number, Sides: g.Sides, Agents: g.Agents, First: g.Start.Board.Mover, Moves: []record.MoveRecord{},
		Reason: string(g.End.Reason), Text: g.End.Text, Points: g.End.Points,
	}
	if w := g.End.Winner; w != record.NoSide {
		d.Winner = g.Sides[w]
	}
	for i := range g.Moves {
		d.Moves = append(d.Moves, g.Record(i))
	}
	return d
}
