package parallel

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// tuning determines when a search is shared out, and how. Tests change it.
var tuning = struct {
	// number of workers in addition to the caller of Run; auto means one per processor except the first
	workers int
	leaves  int     // a tree that has fewer, were all its nodes like the root, is not even estimated
	rows    float64 // of the shortest log that pays
	unit    float64 // the most rows of a work unit, on average
	ahead   int     // the most units that are forecast and not committed
	buffers int     // of a worker
	size    int     // of a buffer, in bytes
}{workers: auto, leaves: 1 << 12, rows: 1 << 18, unit: 1 << 15, ahead: 12, buffers: 32, size: trace.FlushAt}

const auto = -1

// maxWorkers is the largest number of workers whose rows the writing of the log can keep up with.
const maxWorkers = 3

// alone reports whether there is only one processor, as in WebAssembly. The compiler then omits the rest of
// this package.
const alone = runtime.GOARCH == "wasm"

// Run returns the same as search.Run, and writes the same log. It searches with all processors if the log
// will be long and if how does not forbid it. The rules and the label of the log must be safe for concurrent
// use.
func Run[S any](ctx context.Context, rules search.Rules[S], root *S, p search.Params,
	options homework.Options) (search.Result, error) {
	if alone {
		return search.Run(ctx, rules, root, p)
	}
	workers := tuning.workers
	if workers == auto {
		workers = min(runtime.GOMAXPROCS(0)-1, maxWorkers)
		options.Sequential = options.Sequential || workers == 0
	}
	if !options.Sequential && !p.Log.Off() {
		if split, ok := splitDepth(rules, root, p); ok {
			return newPool(rules, root, p, split).run(ctx, workers)
		}
	}
	return search.Run(ctx, rules, root, p)
}

// probes is the number of lines of play on which an estimate is based.
const probes = 16

// uncutShare is the power of the number of moves that alpha-beta searches of a
// node, about, without an order of the moves: 0.5 would be the least.
const uncutShare = 0.7

// splitDepth chooses the depth whose subtrees are the work units. ok is false if the log will be short. The
// rows are estimated as Knuth does ("Estimating the efficiency of backtrack programs", 1975): by a few lines
// of play at random. An estimate that is wrong costs time, never bytes.
func splitDepth[S any](rules search.Rules[S], root *S, p search.Params) (depth int, ok bool) {
	e := estimate[S]{rules: rules, params: p, plies: stack[S]{{state: *root}},
		random: rand.New(rand.NewPCG(1, 1))}
	if !e.large() {
		return 0, false
	}
	for range probes {
		e.probe(0, 0, -1, search.Next)
	}
	if e.rows[0] < tuning.rows*probes {
		return 0, false
	}
	// At depth 2 or more a node is not part of the root player's turn.
	for depth := 2; depth < len(e.rows); depth++ {
		if e.rows[depth] <= tuning.unit*probes {
			return depth, true
		}
	}
	return 0, false
}

// An estimate is the result of the probes.
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

// A pool searches one tree with several goroutines: the committer, which is the one
// that has called Run, and workers.
type pool[S any] struct {
	rules  search.Rules[S] // read only, as the next two
	root   *S
	params search.Params // with the log, which is the committer's

	// The committer owns these.
	committed walk[S]             // at the next unit to commit; logs the top of the tree
	direct    *search.Searcher[S] // writes its rows into the log itself
	self      *worker[S]          // the committer, when it works ahead

	workers sync.WaitGroup

	// mu guards the fields below, and the fields of units and workers whose comments name the lock. No goroutine
	// holds it while it searches a unit or writes, except for the shallow searches of the forecast.
	mu       sync.Mutex
	changed  *sync.Cond  // broadcast when there may be a unit to take, a row to commit, a free buffer or an end
	ahead    []*unit[S]  // taken and not committed, in the order of the search
	forecast forecast[S] // at the last unit of ahead
	over     bool        // the search is
}

func newPool[S any](rules search.Rules[S], root *S, params search.Params, split int) *pool[S] {
	p := &pool[S]{
		rules: rules, root: root, params: params,
		committed: newWalk(rules, root, params, split),
		forecast:  newForecast(rules, root, params, split),
		direct:    search.NewSearcher(rules, root, params),
	}
	p.changed = sync.NewCond(&p.mu)
	p.self = newWorker(p)
	return p
}

// run is the committer: it walks the top of the tree, and commits the units that it reaches. No goroutine
// outlives it.
func (p *pool[S]) run(ctx context.Context, workers int) (search.Result, error) {
	defer p.workers.Wait()
	defer p.end()
	defer context.AfterFunc(ctx, p.end)()
	for range workers {
		w := newWorker(p)
		p.workers.Go(w.work)
	}
	next, more := p.committed.first()
	for more {
		value, ok := p.commit(next)
		if !ok {
			break
		}
		next, more = p.committed.next(value)
	}
	p.params.Log.Wait()
	if err := p.params.Log.Err(); err != nil {
		return search.Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return search.Result{}, err
	}
	root := p.committed.plies[0]
	return search.Result{Value: root.value, Line: root.line, Notes: p.committed.notes}, nil
}

// end ends the search, early or in time.
func (p *pool[S]) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
	p.cancelLocked(0)
}

// commit adds the rows of the next unit to the log and returns its value. ok is false if the search is over.
func (p *pool[S]) commit(next search.Subtree) (value int32, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.endedLocked() {
		return 0, false
	}
	var u *unit[S]
	if len(p.ahead) > 0 && p.ahead[0].is(next) {
		u = p.ahead[0]
		p.awaitLocked(u)
	} else {
		u = p.restartLocked(next)
		p.searchLocked(u)
	}
	if p.endedLocked() {
		return 0, false
	}
	p.committed.notes |= u.notes
	p.ahead = slices.Delete(p.ahead, 0, 1)
	p.changed.Broadcast() // there is room for one more
	return u.value, true
}

// endedLocked reports whether the search is over, or has no log to write to.
func (p *pool[S]) endedLocked() bool { return p.over || p.params.Log.Err() != nil }

// restartLocked begins a new forecast at the current unit of the committer.
func (p *pool[S]) restartLocked(next search.Subtree) *unit[S] {
	p.cancelLocked(0)
	p.forecast.moveTo(p.committed.frames())
	return p.addLocked(next)
}

// searchLocked searches a unit that was not forecast, straight into the log. It releases the lock during the
// search.
func (p *pool[S]) searchLocked(u *unit[S]) {
	p.mu.Unlock()
	value, notes := p.direct.Search(u.Subtree, &u.canceled)
	p.mu.Lock()
	p.finishLocked(u, value, notes)
}

// awaitLocked commits the rows of the first unit ahead as a worker makes them, and works on later units while
// no rows are available. It releases the lock while it works or waits.
func (p *pool[S]) awaitLocked(u *unit[S]) {
	for !p.endedLocked() {
		if len(u.text) > 0 {
			p.appendLocked(u)
		} else if u.done {
			return
		} else if later := p.takeLocked(); later != nil {
			p.mu.Unlock()
			p.self.search(later)
			p.mu.Lock()
		} else {
			p.changed.Wait()
		}
	}
}

// appendLocked moves a buffer's rows into the log, and returns the buffer to its worker. It releases the lock
// during the move.
func (p *pool[S]) appendLocked(u *unit[S]) {
	text := u.text[0]
	u.text = slices.Delete(u.text, 0, 1)
	p.mu.Unlock()
	text = p.params.Log.Append(text)
	p.mu.Lock()
	u.by.free = append(u.by.free, text)
	p.changed.Broadcast()
}

// A worker searches units, one after the other, into buffers of its own.
type worker[S any] struct {
	pool     *pool[S]            // read only
	searcher *search.Searcher[S] // the goroutine's own, as the next two
	log      *trace.Log          // a segment
	unit     *unit[S]            // that is searched

	// The pool's lock guards the rest.
	unmade int // buffers that may still be made
	free   [][]byte
}

func newWorker[S any](p *pool[S]) *worker[S] {
	w := &worker[S]{pool: p, unmade: tuning.buffers - 1}
	w.log = p.params.Log.Segment(tuning.size, w.hand)
	params := p.params
	params.Log = w.log
	w.searcher = search.NewSearcher(p.rules, p.root, params)
	return w
}

// work searches units until the search is over.
func (w *worker[S]) work() {
	p := w.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	for !p.over {
		if u := p.takeLocked(); u != nil {
			p.mu.Unlock()
			w.search(u)
			p.mu.Lock()
		} else {
			p.changed.Wait()
		}
	}
}

// search searches a unit.
func (w *worker[S]) search(u *unit[S]) {
	w.unit = u
	value, notes := w.searcher.Search(u.Subtree, &u.canceled)
	w.log.Hand()
	p := w.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	if !u.canceled.Load() {
		p.finishLocked(u, value, notes)
	}
}

// hand hands text over to the unit and returns a buffer for more. If the unit is
// canceled the text goes nowhere, and its buffer serves for the rest.
func (w *worker[S]) hand(text []byte) []byte {
	p, u := w.pool, w.unit
	p.mu.Lock()
	defer p.mu.Unlock()
	if u.canceled.Load() || len(text) == 0 {
		return text
	}
	u.by, u.text = w, append(u.text, text)
	p.changed.Broadcast()
	for {
		if n := len(w.free); n > 0 {
			text, w.free = w.free[n-1], w.free[:n-1]
			return text
		}
		switch {
		case w.unmade > 0:
			w.unmade--
			return trace.Buffer()
		case w == p.self: // it commits, so no other goroutine would free a buffer
			p.cancelLocked(slices.Index(p.ahead, u))
		default:
			p.changed.Wait()
		}
	}
}
