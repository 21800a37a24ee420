package queue

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/submissions"
)

// A fetched is a submission from the object store.
type fetched struct {
	path string
	dir  *scratch.Dir
}

func (f *fetched) remove() error { return f.dir.Remove() }

// download fetches a submission.
func (w *Worker) download(ctx context.Context, l lease, digest string) (*fetched, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	f := new(fetched)
	sum := l.Objects[digest]
	if sum == nil {
		return nil, fmt.Errorf("%w, found one for a submission without its digest", errUnsigned)
	}
	err := retry(ctx, func(ctx context.Context) (err error) {
		if f.dir, err = scratch.Make("", "fetched"); err != nil {
			return permanent(err)
		}
		err = w.queue.getObject(ctx, submissionName(l.Job, digest), sum, func(r io.Reader) (err error) {
			f.path, err = submissions.Unpack(f.dir.Path, r)
			return permanent(err) // it is what was signed
		})
		if err != nil {
			err = errors.Join(err, f.dir.Remove())
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("fetching a submission: %w", err)
	}
	return f, nil
}
