// Package arena lets two agents play games against each other by the rules of the competition
// (docs/rules/competition.md). It is the referee, and knows no game: an assignment says how it is
// played (homework.Contest).
//
// An Agent is a built-in one, which plays in this process (agent.go), or somebody's program. A
// program is built once. For each match it gets a copy of its folder, its home, which lasts from
// move to move and from game to game (agent.go); everything that it runs there is confined as by
// a check, and gone before the other agent moves.
//
// What counts is CPU time: of a built-in agent that of its thread alone, of a program that of all its
// processes in user mode, and what they spend in the system beyond what is usual. The clock on the wall is a
// backstop for programs that sleep: time in which they were ready to run and had no processor does not count,
// as in a check (sandbox.Limits). So a busy machine makes a game longer, and nobody loses it by that.
//
// Game plays one game from a position, and Match several from positions that are drawn. Whatever an
// agent does wrong loses it the game, with a Reason. An error is never an agent's fault: the sandbox
// has failed, or the disk is full. Everything random is drawn from a seed, so that any game of a
// match or a tournament can be played alone.
//
// What was played is a record.Game.
package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// Terms are what all games of a match have in common.
type Terms struct {
	Assignment *oracle.Assignment // one with a Contest
	// Clock is the CPU time that an agent has for a game; 0 means DefaultClock.
	Clock time.Duration
	// Spare is how much longer than its clock an agent may take for a move, by the clock on the wall;
	// 0 means defaultSpare.
	Spare    time.Duration
	Depth    int              // plies to search, in a contest that is not clocked
	Nodes    int64            // if not 0, built-in agents search so many nodes for a move, and have no clock
	Settings outcome.Settings // how programs are built and confined
	// Calibrate and NewGame bound the Makefile's targets of these names by the clock; 0 means
	// defaultCalibrate and defaultNewGame.
	Calibrate, NewGame time.Duration
}

// What the course set.
const (
	DefaultClock     = 200 * time.Second
	defaultSpare     = 10 * time.Second
	defaultCalibrate = 5 * time.Minute
	defaultNewGame   = time.Minute
)

// withDefaults returns the terms with the default values in place of none.
func (t Terms) withDefaults() Terms {
	t.Clock, t.Spare = cmp.Or(t.Clock, DefaultClock), cmp.Or(t.Spare, defaultSpare)
	t.Calibrate, t.NewGame = cmp.Or(t.Calibrate, defaultCalibrate), cmp.Or(t.NewGame, defaultNewGame)
	t.Settings.Memory = cmp.Or(t.Settings.Memory, outcome.DefaultMemory)
	return t
}

// contest returns what is played.
func (t *Terms) contest() *homework.Contest { return t.Assignment.Contest }

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
func (t Terms) Match(ctx context.Context, a, b *Agent, p record.Plan,
	tell func(*record.Game)) (m *Match, err error) {
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

// Game plays a game between the agents of two seats, by side. It calls tell, if that is not nil,
// before the first move, after each, and at the end. The error is never an agent's fault.
func (t Terms) Game(ctx context.Context, seats [2]*Seat, o record.Opening,
	tell func(*record.Game)) (*record.Game, error) {
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
		end := &record.End{Winner: 1 - side, Reason: record.Withdrawn,
			Text: record.Line(seat.agent.withdrawn.Fault), Points: p.Points()}
		if seats[1-side].agent.withdrawn != nil {
			end.Winner = record.NoSide
		}
		return end
	}
	return nil
}

// turn has the side to move play. It returns the next position, or ends the game.
func (t *Terms) turn(ctx context.Context, g *record.Game, seat *Seat, p homework.Position,
	clocks *[2]time.Duration) (homework.Position, error) {
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
		g.End = &record.End{Winner: 1 - side, Reason: d.loss.Reason, Text: record.Line(d.loss.Text),
			Points: p.Points()}
		return nil, nil
	}
	next, err := p.Play(d.turn)
	if err != nil { // the judge has seen that it is legal, or a built-in agent has chosen it
		return nil, fmt.Errorf("%s: the move %q of %s cannot be played: %w", t.Assignment.Name, d.turn,
			seat.agent.Name, err)
	}
	m := record.Move{Side: side, Turn: d.turn, Thought: d.thought, Timed: d.timed, After: record.StateOf(next)}
	if n := len(m.After.Board.Pieces); n != len(g.Stage.Places) {
		return nil, fmt.Errorf("%s: want a board of %d places after %q, as at the start, found %d",
			t.Assignment.Name, len(g.Stage.Places), d.turn, n)
	}
	if d.timed {
		clocks[side] -= d.used
		m.Used, m.Left = d.used, clocks[side]
	}
	g.Moves = append(g.Moves, m)
	return next, nil
}
