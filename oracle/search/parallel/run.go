package parallel

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// tuning says when a search is shared out, and how. Tests change it.
var tuning = struct {
	workers int     // besides the caller of Run; auto for one to each processor but the first
	leaves  int     // a tree that has fewer, were all its nodes like the root, is not even estimated
	rows    float64 // of the shortest log that pays
	unit    float64 // the most rows of a work unit, on average
	ahead   int     // the most units that are forecast and not committed
	buffers int     // of a worker
	size    int     // of a buffer, in bytes
}{workers: auto, leaves: 1 << 12, rows: 1 << 18, unit: 1 << 15, ahead: 12, buffers: 32, size: trace.FlushAt}

const auto = -1

// mostWorkers is what the writing of the log keeps up with.
const mostWorkers = 3

// alone says that there is one processor, as WebAssembly has: the compiler leaves out the rest of this package then.
const alone = runtime.GOARCH == "wasm"

// Run returns what search.Run does, and writes the same log. It searches with all
// processors if the log will be long and if how does not forbid it. The rules and the
// label of the log must be safe for concurrent use.
func Run[S any](ctx context.Context, rules search.Rules[S], root *S, p search.Params, how homework.Options) (search.Result, error) {
	if alone {
		return search.Run(ctx, rules, root, p)
	}
	workers := tuning.workers
	if workers == auto {
		workers = min(runtime.GOMAXPROCS(0)-1, mostWorkers)
		how.Sequential = how.Sequential || workers == 0
	}
	if !how.Sequential && !p.Log.Off() {
		if split, ok := splitDepth(rules, root, p); ok {
			return newPool(rules, root, p, split).run(ctx, workers)
		}
	}
	return search.Run(ctx, rules, root, p)
}

// probes is how many lines of play an estimate rests on.
const probes = 16

// uncutShare is the power of the number of moves that alpha-beta searches of a
// node, about, without an order of the moves: 0.5 would be the least.
const uncutShare = 0.7

// splitDepth chooses the depth whose subtrees are the work units. ok is false if the
// log will be short. The rows are estimated as Knuth does ("Estimating the efficiency
// of backtrack programs", 1975): by a few lines of play at random. An estimate that is
// wrong costs time, never bytes.
func splitDepth[S any](rules search.Rules[S], root *S, p search.Params) (depth int, ok bool) {
	e := estimate[S]{rules: rules, params: p, plies: stack[S]{{state: *root}}, random: rand.New(rand.NewPCG(1, 1))}
	if !e.large() {
		return 0, false
	}
	for range probes {
		e.probe(0, 0, -1, search.Next)
	}
	if e.rows[0] < tuning.rows*probes {
		return 0, false
	}
	// At depth 2 or more a node is no part of the root player's turn.
	for depth := 2; depth < len(e.rows); depth++ {
		if e.rows[depth] <= tuning.unit*probes {
			return depth, true
		}
	}
	return 0, false
}

// An estimate is what the probes find.
type estimate[S any] struct {
	rules  search.Rules[S]
	params search.Params
	plies  stack[S]
	rows   []float64 // of the subtrees, by depth, summed over the probes
	random *rand.Rand
}

// large reports whether the tree would be large enough for a long log if all its nodes
// were like the root, which takes no time to find out.
func (e *estimate[S]) large() bool {
	root := e.plies[0]
	root.moves = e.rules.Moves(root.moves[:0], &root.state, nil)
	leaves := 1
	for depth := 0; leaves < tuning.leaves; depth++ {
		if depth == e.params.Limit || len(root.moves) < 2 {
			return false
		}
		leaves *= len(root.moves)
	}
	return true
}

// probe plays on from ply i at random and estimates the rows of the tree below.
func (e *estimate[S]) probe(i, depth, above int, turn search.Turn) float64 {
	if depth == len(e.rows) {
		e.rows = append(e.rows, 0)
	}
	p := e.plies[i]
	p.moves = e.rules.Moves(p.moves[:0], &p.state, nil)
	rows := 1.0
	if len(p.moves) > 0 && (depth < e.params.Limit || turn == search.Again) {
		child := e.plies.at(i + 1)
		move := p.moves[e.random.IntN(len(p.moves))]
		t := e.rules.Play(&child.state, &p.state, move)
		searched := float64(len(p.moves))
		if e.params.Prune {
			searched = math.Pow(searched, uncutShare)
		}
		rows += searched * (1 + e.probe(i+1, search.Below(depth, turn), depth, t))
	}
	if depth > above {
		e.rows[depth] += rows
	}
	return rows
}
