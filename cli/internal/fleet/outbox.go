package fleet

import (
	"context"
	"time"
)

// An outbox gathers results, and publishes them from time to time.
type outbox struct {
	w     *Worker
	l     lease
	ctx   context.Context
	lines []string
	size  int
	since time.Time
}

// A message has to be below a megabyte, and one line may be three quarters of that.
const (
	mostGathered = 128 << 10
	gathering    = time.Second
)

func (o *outbox) add(line []byte) error {
	if o.size > 0 && o.size+len(line) > mostGathered || len(o.lines) > 0 && time.Since(o.since) > gathering {
		if err := o.flush(false); err != nil {
			return err
		}
	}
	if len(o.lines) == 0 {
		o.since = time.Now()
	}
	o.lines, o.size = append(o.lines, string(line)), o.size+len(line)
	return nil
}

// flush publishes what was gathered.
func (o *outbox) flush(done bool) error {
	if len(o.lines) == 0 && !done {
		return nil
	}
	m := message{Lines: o.lines, Lease: o.l.ID, Done: done}
	o.lines, o.size = nil, 0
	return o.w.queue.publish(o.ctx, doneSubject+o.l.Job, m)
}
