package walk

import (
	"fmt"
	"io"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// WriteGame writes a page that walks a game, board by board: each position is a line, below the one
// before it as a move is in a search.
func WriteGame(w io.Writer, g *arena.Game) error {
	whole := page.Page{Style: style, Body: body, Scripts: scripts}
	d := &whole.Data
	h := &header{
		Version: 1, Assignment: escape.Line(g.Assignment), Name: fmt.Sprintf("game %d of %d", g.Number, g.Of),
		Title: fmt.Sprintf("%s is %s, %s is %s: %s", g.Sides[0], g.Agents[0], g.Sides[1], g.Agents[1], g.Outcome()),
	}
	stage := g.Stage
	stage.File, stage.First = "game", 1 // which has the lines of the column "right"
	r, right := newRecorder(d, stage, MostLines), d.Column("right")
	for i := 0; i <= len(g.Moves); i++ {
		name, says := gameLine(g, i)
		if err := r.visit(gameStep(g, i)); err != nil {
			return err
		}
		right.Put([]byte(show([]byte(name)) + "\n"))
		h.Game = append(h.Game, says)
	}
	r.describe(h)
	h.describe(stage, nil, r)
	h.Text = h.Lines
	if err := d.JSON("header", h); err != nil {
		return err
	}
	whole.Title = fmt.Sprintf("%s %s - touchstone replay", h.Assignment, h.Name)
	return whole.Write(w)
}

// gameStep returns the position after so many moves, as a step of a search.
func gameStep(g *arena.Game, moves int) replay.Step {
	state, name := g.Start, "start"
	if moves > 0 {
		state, name = g.Moves[moves-1].After, g.Moves[moves-1].Name()
	}
	s := replay.Step{
		Kind: replay.Enter, Name: name, Ply: moves, Depth: moves, Max: state.Board.Mover == g.Sides[0],
		Value: state.Points[0] - state.Points[1], Alpha: -replay.Inf, Beta: replay.Inf,
		Board: func() replay.Board { return state.Board }, Over: func() bool { return true },
	}
	if moves == len(g.Moves) {
		s.Kind = replay.Leaf
	}
	return s
}

// gameLine returns the line of the position after so many moves, and what there is to say of it.
func gameLine(g *arena.Game, moves int) (line string, says []string) {
	state := g.Start
	line = "the start position"
	if moves > 0 {
		m := &g.Moves[moves-1]
		state, line = m.After, fmt.Sprintf("%d %s %s", moves, g.Sides[m.Side], m.Name())
		says = append(says, fmt.Sprintf("%s (%s) plays %s.", g.Sides[m.Side], g.Agents[m.Side], m.Name()))
		if about := m.About(); about != "" {
			says = append(says, strings.ToUpper(about[:1])+about[1:]+".")
		}
	}
	says = append(says, fmt.Sprintf("%s has %d, %s %d.", g.Sides[0], state.Points[0], g.Sides[1], state.Points[1]))
	if moves == len(g.Moves) {
		return line, append(says, "The end: "+g.Outcome()+".")
	}
	return line, append(says, state.Board.Mover+" moves next.")
}
