package queue

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/touchstone-suite/touchstone/internal/work"
)

// A pieces is a job of which some pieces are never done.
type pieces struct {
	left  int
	given atomic.Int32
	hold  chan struct{} // Sync waits until it is closed; nil if it does not wait
}

func (j *pieces) Describe([]byte) (work.Description, error) {
	return work.Description{ID: "job", Kind: "grade", Longest: time.Second, Plan: func() (any, error) { return nil, nil }}, nil
}
func (j *pieces) Left() int      { return j.left }
func (j *pieces) Take(int) piece { j.left--; j.given.Add(1); return piece{} }
func (j *pieces) Sync() error {
	if j.hold != nil {
		<-j.hold
	}
	return nil
}
func (j *pieces) Accept(work.Results[work.Raw, work.Raw]) (int, time.Duration, error) {
	return 0, 0, nil
}
func (j *pieces) Fail(piece, error) error { return nil }
func (j *pieces) More(idle bool) (bool, error) {
	if idle {
		j.left = 1
	}
	return true, nil
}

// lead leads a job until the test ends.
func (g *guarded) leads(t *testing.T, j *pieces) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Lead(ctx, g.lead, j, "test") }()
	t.Cleanup(func() { stop(); <-ended })
}

// eventually waits for something.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(what)
		}
	}
}

// A leader takes no more results into its memory than it can have there, however many and large are told.
func TestManyResults(t *testing.T) {
	g := newGuarded(t)
	j := &pieces{left: 1, hold: make(chan struct{})}
	g.leads(t, j)
	t.Cleanup(func() { close(j.hold) }) // first, or the leader does not end
	bad := g.dial(t, g.lab1, Working)
	eventually(t, "no lease", func() bool { return j.given.Load() > 0 })
	text, err := json.Marshal(message{Lease: "1", Found: []work.Raw{work.Raw(`"` + strings.Repeat("a", 1000) + `"`)}})
	if err != nil {
		t.Fatal(err)
	}
	const many = 2000
	for range many {
		if err := bad.conn.Publish(doneSubject+"job."+bad.user, text); err != nil {
			t.Fatal(err)
		}
	}
	results, err := g.lead.js.Consumer(t.Context(), resultStream, "leader-job")
	if err != nil {
		t.Fatal(err)
	}
	out := 0
	eventually(t, "not all results are in the queue", func() bool {
		info, err := results.Info(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		out = info.NumAckPending
		return info.NumPending+uint64(out) == many
	})
	if out > mostUnsettled {
		t.Errorf("%d results are with the leader, want at most %d", out, mostUnsettled)
	}
}

// The streams are bounded, so that results which nobody fetches do not fill the disk of the leader; and a
// request for leases ends soon, and is for one.
func TestBounds(t *testing.T) {
	g := newGuarded(t)
	s, err := g.lead.js.Stream(t.Context(), resultStream)
	if err != nil {
		t.Fatal(err)
	}
	if c := s.CachedInfo().Config; c.MaxBytes != mostResults || c.Discard != jetstream.DiscardOld {
		t.Errorf("results are bounded by %d bytes, and then the %s goes", c.MaxBytes, c.Discard)
	}
	bad := g.dial(t, g.lab1, Working)
	answers, err := bad.conn.SubscribeSync(inbox(bad.user) + ".answer")
	if err != nil {
		t.Fatal(err)
	}
	for _, ask := range []string{
		`{"batch":1000000,"expires":1000000000}`, `{"batch":1,"expires":3600000000000}`,
		`{"batch":1,"expires":3600000000000,"idle_heartbeat":1}`, // which is much to do for the server
	} {
		if err := bad.conn.PublishRequest(workerAPI+nextLease, inbox(bad.user)+".answer", []byte(ask)); err != nil {
			t.Fatal(err)
		}
		m, err := answers.NextMsg(5 * time.Second)
		if err != nil || m.Header.Get("Status") != "409" {
			t.Errorf("%s: %v, %v; want it refused", ask, m, err)
		}
	}
	info, err := g.lead.js.Consumer(t.Context(), workStream, consumerName)
	if err != nil || info.CachedInfo().NumWaiting != 0 {
		t.Errorf("%d requests wait, %v", info.CachedInfo().NumWaiting, err)
	}
}

// A piece of which nothing is heard is given out again, even if a worker has told the server that it is to
// wait for a year.
func TestHeldForEver(t *testing.T) {
	g := newGuarded(t)
	defer func(was time.Duration) { mostSilent = was }(mostSilent)
	mostSilent = time.Second
	j := &pieces{left: 1}
	g.leads(t, j)
	bad := g.dial(t, g.lab1, Working)
	w := &Worker{queue: bad}
	var m jetstream.Msg
	eventually(t, "no lease", func() bool { m, _ = w.fetch(t.Context()); return m != nil })
	if err := m.NakWithDelay(365 * 24 * time.Hour); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the piece is not given out again", func() bool { again, _ := w.fetch(t.Context()); return again != nil })
}

// After a long silence all pieces are given out again, but not those anew at each look that are given out then.
func TestGivenAgainOnce(t *testing.T) {
	g := newGuarded(t)
	l := &leader{Queue: g.lead, job: &pieces{}, out: map[string]piece{"1": {}, "2": {}}, heard: time.Now().Add(-2 * mostSilent)}
	look := func(want int) {
		t.Helper()
		l.looked = time.Time{}
		if err := l.share(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(l.out) != want {
			t.Errorf("%d pieces are out, want %d", len(l.out), want)
		}
	}
	look(0)
	l.out["3"] = piece{}
	look(1)
	look(1)
}
