package scratch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
)

// A directory stays while its owner holds it, and for good if it is released; directories without
// an owner are swept.
func TestSweepOnWindows(t *testing.T) {
	parent := must.Get(os.MkdirTemp("", "parent-"))(t)
	defer RemoveAll(parent)
	var dirs []*Dir
	for _, kind := range []string{"used", "kept", "stale", "gone"} {
		d := must.Get(Make(parent, kind))(t)
		must.Do(t, os.WriteFile(filepath.Join(d.Path, "file"), nil, 0o400))
		dirs = append(dirs, d)
	}
	must.Do(t, errors.Join(dirs[1].Release(), dirs[2].lock.Close(), dirs[3].Remove()))
	sweep(parent, 0)
	for i, stays := range []bool{true, true, false, false} {
		if _, err := os.Lstat(dirs[i].Path); errors.Is(err, fs.ErrNotExist) == stays {
			t.Errorf("%s: %v", dirs[i].Path, err)
		}
	}
	must.Do(t, dirs[0].Remove())
}
