package parallel

import (
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

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
		case w == p.self: // it commits, so nobody else would free a buffer
			p.cancelLocked(slices.Index(p.ahead, u))
		default:
			p.changed.Wait()
		}
	}
}
