package cli

import (
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena"
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
	Wins       [2]int     `json:"wins"`
	Draws      int        `json:"draws"`
	Margin     int        `json:"margin"`
	Winner     string     `json:"winner"`
	Games      []gameJSON `json:"games"`
}

type gameJSON struct {
	Number int        `json:"number"`
	Sides  [2]string  `json:"sides"`
	Agents [2]string  `json:"agents"` // by side
	First  string     `json:"first"`  // the side that moves first
	Moves  []moveJSON `json:"moves"`
	Winner string     `json:"winner"` // the side, or ""
	Reason string     `json:"reason"`
	Text   string     `json:"text,omitempty"`
	Points [2]int32   `json:"points"`
}

type moveJSON struct {
	Side   string   `json:"side"`
	Turn   []string `json:"turn"`
	Value  *int32   `json:"value,omitempty"`
	Depth  int      `json:"depth,omitempty"`
	Nodes  int64    `json:"nodes,omitempty"`
	Used   *float64 `json:"used,omitempty"` // seconds
	Left   *float64 `json:"left,omitempty"`
	Points [2]int32 `json:"points"` // after it
}

// matchDocument returns the document of a match that was played.
func matchDocument(m *arena.Match, terms arena.Terms) matchJSON {
	d := matchJSON{
		Assignment: terms.Assignment.Name, Seed: m.Plan.Seed, Size: m.Plan.Size, Clock: terms.Clock.Seconds(), Nodes: terms.Nodes,
		Agents: m.Agents, Wins: m.Wins, Draws: m.Draws, Margin: m.Margin,
	}
	if w := m.Winner(); w != arena.NoSide {
		d.Winner = m.Agents[w]
	}
	for _, g := range m.Games {
		d.Depth = g.Depth
		d.Games = append(d.Games, gameDocument(g))
	}
	return d
}

func gameDocument(g *arena.Game) gameJSON {
	d := gameJSON{
		Number: g.Number, Sides: g.Sides, Agents: g.Agents, First: g.Start.Board.Mover, Moves: []moveJSON{},
		Reason: string(g.End.Reason), Text: g.End.Text, Points: g.End.Points,
	}
	if w := g.End.Winner; w != arena.NoSide {
		d.Winner = g.Sides[w]
	}
	for _, m := range g.Moves {
		one := moveJSON{Side: g.Sides[m.Side], Turn: m.Turn, Points: m.After.Points}
		if t := m.Thought; t != nil {
			one.Value, one.Depth, one.Nodes = &t.Value, t.Depth, t.Nodes
		}
		if m.Timed {
			one.Used, one.Left = inSeconds(m.Used), inSeconds(m.Left)
		}
		d.Moves = append(d.Moves, one)
	}
	return d
}

func inSeconds(d time.Duration) *float64 {
	s := d.Seconds()
	return &s
}
