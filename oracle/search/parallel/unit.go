package parallel

import (
	"slices"
	"sync/atomic"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// A unit is a piece of work: a subtree to search.
type unit[S any] struct {
	search.Subtree         // read only
	frames         []frame // of the nodes above, as forecast; read only

	// canceled tells who searches the unit to stop. It is set with the pool's lock held.
	canceled atomic.Bool

	// The pool's lock guards the rest.
	guess int32      // of the value
	by    *worker[S] // who made the text
	text  [][]byte   // rows that are not committed, in buffers of by
	done  bool       // the text is whole, and value and notes are known
	value int32
	notes search.Notes
}

// is reports whether the unit was forecast right: its rows depend on nothing but its
// path and its window.
func (u *unit[S]) is(t search.Subtree) bool {
	return u.Alpha == t.Alpha && u.Beta == t.Beta && slices.Equal(u.Path, t.Path)
}

// finishLocked records what the search of a unit found.
func (p *pool[S]) finishLocked(u *unit[S], value int32, notes search.Notes) {
	u.value, u.notes, u.done = value, notes, true
	p.reviseLocked(u)
	p.changed.Broadcast()
}

// reviseLocked compares the value of a unit with the guess. If it changes the node
// above in another way, the units forecast after it are wrong.
func (p *pool[S]) reviseLocked(u *unit[S]) {
	if !p.params.Prune {
		return
	}
	above := u.frames[len(u.frames)-1]
	found, guessed := above, above
	_, cut := found.update(u.value, true)
	_, guessedCut := guessed.update(u.guess, true)
	if cut == guessedCut && found.alpha == guessed.alpha && found.beta == guessed.beta {
		return
	}
	u.guess = u.value
	if at := slices.Index(p.ahead, u); at >= 0 {
		p.cancelLocked(at + 1)
	}
}

// cancelLocked cancels the units ahead from the i-th on. The forecast goes back to the
// one before.
func (p *pool[S]) cancelLocked(i int) {
	for _, u := range p.ahead[i:] {
		u.canceled.Store(true)
		if len(u.text) > 0 {
			u.by.free = append(u.by.free, u.text...)
			u.text = nil
		}
	}
	if p.ahead = p.ahead[:i]; i > 0 {
		p.resumeLocked(p.ahead[i-1].frames, p.ahead[i-1].guess)
	}
	p.changed.Broadcast()
}

// resumeLocked has the forecast go on from a unit.
func (p *pool[S]) resumeLocked(above []frame, guess int32) {
	p.forecast.moveTo(above)
	p.forecast.guess = guess
}

// addLocked adds the unit that the forecast stands at to those ahead.
func (p *pool[S]) addLocked(t search.Subtree) *unit[S] {
	u := &unit[S]{Subtree: t, frames: p.forecast.frames(), guess: p.forecast.value(t)}
	p.forecast.guess = u.guess
	p.ahead = append(p.ahead, u)
	return u
}

// takeLocked returns the next unit that nobody has taken, or nil if there is none.
func (p *pool[S]) takeLocked() *unit[S] {
	if len(p.ahead) < tuning.ahead {
		if t, ok := p.forecast.next(); ok {
			return p.addLocked(t)
		}
	}
	return nil
}
