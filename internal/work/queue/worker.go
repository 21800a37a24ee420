package queue

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/touchstone-suite/touchstone/internal/work"
)

// A Worker does pieces of any job.
type Worker struct {
	Jobs int // programs that run at a time
	// Kinds are those of jobs that are worked for. How programs are run their stations say: no leader has a say in it.
	Kinds   map[work.Kind]work.Opener
	Version string        // of touchstone: only jobs of the same are worked for
	Name    string        // by which it calls itself; "" is the host's, with a number
	Idle    time.Duration // to end after so long without work; 0 is never
	Say     func(format string, args ...any)

	queue *Queue
	mu    sync.Mutex
	slots *slots
	at    map[string]work.EncodedStation // by job
	kept  *work.Cache[*fetched]          // submissions, by digest
}

const (
	mostKept = 32 // submissions that no lease needs
	// mostPolled is how long a lease is waited for at once. The server does not see that a worker which is in
	// another account has gone, and until then sends leases to nobody.
	mostPolled = time.Second
)

// errUnfit is the error for a machine that cannot work for a job.
var errUnfit = errors.New("this machine cannot work for what is in the queue")

// Work runs leases until ctx is done, or nothing has come for so long. A lease that is not finished
// then is given back.
func (w *Worker) Work(ctx context.Context, q *Queue) error {
	w.queue, w.at, w.slots, w.kept = q, map[string]work.EncodedStation{}, newSlots(w.Jobs, w.Idle), work.NewCache(mostKept, (*fetched).remove)
	if w.Name == "" {
		host, _ := os.Hostname()
		w.Name = host[:min(len(host), mostOfName-9)] + "-" + rand.Text()[:8]
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	if w.Idle > 0 {
		go w.watchQueue(ctx, stop)
	}
	var group sync.WaitGroup
	for range w.slots.most() {
		group.Go(func() {
			if err := w.loop(ctx); err != nil {
				stop(err)
			}
		})
	}
	group.Wait()
	var wrong []error
	for _, station := range w.at {
		wrong = append(wrong, station.Close())
	}
	wrong = append(wrong, w.kept.Close())
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		wrong = append(wrong, cause)
	}
	return errors.Join(wrong...)
}

// loop runs one lease after the other.
func (w *Worker) loop(ctx context.Context) error {
	for w.slots.acquire(ctx) {
		m, err := w.fetch(ctx)
		if err != nil && ctx.Err() == nil {
			if w.queue.conn.IsClosed() {
				return err
			}
			_ = pause(ctx, 200*time.Millisecond) // the server may be starting again
		}
		if m == nil {
			w.slots.none()
		} else if err := w.take(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// errGone is the error for a queue that has been away for as long as a worker waits for work.
var errGone = errors.New("the queue is gone, and with it what was not yet sent")

// watchQueue ends the work if the queue is away for so long: results wait for it otherwise. That is an error only if
// there is a lease, whose results are lost.
func (w *Worker) watchQueue(ctx context.Context, stop context.CancelCauseFunc) {
	tick := time.NewTicker(min(time.Second, w.Idle))
	defer tick.Stop()
	for seen := time.Now(); ; {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if w.queue.conn.IsConnected() {
			seen = time.Now()
		} else if time.Since(seen) > w.Idle {
			if w.slots.any() {
				stop(errGone)
			}
			stop(nil)
		}
	}
}

// fetch waits for a lease for a while.
func (w *Worker) fetch(ctx context.Context) (jetstream.Msg, error) {
	consumer, err := w.queue.js.Consumer(ctx, workStream, consumerName)
	if err != nil {
		return nil, err
	}
	batch, err := consumer.Fetch(1, jetstream.FetchMaxWait(mostPolled))
	if err != nil {
		return nil, err
	}
	select {
	case m := <-batch.Messages():
		return m, batch.Error()
	case <-ctx.Done():
		if m := <-batch.Messages(); m != nil { // it may come all the same
			m.Nak() //nolint:errcheck // it comes again later
		}
		return nil, ctx.Err()
	}
}

// take runs a lease, and says meanwhile that it is at work. Its error is that of a machine that is
// of no use.
func (w *Worker) take(ctx context.Context, m jetstream.Msg) error {
	var l lease
	if err := w.queue.open(aLease, m.Data(), &l); err != nil || m.Subject() != workSubject+l.Job {
		w.Say("a lease is refused: %v", cmp.Or(err, fmt.Errorf("%w, found one of another job", errUnsigned)))
		w.slots.none()
		return m.Term()
	}
	defer w.slots.take(l.Alone)()
	known, err := m.Metadata()
	if err != nil {
		return m.Term()
	}
	alive, rest := context.WithCancel(ctx)
	defer rest()
	go func() {
		tick := time.NewTicker(w.queue.ackWait / 3)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				m.InProgress() //nolint:errcheck // if the server is away, it gives the lease to another
			case <-alive.Done():
				return
			}
		}
	}()
	if known.NumDelivered > tries {
		err = fmt.Errorf("given up after %d tries", tries)
	} else {
		err = w.do(ctx, l, m.Data())
	}
	switch {
	case err == nil:
	case errors.Is(err, errUnsigned):
		w.Say("an order is refused: %v", err)
		return m.Term()
	case ctx.Err() != nil, errors.Is(err, errUnfit):
		m.Nak() //nolint:errcheck // it comes again later
		return err
	case known.NumDelivered < tries:
		w.Say("a lease has failed, and is tried again: %v", err)
		m.NakWithDelay(time.Second) //nolint:errcheck // likewise
		return nil
	default:
		failed := message{Lease: l.ID, From: w.Name, Done: true, Failed: err.Error()}
		if err := w.publish(ctx, l.Job, failed); err != nil {
			return nil //nolint:nilerr // ctx is done
		}
	}
	acknowledged, cancel := context.WithTimeout(ctx, atOnce)
	defer cancel()
	if err := m.DoubleAck(acknowledged); err != nil && ctx.Err() == nil {
		w.Say("a lease is done and not acknowledged, and may be run again: %v", err)
	}
	return nil
}

// publish publishes what is to be said of a lease, under the name that the server lets this worker have.
func (w *Worker) publish(ctx context.Context, job string, m message) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return w.queue.publish(ctx, doneSubject+job+"."+w.queue.user, text)
}

// do runs a lease, and publishes its results.
func (w *Worker) do(ctx context.Context, l lease, order []byte) error {
	station, err := w.station(ctx, l.Job)
	if err != nil || station == nil {
		return err // or the job is over
	}
	var used []func(last bool)
	defer func() {
		for _, release := range used {
			release(false)
		}
	}()
	fetch := func(digest string) (string, error) {
		f, release, err := w.kept.Get(digest, func() (*fetched, error) { return w.download(ctx, l, digest) })
		if err != nil {
			return "", err
		}
		used = append(used, release)
		return f.path, nil
	}
	out := &outbox{w: w, l: l, order: order, in: station, ctx: ctx, sent: time.Now()}
	err = work.Do(ctx, station, l.Piece, fetch, out.add)
	if err != nil {
		return errors.Join(err, out.flush(false))
	}
	return out.flush(true)
}

// station returns the station of a job, or nil if the job is over.
func (w *Worker) station(ctx context.Context, job string) (work.EncodedStation, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s := w.at[job]; s != nil {
		return s, nil
	}
	p, err := w.queue.getPlan(ctx, job)
	if err != nil || p == nil {
		return nil, err
	}
	if p.Touchstone != w.Version {
		return nil, fmt.Errorf("%w: want the touchstone of the leader, %s, found %s: results would not be comparable", errUnfit, p.Touchstone, w.Version)
	}
	open := w.Kinds[p.Kind]
	if open == nil {
		return nil, fmt.Errorf("%w: want a kind of work that this touchstone knows, found %q", errUnfit, p.Kind)
	}
	s, err := open(p.Plan, w.queue.keys.Path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUnfit, err)
	}
	for over, other := range w.at { // one job after the other is usual
		if gone, err := w.queue.getPlan(ctx, over); err == nil && gone == nil {
			delete(w.at, over)
			other.Close()
		}
	}
	w.at[job] = s
	w.Say("working for %s", p.Title)
	return s, nil
}
