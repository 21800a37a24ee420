package search

import (
	"slices"
	"sync/atomic"
)

// A job is to search a unit.
type job[S any] struct {
	path  []Move // from the root
	above []spot // of the nodes on it, as forecast
	unit  spot
	guess int32 // of its value
	stop  atomic.Bool

	by    *worker[S]  // who made the text
	rules Sharable[S] // of whoever works on it
	text  [][]byte    // that is made and not joined, in the buffers of by
	done  bool        // value and text are whole
	value int32
}

// restart begins a new forecast with the unit in slot i, where the search is.
func (c *crew[S]) restart(i int, unit spot) *job[S] {
	above := make([]spot, i)
	for at, p := range c.plies[:i] {
		above[at] = p.spot
	}
	c.thought.fork(above, 0)
	return c.give(unit)
}

// give makes a job of the unit that the forecast stands at.
func (c *crew[S]) give(unit spot) *job[S] {
	f := &c.thought
	f.value = f.guess()
	j := &job[S]{unit: unit, guess: f.value}
	for _, p := range f.plies[:f.top+1] {
		j.path, j.above = append(j.path, p.moves[p.k]), append(j.above, p.spot)
	}
	c.ahead = append(c.ahead, j)
	return j
}

// take gives the next unit that nobody works on, if there is one.
func (c *crew[S]) take() *job[S] {
	if len(c.ahead) < sharing.ahead {
		if unit, ok := c.thought.next(); ok {
			return c.give(unit)
		}
	}
	return nil
}

// settle notes the value of a unit. If it does something else to the node above than
// was guessed, the forecast of the units after it was wrong and begins anew.
func (c *crew[S]) settle(j *job[S], value int32) {
	found, guessed := j.above[len(j.above)-1], j.above[len(j.above)-1]
	same := found.heed(value, c.prune) == guessed.heed(j.guess, c.prune)
	if !c.prune || same && found.alpha == guessed.alpha && found.beta == guessed.beta {
		return
	}
	j.guess = value
	if at := slices.Index(c.ahead, j); at >= 0 {
		c.drop(at + 1)
	}
}

// drop gives up the jobs from the at-th on. The forecast goes back to the one before.
func (c *crew[S]) drop(at int) {
	for _, j := range c.ahead[at:] {
		j.stop.Store(true)
		j.reclaim()
	}
	if c.ahead = c.ahead[:at]; at > 0 {
		c.thought.fork(c.ahead[at-1].above, c.ahead[at-1].guess)
	}
	c.changed.Broadcast()
}

// reclaim gives the buffers of a job that was given up back to its worker.
func (j *job[S]) reclaim() {
	if len(j.text) > 0 {
		j.by.free = append(j.by.free, j.text...)
		j.text = nil
	}
}
