package search

import (
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// A worker searches units, one after the other.
type worker[S any] struct {
	searcher[S]
	crew    *crew[S]
	job     *job[S]
	buffers int // that it may still make
	free    [][]byte
}

// worker makes a worker of the crew.
func (c *crew[S]) worker() *worker[S] {
	w := &worker[S]{searcher: c.apart(nil), crew: c, buffers: sharing.buffers - 1}
	w.log = c.log.Part(sharing.size, w.hand)
	return w
}

// work does jobs until the search is over.
func (w *worker[S]) work() {
	c := w.crew
	c.mu.Lock()
	defer c.mu.Unlock()
	for !c.over {
		if j := c.take(); j != nil {
			c.mu.Unlock()
			w.run(j)
			c.mu.Lock()
		} else {
			c.changed.Wait()
		}
	}
}

// run does a job.
func (w *worker[S]) run(j *job[S]) {
	c := w.crew
	j.rules = c.pristine.Copy()
	w.job, w.rules, w.stop = j, j.rules, &j.stop
	w.after = w.foresight(j.rules)
	for i, m := range j.path {
		w.rules.Play(&w.slot(i+1).state, &w.plies[i].state, m)
	}
	u := &j.unit
	value := w.node(len(j.path), u.m, u.depth, u.max, u.turn, u.alpha, u.beta)
	w.log.Hand()
	c.mu.Lock()
	defer c.mu.Unlock()
	if !j.stop.Load() {
		j.value, j.done = value, true
		c.settle(j, value)
		c.changed.Broadcast()
	}
}

// hand hands over text and gives a buffer for more. When the job has been given up
// the text goes nowhere, and its buffer serves for the rest.
func (w *worker[S]) hand(text []byte) []byte {
	c, j := w.crew, w.job
	c.mu.Lock()
	defer c.mu.Unlock()
	if j.stop.Load() || len(text) == 0 {
		return text
	}
	j.by, j.text = w, append(j.text, text)
	c.changed.Broadcast()
	for {
		if n := len(w.free); n > 0 {
			text, w.free = w.free[n-1], w.free[:n-1]
			return text
		}
		switch {
		case w.buffers > 0:
			w.buffers--
			return trace.Buffer()
		case w == c.self: // nobody else would free one
			c.drop(slices.Index(c.ahead, j))
		default:
			c.changed.Wait()
		}
	}
}
