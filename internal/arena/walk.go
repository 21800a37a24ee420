package arena

import (
	"fmt"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
)

// Walk returns the game as a page shows it.
func (g *Game) Walk() walk.Game {
	shown := walk.Game{
		Assignment: g.Assignment, Name: fmt.Sprintf("game %d of %d", g.Number, g.Of),
		Title: fmt.Sprintf("%s is %s, %s is %s: %s", g.Sides[0], g.Agents[0], g.Sides[1], g.Agents[1], g.Outcome()),
		Stage: g.Stage,
	}
	for i := 0; i <= len(g.Moves); i++ {
		shown.Positions = append(shown.Positions, g.walked(i))
	}
	return shown
}

// walked returns the position after so many moves.
func (g *Game) walked(moves int) walk.Position {
	state := g.Start
	p := walk.Position{Move: "start", Line: "the start position"}
	if moves > 0 {
		m := &g.Moves[moves-1]
		state, p.Move = m.After, m.Name()
		p.Line = fmt.Sprintf("%d %s %s", moves, g.Sides[m.Side], m.Name())
		p.Says = append(p.Says, fmt.Sprintf("%s (%s) plays %s.", g.Sides[m.Side], g.Agents[m.Side], m.Name()))
		if about := m.About(); about != "" {
			p.Says = append(p.Says, strings.ToUpper(about[:1])+about[1:]+".")
		}
	}
	p.Board, p.First, p.Value = state.Board, state.Board.Mover == g.Sides[0], state.Points[0]-state.Points[1]
	p.Says = append(p.Says, fmt.Sprintf("%s has %d, %s %d.", g.Sides[0], state.Points[0], g.Sides[1], state.Points[1]))
	if moves == len(g.Moves) {
		p.Says = append(p.Says, "The end: "+g.Outcome()+".")
	} else {
		p.Says = append(p.Says, state.Board.Mover+" moves next.")
	}
	return p
}
