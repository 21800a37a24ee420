package record

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Check plays a game that Read has read again, by the rules of its assignment: it must begin with a position
// that is drawn from its seed, each move must be legal and lead to the position that stands behind it, the
// clocks must be right, and it must end as the rules say. It trusts the record in what nobody can know: who
// the agents were, what they thought and used, and what was wrong with the answer that lost. The error names
// the line of the record, with name as the file. Check also lays out the board anew, and keeps the positions.
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
	g.point = max(a.Contest.Point, 1)
	p, err := k.start(a.Contest)
	clocks := [2]time.Duration{g.Clock, g.Clock}
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

// lineHead is the line of a record that says how the game is played. The moves stand behind it.
const lineHead = 1

// A checker checks a game that was read from a file.
type checker struct {
	name string
	g    *Game
}

// fault returns an error in a line.
func (k checker) fault(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", k.name, line, fmt.Errorf(format, args...))
}

// start returns the start position.
func (k checker) start(c *homework.Contest) (homework.Position, error) {
	g := k.g
	if s := c.Sizes; g.Size < s.Least || g.Size > s.Most {
		return nil, k.fault(lineHead, "want a size from %d to %d, found %d", s.Least, s.Most, g.Size)
	}
	if g.Sides != c.Sides {
		return nil, k.fault(lineHead, "want the sides %q and %q, found %q and %q", c.Sides[0], c.Sides[1],
			g.Sides[0], g.Sides[1])
	}
	plan := Plan{Size: g.Size, Seed: g.Seed}
	o, _ := plan.Opening(c, g.Number)
	err := k.begins(o.Start)
	if err != nil {
		evens := plan.Evens(c, g.Number)
		if i := slices.IndexFunc(evens, func(p homework.Position) bool { return k.begins(p) == nil }); i >= 0 {
			o.Start, g.Even, err = evens[i], i+1, nil
		}
	}
	g.Stage = StageOf(o.Start) // where graphs have their places may differ in the last digit
	return o.Start, err
}

// begins returns an error unless the game begins with a position.
func (k checker) begins(p homework.Position) error {
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
		return k.fault(lineHead, "want other links: those of the board that seed %d draws", k.g.Seed)
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

// state returns an error unless a position is the one that is wanted.
func (k checker) state(line int, when string, want, found State) error {
	if want.Points != found.Points {
		return k.fault(line, "want %d and %d points %s, found %d and %d", want.Points[0], want.Points[1], when,
			found.Points[0], found.Points[1])
	}
	if want.Board.Mover != found.Board.Mover {
		return k.fault(line, "want %s to move %s, found %s", want.Board.Mover, when, found.Board.Mover)
	}
	for i, w := range want.Board.Pieces { // of which there are as many as places
		if f := found.Board.Pieces[i]; f != w {
			return k.fault(line, "want %q on %s %s, found %q", pieceText(w), k.g.Stage.Places[i].Name, when,
				pieceText(f))
		}
	}
	return nil
}

// clock takes what a move used from a clock.
func (k checker) clock(i int, clocks *[2]time.Duration) error {
	line, m := lineHead+1+i, &k.g.Moves[i]
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
	line, over := lineHead+1+len(g.Moves), p.Over()
	want := 1 - p.Mover()
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
		want = Ended(p).Winner
	}
	if e.Winner != want {
		return k.fault(line, "want the winner %s, since %s, found %s", k.winner(want), k.because(over, p),
			k.winner(e.Winner))
	}
	return nil
}

// winner returns the name of a side that has won, or "nobody".
func (k checker) winner(side int) string { return cmp.Or(k.g.winner(side), "nobody") }

// because says why somebody has won.
func (k checker) because(over bool, p homework.Position) string {
	if over {
		return "the points decide"
	}
	return k.g.Sides[p.Mover()] + " is to move"
}

// A Better is a turn that would have been better than the one that was played, as the reference agent sees
// it.
type Better struct {
	Turn   []string
	Value  int32 // of the position after it, for the side that moves
	Played int32 // of the position after the turn that was played
}

func (b *Better) lost() int32 { return b.Value - b.Played }

// Judge has the reference agent search so many nodes from each position of a game that Check has checked, and
// keeps in its moves what would have been better. The same nodes give the same words.
func (g *Game) Judge(ctx context.Context, nodes int64) error {
	allowed := homework.Allowance{Nodes: nodes}
	for i := range g.Moves {
		m, p := &g.Moves[i], g.positions[i]
		turn, _, err := p.Choose(ctx, homework.Agent{Kind: homework.Reference}, allowed)
		if err != nil {
			return err
		}
		if slices.Equal(turn, m.Turn) {
			continue
		}
		other, err := p.Play(turn)
		if err != nil {
			return err
		}
		b := &Better{Turn: turn}
		if b.Value, err = g.worth(ctx, other, m.Side, allowed); err != nil {
			return err
		}
		if b.Played, err = g.worth(ctx, g.positions[i+1], m.Side, allowed); err != nil {
			return err
		}
		if b.lost() > 0 {
			m.Better = b
		}
	}
	g.judged = true
	return nil
}

// worth returns what a position is worth to a side, in the agent's measure: at the end its points, less the
// other's.
func (g *Game) worth(ctx context.Context, p homework.Position, side int,
	a homework.Allowance) (int32, error) {
	if p.Over() {
		points := p.Points()
		return g.point * (points[side] - points[1-side]), nil
	}
	_, found, err := p.Choose(ctx, homework.Agent{Kind: homework.Reference}, a)
	if p.Mover() != side {
		found.Value = -found.Value
	}
	return found.Value, err
}

// mostJudged is how many moves WhereLost tells of a side.
const mostJudged = 3

// WhereLost says at which moves the sides that did not win lost most, a line for each; nothing of a game that
// was not judged.
func (g *Game) WhereLost() (lines []string) {
	for side := range g.Sides {
		if g.judged && g.End.Winner != side {
			lines = append(lines, g.whereLost(side))
		}
	}
	return lines
}

func (g *Game) whereLost(side int) string {
	var worst []int
	for i, m := range g.Moves {
		if m.Side == side && m.Better != nil {
			worst = append(worst, i)
		}
	}
	slices.SortStableFunc(worst,
		func(i, j int) int { return int(g.Moves[j].Better.lost() - g.Moves[i].Better.lost()) })
	who := fmt.Sprintf("%s (%s)", g.Sides[side], g.Agents[side])
	if len(worst) == 0 {
		return who + ": the reference agent finds no better move"
	}
	var moves []string
	for _, i := range worst[:min(len(worst), mostJudged)] {
		moves = append(moves, fmt.Sprintf("%d (%d)", i+1, g.Moves[i].Better.lost()))
	}
	return who + " lost most at move " + strings.Join(moves, ", ")
}

// Input returns what input.txt held before a move, from 1, of a game that Check has checked. Behind the last
// move that is what the side had whose answer lost.
func (g *Game) Input(move int) (string, error) {
	most := len(g.Moves)
	if !g.positions[most].Over() {
		most++
	}
	if move < 1 || move > most {
		return "", fmt.Errorf("want a move from 1 to %d, found %d", most, move)
	}
	p := g.positions[move-1]
	a := homework.Allowance{Clock: g.Clock, Depth: g.Depth}
	for _, m := range g.Moves[:move-1] {
		if m.Side == p.Mover() && m.Timed {
			a.Clock = m.Left
		}
	}
	return p.Input(a), nil
}
