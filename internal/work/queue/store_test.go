package queue

import (
	"context"
	"fmt"
	"io"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
)

// A spoiler stores another content than that of the first object it is given, as nats.go may.
type spoiler struct {
	jetstream.ObjectStore
	js   jetstream.JetStream
	puts int
}

func (s *spoiler) Put(ctx context.Context, meta jetstream.ObjectMeta, r io.Reader) (*jetstream.ObjectInfo, error) {
	info, err := s.ObjectStore.Put(ctx, meta, r)
	if s.puts++; err != nil || s.puts > 1 {
		return info, err
	}
	chunks := fmt.Sprintf("$O.%s.C.%s", bucketName, info.NUID)
	stream, err := s.js.Stream(ctx, "OBJ_"+bucketName)
	if err == nil {
		err = stream.Purge(ctx, jetstream.WithPurgeSubject(chunks))
	}
	if err == nil {
		_, err = s.js.Publish(ctx, chunks, make([]byte, 1024))
	}
	return info, err
}

// What was stored wrong is stored again.
func TestPut(t *testing.T) {
	keys, err := LeaderKeys(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer keys.Close()
	o := Options{Keys: keys, As: Leading}
	server, err := Serve("127.0.0.1:0", t.TempDir(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	q, err := Dial(server.URL, o)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	files, err := q.prepare(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := &spoiler{ObjectStore: files, js: q.js}
	const want = "a submission"
	if _, err := put(t.Context(), s, "it", func(w io.Writer) error {
		_, err := io.WriteString(w, want)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if got, err := files.GetBytes(t.Context(), "it"); err != nil || string(got) != want || s.puts != 2 {
		t.Errorf("after %d tries %q is stored, error %v, want %q after 2", s.puts, got, err, want)
	}
}
