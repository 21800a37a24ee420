package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/touchstone-suite/touchstone/cli/internal/grade"
)

// longest is how much work a lease is, and shortest how little at the end of a class.
const (
	longest  = 50 * time.Second
	shortest = time.Second
	guess    = time.Second // for a run, before the first has ended
)

// A leader leads a class.
type leader struct {
	*Queue
	files jetstream.ObjectStore
	g     *grade.Grader
	class string
	done  chan jetstream.Msg

	left   []grade.Lease
	out    map[uint64]bool // leases given out
	next   uint64
	stored map[string]bool // submissions in the object store
	shared time.Time       // when share looked last
	calm   int             // looks in turn that found nothing under way
	runs   int             // that have ended, and the time that they took
	took   time.Duration
}

// Lead grades a class with the workers of a queue: everything is in the journal then, but for why
// submissions fail. What could not be graded because we failed, the grader remembers.
func Lead(ctx context.Context, q *Queue, g *grade.Grader) error {
	class, err := g.ID()
	if err != nil {
		return err
	}
	l := &leader{
		Queue: q, g: g, class: class, done: make(chan jetstream.Msg, 1000),
		out: map[uint64]bool{}, next: uint64(time.Now().UnixNano()), stored: map[string]bool{},
	}
	stop, err := l.begin(ctx)
	if err != nil {
		return err
	}
	defer stop()
	l.left = g.Leave()
	for {
		for len(l.left)+len(l.out) > 0 {
			if err := l.share(ctx); err != nil {
				return err
			}
			if err := l.collect(ctx); err != nil {
				return err
			}
		}
		if l.left = g.Missing(); len(l.left) == 0 {
			return l.end(ctx)
		}
	}
}

// begin takes out what another leader of the class has left, puts in the plan, and listens to
// results.
func (l *leader) begin(ctx context.Context) (stop func(), err error) {
	if l.files, err = l.prepare(ctx); err != nil {
		return nil, fmt.Errorf("the queue: %w", err)
	}
	plan, err := json.Marshal(l.g.Plan)
	if err != nil {
		return nil, err
	}
	ready, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var results jetstream.Consumer
	err = again(ready, func() error {
		work, err := l.js.Stream(ready, workStream)
		if err == nil {
			err = work.Purge(ready, jetstream.WithPurgeSubject(workSubject+l.class))
		}
		if err == nil {
			_, err = l.files.PutBytes(ready, planName(l.class), plan)
		}
		if err == nil {
			results, err = l.js.CreateOrUpdateConsumer(ready, resultStream, jetstream.ConsumerConfig{
				Durable: "leader-" + l.class, FilterSubject: doneSubject + l.class,
				AckPolicy: jetstream.AckExplicitPolicy, AckWait: l.ackWait, MaxAckPending: cap(l.done),
			})
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("the queue: %w", err)
	}
	listening, err := results.Consume(func(m jetstream.Msg) { l.done <- m }, jetstream.PullMaxMessages(cap(l.done)/2))
	if err != nil {
		return nil, err
	}
	return listening.Stop, nil
}

func planName(class string) string { return "plan." + class }

func submissionName(class, digest string) string { return "submission." + class + "." + digest }

// share gives out leases, so many that no worker has to wait for one.
func (l *leader) share(ctx context.Context) error {
	if len(l.done) > 0 || time.Since(l.shared) < sharing && len(l.out) > 0 {
		return nil
	}
	info, err := l.look(ctx)
	if err != nil {
		return l.waitFor(ctx, err)
	}
	l.shared = time.Now()
	if nothing := info.NumPending == 0 && info.NumAckPending == 0; !nothing || len(l.out) == 0 {
		l.calm = 0
	} else if l.calm++; l.calm > mostCalm { // all leases are gone, and nobody has said how they ended
		clear(l.out)
	}
	busy := max(1, info.NumAckPending+info.NumWaiting)
	for len(l.left) > 0 && len(l.out) < 2*busy+2 {
		if err := l.lease(ctx, busy); err != nil {
			return err
		}
	}
	return nil
}

// Every so often the leader looks who works; and after so many looks in turn at which there is
// neither a lease nor a result, it makes new ones of those that are lost.
const (
	sharing  = 200 * time.Millisecond
	mostCalm = 50
)

// look asks how many leases wait and how many workers there are.
func (l *leader) look(ctx context.Context) (*jetstream.ConsumerInfo, error) {
	ctx, cancel := context.WithTimeout(ctx, atOnce)
	defer cancel()
	consumer, err := l.js.Consumer(ctx, workStream, workers)
	if err != nil {
		return nil, err
	}
	return consumer.Info(ctx)
}

// waitFor waits a little because of an error of the queue's, which may be starting again.
func (l *leader) waitFor(ctx context.Context, err error) error {
	if l.conn.IsClosed() || ctx.Err() != nil {
		return err
	}
	select {
	case <-time.After(time.Second):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// lease gives out one lease.
func (l *leader) lease(ctx context.Context, busy int) error {
	first := &l.left[0]
	if !l.stored[first.Submission] {
		if err := l.store(ctx, first.Submission); err != nil {
			return err
		}
	}
	n := min(l.size(busy), len(first.Cases))
	one := lease{l.class, l.next, grade.Lease{Submission: first.Submission, Cases: first.Cases[:n]}}
	if err := l.publish(ctx, workSubject+l.class, one); err != nil {
		return err
	}
	l.out[l.next] = true
	l.next++
	if first.Cases = first.Cases[n:]; len(first.Cases) == 0 {
		l.left = l.left[1:]
	}
	return nil
}

// size returns of how many runs a lease is: of about 50 s of work, or of half of a worker's part of
// all that is left.
func (l *leader) size(busy int) int {
	each := guess
	if l.runs > 0 {
		each = max(time.Millisecond, l.took/time.Duration(l.runs))
	}
	runs := 0
	for _, of := range l.left {
		runs += len(of.Cases)
	}
	work := min(longest, each*time.Duration(runs)/time.Duration(2*busy))
	return max(1, int(max(work, shortest)/each))
}

// store puts a submission into the object store.
func (l *leader) store(ctx context.Context, digest string) error {
	err := again(ctx, func() error {
		ctx, cancel := context.WithTimeout(ctx, storing)
		defer cancel()
		r, w := io.Pipe()
		go func() { w.CloseWithError(grade.Pack(w, l.g.Path(digest))) }()
		defer r.Close()
		_, err := l.files.Put(ctx, jetstream.ObjectMeta{Name: submissionName(l.class, digest)}, r)
		return err
	})
	if err != nil {
		return fmt.Errorf("storing a submission in the queue: %w", err)
	}
	l.stored[digest] = true
	return nil
}

// collect waits for results, and acknowledges them once they are on the disk.
func (l *leader) collect(ctx context.Context) error {
	var got []jetstream.Msg
	select {
	case m := <-l.done:
		got = append(got, m)
	case <-time.After(sharing):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
	for len(got) < cap(l.done) && len(l.done) > 0 {
		got = append(got, <-l.done)
	}
	for _, m := range got {
		if err := l.accept(m.Data()); err != nil {
			return err
		}
	}
	if err := l.g.Journal.Sync(); err != nil {
		return err
	}
	for _, m := range got {
		if err := m.Ack(); err != nil { // it comes again
			return l.waitFor(ctx, err)
		}
	}
	return nil
}

// accept takes what a worker says. What is not understood is dropped: the run is made again.
func (l *leader) accept(text []byte) error {
	var m message
	if json.Unmarshal(text, &m) != nil {
		return nil
	}
	var lines [][]byte
	for _, line := range m.Lines {
		lines = append(lines, []byte(line))
	}
	fresh, took, err := l.g.Accept(lines)
	l.runs += fresh
	l.took += took
	if errors.Is(err, grade.ErrForeign) {
		err = nil
	}
	if m.Failed != "" {
		l.g.Fail(m.Submission, m.Failed)
	}
	if m.Done {
		delete(l.out, m.Lease)
	}
	return err
}
