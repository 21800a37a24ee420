package queue

import (
	"context"
	"sync"
	"time"

	"github.com/touchstone-suite/touchstone/internal/work"
)

// An outbox gathers results, and publishes them from time to time.
type outbox struct {
	w     *Worker
	l     lease
	order []byte // the lease as it was signed
	in    work.EncodedStation
	ctx   context.Context

	mu    sync.Mutex
	found []work.Raw
	size  int
	sent  time.Time // when results were published last, or the piece was begun
}

// A message has to be below a megabyte, and one line may be three quarters of that.
const (
	mostGathered = 128 << 10
	gathering    = time.Second
)

func (o *outbox) add(line work.Raw) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.size > 0 && o.size+len(line) > mostGathered {
		if err := o.flush(false); err != nil {
			return err
		}
	}
	o.found, o.size = append(o.found, line), o.size+len(line)
	if time.Since(o.sent) > gathering { // what takes long is not to be lost
		return o.flush(false)
	}
	return nil
}

// flush publishes what was gathered. o.mu is held, or the piece is done.
func (o *outbox) flush(done bool) error {
	if len(o.found) == 0 && !done {
		return nil
	}
	m := message{Found: o.found, Lease: o.l.ID, From: o.w.Name, Confined: o.in.Confined(), Done: done}
	if len(o.order) <= mostEchoed {
		m.Order = o.order
	}
	o.found, o.size, o.sent = nil, 0, time.Now()
	return o.w.publish(o.ctx, o.l.Job, m)
}

// mostEchoed is how large an order may be that goes back with results: larger ones are of jobs that no leader
// goes on with.
const mostEchoed = 32 << 10
