package search

import (
	"context"
	"runtime"
	"sync"

	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// This file shares a long minimax search out. Its subtrees do not depend on each
// other, so that their rows can be made at the same time and joined in order, byte
// for byte the same; the plain search is the check. On two processors a log of 160
// MB of squirrel takes 0.19 s in place of 0.30 s, and one of 213 MB of mancala 0.36 s
// in place of 0.60 s (medians of five), in 30 MB of memory.
//
// The search walks the top of the tree, down to the interior nodes of a frontier
// depth. Each of these is a unit, and the units go to the workers in turn. A worker
// walks the same top for itself, without a log, and searches its own units: nothing
// has to be sent to it, and without pruning no value changes the way. It runs ahead
// of the search by as many buffers as it has. Since each worker has its own, the one
// whose text is wanted never waits for another's: a unit may be of any size, and
// memory is bounded whatever the sizes are.

// nowhere is the frontier of a search that is not shared out.
const nowhere = -1

// sharing says when and how a search is shared out. Tests change it.
var sharing = struct {
	workers int     // 0 for one to each processor, up to mostWorkers
	leaves  int     // from so many on, were all nodes like the root, probes take no time to speak of
	rows    float64 // of the shortest log that pays
	unit    float64 // the most rows of a unit, on average
	buffers int     // of all workers
	size    int     // of a buffer
}{leaves: 1 << 12, rows: 1 << 18, unit: 1 << 17, buffers: 64, size: trace.FlushAt}

// mostWorkers is what the writing of the log keeps up with.
const mostWorkers = 4

// A crew works for a search.
type crew[S any] struct {
	*searcher[S]
	ctx     context.Context
	workers []*worker[S]
	next    int // unit to join
	quit    chan struct{}
	running sync.WaitGroup
}

// A worker makes the text of every of-th unit.
type worker[S any] struct {
	searcher[S]
	rows    *trace.Log // of its units
	units   int        // met so far
	me, of  int        // it is the me-th of so many
	buffers int        // that it may still make
	ready   chan piece // has room for all its buffers
	free    chan []byte
	quit    chan struct{}
	last    bool // the text that is handed over ends a unit
	value   int32
}

// A piece is some text of a unit, and with the last one the value.
type piece struct {
	text  []byte
	last  bool
	value int32
}

// hire gives the search a crew if one pays.
func (s *searcher[S]) hire(ctx context.Context) *crew[S] {
	n := sharing.workers
	if n == 0 {
		if n = min(runtime.GOMAXPROCS(0), mostWorkers); n == 1 {
			return nil
		}
	}
	frontier := s.chooseFrontier()
	if frontier == nowhere {
		return nil
	}
	c := &crew[S]{searcher: s, ctx: ctx, quit: make(chan struct{})}
	s.frontier, s.cross = frontier, c.join
	for me := range n {
		room := max(2, sharing.buffers/n)
		w := &worker[S]{
			searcher: searcher[S]{
				rules: s.rules, limit: s.limit, optional: s.optional, log: trace.Discard(), frontier: frontier,
				plies: []*ply[S]{{state: s.plies[0].state}},
			},
			me: me, of: n, buffers: room - 1, ready: make(chan piece, room), free: make(chan []byte, room), quit: c.quit,
		}
		w.rows = s.log.Part(sharing.size, w.hand)
		w.cross = w.unit
		c.workers = append(c.workers, w)
		c.running.Go(func() { w.node(0, trace.Root, 0, true, Next, -Inf, Inf) })
	}
	return c
}

// dismiss ends the workers, whose work may be unfinished.
func (c *crew[S]) dismiss() {
	for _, w := range c.workers {
		w.stop.Store(true)
	}
	close(c.quit)
	c.running.Wait()
}

// join adds the next unit's text to the log and gives its value. The unit is no
// part of the root player's turn, since the frontier lies below.
func (c *crew[S]) join(int, Move, int, bool, Turn) int32 {
	w := c.workers[c.next%len(c.workers)]
	c.next++
	for {
		select {
		case p := <-w.ready:
			c.log.Append(p.text)
			w.free <- p.text
			if p.last || c.log.Err() != nil {
				return p.value
			}
		case <-c.ctx.Done():
			c.stop.Store(true)
			return 0
		}
	}
}

// unit searches a unit if it is the worker's. The values of others are of no use
// to it.
func (w *worker[S]) unit(i int, m Move, depth int, max bool, turn Turn) int32 {
	w.units++
	if (w.units-1)%w.of != w.me {
		return 0
	}
	top := w.log
	w.log, w.frontier = w.rows, nowhere // extra turns lead to nodes of the same depth
	w.value = w.node(i, m, depth, max, turn, -Inf, Inf)
	w.last = true
	w.rows.Hand()
	w.last = false
	w.log, w.frontier = top, depth
	return w.value
}

// hand hands over text and gives a buffer for more. Once the search is over the
// text goes nowhere, and its buffer serves for the rest.
func (w *worker[S]) hand(text []byte) []byte {
	select {
	case w.ready <- piece{text, w.last, w.value}:
	case <-w.quit:
		return text
	}
	select {
	case buf := <-w.free:
		return buf
	default:
	}
	if w.buffers > 0 {
		w.buffers--
		return trace.PartBuffer(sharing.size)
	}
	select {
	case buf := <-w.free:
		return buf
	case <-w.quit:
		return text
	}
}
