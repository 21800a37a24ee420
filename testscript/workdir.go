package testscript

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// The engine runs scripts in working directories of ours, each one script after another. The engine's
// own folder there is reused; what a script left in it is removed.

// scriptName is the name that the engine is given for every script.
const scriptName = "case"

// scriptParent returns the parent folder of the working directories: in memory if the system has a place
// for that and the user has not chosen another. Scripts are small files, and take a sixth
// of the time of a check whose program answers at once.
func scriptParent() string {
	const memory = "/dev/shm"
	if info, err := os.Stat(memory); runtime.GOOS == "linux" && os.Getenv("TMPDIR") == "" && err == nil && info.IsDir() {
		return memory
	}
	return ""
}

// acquireWorkdir returns a working directory that is not in use.
func (r *Runner) acquireWorkdir() (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.workdirs); n > 0 {
		dir := r.workdirs[n-1]
		r.workdirs = r.workdirs[:n-1]
		return dir, nil
	}
	dir := filepath.Join(r.scripts.Path, strconv.FormatInt(r.number.Add(1), 10))
	return dir, os.Mkdir(dir, 0o700)
}

// releaseWorkdir clears a working directory for the next script.
func (r *Runner) releaseWorkdir(dir string) error {
	work := filepath.Join(dir, "script-"+scriptName) // as named by the engine
	left, err := os.ReadDir(work)
	if errors.Is(err, os.ErrNotExist) { // the engine did not get that far
		err = nil
	}
	for _, e := range left {
		if path := filepath.Join(work, e.Name()); os.Remove(path) != nil {
			err = errors.Join(err, scratch.RemoveAll(path))
		}
	}
	r.mu.Lock()
	r.workdirs = append(r.workdirs, dir)
	r.mu.Unlock()
	return err
}
