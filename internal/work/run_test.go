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
)

// numbers is a job whose units are numbers, of which some are had.
type numbers struct {
	n      int
	left   []int
	had    map[int]int // how often
	failed []string
	wake   chan struct{}
	ended  atomic.Bool // with wake: nothing more will be left
	more   atomic.Int32
}

func (j *numbers) Describe([]byte) (Description, error) { return Description{Wake: j.wake}, nil }
func (j *numbers) Left() int                            { return len(j.left) }
func (j *numbers) Sync() error                          { return nil }

func (j *numbers) Take(most int) Piece[[]int] {
	most = min(most, len(j.left))
	p := Piece[[]int]{What: j.left[:most]}
	j.left = j.left[most:]
	return p
}

func (j *numbers) Accept(r Results[[]int, int]) (units int, took time.Duration, err error) {
	for _, found := range r.Found {
		if found == unlucky {
			return units, 0, errUnlucky
		}
		if slices.Contains(r.Piece, found) {
			j.had[found]++
			units++
		}
	}
	return units, 0, nil
}

func (j *numbers) Fail(p Piece[[]int], why error) error {
	j.failed = append(j.failed, why.Error())
	j.had[p.What[0]]++
	return nil
}

func (j *numbers) More(idle bool) (bool, error) {
	if idle {
		for i := range j.n + int(j.more.Load()) {
			if j.had[i] == 0 {
				j.left = append(j.left, i)
			}
		}
	}
	return !idle || len(j.left) > 0 || j.wake != nil && !j.ended.Load(), nil
}

const unlucky = 13

var errUnlucky = errors.New("thirteen")

// finder is a station that takes a second for a number, and calls hook first.
type finder struct {
	hook      func(n int) error
	busy, max atomic.Int32
}

func (s *finder) Confined() []string { return nil }
func (s *finder) Close() error       { return nil }

func (s *finder) Do(ctx context.Context, piece []int, _ Fetch, report func(int) error) error {
	s.max.Store(max(s.max.Load(), s.busy.Add(1)))
	defer s.busy.Add(-1)
	for _, n := range piece {
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
		if s.hook != nil {
			if err := s.hook(n); err != nil {
				return err
			}
		}
		if err := report(n); err != nil {
			return err
		}
	}
	return nil
}

// All is done once, so many at a time and no more; what fails or panics stops nothing else.
func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, s := &numbers{n: 10, had: map[int]int{}}, &finder{}
		s.hook = func(n int) error {
			switch n {
			case 3:
				panic("three")
			case 4:
				return errors.New("four")
			}
			return nil
		}
		if err := Run(t.Context(), j, s, 4); err != nil {
			t.Fatal(err)
		}
		for i := range j.n {
			if j.had[i] != 1 {
				t.Errorf("%d was had %d times", i, j.had[i])
			}
		}
		if s.max.Load() != 4 {
			t.Errorf("%d at a time, want 4", s.max.Load())
		}
		slices.Sort(j.failed)
		if len(j.failed) != 2 || j.failed[0] != "four" || !strings.HasPrefix(j.failed[1], "panic: three\n") {
			t.Errorf("failed: %q", j.failed)
		}
	})
}

// A job that is cut short has everything that was found until then, and nothing of it goes on.
func TestRunCutShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		j, s := &numbers{n: 10, had: map[int]int{}}, &finder{}
		if err := Run(ctx, j, s, 3); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if len(j.had) != 6 || len(j.failed) > 0 || s.busy.Load() > 0 {
			t.Errorf("had %v, failed %q, %d go on", j.had, j.failed, s.busy.Load())
		}
	})
}

// What cannot be accepted ends the job.
func TestRunAcceptFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, s := &numbers{n: 20, had: map[int]int{}}, &finder{}
		if err := Run(t.Context(), j, s, 2); !errors.Is(err, errUnlucky) || s.busy.Load() > 0 {
			t.Error(err)
		}
		if len(j.had) > unlucky+1 {
			t.Errorf("it went on: %v", j.had)
		}
	})
}

// A job that has nothing left for now goes on when it says so.
func TestRunWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &numbers{had: map[int]int{}, wake: make(chan struct{})}
		go func() {
			time.Sleep(time.Minute)
			j.more.Store(2)
			j.wake <- struct{}{}
			time.Sleep(time.Minute)
			j.ended.Store(true)
			j.wake <- struct{}{}
		}()
		if err := Run(t.Context(), j, &finder{}, 2); err != nil || len(j.had) != 2 {
			t.Errorf("%v, had %v", err, j.had)
		}
	})
}

// Whoever is elsewhere finds what is found here; what is not understood is ignored.
func TestEncoded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		opener := Opens(func(_ *struct{}, _ []string) (Station[[]int, int], error) { return &finder{}, nil })
		s, err := opener(Raw("{}"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := opener(Raw("{")); err == nil {
			t.Error("a plan that is cut is taken")
		}
		j := &numbers{n: 5, had: map[int]int{}}
		e := Encoded(j)
		if err := Run(t.Context(), e, s, 2); err != nil || len(j.had) != 5 {
			t.Errorf("%v, had %v", err, j.had)
		}
		for _, r := range []Results[Raw, Raw]{
			{Piece: Raw("["), Found: []Raw{Raw("1")}}, {Piece: Raw("[1]"), Found: []Raw{Raw("{}"), Raw(`"1`), nil}},
		} {
			if units, _, err := e.Accept(r); units != 0 || err != nil {
				t.Errorf("%s of %s: %d units, %v", r.Found, r.Piece, units, err)
			}
		}
		if units, _, _ := e.Accept(Results[Raw, Raw]{Piece: Raw("[1,2]"), Found: []Raw{Raw("x"), Raw("2")}}); units != 1 {
			t.Error("what is behind something else is lost")
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
