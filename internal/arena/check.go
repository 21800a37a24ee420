package arena

import (
	"fmt"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Check plays a game that Read has read again, by the rules of its assignment: it must begin with a position that is
// drawn from its seed, each move must be legal and lead to the position that stands behind it, the clocks must be right,
// and it must end as the rules say. It trusts the record in what nobody can know: who the agents were, what they thought
// and used, and what was wrong with the answer that lost. The error names the line of the game's text, with name as the
// file. Check also lays out the board anew.
func (g *Game) Check(name string) error {
	k := checker{name, g}
	a, err := oracle.Lookup(g.Assignment)
	switch {
	case err != nil:
		return k.fault(lineAssignment, "%w", err)
	case g.Assignment != a.Name:
		return k.fault(lineAssignment, "want %q, found %q", a.Name, g.Assignment)
	case a.Contest == nil:
		return k.fault(lineAssignment, "want an assignment that can be played, found %q", a.Name)
	}
	p, err := k.start(a.Contest)
	clocks := [2]time.Duration{g.Clock, g.Clock}
	for i := 0; i < len(g.Moves) && err == nil; i++ {
		if err = k.clock(i, &clocks); err == nil {
			p, err = k.move(i, p)
		}
	}
	if err != nil {
		return err
	}
	return k.end(p)
}

// Lines of the text of a game.
const (
	lineAssignment = 2
	lineSize       = 5
	lineSides      = 9
	linePlaces     = 11
)

// A checker checks a game that was read from a file.
type checker struct {
	name string
	g    *Game
}

// lineStart returns the number of the line with the start position, behind which the moves stand.
func (k checker) lineStart() int { return linePlaces + len(k.g.Stage.Places) + len(k.g.Stage.Links) }

// fault returns an error in a line.
func (k checker) fault(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", k.name, line, fmt.Errorf(format, args...))
}

// start returns the start position.
func (k checker) start(c *homework.Contest) (homework.Position, error) {
	g := k.g
	if s := c.Sizes; g.Size < s.Least || g.Size > s.Most {
		return nil, k.fault(lineSize, "want a size from %d to %d, found %d", s.Least, s.Most, g.Size)
	}
	if g.Sides != c.Sides {
		return nil, k.fault(lineSides, "want the sides %q and %q, found %q and %q", c.Sides[0], c.Sides[1], g.Sides[0], g.Sides[1])
	}
	plan := Plan{Size: g.Size, Seed: g.Seed}
	o, _ := plan.Opening(c, g.Number)
	err := k.begins(o.Start)
	if err != nil {
		evens := plan.Evens(c, g.Number)
		if i := slices.IndexFunc(evens, func(p homework.Position) bool { return k.begins(p) == nil }); i >= 0 {
			o.Start, err = evens[i], nil
		}
	}
	g.Stage = stageOf(o.Start) // where graphs have their places may differ in the last digit
	return o.Start, err
}

// begins returns an error unless the game begins with a position.
func (k checker) begins(p homework.Position) error {
	want, found := stageOf(p), k.g.Stage
	if len(found.Places) != len(want.Places) {
		return k.fault(linePlaces, "want %d places, found %d", len(want.Places), len(found.Places))
	}
	for i, w := range want.Places {
		if f := found.Places[i]; f.Name != w.Name || f.Note != w.Note {
			return k.fault(linePlaces+i, "want the place %q, marked %q, found %q, marked %q", w.Name, w.Note, f.Name, f.Note)
		}
	}
	if !slices.Equal(found.Links, want.Links) {
		return k.fault(linePlaces+len(want.Places), "want other links: those of the board that seed %d draws", k.g.Seed)
	}
	return k.state(k.lineStart(), "at the start", stateOf(p), k.g.Start)
}

// move returns the position after a move.
func (k checker) move(i int, p homework.Position) (homework.Position, error) {
	line, m := k.lineStart()+1+i, &k.g.Moves[i]
	if p.Over() {
		return nil, k.fault(line, "want the end of the game, found move %d", i+1)
	}
	next, err := p.Play(m.Turn)
	if err != nil {
		return nil, k.fault(line, "%w", err)
	}
	return next, k.state(line, "after "+m.Name(), stateOf(next), m.After)
}

// state returns an error unless a position is the one that is wanted.
func (k checker) state(line int, when string, want, found State) error {
	if want.Points != found.Points {
		return k.fault(line, "want %d and %d points %s, found %d and %d", want.Points[0], want.Points[1], when, found.Points[0], found.Points[1])
	}
	if want.Board.Mover != found.Board.Mover {
		return k.fault(line, "want %s to move %s, found %s", want.Board.Mover, when, found.Board.Mover)
	}
	for i, w := range want.Board.Pieces { // of which there are as many as places
		if f := found.Board.Pieces[i]; f != w {
			return k.fault(line, "want %q on %s %s, found %q", pieceText(w), k.g.Stage.Places[i].Name, when, pieceText(f))
		}
	}
	return nil
}

// clock takes what a move used from a clock.
func (k checker) clock(i int, clocks *[2]time.Duration) error {
	line, m := k.lineStart()+1+i, &k.g.Moves[i]
	left := &clocks[m.Side]
	switch {
	case !m.Timed:
		return nil
	case m.Used >= *left:
		return k.fault(line, "want less than %s s used, found %s", micro(*left), micro(m.Used))
	}
	if *left -= m.Used; *left != m.Left {
		return k.fault(line, "want %s s left on the clock, found %s", micro(*left), micro(m.Left))
	}
	return nil
}

// end returns an error unless the game ends as it must in its last position.
func (k checker) end(p homework.Position) error {
	g, e := k.g, k.g.End
	line, over := k.lineStart()+1+len(g.Moves), p.Over()
	want := 1 - p.Mover()
	switch {
	case e.Reason == Withdrawn && len(g.Moves) == 0:
		return nil
	case e.Reason == Withdrawn:
		return k.fault(line, "want no moves of a game that ended with %s, found %d", e.Reason, len(g.Moves))
	case e.Reason == Played && !over:
		return k.fault(line, "want a reason other than %s, since the game is not over", Played)
	case e.Reason != Played && over:
		return k.fault(line, "want the end %s, since the game is over, found %s", Played, e.Reason)
	case over:
		want = played(p).Winner
	}
	if e.Winner != want {
		return k.fault(line, "want the winner %s, since %s, found %s", g.winner(want), k.because(over, p), g.winner(e.Winner))
	}
	return nil
}

// because says why somebody has won.
func (k checker) because(over bool, p homework.Position) string {
	if over {
		return "the points decide"
	}
	return k.g.Sides[p.Mover()] + " is to move"
}
