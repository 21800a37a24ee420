package main

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// A kind is an opponent: a built-in agent, and what share of the clock it has.
type kind struct {
	homework.Agent
	half bool
}

func kindOf(name string) (kind, error) {
	if name == "half" {
		return kind{homework.Agent{Kind: homework.Reference}, true}, nil
	}
	word, number, deep := strings.Cut(name, ":")
	k := kind{Agent: homework.Agent{Kind: homework.AgentKind(word)}}
	switch k.Kind {
	case homework.Minimax, homework.AlphaBeta:
		depth, err := strconv.Atoi(number)
		if k.Depth = depth; err == nil && depth > 0 {
			return k, nil
		}
	case homework.Reference, homework.Greedy, homework.Random:
		if !deep {
			return k, nil
		}
	}
	return k, fmt.Errorf("want an opponent such as half, greedy or alphabeta:4, found %q", name)
}

// A player is an agent in a game, on a thread of its own.
type player struct {
	homework.Agent
	left  time.Duration
	nodes int64
	depth int
	todo  chan func()
}

// enter makes a player for one game. Its thread ends when todo is closed.
func (m match) enter(k kind, seed uint64) *player {
	p := &player{Agent: k.Agent, left: m.clock, nodes: m.nodes, depth: m.depth, todo: make(chan func())}
	p.Memory, p.Rand = new(any), random.New(seed)
	if k.half {
		p.left, p.nodes = p.left/2, max(p.nodes/2, 1)
	}
	if m.nodes == 0 {
		p.nodes = 0
	}
	go func() {
		runtime.LockOSThread()
		for do := range p.todo {
			do()
		}
	}()
	return p
}

// choose has the player choose a turn and takes the time off its clock, in a contest without clocks too.
// A search that ends far beyond the clock is broken off.
func (p *player) choose(ctx context.Context, at homework.Position) (turn []string, found homework.Thought, err error) {
	done := make(chan struct{})
	p.todo <- func() {
		defer close(done)
		began := engine.ThreadTime()
		ctx, stop := context.WithTimeout(ctx, 10*max(p.left, 0)+time.Second)
		defer stop()
		turn, found, err = at.Choose(ctx, p.Agent, homework.Allowance{Clock: p.left, Depth: p.depth, Nodes: p.nodes})
		if p.left -= engine.ThreadTime() - began; ctx.Err() != nil {
			err = nil
			p.left = min(p.left, 0)
		}
	}
	<-done
	return turn, found, err
}
