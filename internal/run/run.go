// Package run plans, runs and stores work that consists of many independent units, such as the runs of a
// class or the games of a tournament. All runs the units that a store lacks; a shard is a part of them for
// one of several machines; a key identifies a result in a store.
package run

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
)

// A Result can be stored.
type Result interface {
	// ID returns the key of the result.
	ID() Key
}

// A Store keeps results under keys. A journal is a store.
type Store[E Result] interface {
	Has(Key) bool
	Append(E) error
}

// A Unit is work whose result is stored under a key and never computed twice.
type Unit[E Result] struct {
	Key Key
	// Do returns the result. Its error is a failure of touchstone: the result stays missing.
	Do func(ctx context.Context) (E, error)
	// Skip reports that the result is not needed any more. It may be nil. All calls it before Do.
	Skip func() bool
}

// A Group holds units that share something, such as the program of a submission. All calls every function except
// Open and Unit.Do from one goroutine. Each function may be nil.
type Group[E Result] struct {
	Units []Unit[E]
	// Serial runs one unit at a time, in order.
	Serial bool
	// Open prepares the group before its first unit. If it returns results, such as the reason why a program
	// does not compile, All stores them and skips the units. All does not open a group whose units are all known
	// or skipped.
	Open func(ctx context.Context) ([]E, error)
	// Close releases the resources of Open, after the last unit.
	Close func() error

	Stored  func(result E)  // after a result was stored
	Skipped func(n int)     // n units will not run
	Failed  func(err error) // a unit, Open or Close failed
}

// All runs the units that a store lacks, at most n at a time, and stores each result as it arrives. At most n
// groups are open at a time. All chooses fairly: it prefers the open group with the fewest units under way,
// and then the group with the fewest units so far. A failure or a panic of one unit stops no other unit. If
// ctx is done first, All stores the results that have arrived and returns the error of ctx. An error of the
// store ends All.
func All[E Result](ctx context.Context, store Store[E], n int, groups []*Group[E]) error {
	s := &runner[E]{store: store, n: n, events: make(chan func() error)}
	for _, g := range groups {
		state := &progress[E]{Group: g}
		for i := range g.Units {
			if !store.Has(g.Units[i].Key) {
				state.remaining = append(state.remaining, &g.Units[i])
			}
		}
		if len(state.remaining) > 0 {
			s.waiting = append(s.waiting, state)
		}
	}
	working, stop := context.WithCancel(ctx)
	defer stop()
	err := s.run(working)
	stop()
	for s.active > 0 { // results that arrive before their units notice that ctx is done count
		err = cmp.Or(err, (<-s.events)())
	}
	for _, g := range slices.Clone(s.open) {
		s.close(g)
	}
	return cmp.Or(ctx.Err(), err)
}

// A runner is the state of one call of All.
type runner[E Result] struct {
	store         Store[E]
	n             int
	waiting, open []*progress[E]
	active        int // units under way
	events        chan func() error
}

// A progress is the state of a group.
type progress[E Result] struct {
	*Group[E]
	remaining []*Unit[E]
	running   int // units under way
	started   int // units started so far
	ready     bool
}

// run starts units and handles their events until nothing is left.
func (s *runner[E]) run(ctx context.Context) error {
	for {
		for s.active < s.n && ctx.Err() == nil {
			g := s.next()
			if g == nil {
				break
			}
			u := g.remaining[0]
			g.remaining = g.remaining[1:]
			s.active++
			g.running++
			g.started++
			go s.work(ctx, g, u, !g.ready)
		}
		if s.active == 0 || ctx.Err() != nil {
			return ctx.Err()
		}
		select {
		case event := <-s.events:
			if err := event(); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// next returns the group whose next unit starts, or nil if no unit can start now. While a group opens, its
// other units wait.
func (s *runner[E]) next() (next *progress[E]) {
	for _, g := range slices.Clone(s.open) {
		s.skip(g)
		s.closeIfDone(g)
	}
	for len(s.waiting) > 0 && len(s.open) < s.n {
		g := s.waiting[0]
		s.waiting = s.waiting[1:]
		if s.skip(g); len(g.remaining) > 0 {
			s.open = append(s.open, g)
			return g
		}
	}
	for _, g := range s.open {
		if len(g.remaining) == 0 || g.running > 0 && (g.Serial || !g.ready) {
			continue
		}
		if next == nil || cmp.Or(g.running-next.running, g.started-next.started) < 0 {
			next = g
		}
	}
	return next
}

// skip removes the units that are not needed any more.
func (s *runner[E]) skip(g *progress[E]) {
	before := len(g.remaining)
	g.remaining = slices.DeleteFunc(g.remaining, func(u *Unit[E]) bool { return u.Skip != nil && u.Skip() })
	g.addSkipped(before - len(g.remaining))
}

func (g *progress[E]) addSkipped(n int) {
	if n > 0 && g.Skipped != nil {
		g.Skipped(n)
	}
}

func (g *progress[E]) failed(err error) {
	if err != nil && g.Failed != nil {
		g.Failed(err)
	}
}

// work opens a group if necessary, and does a unit of it.
func (s *runner[E]) work(ctx context.Context, g *progress[E], u *Unit[E], open bool) {
	end := func(result *E, err error) {
		s.events <- func() error { return s.handleUnitEnd(ctx, g, result, err) }
	}
	if open {
		var found []E
		err := Recover(func() (err error) {
			if g.Open != nil {
				found, err = g.Open(ctx)
			}
			return err
		})
		if err != nil || len(found) > 0 {
			s.events <- func() error { return s.handleOpenEnd(ctx, g, found, err) }
			end(nil, nil)
			return
		}
		s.events <- func() error { g.ready = true; return nil }
	}
	var result E
	err := Recover(func() (err error) { result, err = u.Do(ctx); return err })
	end(&result, err)
}

// handleOpenEnd stores the results of Open or reports its error, and drops the units of the group, with the one
// that opened it.
func (s *runner[E]) handleOpenEnd(ctx context.Context, g *progress[E], found []E, err error) error {
	g.ready = true
	if ctx.Err() == nil {
		g.failed(err)
	}
	for _, result := range found {
		if err := s.storeResult(g, result); err != nil {
			return err
		}
	}
	n := len(g.remaining) + 1
	g.remaining = nil
	g.addSkipped(n)
	return nil
}

// handleUnitEnd handles the end of a unit, whose result is nil if Open failed or skipped it.
func (s *runner[E]) handleUnitEnd(ctx context.Context, g *progress[E], result *E, err error) error {
	s.active--
	g.running--
	switch {
	case err != nil && ctx.Err() == nil: // else it was canceled
		g.failed(err)
	case err == nil && result != nil:
		if err := s.storeResult(g, *result); err != nil {
			return err
		}
	}
	s.closeIfDone(g)
	return nil
}

func (s *runner[E]) storeResult(g *progress[E], result E) error {
	if err := s.store.Append(result); err != nil {
		return err
	}
	if g.Stored != nil {
		g.Stored(result)
	}
	return nil
}

// closeIfDone closes an open group that has no unit left or under way.
func (s *runner[E]) closeIfDone(g *progress[E]) {
	if g.running+len(g.remaining) == 0 {
		s.close(g)
	}
}

func (s *runner[E]) close(g *progress[E]) {
	i := slices.Index(s.open, g)
	if i < 0 {
		return
	}
	s.open = slices.Delete(s.open, i, i+1)
	if g.Close != nil {
		g.failed(Recover(g.Close))
	}
}

// Recover returns the error of do, or an error with the stack if do panics.
func Recover(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return do()
}

// Each calls do for each i below n, at most jobs at a time, in the order of i, until ctx is done or a call
// fails. It returns when all calls have returned: the error of ctx, or the error of the first call that
// failed. A panic is a failure like others.
func Each(ctx context.Context, jobs, n int, do func(i int) error) error {
	var next atomic.Int64
	var failed atomic.Bool
	var group sync.WaitGroup
	errs := make([]error, n)
	for range min(jobs, n) {
		group.Go(func() {
			for ctx.Err() == nil && !failed.Load() {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if errs[i] = Recover(func() error { return do(i) }); errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	group.Wait()
	return cmp.Or(ctx.Err(), cmp.Or(errs...))
}
