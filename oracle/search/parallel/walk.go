package parallel

import (
	"slices"
	"sync/atomic"

	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// A frame is the state of a search in an interior node: at its k-th child, with the value and the window so
// far.
type frame struct {
	move               search.Move // that led to the node
	depth              int
	max                bool
	turn               search.Turn // the result of the move into the node
	k                  int
	value, alpha, beta int32
}

// enter returns the frame of a node at its first child.
func enter(move search.Move, depth int, max bool, turn search.Turn, alpha, beta int32) frame {
	f := frame{move: move, depth: depth, max: max, turn: turn, value: search.Inf, alpha: alpha, beta: beta}
	if max {
		f.value = -search.Inf
	}
	return f
}

// update applies the value of the child (log rule 3). It reports whether the value is better than the values
// before it, and whether it causes a cut.
func (f *frame) update(value int32, prune bool) (better, cut bool) {
	if better = f.max && value > f.value || !f.max && value < f.value; better {
		f.value = value
	}
	if prune {
		f.alpha, f.beta, cut = search.Narrow(f.max, f.value, f.alpha, f.beta)
	}
	return better, cut
}

// A ply is the memory of one level of the tree.
type ply[S any] struct {
	frame
	state S
	moves []search.Move
	chain bool          // all moves from the root to here gave an extra turn
	line  []search.Move // best line of the root player's turn from here, if chain
}

// A stack has a ply for each level.
type stack[S any] []*ply[S]

// at returns the i-th ply, growing the stack by one if need be.
func (s *stack[S]) at(i int) *ply[S] {
	if i == len(*s) {
		*s = append(*s, new(ply[S]))
	}
	return (*s)[i]
}

// A walk is a search of the top of the tree, down to the nodes of the split depth. It stops at each of these
// and continues once it has the value of the node: the true one, or a guess.
type walk[S any] struct {
	rules  search.Rules[S]
	params search.Params
	split  int
	notes  search.Notes // of the nodes of the top
	plies  stack[S]
	top    int // ply of the parent of the walk's current child; -1 at the end
}

func newWalk[S any](rules search.Rules[S], root *S, p search.Params, split int) walk[S] {
	return walk[S]{rules: rules, params: p, split: split, plies: stack[S]{{state: *root}}, top: -1}
}

// first moves to the first unit of the tree; the root must be interior. ok is false if the tree has no units.
func (w *walk[S]) first() (unit search.Subtree, ok bool) {
	root := w.plies[0]
	root.frame = enter(trace.Root, 0, true, search.Next, -search.Inf, search.Inf)
	root.moves = w.rules.Moves(root.moves[:0], &root.state, &w.notes)
	root.chain, w.top = true, 0
	w.log(0)
	if value, leaf := w.descend(); leaf {
		return w.next(value)
	}
	return w.unit(), true
}

// next moves to the next unit, given the value of a child of the node on top. ok is false after the last
// unit.
func (w *walk[S]) next(value int32) (unit search.Subtree, ok bool) {
	for w.top >= 0 {
		if p := w.plies[w.top]; w.update(value) {
			value = p.value
			w.top--
			continue
		}
		w.plies[w.top].k++
		var leaf bool
		if value, leaf = w.descend(); !leaf {
			return w.unit(), true
		}
	}
	return search.Subtree{}, false
}

// update has the node on top take the value of its child, and reports whether the node is done.
func (w *walk[S]) update(value int32) (done bool) {
	p := w.plies[w.top]
	better, cut := p.update(value, w.params.Prune)
	if better && p.chain {
		p.line = append(append(p.line[:0], p.moves[p.k]), w.plies[w.top+1].line...)
	}
	w.params.Log.Update(w.top, p.value, p.alpha, p.beta)
	return cut || p.k == len(p.moves)-1
}

// descend goes from the node on top to its child, and on from first child to first
// child, down to a unit or to a leaf, whose value it returns.
func (w *walk[S]) descend() (value int32, leaf bool) {
	for {
		p, child := w.plies[w.top], w.plies.at(w.top+1)
		move := p.moves[p.k]
		turn := w.rules.Play(&child.state, &p.state, move)
		child.frame = enter(move, search.Below(p.depth, p.turn), p.max == (turn == search.Again), turn, p.alpha,
			p.beta)
		child.chain, child.line = p.chain && turn == search.Again, child.line[:0]
		if value, leaf = w.leaf(child); leaf || child.depth == w.split {
			return value, leaf
		}
		w.top++
		w.log(w.top)
	}
}

// leaf lists the moves of a node. If it is a leaf it logs and returns the value.
func (w *walk[S]) leaf(p *ply[S]) (value int32, leaf bool) {
	inside := p.depth < w.params.Limit || p.turn == search.Again
	p.moves = p.moves[:0]
	if inside || w.params.Ended != nil {
		p.moves = w.rules.Moves(p.moves, &p.state, &w.notes)
	}
	if inside && len(p.moves) > 0 {
		return 0, false
	}
	if w.params.Ended != nil && len(p.moves) == 0 {
		w.params.Ended(w.params.Log, p.move, p.depth, p.max, p.alpha, p.beta)
	}
	value = w.rules.Eval(&p.state)
	w.params.Log.Leaf(p.move, p.depth, value, p.alpha, p.beta)
	return value, true
}

// log logs that the walk enters a node.
func (w *walk[S]) log(i int) {
	p := w.plies[i]
	w.params.Log.Enter(i, p.move, p.depth, p.value, p.alpha, p.beta)
}

// unit returns the current unit of the walk.
func (w *walk[S]) unit() search.Subtree {
	u := search.Subtree{Alpha: w.plies[w.top].alpha, Beta: w.plies[w.top].beta}
	for _, p := range w.plies[:w.top+1] {
		u.Path = append(u.Path, p.moves[p.k])
	}
	return u
}

// frames returns a copy of the frames above the current unit of the walk.
func (w *walk[S]) frames() []frame {
	frames := make([]frame, w.top+1)
	for i, p := range w.plies[:w.top+1] {
		frames[i] = p.frame
	}
	return frames
}

// moveTo puts the walk at the unit below nodes with these frames.
func (w *walk[S]) moveTo(frames []frame) {
	for i, f := range frames {
		p, child := w.plies[i], w.plies.at(i+1)
		p.frame = f
		p.moves = w.rules.Moves(p.moves[:0], &p.state, &w.notes)
		w.rules.Play(&child.state, &p.state, p.moves[p.k])
	}
	w.top = len(frames) - 1
}

// A forecast is a walk ahead of the search. It does not have the values of the units, so it guesses them:
// only some of the units that it finds are really searched. In minimax all are.
type forecast[S any] struct {
	walk[S]
	shallow *search.Searcher[S] // guesses
	guess   int32               // value of the forecast's current unit
}

func newForecast[S any](rules search.Rules[S], root *S, p search.Params, split int) forecast[S] {
	p.Log = trace.Discard()
	f := forecast[S]{walk: newWalk(rules, root, p, split)}
	p.Limit = guessLimit(split, p.Limit)
	f.shallow = search.NewSearcher(rules, root, p)
	return f
}

// guessLimit returns the depth of guesses: a ply or two below the unit, and the last one the same side's as the
// search's.
func guessLimit(split, limit int) int { return min(split+1+(limit-split-1)&1, limit) }

// next moves to the next unit. ok is false after the last unit.
func (f *forecast[S]) next() (unit search.Subtree, ok bool) { return f.walk.next(f.guess) }

// value guesses the value of a unit by a shallow search.
func (f *forecast[S]) value(unit search.Subtree) int32 {
	if !f.params.Prune {
		return 0 // no other unit depends on it
	}
	value, _ := f.shallow.Search(unit, new(atomic.Bool))
	return value
}

// A unit is a piece of work: a subtree to search.
type unit[S any] struct {
	search.Subtree         // read only
	frames         []frame // of the nodes above, as forecast; read only

	// canceled makes the goroutine that searches the unit stop. It is set with the pool's lock held.
	canceled atomic.Bool

	// The pool's lock guards the rest.
	guess int32      // of the value
	by    *worker[S] // worker that made the text
	text  [][]byte   // rows that are not committed, in buffers of by
	done  bool       // the text is whole, and value and notes are known
	value int32
	notes search.Notes
}

// is reports whether the unit was forecast right: its rows depend on nothing but its path and its window.
func (u *unit[S]) is(t search.Subtree) bool {
	return u.Alpha == t.Alpha && u.Beta == t.Beta && slices.Equal(u.Path, t.Path)
}

// finishLocked records the result of the search of a unit.
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
	if index := slices.Index(p.ahead, u); index >= 0 {
		p.cancelLocked(index + 1)
	}
}

// cancelLocked cancels the units ahead from the i-th on. The forecast goes back to the one before.
func (p *pool[S]) cancelLocked(i int) {
	for _, u := range p.ahead[i:] {
		u.canceled.Store(true)
		if len(u.text) > 0 {
			u.by.free = append(u.by.free, u.text...)
			u.text = nil
		}
	}
	if p.ahead = p.ahead[:i]; i > 0 {
		p.forecast.moveTo(p.ahead[i-1].frames)
		p.forecast.guess = p.ahead[i-1].guess
	}
	p.changed.Broadcast()
}

// addLocked adds the current unit of the forecast to the units ahead.
func (p *pool[S]) addLocked(t search.Subtree) *unit[S] {
	u := &unit[S]{Subtree: t, frames: p.forecast.frames(), guess: p.forecast.value(t)}
	p.forecast.guess = u.guess
	p.ahead = append(p.ahead, u)
	return u
}

// takeLocked returns the next unit that no goroutine has taken, or nil if all are taken.
func (p *pool[S]) takeLocked() *unit[S] {
	if len(p.ahead) < tuning.ahead {
		if t, ok := p.forecast.next(); ok {
			return p.addLocked(t)
		}
	}
	return nil
}
