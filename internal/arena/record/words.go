package record

import (
	"fmt"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/walk"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// between stands between the moves of a turn.
const between = ", then "

// Name returns the moves of a turn as a text.
func (m *Move) Name() string { return Line(strings.Join(m.Turn, between)) }

// About says what an agent thought of its move, what is left on its clock, and what would have been better; it may be "".
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
		says = append(says, fmt.Sprintf("loses %d: %s is worth %d, this %d", b.lost(), Line(strings.Join(b.Turn, between)), b.Value, b.Played))
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

// Reasons lists all reasons.
var Reasons = []Reason{
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
	p.Says = append(p.Says, fmt.Sprintf("%s has %d, %s %d.", g.Sides[0], state.Points[0], g.Sides[1], state.Points[1]))
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
