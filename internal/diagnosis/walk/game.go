package walk

import (
	"io"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A Game is the record of a game, to be shown board by board.
type Game struct {
	Assignment, Name, Title string
	Stage                   replay.Stage
	Positions               []Position // from the start
}

// A Position is one of a game.
type Position struct {
	Move  string // that led to it, or "start"
	Line  string // that stands for it
	Says  []string
	Board replay.Board
	First bool  // the first side is to move
	Value int32 // to the first side
}

// WriteGame writes a page that walks a game: each position is a line, below the one before it as a
// move is in a search.
func WriteGame(w io.Writer, g Game) error {
	whole := Shell()
	d := &whole.Data
	h := &header{Version: 1, Assignment: escape.Line(g.Assignment), Name: g.Name, Title: g.Title}
	stage := g.Stage
	stage.File, stage.First = "game", 1 // which has the lines of the column "right"
	r, right := newRecorder(d, stage, MostLines), d.Column("right")
	for i, p := range g.Positions {
		if err := r.visit(g.step(i)); err != nil {
			return err
		}
		right.Put([]byte(show([]byte(p.Line)) + "\n"))
		h.Game = append(h.Game, p.Says)
	}
	r.describe(h)
	h.describe(stage, nil, r)
	h.Text = h.Lines
	if err := d.JSON("header", h); err != nil {
		return err
	}
	whole.Title = h.Assignment + " " + h.Name + " - touchstone replay"
	return whole.Write(w)
}

// step returns a position as a step of a search.
func (g Game) step(i int) replay.Step {
	p := &g.Positions[i]
	s := replay.Step{
		Kind: replay.Enter, Name: p.Move, Ply: i, Depth: i, Max: p.First,
		Value: p.Value, Alpha: -replay.Inf, Beta: replay.Inf,
		Board: func() replay.Board { return p.Board }, Over: func() bool { return true },
	}
	if i == len(g.Positions)-1 {
		s.Kind = replay.Leaf
	}
	return s
}
