package record

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A Better is a turn that would have been better than the one that was played, as the reference agent sees it.
type Better struct {
	Turn   []string
	Value  int32 // of the position after it, for the side that moves
	Played int32 // of the position after the turn that was played
}

func (b *Better) lost() int32 { return b.Value - b.Played }

// Judge has the reference agent search so many nodes from each position of a game that Check has checked, and keeps
// in its moves what would have been better. The same nodes give the same words.
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

// worth returns what a position is worth to a side, in the agent's measure: at the end its points, less the other's.
func (g *Game) worth(ctx context.Context, p homework.Position, side int, a homework.Allowance) (int32, error) {
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

// WhereLost says at which moves the sides that did not win lost most, a line for each; nothing of a game that was not
// judged.
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
	slices.SortStableFunc(worst, func(i, j int) int { return int(g.Moves[j].Better.lost() - g.Moves[i].Better.lost()) })
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

// Input returns what input.txt held before a move, from 1, of a game that Check has checked. Behind the last move that
// is what the side had whose answer lost.
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
