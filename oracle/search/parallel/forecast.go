package parallel

import (
	"sync/atomic"

	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// A forecast is a walk ahead of the search. What the units are worth it does not know,
// so it guesses: only some of those that it finds come up. In minimax all do.
type forecast[S any] struct {
	walk[S]
	shallow *search.Searcher[S] // guesses
	guess   int32               // value of the unit that the forecast stands at
}

func newForecast[S any](rules search.Rules[S], root *S, p search.Params, split int) forecast[S] {
	p.Log = trace.Discard()
	f := forecast[S]{walk: newWalk(rules, root, p, split)}
	// A ply or two below the unit, and the last one the same side's as the search's.
	p.Limit = min(split+1+(p.Limit-split-1)&1, p.Limit)
	f.shallow = search.NewSearcher(rules, root, p)
	return f
}

// next goes on to the next unit. ok is false if there is none.
func (f *forecast[S]) next() (unit search.Subtree, ok bool) { return f.walk.next(f.guess) }

// value guesses the value of a unit by a shallow search.
func (f *forecast[S]) value(unit search.Subtree) int32 {
	if !f.params.Prune {
		return 0 // no other unit depends on it
	}
	value, _ := f.shallow.Search(unit, new(atomic.Bool))
	return value
}
