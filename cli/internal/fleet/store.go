package fleet

import (
	"context"
	"io"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// put stores what write writes as an object, and reads it back. A try takes so long at most.
// Put of nats.go sends a piece again that no server has taken, as while a cluster elects a leader, but out
// of the buffer into which it has read the next piece by then. An object that is not what its digest says
// is stored anew.
func put(ctx context.Context, files jetstream.ObjectStore, name string, most time.Duration, write func(io.Writer) error) error {
	return again(ctx, most, func(ctx context.Context) error {
		r, w := io.Pipe()
		go func() { w.CloseWithError(write(w)) }()
		defer r.Close()
		if _, err := files.Put(ctx, jetstream.ObjectMeta{Name: name}, r); err != nil {
			return err
		}
		stored, err := files.Get(ctx, name)
		if err != nil {
			return err
		}
		defer stored.Close()
		_, err = io.Copy(io.Discard, stored) // the end comes with an error if the digest is another
		return err
	})
}
