// Package arena plays games between two agents by the rules of the competition (docs/rules/competition.md).
// It does not depend on the game: a homework.Contest describes how an assignment is played.
//
// An Agent is a built-in agent, which plays in this process, or a program. A program is built once. For each
// match it gets a copy of its directory, its home, which lasts for all moves and games. Everything that it
// runs there is confined as in a check, and ends before the other agent moves.
//
// The clock counts CPU time. A built-in agent is charged for its thread. A program is charged for the user
// time of all its processes, and for their system time beyond the usual amount. A second limit, on elapsed
// time, stops programs that sleep. It does not count the time during which they were ready to run but had no
// processor, as in a check (sandbox.Limits). So a busy machine makes a game longer, and decides none.
//
// Match plays a match, and Seats.Play plays one game of a match. If an agent breaks a rule, it loses the
// game for a record.Reason. An error is never the fault of an agent: the sandbox failed, or the disk is
// full. Everything random is drawn from a seed, so that any game of a match or a tournament can be played
// alone.
package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// Terms are the rules of all games of a match.
type Terms struct {
	Assignment *oracle.Assignment // has a Contest
	// Clock is the CPU time of an agent for a game; 0 means DefaultClock.
	Clock time.Duration
	// Spare is the maximum elapsed time of a move beyond the CPU time that is left; 0 means defaultSpare.
	Spare    time.Duration
	Depth    int              // plies to search, in a contest without a clock
	Nodes    int64            // of a move of a built-in agent, which then has no clock; 0 for the clock
	Settings outcome.Settings // how programs are built and confined
	// Calibrate and NewGame limit the elapsed time of these targets of a Makefile; 0 means defaultCalibrate and
	// defaultNewGame.
	Calibrate, NewGame time.Duration
}

// The values of the course.
const (
	DefaultClock     = 200 * time.Second
	defaultSpare     = 10 * time.Second
	defaultCalibrate = 5 * time.Minute
	defaultNewGame   = time.Minute
)

// setDefaults returns the terms with default values in place of 0.
func (t Terms) setDefaults() Terms {
	t.Clock, t.Spare = cmp.Or(t.Clock, DefaultClock), cmp.Or(t.Spare, defaultSpare)
	t.Calibrate, t.NewGame = cmp.Or(t.Calibrate, defaultCalibrate), cmp.Or(t.NewGame, defaultNewGame)
	t.Settings.Memory = cmp.Or(t.Settings.Memory, outcome.DefaultMemory)
	return t
}

// A Match is the record of a match, which may be incomplete.
type Match struct {
	Agents [2]string
	Plan   record.Plan
	Games  []*record.Game
	Wins   [2]int // by agent
	Draws  int
	Margin int // by how many points in all games the first agent is ahead
}

// Winner returns the winner of the match, 0 or 1, or record.NoSide.
func (m *Match) Winner() int { return Winner(m.Wins, m.Margin) }

// Winner returns the winner of a match, 0 or 1, or record.NoSide. More games win, and then the margin.
func Winner(wins [2]int, margin int) int {
	switch lead := cmp.Or(wins[0]-wins[1], margin); {
	case lead > 0:
		return 0
	case lead < 0:
		return 1
	}
	return record.NoSide
}

// Match plays a match. It calls report as Seats.Play does. If an error ends the match, the record holds the
// games that were played.
func (t Terms) Match(ctx context.Context, a, b *Agent, p record.Plan,
	report func(*record.Game)) (m *Match, err error) {
	m = &Match{Agents: [2]string{a.Name, b.Name}, Plan: p}
	seats, err := t.NewSeats(a, b)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, seats.Close()) }()
	for number := 1; number <= p.Games; number++ {
		o, side := p.Opening(t.Assignment.Contest, number)
		g, err := seats.Play(ctx, o, side, report)
		if err != nil {
			return m, err
		}
		m.Games = append(m.Games, g)
		m.Margin += g.Margin(side)
		if w := g.End.Winner; w == record.NoSide {
			m.Draws++
		} else {
			m.Wins[w^side]++
		}
	}
	return m, nil
}

// Seats hold two agents during a match.
type Seats struct {
	terms Terms
	seats [2]seat
}

// A seat holds an agent in a match.
type seat struct {
	*Agent
	player // nil if the agent is withdrawn
}

// A player plays for an agent.
type player interface {
	// begin prepares the next game. The agent may draw from r.
	begin(ctx context.Context, r *random.Rand) error
	move(ctx context.Context, p homework.Position, a homework.Allowance) (decision, error)
	// close removes the files of the player.
	close() error
}

// A decision is the result of a move.
type decision struct {
	turn    []string
	thought *homework.Thought // of a built-in agent
	used    time.Duration     // of its clock
	timed   bool              // the agent has a clock
	lost    *loss             // if the agent lost instead
}

// NewSeats begins a match between two agents. Close ends it. A program has a home of its own in each match.
func (t Terms) NewSeats(a, b *Agent) (s *Seats, err error) {
	s = &Seats{terms: t.setDefaults()}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	var programs []*external
	for i, agent := range []*Agent{a, b} {
		s.seats[i].Agent = agent
		switch {
		case agent.withdrawn != nil:
		case agent.builtin != nil:
			s.seats[i].player = &builtin{*agent.builtin}
		default:
			x, err := newExternal(s.terms, agent.program)
			if err != nil {
				return s, err
			}
			s.seats[i].player = x
			programs = append(programs, x)
		}
	}
	for i, other := range []*Agent{b, a} {
		if x, ok := s.seats[i].player.(*external); ok {
			x.hideOpponent(s.seats[i].Agent, other, s.seats[1-i].player)
		}
	}
	free, _, err := scratch.Free("")
	if err == nil {
		err = checkFree(free, len(programs))
	}
	return s, err
}

// checkFree returns an error if the free bytes are too few for the files of the programs. Otherwise one program
// could fill the disk, and the other would lose.
func checkFree(free int64, programs int) error {
	if want := int64(programs) * spareOutput; free < want {
		return fmt.Errorf("want %d MB free in %s, so that no agent takes the other's room, found %d", want>>20,
			os.TempDir(), free>>20)
	}
	return nil
}

// Close ends the match.
func (s *Seats) Close() error {
	var errs []error
	for _, seat := range s.seats {
		if seat.player != nil {
			errs = append(errs, seat.close())
		}
	}
	return errors.Join(errs...)
}

// Play plays a game, in which the first agent has a side. It calls report, unless that is nil, before the
// first move, after each, and at the end. The error is never an agent's fault.
func (s *Seats) Play(ctx context.Context, o record.Opening, side int,
	report func(*record.Game)) (*record.Game, error) {
	if report == nil {
		report = func(*record.Game) {}
	}
	t := &s.terms
	g := record.Begin(t.Assignment, o)
	g.Clock, g.Nodes = record.Seconds(t.Clock), t.Nodes
	if !t.Assignment.Contest.Clocked {
		g.Depth = t.Depth
	}
	seats := [2]seat{s.seats[side], s.seats[1-side]}
	for side, seat := range seats {
		g.Agents[side] = seat.Name
	}
	report(g)
	if g.End = endByWithdrawal(seats, o.Start); g.End != nil {
		report(g)
		return g, nil
	}
	for side, seat := range seats {
		if err := seat.begin(ctx, o.Draws(side)); err != nil {
			return nil, fmt.Errorf("%s: %w", seat.Name, err)
		}
	}
	clocks := [2]time.Duration{t.Clock, t.Clock}
	for p := o.Start; g.End == nil; {
		if p.Over() {
			g.End = record.Ended(p)
			break
		}
		next, err := t.move(ctx, g, seats[p.Mover()], p, &clocks)
		if err != nil {
			return nil, err
		}
		if g.End == nil {
			p = next
			report(g)
		}
	}
	report(g)
	return g, nil
}

// endByWithdrawal returns the end of a game without a withdrawn agent, or nil if both agents can play.
func endByWithdrawal(seats [2]seat, p homework.Position) *record.End {
	for side, seat := range seats {
		if seat.withdrawn == nil {
			continue
		}
		end := &record.End{Winner: 1 - side, Reason: record.Withdrawn, Text: record.Line(seat.withdrawn.Fault),
			Points: p.Points()}
		if seats[1-side].withdrawn != nil {
			end.Winner = record.NoSide
		}
		return end
	}
	return nil
}

// move lets an agent move. It returns the next position, or ends the game.
func (t *Terms) move(ctx context.Context, g *record.Game, s seat, p homework.Position,
	clocks *[2]time.Duration) (homework.Position, error) {
	side := p.Mover()
	d, err := s.move(ctx, p, homework.Allowance{Clock: clocks[side], Depth: t.Depth, Nodes: t.Nodes})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	d.used = d.used.Truncate(time.Microsecond)
	if d.lost == nil && d.timed && d.used >= clocks[side] {
		d.lost = overtimeLoss(d.used, clocks[side])
	}
	if d.lost != nil {
		g.End = &record.End{Winner: 1 - side, Reason: d.lost.Reason, Text: record.Line(d.lost.Text),
			Points: p.Points()}
		return nil, nil
	}
	next, err := p.Play(d.turn)
	if err != nil { // judge has checked the turn of a program, and a built-in agent chooses a legal turn
		return nil, fmt.Errorf("%s: the move %q of %s cannot be played: %w", t.Assignment.Name, d.turn, s.Name, err)
	}
	m := record.Move{Side: side, Turn: d.turn, Thought: d.thought, Timed: d.timed, After: record.StateOf(next)}
	if n := len(m.After.Board.Pieces); n != len(g.Stage.Places) {
		return nil, fmt.Errorf("%s: want a board of %d places after %q, as at the start, found %d",
			t.Assignment.Name, len(g.Stage.Places), d.turn, n)
	}
	if d.timed {
		clocks[side] -= d.used
		m.ClockUsed, m.ClockLeft = d.used, clocks[side]
	}
	g.Moves = append(g.Moves, m)
	return next, nil
}
