package work

import (
	"context"
	"fmt"
	"runtime/debug"
)

// Run does a job by a station in this process, so many pieces at a time. If ctx
// is done before, what has been found until then is accepted, and the error is that of ctx.
func Run[P, R any](ctx context.Context, job Job[P, R], station Station[P, R], n int) error {
	about, err := job.Describe(nil)
	if err != nil {
		return err
	}
	l := &local[P, R]{job: job, station: station, told: make(chan told[P, R])}
	if about.Path != nil {
		l.fetch = func(digest string) (string, error) { return about.Path(digest), nil }
	}
	working, stop := context.WithCancel(ctx)
	defer stop()
	err = l.lead(working, about.Wake, n)
	stop()
	for l.out > 0 { // what has ended before it was called off counts
		if failed := l.handle(<-l.told); err == nil {
			err = failed
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// A local is a job that is done in this process.
type local[P, R any] struct {
	job     Job[P, R]
	station Station[P, R]
	fetch   Fetch
	told    chan told[P, R]
	out     int // pieces under way
}

// A told is what is said of a piece: a result, whose acceptance is waited for, or the end.
type told[P, R any] struct {
	piece    Piece[P]
	found    []R
	accepted chan<- error
	failed   error
}

// lead gives out pieces until the job is done.
func (l *local[P, R]) lead(ctx context.Context, wake <-chan struct{}, n int) error {
	for {
		more, err := l.job.More(l.out == 0 && l.job.Left() == 0)
		if err != nil || !more {
			return err
		}
		for l.out < n && l.job.Left() > 0 && ctx.Err() == nil {
			l.out++
			go l.do(ctx, l.job.Take(1))
		}
		select {
		case t := <-l.told:
			err = l.handle(t)
		case <-wake:
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}

// do does a piece.
func (l *local[P, R]) do(ctx context.Context, p Piece[P]) {
	accepted := make(chan error)
	err := Do(ctx, l.station, p.What, l.fetch, func(found R) error {
		l.told <- told[P, R]{p, []R{found}, accepted, nil}
		return <-accepted
	})
	if ctx.Err() != nil {
		err = nil // it was called off
	}
	l.told <- told[P, R]{piece: p, failed: err}
}

// handle takes what is said of a piece.
func (l *local[P, R]) handle(t told[P, R]) (err error) {
	if t.accepted != nil {
		_, _, err = l.job.Accept(Results[P, R]{Piece: t.piece.What, Confined: l.station.Confined(), Found: t.found})
		t.accepted <- err
		return err
	}
	l.out--
	if t.failed != nil {
		err = l.job.Fail(t.piece, t.failed)
	}
	return err
}

// Do has a station do a piece. A panic is an error like others, and stops nothing else.
func Do[P, R any](ctx context.Context, s Station[P, R], piece P, fetch Fetch, report func(R) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return s.Do(ctx, piece, fetch, report)
}
