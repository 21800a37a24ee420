package arena

import (
	"fmt"
	"strings"
)

// between stands between the moves of a turn.
const between = ", then "

// Name returns the moves of a turn as a text.
func (m *Move) Name() string { return line(strings.Join(m.Turn, between)) }

// About says what an agent thought of its move, and what is left on its clock; it may be "".
func (m *Move) About() string {
	var says []string
	if t := m.Thought; t != nil {
		says = append(says, fmt.Sprintf("value %d at depth %d", t.Value, t.Depth))
		if t.Nodes > 0 {
			says = append(says, fmt.Sprintf("%d nodes", t.Nodes))
		}
	}
	if m.Timed {
		says = append(says, seconds(m.Used), seconds(m.Left)+" left")
	}
	return strings.Join(says, ", ")
}

// Outcome says in words how a game ended.
func (g *Game) Outcome() string {
	e := g.End
	switch {
	case e == nil:
		return "not over"
	case e.Reason == Played && e.Winner == NoSide:
		return fmt.Sprintf("a draw, %d to %d", e.Points[0], e.Points[1])
	case e.Winner == NoSide:
		return "nobody wins: both are " + string(e.Reason)
	}
	won := fmt.Sprintf("%s (%s) wins", g.Sides[e.Winner], g.Agents[e.Winner])
	if e.Reason == Played {
		return fmt.Sprintf("%s, %d to %d", won, e.Points[e.Winner], e.Points[1-e.Winner])
	}
	text := fmt.Sprintf("%s: %s (%s) loses by %s", won, g.Sides[1-e.Winner], g.Agents[1-e.Winner], e.Reason)
	if e.Text != "" {
		text += ": " + e.Text
	}
	return text
}
