//go:build unix

package scratch_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// A chain of nested directories whose path is too long for the system can be removed, also without permissions.
func TestRemoveDeep(t *testing.T) {
	deep := strings.Repeat("d", effort.Of(200, 4, 4))
	for _, closed := range []bool{false, true} {
		top := filepath.Join(t.TempDir(), "top")
		must.Do(t, os.Mkdir(top, 0o755))
		at, err := unix.Open(top, unix.O_RDONLY|unix.O_DIRECTORY, 0)
		for range effort.Of(50, 5000, 5000) {
			must.Do(t, err)
			must.Do(t, errors.Join(unix.Mkdirat(at, deep, 0o755), unix.Mkdirat(at, "beside", 0)))
			var next int
			next, err = unix.Openat(at, deep, unix.O_RDONLY|unix.O_DIRECTORY, 0)
			if closed {
				must.Do(t, unix.Fchmod(at, 0))
			}
			unix.Close(at)
			at = next
		}
		unix.Close(at)
		must.Do(t, scratch.RemoveAll(top))
		if _, err := os.Lstat(top); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("closed %v: it is still there", closed)
		}
	}
}

// Directories of a killed process are removed by the next one; directories that are in use, kept, or
// unrelated stay.
func TestSweep(t *testing.T) {
	if parent := os.Getenv("SCRATCH_TEST_PARENT"); parent != "" {
		for _, kind := range []string{"stale", "kept"} {
			d := must.Get(scratch.Make(parent, kind))(t)
			must.WriteFile(t, filepath.Join(d.Path, "file"), "x")
			if kind == "kept" {
				must.Do(t, d.Release())
			}
		}
		os.Stdout.WriteString("made\n")
		time.Sleep(time.Hour)
	}
	parent := t.TempDir()
	other := exec.Command(os.Args[0], "-test.run=^TestSweep$")
	other.Env = append(os.Environ(), "SCRATCH_TEST_PARENT="+parent)
	out := must.Get(other.StdoutPipe())(t)
	must.Do(t, other.Start())
	must.Get(out.Read(make([]byte, 5)))(t)
	names := func() string {
		var kinds []string
		for _, name := range must.Names(t, parent) {
			kinds = append(kinds, strings.Split(strings.TrimPrefix(name, "touchstone-scratch"), "-")[1])
		}
		return strings.Join(kinds, " ")
	}
	scratch.Sweep(parent)
	expect.Equal(t, "kept stale", names(), "while its owner lives")
	mine := must.Get(scratch.Make(parent, "mine"))(t) // is locked, and before the stale one
	other.Process.Kill()
	other.Wait()
	must.Do(t, os.Mkdir(filepath.Join(parent, "touchstone-else-1234"), 0o755)) // a user's own
	scratch.Sweep(parent)
	expect.Equal(t, "else kept mine", names(), "after its owner was killed")
	kept := must.Get(filepath.Glob(filepath.Join(parent, "touchstone-scratch-kept*")))(t)
	must.Get(scratch.Lock(kept[0]))(t).Close() // independent of any sweep
	must.Do(t, mine.Remove())
}

// The path of a directory has no links, even if the temporary directory is one: a sandbox shows only the
// link's target.
func TestPathWithoutLinks(t *testing.T) {
	base := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	real, link := filepath.Join(base, "real"), filepath.Join(base, "link")
	must.Do(t, errors.Join(os.Mkdir(real, 0o755), os.Symlink("real", link)))
	d := must.Get(scratch.Make(link, "linked"))(t)
	expect.Equal(t, real, filepath.Dir(d.Path), "its directory is")
	must.Do(t, d.Remove())
}
