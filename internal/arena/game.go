package arena

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A Game is the record of a game, also of one that is being played.
type Game struct {
	Assignment string
	Seed       uint64 // of the match
	Number, Of int    // of the game in its match, from 1
	Size       int    // of the board, as it was asked for
	Clock      time.Duration
	Depth      int   // 0 in a contest that is clocked
	Nodes      int64 // 0 where built-in agents have a clock
	Sides      [2]string
	Agents     [2]string // by side
	Stage      replay.Stage
	Start      State
	Moves      []Move
	End        *End // nil while it is being played

	positions []homework.Position // before each move and at the end, once it was checked
	point     int32               // homework.Contest.Point, likewise
	judged    bool
}

// A State is a position of a game.
type State struct {
	Points [2]int32 // by side
	Board  replay.Board
}

// A Move is a turn of a game.
type Move struct {
	Side    int
	Turn    []string          // the names of its moves
	Thought *homework.Thought // nil if the agent did not tell what it thought
	Timed   bool              // the agent has a clock
	Used    time.Duration     // of the clock
	Left    time.Duration     // on it
	After   State
	Better  *Better // that Judge has found
}

// NoSide is the winner of a game that nobody won.
const NoSide = -1

// An End is how a game ended.
type End struct {
	Winner int // the side, or NoSide
	Reason Reason
	Text   string // what exactly was wrong, or "", in a line without invisible characters
	Points [2]int32
}

// Position returns the last state of a game.
func (g *Game) Position() State {
	if n := len(g.Moves); n > 0 {
		return g.Moves[n-1].After
	}
	return g.Start
}

// Margin returns by how many points a side won: below 0 if it lost. Who loses before the end, though
// ahead in points, loses by 0.
func (g *Game) Margin(side int) int {
	if g.End == nil {
		return 0
	}
	margin := int(g.End.Points[side]) - int(g.End.Points[1-side])
	switch g.End.Winner {
	case side:
		return max(margin, 0)
	case 1 - side:
		return min(margin, 0)
	}
	return 0
}

// An Opening is a game to be played.
type Opening struct {
	Seed       uint64 // of the match
	Number, Of int    // of the game in its match, from 1
	Size       int
	Start      homework.Position
}

// Game plays a game between the agents of two seats, by side. It calls tell, if that is not nil,
// before the first move, after each, and at the end. The error is never an agent's fault.
func (t Terms) Game(ctx context.Context, seats [2]*Seat, o Opening, tell func(*Game)) (*Game, error) {
	t = t.withDefaults()
	if tell == nil {
		tell = func(*Game) {}
	}
	g := t.newGame(seats, o)
	tell(g)
	if end := absent(seats, o.Start); end != nil {
		g.End = end
		tell(g)
		return g, nil
	}
	for side, seat := range seats {
		if err := seat.player.begin(ctx, random.Derived(o.Seed, drawsMoves, uint64(o.Number), uint64(side))); err != nil {
			return nil, fmt.Errorf("%s: %w", seat.agent.Name, err)
		}
	}
	clocks := [2]time.Duration{t.Clock, t.Clock}
	for p := o.Start; g.End == nil; {
		if p.Over() {
			g.End = played(p)
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

func (t *Terms) newGame(seats [2]*Seat, o Opening) *Game {
	c := t.contest()
	g := &Game{
		Assignment: t.Assignment.Name, Seed: o.Seed, Number: o.Number, Of: o.Of, Size: o.Size, Clock: t.Clock, Nodes: t.Nodes,
		Sides: c.Sides, Stage: stageOf(o.Start), Start: stateOf(o.Start),
	}
	if !c.Clocked {
		g.Depth = t.Depth
	}
	for side, seat := range seats {
		g.Agents[side] = seat.agent.Name
	}
	return g
}

// absent returns how a game ends that an agent takes no part in, or nil.
func absent(seats [2]*Seat, p homework.Position) *End {
	for side, seat := range seats {
		if seat.agent.withdrawn == nil {
			continue
		}
		end := &End{Winner: 1 - side, Reason: Withdrawn, Text: line(seat.agent.withdrawn.Fault), Points: p.Points()}
		if seats[1-side].agent.withdrawn != nil {
			end.Winner = NoSide
		}
		return end
	}
	return nil
}

// played returns how a game ends whose last position is p.
func played(p homework.Position) *End {
	end := &End{Winner: NoSide, Reason: Played, Points: p.Points()}
	switch points := end.Points; {
	case points[0] > points[1]:
		end.Winner = 0
	case points[1] > points[0]:
		end.Winner = 1
	}
	return end
}

// turn has the side to move play. It returns the next position, or ends the game.
func (t *Terms) turn(ctx context.Context, g *Game, seat *Seat, p homework.Position, clocks *[2]time.Duration) (homework.Position, error) {
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
		g.End = &End{Winner: 1 - side, Reason: d.loss.Reason, Text: line(d.loss.Text), Points: p.Points()}
		return nil, nil
	}
	next, err := p.Play(d.turn)
	if err != nil { // the judge has seen that it is legal, or a built-in agent has chosen it
		return nil, fmt.Errorf("%s: the move %q of %s cannot be played: %w", t.Assignment.Name, d.turn, seat.agent.Name, err)
	}
	m := Move{Side: side, Turn: d.turn, Thought: d.thought, Timed: d.timed, After: stateOf(next)}
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

// stageOf returns the board of a game, as its record has it.
func stageOf(p homework.Position) replay.Stage {
	s := p.Stage()
	s.File, s.First, s.Rules = "", 0, replay.Rules{} // which are of logs
	return s
}

// stateOf returns a position, as the record has it.
func stateOf(p homework.Position) State {
	b := p.Board()
	b.Pieces = slices.Clone(b.Pieces)
	for i := range b.Pieces {
		b.Pieces[i].Worth = 0 // which is for searches
	}
	return State{p.Points(), b}
}
