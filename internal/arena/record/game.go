package record

import (
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
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
