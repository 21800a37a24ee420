// Command strength measures how strongly the reference agent plays:
//
//	go run ./bench/strength                                # 200 games against each opponent
//	go run ./bench/strength -games 20 -clock 500ms         # fewer games, and shorter ones
//	go run ./bench/strength -nodes 20000                   # repeatable: nodes a move instead of the clock
//	go run ./bench/strength -opponents greedy,alphabeta:4  # only these
//	go run ./bench/strength -size 12 -seed 7               # other boards
//	go run ./bench/strength -assignment mancala
//
// The opponents are the other built-in agents, and the reference with half the time (half). All have the
// same clock, the CPU time of their thread, and lose when it runs out. Greedy, minimax:N and alphabeta:N
// search to their depth, by the algorithms and in the order of moves of the homework.
//
// Games come in pairs with one start position: the same side moves first, and the agents swap sides. A draw
// counts as half a win. The interval is Wilson's of 95 %, which assumes that games are independent.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A match holds the settings of all games of a run.
type match struct {
	contest *homework.Contest
	size    int
	clock   time.Duration
	depth   int // in a contest without clocks
	nodes   int64
	seed    uint64
}

func main() {
	assignment := flag.String("assignment", "gangwars", "the assignment whose contest is played")
	opponents := flag.String("opponents", "random,greedy,minimax:3,alphabeta:3,alphabeta:4,half", "agents")
	games := flag.Int("games", 200, "number of games against each, even")
	clock := flag.Duration("clock", 2*time.Second, "CPU time that a side has for a game")
	depth := flag.Int("depth", 4, "depth that the input asks for, in a contest without clocks")
	nodes := flag.Int64("nodes", 0, "nodes that the reference searches for a move, instead of the clock")
	size := flag.Int("size", 0, "size of the boards; 0 for the usual one")
	seed := flag.Uint64("seed", 1, "seed of the start positions")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	m := match{size: *size, clock: *clock, depth: *depth, nodes: *nodes, seed: *seed}
	if err := run(ctx, m, *assignment, *games, strings.Split(*opponents, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "strength:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, m match, assignment string, games int, opponents []string) error {
	a, err := oracle.Lookup(assignment)
	if err != nil {
		return err
	}
	if m.contest = a.Contest; m.contest == nil {
		return fmt.Errorf("%s has no contest", a.Name)
	}
	if games < 2 || games%2 != 0 {
		return errors.New("want an even number of -games, 2 at least")
	}
	if m.size == 0 {
		m.size = m.contest.Sizes.Usual
	}
	if s := m.contest.Sizes; m.size < s.Least || m.size > s.Most {
		return fmt.Errorf("want a -size from %d to %d, found %d", s.Least, s.Most, m.size)
	}
	fmt.Printf("%s, size %d, seed %d, %d games each, %s\n\n", a.Name, m.size, m.seed, games, m.limit())
	fmt.Println("| opponent | won | drawn | lost | share | 95 % | margin | depth | overtime |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, name := range opponents {
		opponent, err := kindOf(name)
		if err != nil {
			return err
		}
		t := new(tally)
		for i := range games {
			if err := m.play(ctx, t, opponent, i/2, i%2); err != nil {
				return err
			}
		}
		fmt.Println(t.row(name))
	}
	return nil
}

// limit describes the limit of the agents.
func (m match) limit() string {
	switch {
	case m.nodes > 0:
		return fmt.Sprintf("%d nodes a move", m.nodes)
	case m.contest.Clocked:
		return fmt.Sprintf("%v of CPU time a game", m.clock)
	}
	return fmt.Sprintf("depth %d told, %v of CPU time a game", m.depth, m.clock)
}
