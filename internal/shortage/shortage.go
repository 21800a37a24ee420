// Package shortage detects that the machine lacks disk space, memory or processes. Compilers and programs
// then fail as if they were wrong, and a program that ignores write errors leaves files that break off. So
// nothing that was obtained during a shortage counts against a program, and none of it is stored.
package shortage

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// An Error names the missing resource.
type Error struct{ error }

// The minimum that must be free.
const (
	minDisk      = 64 << 20 // bytes where programs are built and run
	minFiles     = 1000
	minMemory    = 64 << 20
	minProcesses = 256 // as many as the sandbox lets one program have
)

// Now returns the present shortage as an Error, or nil.
func Now() error {
	if err := cmp.Or(diskShortage(), systemShortage()); err != nil {
		return Error{err}
	}
	return nil
}

// diskShortage returns a shortage of space in the temporary directory.
func diskShortage() error {
	bytes, files, err := scratch.Free("")
	switch {
	case err != nil:
		return err
	case bytes < minDisk:
		return fmt.Errorf("want %d MB free in %s to judge a submission, found %d", minDisk>>20,
			os.TempDir(), bytes>>20)
	case files < minFiles:
		return fmt.Errorf("want room for %d files in %s to tell what is wrong with a submission, found %d",
			minFiles, os.TempDir(), files)
	}
	return nil
}

// How often a run is repeated alone because of a shortage, and how long each of these waits for its end.
const (
	MaxTries = 3
	MaxWait  = 10 * time.Second
)

// Await waits until now returns nil, for as long as Patience. It reports whether the shortage has ended.
func Await(ctx context.Context, now func() error) bool {
	for until := time.Now().Add(MaxWait); now() != nil; {
		if ctx.Err() != nil || !time.Now().Before(until) {
			return false
		}
		select {
		case <-time.After(MaxWait / 100):
		case <-ctx.Done():
		}
	}
	return true
}

// Interval is the time between two checks of a Watch.
const Interval = 20 * time.Millisecond

// A Watch looks for a shortage while something runs.
type Watch struct {
	now func() error

	mu    sync.Mutex
	first error
	timer *time.Timer // nil after Stop
}

// NewWatch returns a Watch that calls now, such as Now, at once and at intervals until Stop.
func NewWatch(now func() error) *Watch {
	w := &Watch{now: now, first: now()}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(Interval, w.look)
	return w
}

// look calls now and prepares the next call, unless there is a shortage.
func (w *Watch) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer == nil || w.first != nil {
		return
	}
	if w.first = w.now(); w.first == nil {
		w.timer.Reset(Interval)
	}
}

// Stop ends the watch and returns the first shortage that it found, or nil.
func (w *Watch) Stop() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer.Stop()
	w.timer = nil
	return w.first
}
