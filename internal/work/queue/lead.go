package queue

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/work"
)

// guess is how long a unit takes, before the first has ended, and shortest how little work a piece is
// at the end of a job.
const (
	guess    = time.Second
	shortest = time.Second
)

// A leader leads a job.
type leader struct {
	*Queue
	work.Description
	job     work.EncodedJob
	version string
	files   jetstream.ObjectStore
	done    chan jetstream.Msg

	out    map[string]piece  // given out, by the ID of the lease
	stored map[string][]byte // digests of submissions in the object store
	names  map[string]string // of workers, by their public keys
	busy   int               // pieces that were under way, and workers that waited, when share looked last
	looked time.Time         // when that was
	idle   int               // polls in turn that found nothing under way
	heard  time.Time         // when a piece ended last, or results came, or pieces waited for a worker
	units  int               // that have ended, and the time that they took
	took   time.Duration
}

type piece = work.Piece[work.Raw]

// Lead has the workers of a queue do a job, if they are of the same version of touchstone.
func Lead(ctx context.Context, q *Queue, job work.EncodedJob, version string) error {
	secret, err := q.keys.sign(nameSigner, []byte(aSample)) // a signature by Ed25519 is always the same
	if err != nil {
		return err
	}
	about, err := job.Describe(secret)
	if err != nil {
		return err
	}
	l := &leader{
		Queue: q, Description: about, job: job, version: version, done: make(chan jetstream.Msg, mostUnsettled), heard: time.Now(),
		out: map[string]piece{}, stored: map[string][]byte{}, names: q.keys.names(),
	}
	stop, err := l.begin(ctx)
	if err != nil {
		return err
	}
	defer stop()
	for {
		more, err := job.More(len(l.out) == 0 && job.Left() == 0)
		if err != nil {
			return err
		}
		if !more {
			return l.end(ctx)
		}
		if err := l.share(ctx); err != nil {
			return err
		}
		if err := l.collect(ctx); err != nil {
			return err
		}
	}
}

// begin takes out what another leader of the job has left, puts in the plan, and listens to
// results.
func (l *leader) begin(ctx context.Context) (stop func(), err error) {
	if l.files, err = l.prepare(ctx); err != nil {
		return nil, fmt.Errorf("the queue: %w", err)
	}
	known, err := l.Plan()
	if err != nil {
		return nil, err
	}
	what, err := json.Marshal(known)
	if err != nil {
		return nil, err
	}
	text, err := l.seal(aPlan, plan{l.ID, l.version, l.Kind, l.Title, what})
	if err != nil {
		return nil, err
	}
	ready, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var results jetstream.Consumer
	err = retry(ready, func(ctx context.Context) error {
		work, err := l.js.Stream(ctx, workStream)
		if err != nil {
			return err
		}
		return work.Purge(ctx, jetstream.WithPurgeSubject(workSubject+l.ID))
	})
	if err == nil {
		_, err = put(ready, l.files, planName(l.ID), func(w io.Writer) error { _, err := w.Write(text); return err })
	}
	if err == nil {
		err = retry(ready, func(ctx context.Context) (err error) {
			results, err = l.js.CreateOrUpdateConsumer(ctx, resultStream, jetstream.ConsumerConfig{
				Durable: "leader-" + l.ID, FilterSubject: doneSubject + l.ID + ".*",
				AckPolicy: jetstream.AckExplicitPolicy, AckWait: l.ackWait, MaxAckPending: cap(l.done),
			})
			return err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("the queue: %w", err)
	}
	listening, err := results.Consume(func(m jetstream.Msg) { l.done <- m }, jetstream.PullMaxMessages(cap(l.done)/2))
	if err != nil {
		return nil, err
	}
	return listening.Stop, nil
}

func planName(job string) string { return "plan." + job }

func submissionName(job, digest string) string { return "submission." + job + "." + digest }

// share gives out pieces, so many that no worker has to wait for one.
func (l *leader) share(ctx context.Context) error {
	if len(l.done) > 0 || l.job.Left() == 0 && len(l.out) == 0 {
		return nil
	}
	if time.Since(l.looked) >= sharing || len(l.out) == 0 {
		info, err := l.look(ctx)
		if err != nil {
			return l.waitFor(ctx, err)
		}
		l.looked = time.Now()
		if nothing := info.NumPending == 0 && info.NumAckPending == 0; !nothing || len(l.out) == 0 {
			l.idle = 0
		} else if l.idle++; l.idle > mostIdle { // all pieces are gone, and nobody has said how they ended
			clear(l.out)
		}
		if info.NumPending > 0 {
			l.heard = l.looked
		}
		if time.Since(l.heard) > mostSilent { // a worker holds them, or has had the server hold them
			clear(l.out)
			l.heard = time.Now()
		}
		l.busy = max(1, info.NumAckPending+info.NumWaiting)
	}
	for l.job.Left() > 0 && len(l.out) < 2*l.busy+2 {
		if err := l.give(ctx, l.job.Take(l.size())); err != nil {
			return err
		}
	}
	return nil
}

// Every so often the leader looks who works; and after so many looks in turn at which there is
// neither a piece nor a result, it gives out those that are lost again.
const (
	sharing  = 200 * time.Millisecond
	mostIdle = 50
)

// mostSilent is for how long nothing may be heard while pieces are with workers: then these are given out again,
// which does no harm if they are done twice.
var mostSilent = 20 * time.Minute

// mostUnsettled is how many messages of results the leader has at a time, each of a megabyte at most.
const mostUnsettled = 64

// look asks how many pieces wait and how many workers there are.
func (l *leader) look(ctx context.Context) (*jetstream.ConsumerInfo, error) {
	ctx, cancel := context.WithTimeout(ctx, atOnce)
	defer cancel()
	consumer, err := l.js.Consumer(ctx, workStream, consumerName)
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
	return pause(ctx, time.Second)
}

// give gives out a piece.
func (l *leader) give(ctx context.Context, p piece) error {
	of := lease{Job: l.ID, ID: rand.Text(), Alone: p.Alone, Piece: p.What}
	for _, name := range p.Submissions {
		digest, err := l.store(ctx, name)
		if err != nil {
			return err
		}
		if of.Objects == nil {
			of.Objects = map[string][]byte{}
		}
		of.Objects[name] = digest
	}
	text, err := l.seal(aLease, of)
	if err != nil {
		return err
	}
	l.out[of.ID] = p
	return l.publish(ctx, workSubject+l.ID, text)
}

// size returns of how many units a piece is: of the work of the longest, or of half of a worker's part
// of all that is left.
func (l *leader) size() int {
	each := guess
	if l.units > 0 {
		each = max(time.Millisecond, l.took/time.Duration(l.units))
	}
	work := min(l.Longest, each*time.Duration(l.job.Left())/time.Duration(2*l.busy))
	return max(1, int(max(work, shortest)/each))
}

// store puts a submission into the object store, unless it is there, and returns the digest of what is there.
func (l *leader) store(ctx context.Context, name string) ([]byte, error) {
	if digest := l.stored[name]; digest != nil {
		return digest, nil
	}
	digest, err := put(ctx, l.files, submissionName(l.ID, name), func(w io.Writer) error { return submissions.Pack(w, l.Path(name)) })
	if err != nil {
		return nil, fmt.Errorf("storing a submission in the queue: %w", err)
	}
	l.stored[name] = digest
	return digest, nil
}

// collect waits for results, and acknowledges them once they cannot be lost.
func (l *leader) collect(ctx context.Context) error {
	var got []jetstream.Msg
	select {
	case m := <-l.done:
		got = append(got, m)
	case <-l.Wake:
		return nil
	case <-time.After(sharing):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
	for len(got) < cap(l.done) && len(l.done) > 0 {
		got = append(got, <-l.done)
	}
	for _, m := range got {
		if err := l.accept(m.Subject(), m.Data()); err != nil {
			return err
		}
	}
	if err := l.job.Sync(); err != nil {
		return err
	}
	for _, m := range got {
		if err := m.Ack(); err != nil { // it comes again
			return l.waitFor(ctx, err)
		}
	}
	return nil
}
