package arena

import (
	"context"
	"fmt"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Game plays a game between the agents of two seats, by side. It calls tell, if that is not nil,
// before the first move, after each, and at the end. The error is never an agent's fault.
func (t Terms) Game(ctx context.Context, seats [2]*Seat, o record.Opening, tell func(*record.Game)) (*record.Game, error) {
	t = t.withDefaults()
	if tell == nil {
		tell = func(*record.Game) {}
	}
	g := t.newGame(seats, o)
	tell(g)
	if end := absent(seats, o.Start); end != nil {
		g.End = end
		tell(g)
		return g, nil
	}
	for side, seat := range seats {
		if err := seat.player.begin(ctx, o.Draws(side)); err != nil {
			return nil, fmt.Errorf("%s: %w", seat.agent.Name, err)
		}
	}
	clocks := [2]time.Duration{t.Clock, t.Clock}
	for p := o.Start; g.End == nil; {
		if p.Over() {
			g.End = record.Ended(p)
			break
		}
		next, err := t.turn(ctx, g, seats[p.Mover()], p, &clocks)
		if err != nil {
			return nil, err
		}
		if g.End == nil {
			p = next
			tell(g)
		}
	}
	tell(g)
	return g, nil
}

func (t *Terms) newGame(seats [2]*Seat, o record.Opening) *record.Game {
	g := record.Begin(t.Assignment, o)
	g.Clock, g.Nodes = t.Clock, t.Nodes
	if !t.contest().Clocked {
		g.Depth = t.Depth
	}
	for side, seat := range seats {
		g.Agents[side] = seat.agent.Name
	}
	return g
}

// absent returns how a game ends that an agent takes no part in, or nil.
func absent(seats [2]*Seat, p homework.Position) *record.End {
	for side, seat := range seats {
		if seat.agent.withdrawn == nil {
			continue
		}
		end := &record.End{Winner: 1 - side, Reason: record.Withdrawn, Text: record.Line(seat.agent.withdrawn.Fault), Points: p.Points()}
		if seats[1-side].agent.withdrawn != nil {
			end.Winner = record.NoSide
		}
		return end
	}
	return nil
}

// turn has the side to move play. It returns the next position, or ends the game.
func (t *Terms) turn(ctx context.Context, g *record.Game, seat *Seat, p homework.Position, clocks *[2]time.Duration) (homework.Position, error) {
	side := p.Mover()
	d, err := seat.player.move(ctx, p, homework.Allowance{Clock: clocks[side], Depth: t.Depth, Nodes: t.Nodes})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", seat.agent.Name, err)
	}
	d.used = d.used.Truncate(time.Microsecond)
	if d.loss == nil && d.timed && d.used >= clocks[side] {
		d.loss = overtime(d.used, clocks[side])
	}
	if d.loss != nil {
		g.End = &record.End{Winner: 1 - side, Reason: d.loss.Reason, Text: record.Line(d.loss.Text), Points: p.Points()}
		return nil, nil
	}
	next, err := p.Play(d.turn)
	if err != nil { // the judge has seen that it is legal, or a built-in agent has chosen it
		return nil, fmt.Errorf("%s: the move %q of %s cannot be played: %w", t.Assignment.Name, d.turn, seat.agent.Name, err)
	}
	m := record.Move{Side: side, Turn: d.turn, Thought: d.thought, Timed: d.timed, After: record.StateOf(next)}
	if n := len(m.After.Board.Pieces); n != len(g.Stage.Places) {
		return nil, fmt.Errorf("%s: want a board of %d places after %q, as at the start, found %d", t.Assignment.Name, len(g.Stage.Places), d.turn, n)
	}
	if d.timed {
		clocks[side] -= d.used
		m.Used, m.Left = d.used, clocks[side]
	}
	g.Moves = append(g.Moves, m)
	return next, nil
}
