package fleet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// put stores what write writes as an object, reads it back, and stores it anew if it is not what its digest
// says. For Put of nats.go sends a piece again that no server has taken, as while a cluster elects a leader,
// but out of the buffer into which it has read the next piece by then. It returns the digest, a SHA-256.
func put(ctx context.Context, files jetstream.ObjectStore, name string, write func(io.Writer) error) (digest []byte, err error) {
	err = again(ctx, func(ctx context.Context) error {
		r, w := io.Pipe()
		sum := sha256.New()
		go func() { w.CloseWithError(write(io.MultiWriter(w, sum))) }()
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
		digest = sum.Sum(nil)
		return err
	})
	return digest, err
}

// errDigest is the error for an object that is not what was signed.
var errDigest = errors.New("want what the digest says, found another content")

// getObject reads an object as a worker may, who may not make consumers: each chunk is asked for. It
// calls read, and fails if what that was given is not what the digest says, or that of the object itself
// if the digest is nil.
func (q *Queue) getObject(ctx context.Context, name string, digest []byte, read func(io.Reader) error) error {
	stream, err := q.js.Stream(ctx, objectStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return jetstream.ErrObjectNotFound
	}
	if err != nil {
		return err
	}
	head, err := stream.GetLastMsgForSubject(ctx, "$O."+bucketName+".M."+base64.URLEncoding.EncodeToString([]byte(name)))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return jetstream.ErrObjectNotFound
	}
	if err != nil {
		return err
	}
	var info jetstream.ObjectInfo
	if err := json.Unmarshal(head.Data, &info); err != nil {
		return fmt.Errorf("the object %s: %w", name, err)
	}
	if info.Deleted {
		return jetstream.ErrObjectNotFound
	}
	if digest == nil {
		text, _ := strings.CutPrefix(info.Digest, "SHA-256=")
		if digest, err = base64.URLEncoding.DecodeString(text); err != nil {
			return fmt.Errorf("the object %s: %w", name, err)
		}
	}
	r := &chunks{ctx: ctx, stream: stream, subject: "$O." + bucketName + ".C." + info.NUID, left: info.Chunks, sum: sha256.New()}
	err = read(r)
	if _, failed := io.Copy(io.Discard, r); failed != nil {
		return failed
	}
	if !bytes.Equal(r.sum.Sum(nil), digest) {
		return errDigest
	}
	return err
}

// chunks reads the chunks of an object, one after the other.
type chunks struct {
	ctx     context.Context
	stream  jetstream.Stream
	subject string
	left    uint32
	next    uint64 // the sequence number from which on the next is looked for
	have    []byte
	sum     hash.Hash
	err     error // which stays
}

func (c *chunks) Read(p []byte) (int, error) {
	for len(c.have) == 0 {
		if c.err != nil {
			return 0, c.err
		}
		if c.left == 0 {
			return 0, io.EOF
		}
		m, err := c.stream.GetMsg(c.ctx, max(1, c.next), jetstream.WithGetMsgSubject(c.subject))
		if err != nil {
			c.err = err
			return 0, err
		}
		c.left--
		c.next, c.have = m.Sequence+1, m.Data
		c.sum.Write(m.Data)
	}
	n := copy(p, c.have)
	c.have = c.have[n:]
	return n, nil
}
