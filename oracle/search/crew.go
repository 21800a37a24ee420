package search

import (
	"runtime"
	"slices"
	"sync"

	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// This file shares a long search out. Below a frontier depth, each interior node is
// a unit, whose rows depend on nothing but its position and its window. While the
// search is at one unit, helpers search the next ones, as far as a forecast can tell
// which they are; when the search comes to them it joins their rows in order. A unit
// that comes otherwise, since a value before it has changed its window or cut the
// node above, is searched again. So every byte is that of the plain search, which is
// the check.
//
// Memory is bounded whatever the sizes of units are: each worker has its own buffers,
// and takes units in the order in which they are joined, so that the one whose text
// is wanted never waits for another's.

// Sharable is a game whose searches can be shared out. The label of the log must be
// fit for several goroutines at once, too.
type Sharable[S any] interface {
	Rules[S]
	// Copy gives rules for another goroutine, which have noted nothing yet.
	Copy() Sharable[S]
	// Merge takes over what a copy has noted in its part of the search.
	Merge(from Sharable[S])
}

// nowhere is the frontier of a search that is not shared out.
const nowhere = -1

// sharing says when and how a search is shared out. Tests change it.
var sharing = struct {
	helpers int     // unset for one to each processor but the first, up to mostHelpers
	leaves  int     // from so many on, were all nodes like the root, probes take no time to speak of
	rows    float64 // of the shortest log that pays
	unit    float64 // the most rows of a unit, on average
	ahead   int     // the most units that are forecast
	buffers int     // of a worker
	size    int     // of a buffer
}{helpers: unset, leaves: 1 << 12, rows: 1 << 18, unit: 1 << 15, ahead: 12, buffers: 32, size: trace.FlushAt}

const unset = -1

// mostHelpers is what the writing of the log keeps up with.
const mostHelpers = 3

// A crew works for a search, which is its first worker.
type crew[S any] struct {
	*searcher[S]
	rules    Sharable[S] // of the search
	pristine Sharable[S] // nobody searches with these
	self     *worker[S]  // the search, when it works on units to come
	path     []Move      // to the unit that the search is at
	running  sync.WaitGroup

	mu      sync.Mutex // guards what follows, jobs and the buffers of workers
	changed *sync.Cond // some of it, in a way that a worker waits for
	ahead   []*job[S]  // units that are forecast and not joined, in order
	thought forecast[S]
	over    bool // the search is
}

// hire gives the search a crew if one pays.
func (s *searcher[S]) hire(rules Sharable[S]) *crew[S] {
	helpers := sharing.helpers
	if helpers == unset {
		if helpers = min(runtime.GOMAXPROCS(0)-1, mostHelpers); helpers == 0 {
			return nil
		}
	}
	frontier := s.chooseFrontier(rules.Copy())
	if frontier == nowhere {
		return nil
	}
	c := &crew[S]{searcher: s, rules: rules, pristine: rules.Copy()}
	c.changed = sync.NewCond(&c.mu)
	c.thought = newForecast(s, rules.Copy(), frontier)
	s.frontier, s.cross = frontier, c.join
	c.self = c.worker()
	for range helpers {
		w := c.worker()
		c.running.Go(w.work)
	}
	return c
}

// end tells the crew that the search is over.
func (c *crew[S]) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = true
	c.drop(0)
}

// dismiss waits for the helpers.
func (c *crew[S]) dismiss() {
	c.end()
	c.running.Wait()
}

// join adds the rows of the unit in slot i to the log and gives its value. The unit
// is no part of the root player's turn, since the frontier lies below.
func (c *crew[S]) join(i int, unit spot) (value int32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		c.stop.Store(true)
		return 0
	}
	c.path = c.path[:0]
	for _, p := range c.plies[:i] {
		c.path = append(c.path, p.moves[p.k])
	}
	if len(c.ahead) > 0 && c.ahead[0].unit == unit && slices.Equal(c.ahead[0].path, c.path) {
		value = c.await()
	} else {
		c.drop(0)
		value = c.search(c.restart(i, unit), i)
	}
	if c.over || c.log.Err() != nil {
		c.stop.Store(true)
		return 0
	}
	c.ahead = slices.Delete(c.ahead, 0, 1)
	c.changed.Broadcast() // there is room for one more
	return value
}

// search searches a unit, in slot i, in place.
func (c *crew[S]) search(j *job[S], i int) int32 {
	u := j.unit
	c.mu.Unlock()
	c.frontier = nowhere // extra turns lead to nodes of the same depth
	value := c.node(i, u.m, u.depth, u.max, u.turn, u.alpha, u.beta)
	c.frontier = u.depth
	c.mu.Lock()
	c.settle(j, value)
	return value
}

// await adds the rows that another worker makes of the first unit ahead, and works on
// later units as long as they are not there.
func (c *crew[S]) await() int32 {
	j := c.ahead[0]
	for !c.over && c.log.Err() == nil {
		if len(j.text) > 0 {
			text := j.text[0]
			j.text = slices.Delete(j.text, 0, 1)
			c.mu.Unlock()
			text = c.log.Append(text)
			c.mu.Lock()
			j.by.free = append(j.by.free, text)
			c.changed.Broadcast()
		} else if j.done {
			c.rules.Merge(j.rules)
			return j.value
		} else if later := c.take(); later != nil {
			c.mu.Unlock()
			c.self.run(later)
			c.mu.Lock()
		} else {
			c.changed.Wait()
		}
	}
	return 0
}
