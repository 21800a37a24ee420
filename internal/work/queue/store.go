package queue

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
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// put stores what write writes as an object, reads it back, and stores it anew if it is not what its digest
// says. For Put of nats.go sends a piece again that no server has taken, as while a cluster elects a leader,
// but out of the buffer into which it has read the next piece by then. It returns the digest, a SHA-256.
func put(ctx context.Context, files jetstream.ObjectStore, name string, write func(io.Writer) error) (digest []byte, err error) {
	err = retry(ctx, func(ctx context.Context) error {
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
	head, err := q.get(ctx, "$O."+bucketName+".M."+base64.URLEncoding.EncodeToString([]byte(name)), 0)
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
	r := &chunks{ctx: ctx, q: q, subject: "$O." + bucketName + ".C." + info.NUID, left: info.Chunks, sum: sha256.New()}
	err = read(r)
	if _, failed := io.Copy(io.Discard, r); failed != nil {
		return failed
	}
	if !bytes.Equal(r.sum.Sum(nil), digest) {
		return errDigest
	}
	return err
}

// get returns the first message of the object store on a subject from a sequence number on, or the last if
// that is 0. It is asked of the stream itself, as is allowed to workers, and not of the API of JetStream.
func (q *Queue) get(ctx context.Context, subject string, from uint64) (*nats.Msg, error) {
	ask, body := "$JS.API.DIRECT.GET."+objectStream+"."+subject, []byte(nil)
	if from > 0 {
		ask = "$JS.API.DIRECT.GET." + objectStream
		body = fmt.Appendf(nil, `{"seq":%d,"next_by_subj":%q}`, from, subject)
	}
	ctx, cancel := context.WithTimeout(ctx, atOnce)
	defer cancel()
	m, err := q.conn.RequestWithContext(ctx, ask, body)
	if err != nil {
		return nil, err
	}
	switch status := m.Header.Get("Status"); status {
	case "":
		return m, nil
	case "404":
		return nil, jetstream.ErrObjectNotFound
	default:
		return nil, fmt.Errorf("the object store: status %s, %s", status, m.Header.Get("Description"))
	}
}

// chunks reads the chunks of an object, one after the other.
type chunks struct {
	ctx     context.Context
	q       *Queue
	subject string
	left    uint32
	last    uint64 // sequence number
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
		m, err := c.q.get(c.ctx, c.subject, c.last+1)
		if err == nil {
			c.last, err = strconv.ParseUint(m.Header.Get("Nats-Sequence"), 10, 64)
		}
		if err != nil {
			c.err = err
			return 0, err
		}
		c.left--
		c.have = m.Data
		c.sum.Write(m.Data)
	}
	n := copy(p, c.have)
	c.have = c.have[n:]
	return n, nil
}
