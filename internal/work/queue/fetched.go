package queue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/submissions"
)

// A fetched is a submission from the object store.
type fetched struct {
	digest, path string
	dir          *scratch.Dir
	users        int // leases that are under way
}

// submission returns a submission, and fetches it if it is not here. It stays until it is released.
func (w *Worker) submission(ctx context.Context, l lease, digest string) (f *fetched, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if at := slices.IndexFunc(w.dirs, func(f *fetched) bool { return f.digest == digest }); at >= 0 {
		f = w.dirs[at]
		w.dirs = slices.Delete(w.dirs, at, at+1)
	} else if f, err = w.bring(ctx, l, digest); err != nil {
		return nil, err
	}
	f.users++
	w.dirs = append(w.dirs, f)
	return f, nil
}

// bring fetches a submission, in the place of one that nobody uses if there are many.
func (w *Worker) bring(ctx context.Context, l lease, digest string) (*fetched, error) {
	if at := slices.IndexFunc(w.dirs, func(f *fetched) bool { return f.users == 0 }); at >= 0 && len(w.dirs) >= mostKept {
		w.dirs[at].dir.Remove() //nolint:errcheck // what is left is swept
		w.dirs = slices.Delete(w.dirs, at, at+1)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	f := &fetched{digest: digest}
	sum := l.Objects[digest]
	if sum == nil {
		return nil, fmt.Errorf("%w, found one for a submission without its digest", errUnsigned)
	}
	err := again(ctx, func(ctx context.Context) (err error) {
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

// release lets go of submissions.
func (w *Worker) release(used []*fetched) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, f := range used {
		f.users--
	}
}
