package work

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/touchstone-suite/touchstone/internal/must"
)

// unlucky is the number that Accept refuses.
const unlucky = 13

var errUnlucky = errors.New("thirteen")

// numbers is a job whose pieces are the numbers below n. Each takes a second.
type numbers struct {
	n         int
	left      []int
	accepted  map[int]int // how often, by number
	failed    []string
	hook      func(n int) error // called by Do
	busy, max atomic.Int32
}

func (j *numbers) Refill() (bool, error) {
	for i := range j.n {
		if j.accepted[i] == 0 {
			j.left = append(j.left, i)
		}
	}
	return len(j.left) > 0, nil
}

func (j *numbers) Next() (int, bool) {
	if len(j.left) == 0 {
		return 0, false
	}
	n := j.left[0]
	j.left = j.left[1:]
	return n, true
}

func (j *numbers) Do(ctx context.Context, n int, report func(int) error) error {
	j.max.Store(max(j.max.Load(), j.busy.Add(1)))
	defer j.busy.Add(-1)
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return ctx.Err()
	}
	if j.hook != nil {
		if err := j.hook(n); err != nil {
			return err
		}
	}
	return report(n)
}

func (j *numbers) Accept(n, found int) error {
	if found == unlucky {
		return errUnlucky
	}
	if n != found {
		return fmt.Errorf("the result of %d is %d", n, found)
	}
	j.accepted[found]++
	return nil
}

func (j *numbers) Fail(n int, cause error) error {
	j.failed = append(j.failed, cause.Error())
	j.accepted[n]++
	return nil
}

// Run does each piece once, at most n at a time. A failure or a panic stops no other piece.
func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &numbers{n: 10, accepted: map[int]int{}}
		j.hook = func(n int) error {
			switch n {
			case 3:
				panic("three")
			case 4:
				return errors.New("four")
			}
			return nil
		}
		must.Do(t, Run(t.Context(), j, 4))
		for i := range j.n {
			if j.accepted[i] != 1 {
				t.Errorf("%d was accepted %d times", i, j.accepted[i])
			}
		}
		if j.max.Load() != 4 {
			t.Errorf("%d at a time, want 4", j.max.Load())
		}
		slices.Sort(j.failed)
		if len(j.failed) != 2 || j.failed[0] != "four" || !strings.HasPrefix(j.failed[1], "panic: three\n") {
			t.Errorf("failed: %q", j.failed)
		}
	})
}

// A job that is canceled keeps the results that have arrived, and none of its pieces goes on.
func TestRunCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		j := &numbers{n: 10, accepted: map[int]int{}}
		if err := Run(ctx, j, 3); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if len(j.accepted) != 6 || len(j.failed) > 0 || j.busy.Load() > 0 {
			t.Errorf("accepted %v, failed %q, %d go on", j.accepted, j.failed, j.busy.Load())
		}
	})
}

// An error of Accept ends the job.
func TestRunAcceptFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &numbers{n: 20, accepted: map[int]int{}}
		if err := Run(t.Context(), j, 2); !errors.Is(err, errUnlucky) || j.busy.Load() > 0 {
			t.Error(err)
		}
		if len(j.accepted) > unlucky+1 {
			t.Errorf("it went on: %v", j.accepted)
		}
	})
}

// Of what is done several at a time, nothing more is begun once a call has failed or the context is done; the error
// is that of the first, in order.
func TestEach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var begun, most, busy atomic.Int32
		do := func(i int) error {
			most.Store(max(most.Load(), busy.Add(1)))
			defer busy.Add(-1)
			begun.Add(1)
			time.Sleep(time.Second)
			if i == 4 || i == 5 {
				return fmt.Errorf("failed in %d", i)
			}
			return nil
		}
		if err := Each(t.Context(), 3, 4, do); err != nil || begun.Load() != 4 || most.Load() != 3 {
			t.Errorf("%v, %d calls, %d at a time", err, begun.Load(), most.Load())
		}
		begun.Store(0)
		if err := Each(t.Context(), 2, 100, do); err == nil || err.Error() != "failed in 4" || begun.Load() > 7 {
			t.Errorf("%v after %d calls", err, begun.Load())
		}
		begun.Store(0)
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		if err := Each(ctx, 2, 100, do); !errors.Is(err, context.DeadlineExceeded) || begun.Load() != 4 {
			t.Errorf("%v after %d calls", err, begun.Load())
		}
	})
}

// A panic of a call is an error of Each, which the caller survives.
func TestEachPanics(t *testing.T) {
	err := Each(t.Context(), 2, 3, func(int) error { panic("it is broken") })
	if err == nil || !strings.HasPrefix(err.Error(), "panic: it is broken\n") {
		t.Errorf("found %v", err)
	}
}
