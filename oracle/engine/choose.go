// Package engine plays games: it holds the built-in agents of contests
// (docs/rules/competition.md), for all games at once.
package engine

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Choose has an agent choose the turn of the side to move in root, which is the root player: the
// move, and the ones after it where a move gives another turn.
func Choose[S any](ctx context.Context, rules search.Rules[S], root *S, agent homework.Agent, a homework.Allowance) ([]search.Move, homework.Thought, error) {
	switch agent.Kind {
	case homework.Random:
		return anyTurn(rules, root, agent), homework.Thought{}, nil
	case homework.Greedy:
		return fixed(ctx, rules, root, 1, false)
	case homework.Minimax, homework.AlphaBeta:
		return fixed(ctx, rules, root, agent.Depth, agent.Kind == homework.AlphaBeta)
	case homework.Reference:
		return reference(ctx, boardOf(rules, root), agent, a)
	}
	return nil, homework.Thought{}, fmt.Errorf("want a built-in agent, found %q", agent.Kind)
}

// reference has the reference agent choose, which keeps to its thread and so can measure what it uses.
func reference(ctx context.Context, b Board, agent homework.Agent, a homework.Allowance) ([]search.Move, homework.Thought, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return recall(agent).Choose(ctx, b, a)
}

// betweenMoves is what a side in this process uses for a move besides the search: what comes
// before and after it, on the largest board.
const betweenMoves = 400 * time.Microsecond

// Reply chooses the turn of the side to move in root as the reference agent, in a process that was
// started for this move alone: its clock is the one of the process, from its start.
func Reply[S any](ctx context.Context, rules search.Rules[S], root *S, a homework.Allowance) ([]search.Move, homework.Thought, error) {
	started := min(processTime(), mostStart)
	p := &Player{Clock: func(int64) time.Duration { return processTime() }, Overhead: started + started/2 + 5*time.Millisecond}
	return p.Choose(ctx, boardOf(rules, root), a)
}

// mostStart bounds what the start of a process is taken to need.
const mostStart = 200 * time.Millisecond

// recall returns the agent as it was after its last move, a new one on the first move of a game.
func recall(agent homework.Agent) *Player {
	fresh := &Player{Clock: func(int64) time.Duration { return ThreadTime() }, Overhead: betweenMoves}
	if agent.Memory == nil {
		return fresh
	}
	if p, ok := (*agent.Memory).(*Player); ok {
		return p
	}
	*agent.Memory = fresh
	return fresh
}

// fixed searches to a fixed depth, as the homework asks.
func fixed[S any](ctx context.Context, rules search.Rules[S], root *S, depth int, prune bool) ([]search.Move, homework.Thought, error) {
	found, err := search.Run(ctx, rules, root, search.Params{Limit: depth, Prune: prune})
	return found.Line, homework.Thought{Value: found.Value, Depth: depth}, err
}

// anyTurn draws moves until the turn is over.
func anyTurn[S any](rules search.Rules[S], root *S, agent homework.Agent) (turn []search.Move) {
	s := *root
	for {
		moves := rules.Moves(nil, &s, nil)
		if len(moves) == 0 {
			return turn
		}
		m := moves[agent.Rand.Intn(len(moves))]
		turn = append(turn, m)
		var after S
		if rules.Play(&after, &s, m) == search.Next {
			return turn
		}
		s = after
	}
}
