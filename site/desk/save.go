package desk

import (
	"bytes"
	"context"
	"fmt"
	"path"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Who plays a page's games, by the names that records have.
const (
	user      = "you"
	reference = "oracle" // as "touchstone play" calls the reference agent
)

// saveMatch returns the record of a match, which "touchstone replay" reads.
func saveMatch(_ context.Context, q *question) (Reply, error) {
	o, err := q.opening()
	if err != nil {
		return Reply{}, err
	}
	g, side := record.Begin(q.a, o), q.Match.Side
	g.Nodes, g.Agents[side], g.Agents[1-side] = max(q.Match.Nodes, 0), user, reference
	if !q.a.Contest.Clocked {
		g.Depth = matchDepth
	}
	last, err := q.played(o, func(turn Turn, side int, after homework.Position) {
		m := record.Move{Side: side, Turn: turn.Moves, After: record.StateOf(after)}
		if turn.Value != nil {
			m.Thought = &homework.Thought{Value: *turn.Value, Depth: turn.Depth, Nodes: turn.Nodes}
		}
		g.Moves = append(g.Moves, m)
	})
	if err != nil {
		return Reply{}, err
	}
	if g.End = record.Ended(last); !last.Over() {
		g.End = &record.End{Winner: record.NoSide, Reason: record.Adjourned, Points: last.Points()}
	}
	var text bytes.Buffer
	err = g.Write(&text)
	return Reply{Files: map[string][]byte{q.a.Name + "-game.jsonl": text.Bytes()}}, err
}

// openMatch returns the match of a record, to be played on: by the user as the side that the user had, or else that is to move.
func openMatch(_ context.Context, q *question) (Reply, error) {
	if len(q.Files) != 1 {
		return Reply{}, fmt.Errorf("want a saved game, found %d files", len(q.Files))
	}
	for name, text := range q.Files {
		name = escape.Line(path.Base(name))
		g, err := record.Read(name, text)
		if err == nil && g.Assignment != q.a.Name {
			err = fmt.Errorf("want a saved game of %s, found one of %s", q.a.Name, escape.Line(g.Assignment))
		}
		if err == nil && len(g.Moves) > mostTurns {
			err = fmt.Errorf("%s: want at most %d turns, found %d", name, mostTurns, len(g.Moves))
		}
		if err == nil {
			err = g.Check(name)
		}
		if err != nil {
			return Reply{}, err
		}
		q.Match = matchOf(g, q.Match.Nodes)
	}
	return Reply{Value: q.Match}, nil
}

// matchOf returns the match of a game that was checked.
func matchOf(g *record.Game, nodes int64) Match {
	m := Match{Seed: g.Seed, Number: g.Number, Even: g.Even, Size: float64(g.Size), Nodes: nodes, Turns: []Turn{}}
	if mover := g.Position().Board.Mover; g.Agents[1] == user || g.Agents[0] != user && mover == g.Sides[1] {
		m.Side = 1
	}
	if g.Nodes > 0 {
		m.Nodes = g.Nodes
	}
	for _, move := range g.Moves {
		turn := Turn{Moves: move.Turn}
		if t := move.Thought; t != nil {
			turn.Value, turn.Depth, turn.Nodes = &t.Value, t.Depth, t.Nodes
		}
		m.Turns = append(m.Turns, turn)
	}
	return m
}
