package queue

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/touchstone-suite/touchstone/internal/work"
)

// The streams, and the bucket of the object store. Several jobs may share them: the last part of
// a subject, and of the name of a plan, is the job.
const (
	workStream   = "TOUCHSTONE_WORK"
	resultStream = "TOUCHSTONE_RESULTS"
	bucketName   = "TOUCHSTONE"
	consumerName = "workers" // the consumer of all workers
	workSubject  = "touchstone.work."
	doneSubject  = "touchstone.result." // and behind the job the user whose results they are
)

// Options are how a queue is reached. The names are those that users of NATS expect.
type Options struct {
	Keys                   *Keys
	As                     Role   // whose connection it is
	TLSCert, TLSKey, TLSCA string // files
	// AckWait is how long a worker may say nothing before its lease is given to another; 0 means 30
	// seconds.
	AckWait time.Duration
}

const defaultAckWait = 30 * time.Second

// tries is how often a lease is given out before it counts as a failure of ours.
const tries = 5

// A plan is what the object store has of a job, signed. Workers of all versions understand the version, and
// only those of that version the rest, and the pieces.
type plan struct {
	Job        string          `json:"job"`
	Touchstone string          `json:"touchstone"`
	Kind       work.Kind       `json:"kind"`
	Title      string          `json:"title"`
	Plan       json.RawMessage `json:"plan"`
}

// A lease is a message of the work stream, signed: a piece of a job.
type lease struct {
	Job   string          `json:"job"`
	ID    string          `json:"id"`              // which nobody can guess
	Alone bool            `json:"alone,omitempty"` // as of a Piece
	Piece json.RawMessage `json:"piece"`
	// Objects are the SHA-256 digests of what the object store has of the submissions, by their names.
	Objects map[string][]byte `json:"objects,omitempty"`
}

// A message of the result stream: results, and perhaps the end of a lease.
type message struct {
	Found    []work.Raw `json:"found,omitempty"`
	Lease    string     `json:"lease"`
	Order    []byte     `json:"order,omitempty"` // the lease as it was signed, if it is small: for a leader that begins again
	From     string     `json:"from"`            // the worker, as it calls itself
	Confined []string   `json:"confined,omitempty"`
	Done     bool       `json:"done,omitempty"`
	Failed   string     `json:"failed,omitempty"` // how we failed with the lease
}

// A Queue is a connection to the streams.
type Queue struct {
	conn    *nats.Conn
	js      jetstream.JetStream
	ackWait time.Duration
	keys    *Keys
	user    string // the public key of this side's user
}

// Dial connects to a server or cluster.
func Dial(url string, o Options, more ...nats.Option) (q *Queue, err error) {
	q = &Queue{ackWait: o.AckWait, keys: o.Keys, user: o.Keys.user(o.As)}
	if q.user == "" {
		return nil, fmt.Errorf("%s: want the key of a %s, found none", o.Keys.Path, o.As)
	}
	options := append(more, nats.Name("touchstone"), nats.MaxReconnects(-1), nats.ReconnectWait(500*time.Millisecond), nats.RetryOnFailedConnect(false),
		nats.CustomInboxPrefix(inbox(q.user)), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // calls return them
		nats.Nkey(q.user, func(nonce []byte) ([]byte, error) { return o.Keys.sign(string(o.As), nonce) }))
	if o.TLSCA != "" {
		options = append(options, nats.RootCAs(o.TLSCA))
	}
	if o.TLSCert != "" {
		options = append(options, nats.ClientCert(o.TLSCert, o.TLSKey))
	}
	if q.ackWait == 0 {
		q.ackWait = defaultAckWait
	}
	if q.conn, err = nats.Connect(url, options...); err != nil {
		return nil, fmt.Errorf("the queue at %s: %w", url, err)
	}
	api := "$JS.API"
	if o.As != Leading {
		api = workerAPI
	}
	if q.js, err = jetstream.NewWithAPIPrefix(q.conn, api); err != nil {
		q.conn.Close()
		return nil, fmt.Errorf("the queue at %s: %w", url, err)
	}
	return q, nil
}

// Await is like Dial, but if nobody is there yet it tries again until ctx is done, or for so long; 0 is
// without end. It calls wait once before. What does not mend by itself is an error at once: a wrong key
// or certificate, and a name that no host has.
func Await(ctx context.Context, url string, o Options, most time.Duration, wait func()) (*Queue, error) {
	wait = sync.OnceFunc(wait)
	for begin := time.Now(); ; {
		q, err := Dial(url, o)
		if err == nil || !unreachable(err) || most > 0 && time.Since(begin) >= most {
			return q, err
		}
		wait()
		if err := pause(ctx, 500*time.Millisecond); err != nil {
			return nil, err
		}
	}
}

// unreachable reports whether an error is that of a server that is not there, or is just starting or ending.
func unreachable(err error) bool {
	if errors.As(err, new(*net.DNSError)) || errors.As(err, new(*net.AddrError)) {
		return false
	}
	op := (*net.OpError)(nil)
	return errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, io.EOF) ||
		errors.As(err, &op) && (op.Op == "dial" || op.Op == "read")
}

// Close ends the connection.
func (q *Queue) Close() { q.conn.Close() }

// prepare makes the streams and the object store if they are not there, on three servers if there
// are as many.
func (q *Queue) prepare(ctx context.Context) (files jetstream.ObjectStore, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	replicas := 1
	if len(q.conn.Servers()) >= 3 {
		replicas = 3
	}
	for _, s := range []jetstream.StreamConfig{
		{Name: workStream, Subjects: []string{workSubject + "*"}},
		{Name: resultStream, Subjects: []string{doneSubject + "*.*"}, MaxBytes: mostResults, Discard: jetstream.DiscardOld},
	} {
		s.Retention, s.Storage, s.Replicas, s.MaxAge = jetstream.WorkQueuePolicy, jetstream.FileStorage, replicas, mostKeptFor
		err := retry(ctx, func(ctx context.Context) error {
			_, err := q.js.CreateOrUpdateStream(ctx, s)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	err = retry(ctx, func(ctx context.Context) error {
		_, err := q.js.CreateOrUpdateConsumer(ctx, workStream, jetstream.ConsumerConfig{
			Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.ackWait, MaxAckPending: -1,
			MaxRequestBatch: 1, MaxRequestExpires: 2 * mostPolled, // a request costs the server something as long as it lasts
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	err = retry(ctx, func(ctx context.Context) (err error) {
		files, err = q.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: bucketName, Storage: jetstream.FileStorage, Replicas: replicas})
		return err
	})
	return files, err
}

// mostKeptFor is how long the streams keep what nobody fetches, such as results for a leader that was killed
// and does not come back. Of what a leader still wants it makes new leases.
const mostKeptFor = 7 * 24 * time.Hour

// mostResults is how many bytes of results a queue keeps. They are fetched at once: more are there only if a worker
// tells what no leader wants, and the disk is not to be full of that. A piece whose results are lost is done again.
const mostResults = 1 << 30

// patience is how long a server may take in all, since a cluster may have to elect a leader; atOnce
// is how long the first try may take.
const (
	patience = time.Minute
	atOnce   = 5 * time.Second
)

// noPeers is the code of a cluster that has too few servers just now.
const noPeers jetstream.ErrorCode = 10005

// retry asks again what a cluster without a leader refuses or does not answer: the question or its answer
// may be lost, as when the server that had it is stopped. Each try may take twice as long as the one
// before, for what is large.
func retry(ctx context.Context, do func(context.Context) error) error {
	for most := atOnce; ; most *= 2 {
		try, cancel := context.WithTimeout(ctx, most)
		err := do(try)
		cancel()
		if err == nil || ctx.Err() != nil || errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrConnectionClosed) {
			return err
		}
		if errors.As(err, new(permanentError)) || errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) {
			return err
		}
		var api *jetstream.APIError
		if errors.As(err, &api) && api.Code < 500 && api.ErrorCode != noPeers {
			return err
		}
		if pause(ctx, 200*time.Millisecond) != nil {
			return err
		}
	}
}

// pause waits so long, or until ctx is done, whose error it returns.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A permanentError is one that asking again does not mend.
type permanentError struct{ error }

func (e permanentError) Unwrap() error { return e.error }

// permanent returns an error as a permanent one, or nil for none.
func permanent(err error) error {
	if err != nil {
		err = permanentError{err}
	}
	return err
}

// publish puts a message into a stream. It returns once the stream has it.
func (q *Queue) publish(ctx context.Context, subject string, text []byte) error {
	return retry(ctx, func(ctx context.Context) error {
		_, err := q.js.Publish(ctx, subject, text)
		return err
	})
}

// getPlan returns the plan of a job, or nil if it is over. The error is errUnsigned for one that the leader
// has not signed.
func (q *Queue) getPlan(ctx context.Context, job string) (*plan, error) {
	var text bytes.Buffer
	err := q.getObject(ctx, planName(job), nil, func(r io.Reader) error {
		_, err := io.Copy(&text, io.LimitReader(r, mostOfPlan))
		return err
	})
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p := new(plan)
	if err := q.open(aPlan, text.Bytes(), p); err != nil {
		return nil, err
	}
	if p.Job != job {
		return nil, fmt.Errorf("%w, found one of another job", errUnsigned)
	}
	return p, nil
}

// mostOfPlan is how many bytes of a plan are read: it may have the cases of a course.
const mostOfPlan = 1 << 30
