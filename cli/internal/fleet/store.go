package fleet

import (
	"context"
	"fmt"
	"io"

	"github.com/nats-io/nats.go/jetstream"
)

// put stores what write writes as an object, reads it back, and stores it anew if it is not what its digest
// says. For Put of nats.go sends a piece again that no server has taken, as while a cluster elects a leader,
// but out of the buffer into which it has read the next piece by then.
func put(ctx context.Context, files jetstream.ObjectStore, name string, write func(io.Writer) error) error {
	return again(ctx, func(ctx context.Context) error {
		r, w := io.Pipe()
		go func() { w.CloseWithError(write(w)) }()
		defer r.Close()
		if _, err := files.Put(ctx, jetstream.ObjectMeta{Name: name}, r); err != nil {
			return err
		}
		stored, err := files.Get(ctx, name)
		if err != nil {
			return fmt.Errorf("reading it back: %v", err) //nolint:errorlint // a server that lags has not found it yet
		}
		defer stored.Close()
		_, err = io.Copy(io.Discard, stored) // the end comes with an error if the digest is another
		return err
	})
}
