// Package second is the second solver of coins, written from RULES.md alone: it shares no code with
// package coins. The mistakes in cuts, windows and logs come with package mutant/search; those in
// the rules of the game are in faults.go.
package second

import (
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

const page mutant.Page = "coins/RULES.md"

// Solver solves inputs of coins.
var Solver = mutant.New(mutant.Program[hooks]{
	Name:  "coins",
	Right: right,
	Mutations: func() []mutant.Mutation[hooks] {
		return slices.Concat(
			mutant.Lift(search.Mutations(search.Traits{
				Page: page, Order: 2, Depth: 3, Tasks: 1, Dialect: &search.AlphaBeta, Format: 5, Chains: true,
			}), func(h *hooks) *search.Hooks { return &h.Search }),
			faults())
	},
	Solve:  solve,
	StopAt: func(h *hooks, stop func(row string) bool) { h.Search.StopAt(stop) },
})

// hooks are the decisions of the solver.
type hooks struct {
	Search search.Hooks

	Lucky func(coin int) bool           // whether it gives another turn (rule 3)
	Worth func(mine, theirs int) int    // of a position (rule 4)
	Turn  func(moves []string) []string // the moves of the turn as they are written (rule 5)
}

func right(faulty bool) *hooks {
	return &hooks{
		Search: search.Right(faulty),
		Lucky:  func(coin int) bool { return coin == 5 },
		Worth:  func(mine, theirs int) int { return mine - theirs },
		Turn:   func(moves []string) []string { return moves },
	}
}

// A row is a position.
type row struct {
	hooks        *hooks
	coins        []int
	mine, theirs int  // the coins taken
	opponent     bool // moves next
}

func (r row) Maximising() bool { return !r.opponent }
func (r row) Evaluate() int    { return r.hooks.Worth(r.mine, r.theirs) }

// Moves returns the ends of the row (rule 2).
func (r row) Moves() []string { return []string{"L", "R"}[:min(len(r.coins), 2)] }

// Play takes a coin (rule 3).
func (r row) Play(move string) (search.Position, bool) {
	coin, rest := r.coins[0], r.coins[1:]
	if move == "R" {
		last := len(r.coins) - 1
		coin, rest = r.coins[last], r.coins[:last]
	}
	next := r
	next.coins = rest
	if r.opponent {
		next.theirs += coin
	} else {
		next.mine += coin
	}
	again := r.hooks.Lucky(coin)
	if !again {
		next.opponent = !r.opponent
	}
	return next, again
}

// solve reads the input (rule 1) and writes the answer (rule 5).
func solve(h *hooks, _ string, input []byte) (map[string]string, error) {
	r := mutant.NewReader(input)
	task := search.Task{Dialect: &search.Minimax}
	if r.Word("MINIMAX", "ALPHABETA") == "ALPHABETA" {
		task = search.Task{AlphaBeta: true, Dialect: &search.AlphaBeta}
	}
	limit := r.Number(1, 20)
	root := row{hooks: h, coins: r.Numbers(1, 9)}
	if n := len(root.coins); n < 1 || n > 20 {
		r.Fail("found %d coins, want 1 to 20", n)
	}
	if err := r.Done(); err != nil {
		return nil, err
	}
	s := search.New(&h.Search, task, limit)
	_, line := s.Run(root, "root")
	return h.Search.Files(map[string]string{
		"move.txt": strings.Join(h.Turn(turn(root, line)), " ") + "\n",
		"log.txt":  mutant.Text(s.Log),
	}), nil
}

// turn returns the moves of a line that the first player makes without an answer.
func turn(p search.Position, line []string) []string {
	for i, move := range line {
		var again bool
		if p, again = p.Play(move); !again {
			return line[:i+1]
		}
	}
	return line
}
