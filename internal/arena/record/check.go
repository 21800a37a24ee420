package record

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Check replays a game by the rules of its assignment: the game begins with a position that its seed draws,
// each move is legal and leads to the position in its line, the clocks are right, and the end follows the
// rules. Check cannot verify the names of the agents, their thoughts and times, and the text about an
// answer that lost. The error names the line of the record in the file name. Check also replaces the layout
// of the board, and keeps the positions.
func (g *Game) Check(name string) error {
	k := checker{name, g}
	a, err := oracle.Lookup(g.Assignment)
	switch {
	case err != nil:
		return k.fault(lineHead, "%w", err)
	case g.Assignment != a.Name:
		return k.fault(lineHead, "want %q, found %q", a.Name, g.Assignment)
	case a.Contest == nil:
		return k.fault(lineHead, "want an assignment that can be played, found %q", a.Name)
	}
	p, err := k.start(a.Contest)
	clocks := [2]time.Duration{time.Duration(g.Clock), time.Duration(g.Clock)}
	g.positions = []homework.Position{p}
	for i := 0; i < len(g.Moves) && err == nil; i++ {
		if err = k.clock(i, &clocks); err == nil {
			p, err = k.move(i, p)
			g.positions = append(g.positions, p)
		}
	}
	if err != nil {
		return err
	}
	return k.end(p)
}

// lineHead is the line of the head of a record. The moves follow.
const lineHead = 1

// A checker checks a game from a file.
type checker struct {
	name string
	g    *Game
}

// fault returns an error about a line.
func (k checker) fault(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", k.name, line, fmt.Errorf(format, args...))
}

// start returns the start position.
func (k checker) start(c *homework.Contest) (homework.Position, error) {
	g := k.g
	if s := c.Sizes; g.Size < s.Min || g.Size > s.Max {
		return nil, k.fault(lineHead, "want a size from %d to %d, found %d", s.Min, s.Max, g.Size)
	}
	if g.Sides != c.Sides {
		return nil, k.fault(lineHead, "want the sides %q and %q, found %q and %q", c.Sides[0], c.Sides[1],
			g.Sides[0], g.Sides[1])
	}
	plan := Plan{Size: g.Size, Seed: g.Seed}
	o, _ := plan.Opening(c, g.Number)
	err := k.checkFirst(o.Start)
	if err != nil {
		evens := plan.EvenPositions(c, g.Number)
		if i := slices.IndexFunc(evens, func(p homework.Position) bool { return k.checkFirst(p) == nil }); i >= 0 {
			o.Start, g.Even, err = evens[i], i+1, nil
		}
	}
	g.Stage = StageOf(o.Start) // the coordinates of a graph may differ in the last digit
	return o.Start, err
}

// checkFirst returns an error unless p is the first position of the game.
func (k checker) checkFirst(p homework.Position) error {
	want, found := StageOf(p), k.g.Stage
	if len(found.Places) != len(want.Places) {
		return k.fault(lineHead, "want %d places, found %d", len(want.Places), len(found.Places))
	}
	for i, w := range want.Places {
		if f := found.Places[i]; f.Name != w.Name || f.Note != w.Note {
			return k.fault(lineHead, "want the place %q, marked %q, found %q, marked %q", w.Name, w.Note, f.Name,
				f.Note)
		}
	}
	if !slices.Equal(found.Links, want.Links) {
		return k.fault(lineHead, "want the links of the board of seed %d, found others", k.g.Seed)
	}
	return k.state(lineHead, "at the start", StateOf(p), k.g.Start)
}

// move returns the position after a move.
func (k checker) move(i int, p homework.Position) (homework.Position, error) {
	line, m := lineHead+1+i, &k.g.Moves[i]
	if p.Over() {
		return nil, k.fault(line, "want the end of the game, found move %d", i+1)
	}
	next, err := p.Play(m.Turn)
	if err != nil {
		return nil, k.fault(line, "%w", err)
	}
	return next, k.state(line, "after "+m.Name(), StateOf(next), m.After)
}

// state returns an error unless a position is as wanted.
func (k checker) state(line int, when string, want, found State) error {
	if want.Points != found.Points {
		return k.fault(line, "want %d and %d points %s, found %d and %d", want.Points[0], want.Points[1], when,
			found.Points[0], found.Points[1])
	}
	if want.Board.Mover != found.Board.Mover {
		return k.fault(line, "want %s to move %s, found %s", want.Board.Mover, when, found.Board.Mover)
	}
	for i, w := range want.Board.Pieces { // one for each place
		if f := found.Board.Pieces[i]; f != w {
			return k.fault(line, "want %q on %s %s, found %q", pieceText(w), k.g.Stage.Places[i].Name, when,
				pieceText(f))
		}
	}
	return nil
}

// clock subtracts the time of a move from a clock.
func (k checker) clock(i int, clocks *[2]time.Duration) error {
	line, m := lineHead+1+i, &k.g.Moves[i]
	left := &clocks[m.Side]
	switch {
	case !m.Timed:
		return nil
	case m.ClockUsed >= *left:
		return k.fault(line, "want less than %s s used, found %s", formatMicroseconds(*left),
			formatMicroseconds(m.ClockUsed))
	}
	if *left -= m.ClockUsed; *left != m.ClockLeft {
		return k.fault(line, "want %s s left on the clock, found %s", formatMicroseconds(*left),
			formatMicroseconds(m.ClockLeft))
	}
	return nil
}

// end returns an error unless the game ends in its last position, p, as the rules require.
func (k checker) end(p homework.Position) error {
	g, e := k.g, k.g.End
	line, over := lineHead+1+len(g.Moves), p.Over()
	want, reason := 1-p.Mover(), g.Sides[p.Mover()]+" is to move"
	switch {
	case e.Reason == Withdrawn && len(g.Moves) == 0:
		return nil
	case e.Reason == Withdrawn:
		return k.fault(line, "want no moves of a game that ended with %s, found %d", e.Reason, len(g.Moves))
	case e.Reason == Played && !over:
		return k.fault(line, "want a reason other than %s, since the game is not over", Played)
	case e.Reason == Adjourned && !over:
		want = NoSide
	case e.Reason != Played && over:
		return k.fault(line, "want the end %s, since the game is over, found %s", Played, e.Reason)
	case over:
		want, reason = Ended(p).Winner, "the points decide"
	}
	if e.Winner != want {
		return k.fault(line, "want the winner %s, since %s, found %s", cmp.Or(g.sideName(want), "nobody"), reason,
			cmp.Or(g.sideName(e.Winner), "nobody"))
	}
	return nil
}

// Input returns the contents of input.txt before a move, from 1. Check must have checked the game. If an
// answer lost the game, it counts as the last move.
func (g *Game) Input(move int) (string, error) {
	last := len(g.Moves)
	if !g.positions[last].Over() {
		last++
	}
	if move < 1 || move > last {
		return "", fmt.Errorf("want a move from 1 to %d, found %d", last, move)
	}
	p := g.positions[move-1]
	a := homework.Allowance{Clock: time.Duration(g.Clock), Depth: g.Depth}
	for _, m := range g.Moves[:move-1] {
		if m.Side == p.Mover() && m.Timed {
			a.Clock = m.ClockLeft
		}
	}
	return p.Input(a), nil
}
