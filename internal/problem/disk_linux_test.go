package problem

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// TestDiskFills fills the disk for some seconds while a reference runs that ignores write errors. Its short
// output is not an answer, and the short output of a generator is not an input.
func TestDiskFills(t *testing.T) {
	useSandbox(t)
	effort.NeedsAll(t, "mounts a file system and fills it")
	dir := filepath.Join(tier.TempDir(t), "small")
	must.Do(t, os.Mkdir(dir, 0o777))
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=200m,mode=1777"); err != nil {
		t.Skip("cannot mount a small file system: ", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	const careless = "import os, time\ntime.sleep(0.3)\nfor i in range(2000):\n    try: os.write(1, b'%07d\\n' % i)\n    except OSError: pass\n"
	package1 := lay(t, sum(map[string]string{
		"data/secret/1.ans": "-", "submissions/accepted/ref.py": careless, "generators/g.py": careless,
		"touchstone.yaml":            "assignment: {reference: submissions/accepted/ref.py}\n",
		"generators/generators.yaml": "data: {secret: {data: {g: g.py}}}\n",
	}))
	t.Setenv("TMPDIR", dir)
	full := filepath.Join(dir, "full")
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for n := 0; ; n++ {
			f, err := os.Create(full)
			if err == nil {
				for size := int64(200 << 20); size >= 4096; size /= 2 {
					for at := int64(0); unix.Fallocate(int(f.Fd()), 0, at, size) == nil && at < 200<<20; at += size {
					}
				}
				_, _ = f.Write(make([]byte, 1<<20))
				f.Close()
			}
			select {
			case <-stop:
				return
			case <-time.After(300 * time.Millisecond):
			}
			_ = os.Remove(full)
			select {
			case <-stop:
				return
			case <-time.After(time.Duration(1+n%4) * time.Second):
			}
		}
	}()
	defer func() { close(stop); <-stopped; _ = os.Remove(full) }()
	for range 4 {
		t.Setenv("XDG_CACHE_HOME", t.TempDir())
		p, _, err := openPrepared(t, package1)
		if err != nil {
			t.Log(err)
			continue
		}
		for _, c := range p.cases {
			if c.name == "secret/g" && len(c.input) != 16000 {
				t.Errorf("the generator's input has %d bytes", len(c.input))
			}
			a, err := p.runOnInput(t.Context(), p.extra.reference, p.of(t.Context(), c))
			if n := len(a.Files[stdoutName]); err == nil && n != 16000 {
				t.Errorf("%s: the answer has %d bytes", c.name, n)
			}
		}
		if err := p.Close(); err != nil && !strings.Contains(err.Error(), "no space") {
			t.Error(err)
		}
	}
}
