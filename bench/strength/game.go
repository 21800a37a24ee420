package main

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// A kind is an opponent: a built-in agent, and whether it has only half the clock.
type kind struct {
	homework.Agent
	half bool
}

func kindOf(name string) (kind, error) {
	if name == "half" {
		return kind{homework.Agent{Kind: homework.Reference}, true}, nil
	}
	word, number, deep := strings.Cut(name, ":")
	depth, err := strconv.Atoi(number)
	k := kind{Agent: homework.Agent{Kind: homework.AgentKind(word), Depth: depth}}
	searches := slices.Contains([]homework.AgentKind{homework.Minimax, homework.AlphaBeta}, k.Kind)
	others := []homework.AgentKind{homework.Reference, homework.Greedy, homework.Random}
	if !searches && !slices.Contains(others, k.Kind) || deep != searches || deep && (err != nil || depth < 1) {
		return k, fmt.Errorf("want an opponent such as half, greedy or alphabeta:4, found %q", name)
	}
	return k, nil
}

// A player is an agent in a game.
type player struct {
	homework.Agent
	allowed homework.Allowance // its Clock is the time left
}

// newPlayer returns a player for one game.
func (m match) newPlayer(k kind, seed uint64) *player {
	p := &player{k.Agent, homework.Allowance{Clock: m.clock, Nodes: m.nodes, Depth: m.depth}}
	p.Memory, p.Rand = new(any), random.New(seed)
	if k.half {
		p.allowed.Clock /= 2
		if m.nodes > 0 {
			p.allowed.Nodes = max(m.nodes/2, 1)
		}
	}
	return p
}

// choose returns the player's turn and subtracts the CPU time of its thread from its clock, also in a
// contest without clocks. A search that exceeds the clock by far is stopped.
func (p *player) choose(ctx context.Context, at homework.Position) ([]string, homework.Thought, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began := engine.ThreadTime()
	ctx, stop := context.WithTimeout(ctx, 10*max(p.allowed.Clock, 0)+time.Second)
	defer stop()
	turn, found, err := at.Choose(ctx, p.Agent, p.allowed)
	if p.allowed.Clock -= engine.ThreadTime() - began; ctx.Err() != nil {
		err = nil
		p.allowed.Clock = min(p.allowed.Clock, 0)
	}
	return turn, found, err
}

// A tally counts the games of the reference against one opponent.
type tally struct {
	won, drawn, lost int
	overtime         [2]int // of the reference and of the opponent, counted among the lost and won
	margin           int    // in points, of the games played to the end
	ended            int    // games played to the end
	depth, moves     int    // of the reference
}

// play plays one game of a pair. The reference is side 0 in the first one and side 1 in the second.
func (m match) play(ctx context.Context, t *tally, opponent kind, pair, reference int) error {
	seed := m.seed<<32 + uint64(pair)
	at := m.contest.Start(random.New(seed), m.size, pair%2)
	var players [2]*player
	players[reference] = m.newPlayer(kind{Agent: homework.Agent{Kind: homework.Reference}}, seed)
	players[1-reference] = m.newPlayer(opponent, seed)
	for !at.Over() {
		side := at.Mover()
		turn, found, err := players[side].choose(ctx, at)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if m.nodes == 0 && players[side].allowed.Clock <= 0 {
			t.overtime[(side+reference)%2]++
			t.add(map[bool]int{true: -1, false: 1}[side == reference])
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
	margin := int(points[reference] - points[1-reference])
	t.margin += margin
	t.ended++
	t.add(margin)
	return nil
}

// add counts a game that the reference wins by a margin.
func (t *tally) add(margin int) {
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
	margin, depth := float64(t.margin)/float64(max(t.ended, 1)), float64(t.depth)/float64(max(t.moves, 1))
	return fmt.Sprintf("| %s | %d | %d | %d | %.1f %% | %.1f to %.1f | %+.0f | %.1f | %d, opponent %d |",
		name, t.won, t.drawn, t.lost, 100*share, 100*low, 100*high, margin, depth, t.overtime[0], t.overtime[1])
}

// wilson returns Wilson's interval of 95 % for a share of a number of games.
func wilson(share float64, games int) (low, high float64) {
	const z = 1.959964
	n := float64(games)
	middle := share + z*z/(2*n)
	half := z * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return (middle - half) / (1 + z*z/n), (middle + half) / (1 + z*z/n)
}
