package queue

import (
	"context"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

// may reports whether a worker may have another lease just now.
func (h *slots) may(t *testing.T) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	return h.acquire(ctx)
}

// A worker has two leases that are given all of its jobs, but of those that are done alone as many as it
// has jobs, and processors.
func TestSlots(t *testing.T) { synctest.Test(t, testSlots) }

func testSlots(t *testing.T) {
	const many = 4
	for _, c := range []struct {
		alone bool
		want  int
	}{{false, atATime}, {true, many}} {
		h := newSlots(many, 0)
		h.games = many // whatever this machine has
		var ends []func()
		for range many + atATime {
			if !h.may(t) {
				break
			}
			ends = append(ends, h.take(c.alone))
		}
		if len(ends) != c.want {
			t.Errorf("%d leases, alone %v; want %d", len(ends), c.alone, c.want)
		}
		ends[0]()
		if !h.may(t) {
			t.Error("none instead of one that has ended")
		}
	}
	h := newSlots(many, 0)
	h.games = many
	for range atATime {
		if !h.may(t) {
			t.Fatal("too few are waited for")
		}
	}
	if h.may(t) {
		t.Error("another is waited for, and if all that come are given all jobs there are too many")
	}
	if n := newSlots(1000, 0).games; n != runtime.NumCPU() {
		t.Errorf("%d games at a time on %d processors", n, runtime.NumCPU())
	}
}

// A worker is idle when it has no lease, for as long as it said.
func TestSlotsIdle(t *testing.T) { synctest.Test(t, testSlotsIdle) }

func testSlotsIdle(t *testing.T) {
	for _, alone := range []bool{false, true} {
		h := newSlots(1, time.Minute)
		h.games = 2 // whatever this machine has
		if !h.may(t) {
			t.Fatal("it is idle at once")
		}
		end := h.take(alone)
		time.Sleep(2 * time.Minute)
		if !h.may(t) {
			t.Fatalf("it is idle with a lease, alone %v", alone)
		}
		h.none()
		end()
		time.Sleep(30 * time.Second)
		if !h.may(t) {
			t.Fatalf("it is idle so soon after a lease, alone %v", alone)
		}
		h.none()
		time.Sleep(2 * time.Minute)
		if h.acquire(t.Context()) {
			t.Errorf("it is not idle after so long, alone %v", alone)
		}
	}
}
