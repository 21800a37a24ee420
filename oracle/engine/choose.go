// Package engine plays games: it holds the built-in agents of contests
// (docs/rules/competition.md), for all games at once.
package engine

import (
	"context"
	"fmt"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
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
		return fixed(ctx, rules, root, 2, true)
	}
	return nil, homework.Thought{}, fmt.Errorf("want a built-in agent, found %q", agent.Kind)
}

// fixed searches to a fixed depth, as the homework asks.
func fixed[S any](ctx context.Context, rules search.Rules[S], root *S, depth int, prune bool) ([]search.Move, homework.Thought, error) {
	found, err := search.Run(ctx, rules, root, search.Params{Limit: depth, Prune: prune, Log: trace.Discard()})
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
