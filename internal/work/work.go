// Package work runs jobs whose units share the processors of this machine, such as the runs of a
// class or the games of a tournament. It also has the shards into which a job is divided among
// machines, and the keys under which results are stored.
package work

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// A Job consists of pieces of type P, whose results are of type R. Run calls its methods from one
// goroutine, except Do.
type Job[P, R any] interface {
	// Next returns the next piece. It returns false if no piece can begin before another has ended.
	Next() (piece P, ok bool)
	// Do does a piece. It reports each result, and returns the error of report or a failure of ours.
	// It is called concurrently.
	Do(ctx context.Context, piece P, report func(R) error) error
	// Accept stores a result of a piece. An error ends the job.
	Accept(piece P, result R) error
	// Fail records that a piece ended with a failure of ours. An error ends the job.
	Fail(piece P, cause error) error
	// Refill looks for pieces that are still missing, and reports whether there are any. Run calls
	// it at the start and whenever all pieces have ended.
	Refill() (more bool, err error)
}

// Run does a job, at most n pieces at a time. If ctx is done before the job, Run accepts the results
// that have arrived and returns the error of ctx.
func Run[P, R any](ctx context.Context, job Job[P, R], n int) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	r := &runner[P, R]{job: job, messages: make(chan message[P, R])}
	err := r.run(working, n)
	stop()
	for r.active > 0 { // results that arrive before their pieces notice that ctx is done count
		if failed := r.handle(<-r.messages); err == nil {
			err = failed
		}
	}
	return cmp.Or(ctx.Err(), err)
}

// A runner is the state of one call of Run.
type runner[P, R any] struct {
	job      Job[P, R]
	messages chan message[P, R]
	active   int // pieces under way
}

// A message is a result of a piece, or the end of the piece if accepted is nil.
type message[P, R any] struct {
	piece    P
	result   R
	accepted chan<- error // receives the error of Accept
	failed   error
}

// run starts pieces and handles their messages until the job is done.
func (r *runner[P, R]) run(ctx context.Context, n int) error {
	for {
		for r.active < n && ctx.Err() == nil {
			piece, ok := r.job.Next()
			if !ok {
				break
			}
			r.active++
			go r.do(ctx, piece)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if r.active == 0 {
			if more, err := r.job.Refill(); err != nil || !more {
				return err
			}
			continue
		}
		select {
		case m := <-r.messages:
			if err := r.handle(m); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// do does a piece and sends its messages. A panic is a failure like others.
func (r *runner[P, R]) do(ctx context.Context, piece P) {
	accepted := make(chan error)
	err := Safely(func() error {
		return r.job.Do(ctx, piece, func(result R) error {
			r.messages <- message[P, R]{piece: piece, result: result, accepted: accepted}
			return <-accepted
		})
	})
	if ctx.Err() != nil {
		err = nil // the piece was canceled
	}
	r.messages <- message[P, R]{piece: piece, failed: err}
}

// Safely returns the error of do, or an error with the stack if do panics.
func Safely(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return do()
}

// handle passes a message to the job.
func (r *runner[P, R]) handle(m message[P, R]) error {
	if m.accepted != nil {
		err := r.job.Accept(m.piece, m.result)
		m.accepted <- err
		return err
	}
	r.active--
	if m.failed != nil {
		return r.job.Fail(m.piece, m.failed)
	}
	return nil
}

// Each calls do for each i below n, at most jobs at a time, in the order of i, until ctx is done or a call
// has failed. It returns when all calls have: the error of ctx, or the error of the first call that failed. A
// panic is a failure like others.
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
				if errs[i] = Safely(func() error { return do(i) }); errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	group.Wait()
	return cmp.Or(ctx.Err(), cmp.Or(errs...))
}
