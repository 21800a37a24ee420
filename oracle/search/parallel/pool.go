package parallel

import (
	"context"
	"slices"
	"sync"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// A pool searches one tree with several goroutines: the committer, which is the one
// that has called Run, and workers.
type pool[S any] struct {
	rules  search.Rules[S] // read only, as the next two
	root   *S
	params search.Params // with the log, which is the committer's

	// The committer owns these.
	committed walk[S]             // stands at the unit to be committed next, and logs the top
	direct    *search.Searcher[S] // writes its rows into the log itself
	self      *worker[S]          // the committer, when it works ahead

	workers sync.WaitGroup

	// mu guards the fields below, and those of units and workers that say so. Nobody
	// holds it while searching a unit or writing, but for the shallow searches of the
	// forecast.
	mu       sync.Mutex
	changed  *sync.Cond  // broadcast when there may be a unit to take, a row to commit, a free buffer or an end
	ahead    []*unit[S]  // taken and not committed, in the order of the search
	forecast forecast[S] // stands at the last unit of ahead
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

// run is the committer: it walks the top of the tree, and commits the units that it
// comes to. No goroutine outlives it.
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

// commit adds the rows of the next unit to the log and returns its value. ok is false
// if the search is over.
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

// restartLocked begins a new forecast with the unit that the committer stands at.
func (p *pool[S]) restartLocked(next search.Subtree) *unit[S] {
	p.cancelLocked(0)
	p.forecast.moveTo(p.committed.frames())
	return p.addLocked(next)
}

// searchLocked searches a unit that was not forecast, straight into the log. It
// releases the lock meanwhile.
func (p *pool[S]) searchLocked(u *unit[S]) {
	p.mu.Unlock()
	value, notes := p.direct.Search(u.Subtree, &u.canceled)
	p.mu.Lock()
	p.finishLocked(u, value, notes)
}

// awaitLocked commits the rows of the first unit ahead as a worker makes them, and
// works on later units as long as there are none. It releases the lock meanwhile.
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

// appendLocked moves a buffer's rows into the log, and gives the buffer back to its
// worker. It releases the lock meanwhile.
func (p *pool[S]) appendLocked(u *unit[S]) {
	text := u.text[0]
	u.text = slices.Delete(u.text, 0, 1)
	p.mu.Unlock()
	text = p.params.Log.Append(text)
	p.mu.Lock()
	u.by.free = append(u.by.free, text)
	p.changed.Broadcast()
}
