// Package record holds games between programs (docs/rules/competition.md), also those that are still played:
// which positions they begin from, their moves, and how they ended. A Game is written as lines of JSON by
// Write, read by Read and held against the rules by Check (docs/play.md). Package arena plays them, and so
// does the page, which runs no programs.
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
	Even       int  // which of Plan.Evens it begins from, from 1, once it was checked; 0 is that of its Opening

	positions []homework.Position // before each move and at the end, once it was checked
	point     int32               // homework.Contest.Point, likewise
	judged    bool
}

// Begin returns a game of an assignment that is about to be played.
func Begin(a *oracle.Assignment, o Opening) *Game {
	return &Game{
		Assignment: a.Name, Seed: o.Seed, Number: o.Number, Of: o.Of, Size: o.Size, Sides: a.Contest.Sides,
		Stage: StageOf(o.Start), Start: StateOf(o.Start),
	}
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

// Ended returns how a game ends whose last position is p.
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

// StageOf returns the board of a game, as its record has it.
func StageOf(p homework.Position) replay.Stage {
	s := p.Stage()
	s.File, s.First, s.Rules = "", 0, replay.Rules{} // which are of logs
	return s
}

// StateOf returns a position, as the record has it.
func StateOf(p homework.Position) State {
	b := p.Board()
	b.Pieces = slices.Clone(b.Pieces)
	for i := range b.Pieces {
		b.Pieces[i].Worth = 0 // which is for searches
	}
	return State{p.Points(), b}
}

// Line returns a text as a line without invisible characters, and not too long.
func Line(text string) string {
	const most = 1000
	return escape.Line(text[:min(len(text), most)])
}

// What is drawn from the seed of a match, apart from each other.
const (
	drawsFirst  = iota + 1 // who moves first in the first game
	drawsStarts            // the start positions, and who is which side
	drawsMoves             // the moves of agents that play at random
	drawsEven   = 100      // the start positions of which an even one is taken
)

// EvenDraws is how many those are.
const EvenDraws = 8

// A Plan says which games make a match.
type Plan struct {
	Games int // an odd number, unless draws do not matter
	Size  int // of the board
	Seed  uint64
}

// Opening returns the game of a number, from 1, and which side the first agent has in it. Games 1
// and 2, 3 and 4, and so on, begin from the same position with the agents exchanged, so that they
// move first by turns (docs/rules/competition.md rule 11).
func (p Plan) Opening(c *homework.Contest, number int) (o Opening, side int) {
	r := random.Derived(p.Seed, drawsStarts, uint64((number-1)/2))
	mover := r.Intn(2) // the side that moves first
	o = Opening{Seed: p.Seed, Number: number, Of: p.Games, Size: p.Size, Start: c.Start(r, p.Size, mover)}
	first := (random.Derived(p.Seed, drawsFirst).Intn(2) + number - 1) % 2 // the agent that moves first
	return o, mover ^ first
}

// Evens returns start positions of which the most even one may begin a game in place of that of its Opening
// (docs/rules/competition.md rule 14). The same side moves first.
func (p Plan) Evens(c *homework.Contest, number int) (drawn []homework.Position) {
	o, _ := p.Opening(c, number)
	r := random.Derived(p.Seed, drawsEven, uint64(number))
	for range EvenDraws {
		drawn = append(drawn, c.Start(r, p.Size, o.Start.Mover()))
	}
	return drawn
}

// An Opening is a game to be played.
type Opening struct {
	Seed       uint64 // of the match
	Number, Of int    // of the game in its match, from 1
	Size       int
	Start      homework.Position
}

// Start returns the position in which a game begins: that of its Opening, or that of Evens with this number,
// from 1.
func (p Plan) Start(c *homework.Contest, number, even int) homework.Position {
	if even > 0 {
		return p.Evens(c, number)[even-1]
	}
	o, _ := p.Opening(c, number)
	return o.Start
}

// Draws returns what a side's agent may draw from in the game.
func (o Opening) Draws(side int) *random.Rand {
	return random.Derived(o.Seed, drawsMoves, uint64(o.Number), uint64(side))
}

// between stands between the moves of a turn.
const between = ", then "

// Name returns the moves of a turn as a text.
func (m *Move) Name() string { return Line(strings.Join(m.Turn, between)) }

// About says what an agent thought of its move, what is left on its clock, and what would have been better;
// it may be "".
func (m *Move) About() string {
	var says []string
	if t := m.Thought; t != nil {
		says = append(says, fmt.Sprintf("value %d at depth %d", t.Value, t.Depth))
		if t.Nodes > 0 {
			says = append(says, fmt.Sprintf("%d nodes", t.Nodes))
		}
	}
	if m.Timed {
		says = append(says, InSeconds(m.Used), InSeconds(m.Left)+" left")
	}
	if b := m.Better; b != nil {
		says = append(says, fmt.Sprintf("loses %d: %s is worth %d, this %d", b.lost(),
			Line(strings.Join(b.Turn, between)), b.Value, b.Played))
	}
	return strings.Join(says, ", ")
}

// InSeconds formats a time that an agent used, or has.
func InSeconds(d time.Duration) string { return fmt.Sprintf("%.3f s", d.Seconds()) }

// Outcome says in words how a game ended.
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

// A Reason says why a game ended (docs/rules/competition.md rules 6 to 9).
type Reason string

// The reasons. All but Played and Adjourned are ways to lose.
const (
	Played      Reason = "played"                     // to its end; more points win
	Malformed   Reason = Reason(homework.Malformed)   // the answer cannot be read
	NoSuchPlace Reason = Reason(homework.NoSuchPlace) // the move names a place that there is not
	Illegal     Reason = Reason(homework.Illegal)     // the move is not legal
	WrongType   Reason = Reason(homework.WrongType)   // the board shows another kind of move
	WrongBoard  Reason = Reason(homework.WrongBoard)  // the board is not the one after the move
	Missing     Reason = "missing"                    // there is no answer
	NotRegular  Reason = "no-regular-file"            // the answer is a link, a pipe, a folder
	Stale       Reason = "stale"                      // the answer is an older one
	Overtime    Reason = "overtime"                   // the CPU time is used up
	WallLimit   Reason = "wall-limit"                 // the move took too long by the clock
	Memory      Reason = "memory"                     // too much memory was used
	Output      Reason = "output"                     // too much was printed, or the answer is too large
	Disk        Reason = "disk"                       // too much was written into the agent's folder
	CannotStart Reason = "cannot-start"               // the agent's command cannot be started
	Withdrawn   Reason = "withdrawn"                  // there is no agent: it does not compile
	Adjourned   Reason = "adjourned"                  // it was saved to be played on, and nobody has won
)

// reasons lists all reasons.
var reasons = []Reason{
	Played, Malformed, NoSuchPlace, Illegal, WrongType, WrongBoard, Missing, NotRegular, Stale,
	Overtime, WallLimit, Memory, Output, Disk, CannotStart, Withdrawn, Adjourned,
}

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
	p.Says = append(p.Says, fmt.Sprintf("%s has %d, %s %d.", g.Sides[0], state.Points[0], g.Sides[1],
		state.Points[1]))
	if moves == len(g.Moves) {
		p.Says = append(p.Says, "The end: "+g.Outcome()+".")
		for _, line := range g.WhereLost() {
			p.Says = append(p.Says, line+".")
		}
	} else {
		p.Says = append(p.Says, state.Board.Mover+" moves next.")
	}
	return p
}
