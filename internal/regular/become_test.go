//go:build unix

package regular_test

import (
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/regular"
)

// A file that is replaced by a pipe during the call is not opened, and Open does not block. Its result is a
// file, for any number of changes of the name's target.
func TestBecomesPipe(t *testing.T) {
	dir := t.TempDir()
	path, file, pipe := filepath.Join(dir, "input.txt"), filepath.Join(dir, "file"), filepath.Join(dir, "pipe")
	must.Do(t, os.WriteFile(file, nil, 0o600))
	must.Do(t, syscall.Mkfifo(pipe, 0o600))
	done := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		for {
			for _, other := range []string{file, pipe} {
				select {
				case <-done:
					return
				default:
				}
				// A second name for it replaces the first.
				if next := path + ".next"; os.Link(other, next) != nil || os.Rename(next, path) != nil {
					t.Error("the file could not be exchanged")
					return
				}
			}
		}
	})
	for range 20_000 {
		f, err := regular.Open(path)
		if err != nil {
			continue // a pipe, or missing
		}
		info, err := f.Stat()
		f.Close()
		if err != nil || !info.Mode().IsRegular() {
			t.Errorf("opened %v, %v", info.Mode(), err)
			break
		}
	}
	close(done)
	group.Wait()
}
