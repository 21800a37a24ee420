//go:build !portable

package sandbox_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// What a program writes into its home is there in the next run, and counts against its limit
// together with what it wrote before; nothing else lasts, and no other home can be reached.
func TestHome(t *testing.T) {
	parent := tier.TempDir(t)
	if err := os.Chmod(parent, 0o755); err != nil {
		t.Fatal(err)
	}
	homes := [2]string{filepath.Join(parent, "one"), filepath.Join(parent, "other")}
	for _, home := range homes {
		if err := os.Mkdir(home, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(home, "given"), []byte("given"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, mode := range []sandbox.Mode{sandbox.None, sandbox.Auto} {
		w := workerIn(t, sandbox.Policy{Mode: mode, Home: homes[0]})
		script := func(limit int64, text string) sandbox.Outcome {
			job := shell(t, text)
			job.Limits.Output = limit
			return run(t, w, job)
		}
		script(0, "rm -f left a b; echo seen >left; chmod 600 given; echo more >>given; echo gone >/tmp/left-by-test 2>/dev/null || true")
		o := script(0, "cat left given; pwd; test "+string(mode)+" = none || cat /tmp/left-by-test")
		if got, want := string(o.Output), "seen\ngivenmore\n"; !strings.HasPrefix(got, want) || strings.Contains(got, "gone") {
			t.Errorf("%s: found %q, want %q", mode, got, want)
		}
		if o := script(1<<20, "head -c 600000 /dev/zero >a; exit 5"); o.Stopped != sandbox.NotStopped || o.Exit != 5 {
			t.Errorf("%s: %+v", mode, o)
		}
		if o := script(1<<20, "head -c 600000 /dev/zero >b; exit 5"); o.Stopped != sandbox.StoppedDisk {
			t.Errorf("%s: too much in two runs: %+v", mode, o)
		}
		if err := os.WriteFile(filepath.Join(homes[0], "given"), []byte("given"), 0o600); err != nil {
			t.Fatal(err)
		}
		if mode == sandbox.None {
			continue
		}
		script(0, fmt.Sprintf("cat %[1]s/given >stolen; echo broken >%[1]s/given; echo new >%[1]s/new; rm -rf %[1]s", homes[1]))
		stolen, _ := os.ReadFile(filepath.Join(homes[0], "stolen"))
		given, err := os.ReadFile(filepath.Join(homes[1], "given"))
		entries, _ := os.ReadDir(homes[1])
		if w.Mechanisms().By(sandbox.Files) != "" && (len(stolen) > 0 || string(given) != "given" || err != nil || len(entries) != 1) {
			t.Errorf("it reached another home: read %q, left %q, %v, %v", stolen, given, err, entries)
		}
	}
}

// The part of its time that a program spends in the system is known, also of its children.
func TestSystemTime(t *testing.T) {
	for _, mode := range []sandbox.Mode{sandbox.None, sandbox.Auto} {
		w := workerIn(t, sandbox.Policy{Mode: mode})
		for name, c := range map[string]struct {
			script string
			system bool
		}{
			"a child in the kernel": {"(dd if=/dev/zero of=/dev/null bs=16M count=200); true", true},
			"left in the kernel":    {"(dd if=/dev/zero of=/dev/null bs=16M count=200; echo >done; sleep 1000) & while ! [ -e done ]; do sleep 0.05; done", true},
			"a child by itself":     {"(i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done); true", false},
		} {
			o := run(t, w, shell(t, c.script))
			if o.CPU < 20*time.Millisecond || o.System > o.CPU || (o.System > o.CPU/2) != c.system {
				t.Errorf("%s, %s: %v in the system of %v", mode, name, o.System, o.CPU)
			}
		}
	}
}
