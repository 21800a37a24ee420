// Package shortage detects that the machine lacks disk space, memory or processes. Compilers and programs
// then fail as if they were wrong, and a program that ignores write errors leaves incomplete files. So
// no result of a shortage counts against a program, and no such result is stored.
package shortage

import (
	"cmp"
	"context"
	"fmt"
	"os"
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

// A run is repeated alone at most MaxTries times because of a shortage. Each repetition waits at most MaxWait
// for its end.
const (
	MaxTries = 3
	MaxWait  = 10 * time.Second
)

// Await waits until now returns nil, for at most MaxWait. It reports whether the shortage has ended.
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

// interval is the time between two checks of Watch.
const interval = 20 * time.Millisecond

// Watch calls now, such as Now, at intervals. It returns the first shortage, or nil at the end of ctx.
func Watch(ctx context.Context, now func() error) error {
	checks := time.NewTicker(interval)
	defer checks.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-checks.C:
			if short := now(); short != nil {
				return short
			}
		}
	}
}
