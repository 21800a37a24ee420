package testscript

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// A stage is a folder in which the engine runs scripts, one after another. The engine's own
// folder on it is reused; what a script left there is removed.

// scriptName is the name that the engine is given for every script.
const scriptName = "case"

// scriptParent returns the parent folder of the stages: in memory if the system has a place
// for that and the user has not chosen another. Scripts are small files, and take a sixth
// of the time of a check whose program answers at once.
func scriptParent() string {
	const memory = "/dev/shm"
	if info, err := os.Stat(memory); runtime.GOOS == "linux" && os.Getenv("TMPDIR") == "" && err == nil && info.IsDir() {
		return memory
	}
	return ""
}

// stage returns a stage that is not in use.
func (r *Runner) stage() (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.stages); n > 0 {
		dir := r.stages[n-1]
		r.stages = r.stages[:n-1]
		return dir, nil
	}
	dir := filepath.Join(r.scripts.Path, strconv.FormatInt(r.number.Add(1), 10))
	return dir, os.Mkdir(dir, 0o700)
}

// strike clears a stage for the next script.
func (r *Runner) strike(stage string) error {
	work := filepath.Join(stage, "script-"+scriptName) // as named by the engine
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
	r.stages = append(r.stages, stage)
	r.mu.Unlock()
	return err
}
