package main

import (
	"context"
	"fmt"
	"math"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// A tally counts the games of the reference against one opponent.
type tally struct {
	won, drawn, lost int
	overtime         [2]int // of the reference and of the opponent, counted among the lost and won
	margin           int    // in points, of the games played to the end
	ended            int    // number of those
	depth, moves     int    // of the reference
}

// play plays one game of a pair. In the first of them the reference is side 0, in the second it is side 1.
func (m match) play(ctx context.Context, t *tally, opponent kind, pair, reference int) error {
	at := m.contest.Start(random.New(m.seed<<32+uint64(pair)), m.size, pair%2)
	var players [2]*player
	for side := range players {
		k := opponent
		if side == reference {
			k = kind{Agent: homework.Agent{Kind: homework.Reference}}
		}
		players[side] = m.enter(k, m.seed<<32+uint64(pair))
		defer close(players[side].todo)
	}
	for !at.Over() {
		side := at.Mover()
		turn, found, err := players[side].choose(ctx, at)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if m.nodes == 0 && players[side].left <= 0 {
			t.overran(side == reference)
			return nil
		}
		if side == reference {
			t.depth += found.Depth
			t.moves++
		}
		if at, err = at.Play(turn); err != nil {
			return err
		}
	}
	points := at.Points()
	t.ends(int(points[reference] - points[1-reference]))
	return nil
}

// overran counts a game that ended by overtime.
func (t *tally) overran(reference bool) {
	if reference {
		t.lost++
		t.overtime[0]++
		return
	}
	t.won++
	t.overtime[1]++
}

// ends counts a game that the reference wins by a margin.
func (t *tally) ends(margin int) {
	t.margin += margin
	t.ended++
	switch {
	case margin > 0:
		t.won++
	case margin < 0:
		t.lost++
	default:
		t.drawn++
	}
}

// row returns a line of the table.
func (t *tally) row(name string) string {
	games := t.won + t.drawn + t.lost
	share := (float64(t.won) + float64(t.drawn)/2) / float64(games)
	low, high := wilson(share, games)
	return fmt.Sprintf("| %s | %d | %d | %d | %.1f %% | %.1f to %.1f | %+.0f | %.1f | %d, opponent %d |", name, t.won, t.drawn, t.lost, 100*share,
		100*low, 100*high, float64(t.margin)/float64(max(t.ended, 1)), float64(t.depth)/float64(max(t.moves, 1)), t.overtime[0], t.overtime[1])
}

// wilson returns Wilson's interval of 95 % for a share of so many games.
func wilson(share float64, games int) (low, high float64) {
	const z = 1.959964
	n := float64(games)
	middle := share + z*z/(2*n)
	half := z * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return (middle - half) / (1 + z*z/n), (middle + half) / (1 + z*z/n)
}
