// Package record holds the records of games between agents (docs/rules/competition.md): the start position,
// the moves and the end, also of a game that is still being played. Write writes a Game as lines of JSON,
// Read reads it, and Check checks it by the rules (docs/play.md). Package arena and the page of touchstone,
// which runs no programs, play games.
package record

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A Game is the record of a game, which may not have ended.
type Game struct {
	Head
	Stage replay.Stage
	Start State
	Moves []Move
	End   *End // nil while it is being played
	// Even is the number of the start position in Plan.Evens, from 1, or 0 for the position of its Opening.
	// Check sets it.
	Even int

	positions []homework.Position // before each move and at the end, set by Check
}

// A Head describes how a game is played.
type Head struct {
	Assignment string    `json:"assignment"`
	Seed       uint64    `json:"seed"`   // of the match
	Number     int       `json:"number"` // of the game in its match, from 1
	Games      int       `json:"of"`     // games in the match
	Size       int       `json:"size"`   // of the board
	Clock      Seconds   `json:"clock"`
	Depth      int       `json:"depth"` // 0 in a contest with a clock
	Nodes      int64     `json:"nodes"` // 0 if built-in agents have a clock
	Sides      [2]string `json:"sides"`
	Agents     [2]string `json:"agents"` // by side
}

// Begin returns a game without moves.
func Begin(a *oracle.Assignment, o Opening) *Game {
	head := Head{Assignment: a.Name, Seed: o.Seed, Number: o.Number, Games: o.Games, Size: o.Size}
	head.Sides = a.Contest.Sides
	return &Game{Head: head, Stage: StageOf(o.Start), Start: StateOf(o.Start)}
}

// A State is a position of a game.
type State struct {
	Points [2]int32 // by side
	Board  replay.Board
}

// A Move is a turn of a game.
type Move struct {
	Side      int
	Turn      []string          // the names of its moves
	Thought   *homework.Thought // nil if unknown
	Timed     bool              // the agent has a clock
	ClockUsed time.Duration     // of the clock
	ClockLeft time.Duration     // on it
	After     State
}

// NoSide is the winner of a game without a winner.
const NoSide = -1

// An End describes how a game ended.
type End struct {
	Winner int // the side, or NoSide
	Reason Reason
	Text   string // details, in a line without invisible characters, or ""
	Points [2]int32
}

// Position returns the last state of a game.
func (g *Game) Position() State {
	if n := len(g.Moves); n > 0 {
		return g.Moves[n-1].After
	}
	return g.Start
}

// Margin returns by how many points a side won. It is negative if the side lost. A side that loses while it
// is ahead loses by 0.
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

// Ended returns the end of a game whose last position is p.
func Ended(p homework.Position) *End {
	end := &End{Winner: NoSide, Reason: Played, Points: p.Points()}
	switch points := end.Points; {
	case points[0] > points[1]:
		end.Winner = 0
	case points[1] > points[0]:
		end.Winner = 1
	}
	return end
}

// StageOf returns the layout of the board for a record.
func StageOf(p homework.Position) replay.Stage {
	s := p.Stage()
	s.File, s.First, s.Rules = "", 0, replay.Rules{} // for logs
	return s
}

// StateOf returns the state of a position for a record.
func StateOf(p homework.Position) State {
	b := p.Board()
	b.Pieces = slices.Clone(b.Pieces)
	for i := range b.Pieces {
		b.Pieces[i].Worth = 0 // for searches
	}
	return State{p.Points(), b}
}

// Line returns the beginning of a text as a line without invisible characters.
func Line(text string) string {
	const maxLength = 1000
	return escape.Line(text[:min(len(text), maxLength)])
}

// The independent draws from the seed of a match.
const (
	drawsFirst  = iota + 1 // which agent moves first in the first game
	drawsStarts            // the start positions, and the sides of the agents
	drawsMoves             // the moves of random agents
	drawsEven   = 100      // the candidates for an even start position
)

// EvenDraws is the number of candidates for an even start position.
const EvenDraws = 8

// A Plan describes the games of a match.
type Plan struct {
	Games int // an odd number, unless draws do not matter
	Size  int // of the board
	Seed  uint64
}

// Opening returns the opening of a game, and the side of the first agent. Numbers begin at 1. Games 1 and 2,
// 3 and 4, and so on, begin from the same position with the agents exchanged, so that they take turns in
// moving first (docs/rules/competition.md rule 11).
func (p Plan) Opening(c *homework.Contest, number int) (o Opening, side int) {
	r := random.Derived(p.Seed, drawsStarts, uint64((number-1)/2))
	mover := r.Intn(2) // the side that moves first
	o = Opening{Seed: p.Seed, Number: number, Games: p.Games, Size: p.Size, Start: c.Start(r, p.Size, mover)}
	first := (random.Derived(p.Seed, drawsFirst).Intn(2) + number - 1) % 2 // the agent that moves first
	return o, mover ^ first
}

// EvenPositions returns candidates for an even start position, which may replace the position of the Opening of a
// game (docs/rules/competition.md rule 14). The same side moves first.
func (p Plan) EvenPositions(c *homework.Contest, number int) (drawn []homework.Position) {
	o, _ := p.Opening(c, number)
	r := random.Derived(p.Seed, drawsEven, uint64(number))
	for range EvenDraws {
		drawn = append(drawn, c.Start(r, p.Size, o.Start.Mover()))
	}
	return drawn
}

// An Opening describes a game before its first move.
type Opening struct {
	Seed          uint64 // of the match
	Number, Games int    // of the game in its match, from 1
	Size          int
	Start         homework.Position
}

// Start returns the start position of a game: the position with the number even in Evens, from 1, or the
// position of its Opening if even is 0.
func (p Plan) Start(c *homework.Contest, number, evenNumber int) homework.Position {
	if evenNumber > 0 {
		return p.EvenPositions(c, number)[evenNumber-1]
	}
	o, _ := p.Opening(c, number)
	return o.Start
}

// Draws returns the source of random numbers for a side's agent.
func (o Opening) Draws(side int) *random.Rand {
	return random.Derived(o.Seed, drawsMoves, uint64(o.Number), uint64(side))
}

// Name returns the names of the moves of a turn.
func (m *Move) Name() string { return Line(strings.Join(m.Turn, ", then ")) }

// Describe describes the thought of the agent and its clock. It may return "".
func (m *Move) Describe() string {
	var parts []string
	if t := m.Thought; t != nil {
		parts = append(parts, fmt.Sprintf("value %d at depth %d", t.Value, t.Depth))
		if t.Nodes > 0 {
			parts = append(parts, fmt.Sprintf("%d nodes", t.Nodes))
		}
	}
	if m.Timed {
		parts = append(parts, FormatSeconds(m.ClockUsed), FormatSeconds(m.ClockLeft)+" left")
	}
	return strings.Join(parts, ", ")
}

// FormatSeconds formats a time on a clock.
func FormatSeconds(d time.Duration) string { return fmt.Sprintf("%.3f s", d.Seconds()) }

// Outcome describes how a game ended.
func (g *Game) Outcome() string {
	e := g.End
	switch {
	case e == nil:
		return "not over"
	case e.Reason == Played && e.Winner == NoSide:
		return fmt.Sprintf("a draw, %d to %d", e.Points[0], e.Points[1])
	case e.Reason == Adjourned:
		return fmt.Sprintf("adjourned at %d to %d", e.Points[0], e.Points[1])
	case e.Winner == NoSide:
		return "a draw: both are " + string(e.Reason)
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

// A Reason is the reason why a game ended (docs/rules/competition.md rules 6 to 9).
type Reason string

// The reasons. All but Played and Adjourned are ways to lose.
const (
	Played      Reason = "played"                     // to its end; more points win
	Malformed   Reason = Reason(homework.Malformed)   // the answer cannot be read
	NoSuchPlace Reason = Reason(homework.NoSuchPlace) // the move names an unknown place
	Illegal     Reason = Reason(homework.Illegal)     // the move is not legal
	WrongType   Reason = Reason(homework.WrongType)   // the board shows another kind of move
	WrongBoard  Reason = Reason(homework.WrongBoard)  // the board is not the one after the move
	Missing     Reason = "missing"                    // there is no answer
	NotRegular  Reason = "no-regular-file"            // the answer is a link, a pipe or a directory
	Stale       Reason = "stale"                      // the answer is an older one
	Overtime    Reason = "overtime"                   // the CPU time is used up
	WallLimit   Reason = "wall-limit"                 // the move took too long
	Memory      Reason = "memory"                     // too much memory was used
	Output      Reason = "output"                     // too much was printed, or the answer is too large
	Disk        Reason = "disk"                       // too much was written into the agent's home
	CannotStart Reason = "cannot-start"               // the agent's command cannot be started
	Withdrawn   Reason = "withdrawn"                  // there is no agent: it does not compile
	Adjourned   Reason = "adjourned"                  // the game was saved, to be continued
)

// reasons lists all reasons.
var reasons = []Reason{
	Played, Malformed, NoSuchPlace, Illegal, WrongType, WrongBoard, Missing, NotRegular, Stale,
	Overtime, WallLimit, Memory, Output, Disk, CannotStart, Withdrawn, Adjourned,
}

// Walk returns the data for the page of the game.
func (g *Game) Walk() walk.Game {
	shown := walk.Game{
		Assignment: g.Assignment, Name: fmt.Sprintf("game %d of %d", g.Number, g.Games),
		Title: fmt.Sprintf("%s is %s, %s is %s: %s", g.Sides[0], g.Agents[0], g.Sides[1], g.Agents[1], g.Outcome()),
		Stage: g.Stage,
	}
	for i := 0; i <= len(g.Moves); i++ {
		shown.Positions = append(shown.Positions, g.positionAt(i))
	}
	return shown
}

// positionAt returns the position after a number of moves.
func (g *Game) positionAt(moves int) walk.Position {
	state := g.Start
	p := walk.Position{Move: "start", Line: "the start position"}
	if moves > 0 {
		m := &g.Moves[moves-1]
		state, p.Move = m.After, m.Name()
		p.Line = fmt.Sprintf("%d %s %s", moves, g.Sides[m.Side], m.Name())
		p.Text = append(p.Text, fmt.Sprintf("%s (%s) plays %s.", g.Sides[m.Side], g.Agents[m.Side], m.Name()))
		if context := m.Describe(); context != "" {
			p.Text = append(p.Text, strings.ToUpper(context[:1])+context[1:]+".")
		}
	}
	p.Board, p.First, p.Value = state.Board, state.Board.Mover == g.Sides[0], state.Points[0]-state.Points[1]
	p.Text = append(p.Text, fmt.Sprintf("%s has %d, %s %d.", g.Sides[0], state.Points[0], g.Sides[1],
		state.Points[1]))
	if moves == len(g.Moves) {
		p.Text = append(p.Text, "The end: "+g.Outcome()+".")
	} else {
		p.Text = append(p.Text, state.Board.Mover+" moves next.")
	}
	return p
}
